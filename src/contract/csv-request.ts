import { compare, isExact, parseExact, wholeNumber } from '../engine/exact.js';
import {
  type CellKind,
  type ColumnPositions,
  STUDENT_COLUMNS,
  STUDENT_ID_COLUMN,
  TERM_COLUMNS,
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

interface PlacedColumn {
  readonly column: string;
  readonly index: number;
  readonly field: string;
  readonly kind: CellKind;
}

/** Turns rows into requests for files with one header. */
export class RowReader {
  readonly #studentColumns: readonly PlacedColumn[];
  readonly #termColumns: readonly PlacedColumn[];
  readonly #idIndex: number;

  constructor(positions: ColumnPositions) {
    this.#studentColumns = placed(STUDENT_COLUMNS, positions);
    this.#termColumns = placed(TERM_COLUMNS, positions);
    this.#idIndex = positions.get(STUDENT_ID_COLUMN) ?? -1;
  }

  /** The student_id cell as sent, or `row:<N>` where it is blank or there is no such column. */
  studentId({ cells, row }: CsvRow): string {
    const id = cells[this.#idIndex] ?? '';
    return id.trim() === '' ? `row:${row}` : id;
  }

  /** The term_label cell as sent. */
  termLabel({ cells }: CsvRow): string {
    const index = this.#termColumns[0]?.column === 'term_label' ? this.#termColumns[0].index : -1;
    return cells[index] ?? '';
  }

  /** Whether a row goes on with the student of the row before it. A blank student_id never does. */
  isSameStudent(row: CsvRow, before: CsvRow): boolean {
    const id = (row.cells[this.#idIndex] ?? '').trim();
    return id !== '' && id === (before.cells[this.#idIndex] ?? '').trim();
  }

  /** The JSON request that a student's rows, in file order, stand for. A blank cell is an absent field. */
  request(rows: readonly CsvRow[]): RequestFromRows {
    const [first, ...others] = rows;
    if (first === undefined) return { body: {}, disagreements: [] };
    const body: Record<string, unknown> = {};
    for (const { field, index, kind } of this.#studentColumns) {
      const value = readCell(kind, first.cells[index] ?? '');
      if (value !== undefined) body[field] = value;
    }
    body['terms'] = rows.map((row) => this.#term(row));
    return { body, disagreements: others.length === 0 ? NONE : this.#disagreements(first, others) };
  }

  #term({ cells }: CsvRow): JsonObject {
    const term: Record<string, unknown> = {};
    for (const { field, index, kind } of this.#termColumns) {
      const value = readCell(kind, cells[index] ?? '');
      if (value !== undefined) term[field] = value;
    }
    return term;
  }

  #disagreements(first: CsvRow, others: readonly CsvRow[]): readonly Disagreement[] {
    let found = NONE;
    for (const { column, index, kind } of this.#studentColumns) {
      const value = first.cells[index] ?? '';
      const other = others.find(({ cells }) => !isSameValue(kind, value, cells[index] ?? ''));
      if (other === undefined) continue;
      const message = `Must be the same on all rows of a student. Row ${first.row} says ${quoted(value)}, row ${other.row} says ${quoted(other.cells[index] ?? '')}.`;
      found = [...found, { column, message }];
    }
    return found;
  }
}

const NONE: readonly Disagreement[] = [];

function placed(
  columns: Readonly<Record<string, { readonly field: string; readonly kind: CellKind }>>,
  positions: ColumnPositions,
): readonly PlacedColumn[] {
  return Object.entries(columns).flatMap(([column, { field, kind }]) => {
    const index = positions.get(column);
    return index === undefined ? [] : [{ column, index, field, kind }];
  });
}

/** The JSON value that a cell stands for; a text that is none comes back as it is, for the field to refuse. */
function readCell(kind: CellKind, cell: string): unknown {
  if (cell === '') return undefined;
  const text = cell.trim();
  if (text === '') return undefined;
  switch (kind) {
    case 'text':
    case 'credits':
      return text;
    case 'amount':
      return plainAmount(text);
    case 'flag':
      return FLAGS.get(text.toLowerCase()) ?? text;
    case 'count':
      return wholeCount(text);
  }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
  ['y', true],
  ['n', false],
]);

const WRITTEN_AMOUNT = /^([+-]?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(\.[0-9]*)?$/;

/** `$3,500.00` and `3,500` as `3500.00` and `3500`; separators anywhere else make it no amount. */
function plainAmount(text: string): string {
  if (!text.includes('$') && !text.includes(',')) return text;
  const written = WRITTEN_AMOUNT.exec(text);
  if (written === null) return text;
  const [, sign = '', whole = '', fraction = ''] = written;
  return sign + whole.replaceAll(',', '') + fraction;
}

function wholeCount(text: string): number | string {
  const reading = parseExact(text);
  return isExact(reading) ? (wholeNumber(reading) ?? text) : text;
}

function isSameValue(kind: CellKind, a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [readCell(kind, a), readCell(kind, b)];
  if (left === right) return true;
  if (kind !== 'amount' || typeof left !== 'string' || typeof right !== 'string') return false;
  const [amount, other] = [parseExact(left), parseExact(right)];
  return isExact(amount) && isExact(other) && compare(amount, other) === 0;
}

function quoted(cell: string): string {
  const text = cell.trim();
  if (text === '') return 'nothing';
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
