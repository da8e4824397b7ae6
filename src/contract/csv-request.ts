import { compare, isExact, parseExact, wholeNumber } from '../engine/exact.js';
import {
  type CellKind,
  type ColumnPositions,
  STUDENT_COLUMNS,
  STUDENT_ID_COLUMN,
  type TERM_COLUMNS,
} from './csv-columns.js';
import type { JsonObject } from './read-student.js';

/** One record of a request file: one term of one student. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** 1-based data row of the file, blank lines and the header not counted. */
  readonly row: number;
}

/** A student column whose rows contradict each other. */
export interface Disagreement {
  readonly column: string;
  readonly message: string;
}

/** A student's rows as the JSON request that they stand for. */
export interface RequestFromRows {
  readonly body: JsonObject;
  readonly disagreements: readonly Disagreement[];
}

type Indexes<Columns> = { readonly [Column in keyof Columns]: number };

/** Where each known column stands in a file, from 0; -1 where the file does not have it, which reads as blank. */
export interface ColumnIndexes {
  readonly studentId: number;
  readonly student: Indexes<typeof STUDENT_COLUMNS>;
  readonly term: Indexes<typeof TERM_COLUMNS>;
}

export function columnIndexes(positions: ColumnPositions): ColumnIndexes {
  const at = (column: string): number => positions.get(column) ?? -1;
  return {
    studentId: at(STUDENT_ID_COLUMN),
    student: {
      dependency_status: at('dependency_status'),
      degree_level: at('degree_level'),
      grade_level: at('grade_level'),
      subsidized_amount: at('subsidized_amount'),
      plus_denied: at('plus_denied'),
      is_legacy_borrower: at('is_legacy_borrower'),
      cost_of_attendance: at('cost_of_attendance'),
      total_limit: at('total_limit'),
      academic_year_terms: at('academic_year_terms'),
    },
    term: {
      term_label: at('term_label'),
      term_required: at('term_required'),
      term_ft_credits: at('term_ft_credits'),
      term_credits_enrolled: at('term_credits_enrolled'),
      term_actual_final_credits: at('term_actual_final_credits'),
      term_prior_disbursement_sub: at('term_prior_disbursement_sub'),
      term_prior_disbursement_unsub: at('term_prior_disbursement_unsub'),
      term_prior_disbursement_grad_plus: at('term_prior_disbursement_grad_plus'),
    },
  };
}

/** Turns rows into requests, for files with one header. */
export class RowReader {
  readonly #indexes: ColumnIndexes;

  constructor(indexes: ColumnIndexes) {
    this.#indexes = indexes;
  }

  /** The student_id cell as sent, or `row:<N>` where it is blank or there is no such column. */
  studentId({ cells, row }: CsvRow): string {
    const id = cells[this.#indexes.studentId] ?? '';
    return trimmed(id) === '' ? `row:${row}` : id;
  }

  /** The term_label cell as sent. */
  termLabel({ cells }: CsvRow): string {
    return cells[this.#indexes.term.term_label] ?? '';
  }

  /** Whether a row goes on with the student of the row before it. A blank student_id never does. */
  isSameStudent(row: CsvRow, before: CsvRow): boolean {
    const id = trimmed(row.cells[this.#indexes.studentId] ?? '');
    return id !== '' && id === trimmed(before.cells[this.#indexes.studentId] ?? '');
  }

  /**
   * The JSON request that a student's rows, in file order, stand for. A blank cell is an absent field. The objects
   * are written out so that all of them have one shape, which everything that reads them is faster for.
   */
  request(rows: readonly CsvRow[]): RequestFromRows {
    const [first] = rows;
    if (first === undefined) return { body: {}, disagreements: NONE };
    const { cells } = first;
    const at = this.#indexes.student;
    const body = {
      dependency_status: text(cells[at.dependency_status]),
      degree_level: text(cells[at.degree_level]),
      grade_level: text(cells[at.grade_level]),
      subsidized_amount: amount(cells[at.subsidized_amount]),
      plus_denied: flag(cells[at.plus_denied]),
      is_legacy_borrower: flag(cells[at.is_legacy_borrower]),
      cost_of_attendance: amount(cells[at.cost_of_attendance]),
      total_limit: amount(cells[at.total_limit]),
      academic_year_terms: count(cells[at.academic_year_terms]),
      terms: rows.map((row) => this.#termOf(row.cells)),
    };
    return { body, disagreements: rows.length === 1 ? NONE : this.#disagreements(first, rows) };
  }

  #termOf(cells: readonly string[]): JsonObject {
    const at = this.#indexes.term;
    return {
      label: text(cells[at.term_label]),
      required: flag(cells[at.term_required]),
      full_time_credits: text(cells[at.term_ft_credits]),
      credits_enrolled: text(cells[at.term_credits_enrolled]),
      actual_final_credits: text(cells[at.term_actual_final_credits]),
      prior_disbursement_sub: amount(cells[at.term_prior_disbursement_sub]),
      prior_disbursement_unsub: amount(cells[at.term_prior_disbursement_unsub]),
      prior_disbursement_grad_plus: amount(cells[at.term_prior_disbursement_grad_plus]),
    };
  }

  #disagreements(first: CsvRow, rows: readonly CsvRow[]): readonly Disagreement[] {
    let found = NONE;
    for (const column of STUDENT_COLUMN_NAMES) {
      const index = this.#indexes.student[column];
      const value = first.cells[index] ?? '';
      for (const { cells, row } of rows) {
        const other = cells[index] ?? '';
        if (other === value || isSameValue(STUDENT_COLUMNS[column].kind, value, other)) continue;
        const message = `Must be the same on all rows of a student. Row ${first.row} says ${quoted(value)}, row ${row} says ${quoted(other)}.`;
        found = [...found, { column, message }];
        break;
      }
    }
    return found;
  }
}

const STUDENT_COLUMN_NAMES = Object.keys(STUDENT_COLUMNS) as readonly (keyof typeof STUDENT_COLUMNS)[];

const NONE: readonly Disagreement[] = [];

const BLANK_MAX = 32;
const ASCII_MAX = 126;

/** `String.trim`, spared where the first and the last character show that there is nothing to trim. */
function trimmed(cell: string): string {
  const first = cell.charCodeAt(0);
  const last = cell.charCodeAt(cell.length - 1);
  const isTrim = first > BLANK_MAX && first <= ASCII_MAX && last > BLANK_MAX && last <= ASCII_MAX;
  return isTrim ? cell : cell.trim();
}

/** The readers of cells give the JSON value that a cell stands for. A text that is none stays for its field to refuse. */
function text(cell: string | undefined): string | undefined {
  if (cell === undefined || cell === '') return undefined;
  return trimmed(cell) || undefined;
}

function flag(cell: string | undefined): boolean | string | undefined {
  const word = text(cell);
  if (word === undefined) return undefined;
  return FLAGS.get(word) ?? FLAGS.get(word.toLowerCase()) ?? word;
}

/** What a flag column may say, in any case. */
export const FLAG_WORDS: readonly (readonly [word: string, value: boolean])[] = [
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
  ['y', true],
  ['n', false],
];
const FLAGS: ReadonlyMap<string, boolean> = new Map(FLAG_WORDS);

function count(cell: string | undefined): number | string | undefined {
  const digits = text(cell);
  if (digits === undefined) return undefined;
  const reading = parseExact(digits);
  return isExact(reading) ? (wholeNumber(reading) ?? digits) : digits;
}

/** `$3,500.00` and `3,500` as `3500.00` and `3500`; separators anywhere else make it no amount. */
function amount(cell: string | undefined): string | undefined {
  const given = text(cell);
  if (given === undefined || !WRITTEN_MARKS.test(given)) return given;
  const written = WRITTEN_AMOUNT.exec(given);
  if (written === null) return given;
  const [, sign = '', whole = '', fraction = ''] = written;
  if (whole === '' && fraction.length < 2) return given;
  return sign + whole.replaceAll(',', '') + fraction;
}

const WRITTEN_MARKS = /[$,]/;
const WRITTEN_AMOUNT = /^([+-]?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(\.[0-9]*)?$/;

const READERS: Readonly<Record<CellKind, (cell: string) => unknown>> = {
  text,
  credits: text,
  amount,
  flag,
  count,
};

function isSameValue(kind: CellKind, a: string, b: string): boolean {
  const [left, right] = [READERS[kind](a), READERS[kind](b)];
  if (left === right) return true;
  if (kind !== 'amount' || typeof left !== 'string' || typeof right !== 'string') return false;
  const [one, other] = [parseExact(left), parseExact(right)];
  return isExact(one) && isExact(other) && compare(one, other) === 0;
}

function quoted(cell: string): string {
  const shown = cell.trim();
  if (shown === '') return 'nothing';
  return `"${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`;
}
