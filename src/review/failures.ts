import { shortened } from '../contract/field-kinds.js';
import { FIELDS } from '../contract/field-list.js';
import { readStudent } from '../contract/read-student.js';
import { columnOf, errorOfRows, type RowFailure } from '../contract/row-errors.js';
import { CONTRADICTION, COPY, StudentRows } from '../csv/student-rows.js';
import { bytesOf } from '../csv/text.js';
import type { Mistake } from '../engine/refusals.js';
import type { RowOrigins } from '../recipe/apply-recipe.js';
import { OUR_FIELDS } from '../recipe/format/our-fields.js';
import { ERROR_COLUMN } from '../recipe/format/recipe.js';
import { BY_STATUS, ROWS_DIFFER, refusalCell, refusalIn } from '../recipe/rows/refusal-cells.js';
import { csvLine } from '../table/delimited-text.js';
import type { Table } from '../table/open-table.js';
import { type CalculatedRow, cellOf, type RowsOfStudent } from './calculated-file.js';

/** One mistake of a failed student, in the terms of the person's own file. */
interface RowMistake extends Mistake {
  readonly column: string;
  readonly fileColumn: string;
  /** The value given, trimmed and shortened; null if there is none, or the mistake is not in the value. */
  readonly given: string | null;
  /** Number of our row; null if the mistake is on all rows of the student. */
  readonly row: number | null;
}

/** Codes of mistakes that are not in the value of one cell. */
const BETWEEN_ROWS: ReadonlySet<string> = new Set([CONTRADICTION.code, COPY.code]);

/** Why a student is not calculated; none for one who can be. */
export function mistakesOf(
  rows: RowsOfStudent,
  origins: RowOrigins,
  awardYear: string,
): readonly RowMistake[] {
  const [first] = rows;
  const cells = rows.map((row) => row.cells);
  // Messages name the rows of the person's own file.
  const places = rows.map(({ dataRow, row }) => ({ dataRow, row: origins.fileRowsOf(row)[0] ?? row }));
  const reading = readStudent(StudentRows.of(first.columns, cells, places), awardYear);
  if (reading.ok) return [];
  const found = reading.failures.map((failure): RowMistake => {
    const { term } = failure;
    const at = term === null ? first : (rows[term] ?? first);
    const column = columnOf(failure);
    const cell = BETWEEN_ROWS.has(failure.code) ? '' : cellOf(at, column);
    const refusal = refusalIn(failure.code === COPY.code ? differenceFrom(at, rows, origins) : cell);
    if (refusal !== null) {
      return { ...refusal, column: 'terms', fileColumn: 'Student', given: null, row: null };
    }
    // What is not a column, such as the number of terms, keeps our name.
    const ours = OUR_FIELDS.find((each) => each === column);
    const fileColumn = ours === undefined ? column : origins.columnOf(ours, at.row);
    const given = cell === '' ? null : shortened(cell);
    return { ...failure, column, fileColumn, given, row: term === null ? null : at.row };
  });
  return withoutConsequences(found);
}

/** A refusal if a row differs from its term's others only in unread columns; `''` for an exact copy. */
function differenceFrom(row: CalculatedRow, rows: readonly CalculatedRow[], origins: RowOrigins): string {
  const unread = row.columns.flatMap((column, index) => (column === null ? [index] : []));
  const label = cellOf(row, 'term_label');
  const others = rows.filter((other) => other.row < row.row && cellOf(other, 'term_label') === label);
  const isCopy = (other: CalculatedRow): boolean =>
    unread.every((index) => (other.cells[index] ?? '').trim() === (row.cells[index] ?? '').trim());
  const [first] = others;
  if (first === undefined || others.some(isCopy)) return '';
  const numbers = [first, row].map((each) => origins.fileRowsOf(each.row)[0] ?? each.row);
  return refusalCell(ROWS_DIFFER, `rows ${numbers.join(' and ')} differ only in columns that are not read`);
}

/**
 * Leaves out mistakes that only follow from rows that differ, those of a student who is not calculated anyway,
 * and repeats of one about all rows.
 */
function withoutConsequences(found: readonly RowMistake[]): readonly RowMistake[] {
  const said = found.filter(({ code }) => code === BY_STATUS);
  const mistakes = said.length > 0 ? said : found;
  const differ = mistakes.some(({ code }) => code === ROWS_DIFFER);
  const seen = new Set<string>();
  return mistakes.filter(({ code, column, row, message }) => {
    if (differ && code !== ROWS_DIFFER && (column === 'terms' || BETWEEN_ROWS.has(code))) return false;
    return row !== null || (!seen.has(`${column} ${message}`) && seen.add(`${column} ${message}`));
  });
}

/** Failures that have the same repair; more students may join. */
export interface FailureGroup {
  /** Our column; `terms` if it concerns their number. */
  readonly column: string;
  /** What is wrong, in a sentence that holds for all of them. */
  readonly problem: string;
  /**
   * `value`: one value for all of these rows. `source`: only the student system knows what is right, row by
   * row. `copies`: these rows are listed twice, and can be left out.
   */
  readonly repair: 'value' | 'source' | 'copies' | 'said';
  /** What may be chosen; empty where anything of the right kind may be written. */
  readonly options: readonly string[];
  students: number;
  /** The first few students, each with a row of the file. */
  readonly examples: FailureExample[];
  /** Our rows to edit. Copies only if their student has no other mistake, which leaving out could settle. */
  readonly rows: number[];
  /** How many rows of the file `rows` were made from. */
  fileRows: number;
  /** Our rows to leave out: the copies; else all rows of the students, since no term may be missing. */
  readonly leftOut: number[];
}

export interface FailureExample {
  readonly id: string;
  /** The row of the file; null if our row was made from none. */
  readonly row: number | null;
  /** What the file calls the column. */
  readonly column: string;
  readonly given: string | null;
  /** What only this student's message says. */
  readonly detail: string | null;
  /** The rows of ours on which the mistake can be corrected. */
  readonly ourRows: readonly number[];
}

const MOST_EXAMPLES = 5;

/** The students who failed. The reasons are found in their own rows, by the rules that refused them. */
export class Failures {
  readonly #groups = new Map<string, FailureGroup>();
  /** By row of the file. */
  readonly #errors = new Map<number, string>();
  /** How many rows the failed students have in the calculated file. */
  rowCount = 0;

  constructor(
    private readonly awardYear: string,
    private readonly origins: RowOrigins,
  ) {}

  /** Adds a failed student and returns the reason, in the terms of the person's own file. */
  add(rows: RowsOfStudent): string {
    const mistakes = mistakesOf(rows, this.origins, this.awardYear);
    for (const key of new Set(mistakes.map(keyOf))) this.#addToGroup(key, rows, mistakes);
    const reasons = mistakes.map(({ fileColumn: path, message, row: ours }): RowFailure => {
      const row = ours === null ? undefined : (this.origins.fileRowsOf(ours)[0] ?? ours);
      return { path, message, row };
    });
    this.rowCount += rows.length;
    const fileRows = this.#fileRows(rows.map(({ row }) => row));
    const sentences = new Map(reasons.map(({ path, message }) => [`${path}: ${message}`, { path, message }]));
    const { message } = errorOfRows([...sentences.values()], []);
    for (const row of fileRows) this.#errors.set(row, message);
    return errorOfRows(reasons, fileRows).message;
  }

  /** What is wrong with the student of a row of the file, or undefined when they did not fail. */
  errorOf(row: number): string | undefined {
    return this.#errors.get(row);
  }

  /** The groups, those with most students first. */
  groups(): readonly FailureGroup[] {
    return [...this.#groups.values()].sort((one, other) => other.students - one.students);
  }

  #fileRows(rows: readonly number[]): readonly number[] {
    return [...new Set(rows.flatMap((row) => this.origins.fileRowsOf(row)))];
  }

  /** Adds a student to the group of the mistakes with this key. */
  #addToGroup(key: string, rows: RowsOfStudent, all: readonly RowMistake[]): void {
    const mistakes = all.filter((each) => keyOf(each) === key);
    const [mistake] = mistakes;
    if (mistake === undefined) return;
    const group = this.#groups.get(key) ?? groupOf(mistake);
    this.#groups.set(key, group);
    group.students += 1;
    const numbers = rows.map(({ row }) => row);
    for (const each of mistakes) this.#addExample(group.examples, rows, each);
    const ours = new Set(mistakes.flatMap(({ row }) => (row === null ? numbers : [row])));
    const isCopy = mistake.code === COPY.code;
    if (!isCopy) group.leftOut.push(...numbers);
    else if (all.some(({ code }) => code !== COPY.code)) return;
    else group.leftOut.push(...ours);
    group.rows.push(...ours);
    group.fileRows += this.#fileRows([...ours]).length;
  }

  #addExample(examples: FailureExample[], rows: RowsOfStudent, mistake: RowMistake): void {
    const { fileColumn: column, given, detail, row } = mistake;
    const [{ id, row: firstRow }] = rows;
    const isKnown = detail !== null && examples.some((each) => each.id === id && each.detail === detail);
    if (examples.length === MOST_EXAMPLES || isKnown) return;
    const [original = null] = this.origins.fileRowsOf(row ?? firstRow);
    const ourRows = row === null ? rows.map((each) => each.row) : [row];
    examples.push({ id, row: original, column, given, detail, ourRows });
  }
}

function keyOf({ column, code }: RowMistake): string {
  return `${column} ${code}`;
}

/** Columns in which one value often fits many students. */
const ONE_FOR_ALL: ReadonlySet<string> = new Set(['term_ft_credits', 'academic_year_terms']);

function groupOf({ column, code, problem }: RowMistake): FailureGroup {
  const field = FIELDS.find((each) => each.column === column);
  const options = field?.kind === 'flag' ? ['yes', 'no'] : (field?.options ?? []);
  const isOneValue = code !== CONTRADICTION.code && (options.length > 0 || ONE_FOR_ALL.has(column));
  const other = code === BY_STATUS ? 'said' : isOneValue ? 'value' : 'source';
  const repair = code === COPY.code ? 'copies' : other;
  return { column, problem, repair, options, students: 0, examples: [], rows: [], fileRows: 0, leftOut: [] };
}

const PIECE_CHARACTERS = 256 * 1024;

/**
 * The rows of all failed students, in the file's columns and order, with the reason in a last column. Once
 * corrected, the CSV can be used with the same recipe. Its byte order mark tells Excel that it is UTF-8.
 */
export function* failedRows(
  table: Pick<Table, 'header' | 'rows'>,
  failed: Failures,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const last = table.header.length - 1;
  const kept = table.header.flatMap((name, index) =>
    name.toLowerCase() === ERROR_COLUMN && index === last ? [] : [index],
  );
  const lineOf = (cells: readonly string[], error: string): string =>
    `${csvLine([...kept.map((index) => cells[index] ?? ''), error])}\r\n`;
  let text = `\uFEFF${lineOf(table.header, ERROR_COLUMN)}`;
  for (const { row, cells } of table.rows()) {
    const error = failed.errorOf(row);
    if (error === undefined) continue;
    text += lineOf(cells, error);
    if (text.length < PIECE_CHARACTERS) continue;
    yield bytesOf(text);
    text = '';
  }
  yield bytesOf(text);
}
