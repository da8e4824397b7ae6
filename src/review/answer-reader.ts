import type { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { RecordReader } from '../csv/record-reader.js';
import { bytesOf, LF, QUOTE, textOf, textStart } from '../csv/text.js';
import { joined } from '../recipe/apply-recipe.js';
import { NO_HINTS } from '../table/find-header.js';
import { isZip } from '../table/foreign-files.js';
import { tableError } from '../table/table-error.js';

/** A column of an answer. */
export type AnswerColumn = (typeof RESPONSE_COLUMNS)[number];

/** The sheet of a workbook that holds the answer in the format of the interface. */
export const ANSWER_SHEET = 'Answer';

/** Columns that answers have and files of students do not. */
const OF_ANSWERS: readonly AnswerColumn[] = ['student_id', 'term_label', 'total_equal_subsidized', 'error'];

/**
 * The answer that a file is, as CSV: the file itself, or the sheet of a workbook that was downloaded. Null for a file
 * that is none, such as one of students.
 *
 * @throws TableError for a damaged workbook.
 */
export async function answerIn(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!isZip(bytes)) return isAnswer(bytes) ? bytes : null;
  const { readWorkbook } = await import('../table/workbook.js');
  const { sheets } = await readWorkbook(bytes, undefined, NO_HINTS);
  if (!sheets.includes(ANSWER_SHEET)) return null;
  const csv = joined((await readWorkbook(bytes, ANSWER_SHEET, NO_HINTS)).csv);
  return isAnswer(csv) ? csv : null;
}

function isAnswer(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(LF);
  const columns = columnsIn(bytes, end < 0 ? bytes.length : end);
  return OF_ANSWERS.every((name) => columns.has(name));
}

type Columns = ReadonlyMap<string, number>;

/** The index of each column. Answers may gain columns, in any place. */
function columnsIn(bytes: Uint8Array, end: number): Columns {
  const names = textOf(bytes, textStart(bytes), end).trim().split(',');
  return new Map(names.map((name, index) => [name, index]));
}

const DIGITS = /^\d+$/;

/** A row of an answer. Whoever keeps many keeps their texts, which take a tenth of the memory. */
export class AnswerRow {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #columns: Columns;
  readonly record: RecordReader;

  constructor(bytes: Uint8Array, start: number, columns: Columns) {
    this.#bytes = bytes;
    this.#start = start;
    this.#columns = columns;
    this.record = new RecordReader(bytes, columns.size);
    this.record.read(start);
  }

  /** The row as it is, with its line end. */
  get text(): string {
    return textOf(this.#bytes, this.#start, this.record.end);
  }

  /** The text of a cell; empty for a column that the answer does not have. */
  cell(column: AnswerColumn): string {
    const cell = this.#columns.get(column);
    if (cell === undefined) return '';
    const { bounds } = this.record;
    const [start = 0, end = 0] = [bounds[cell * 2], bounds[cell * 2 + 1]];
    if (start === end) return '';
    const text = textOf(this.#bytes, start, end);
    return this.#bytes[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  /** A cell of whole dollars or percent; null if it is empty. @throws TableError for any other text. */
  whole(column: AnswerColumn): number | null {
    const text = this.cell(column);
    if (text === '') return null;
    if (!DIGITS.test(text)) throw tableError(`"${text}" is no amount of an answer.`);
    return Number(text);
  }
}

/** Reads an answer (CSV, as it came from the service or from here) piece by piece; pieces may end anywhere. */
export class AnswerReader {
  readonly #onStudent: (rows: readonly AnswerRow[]) => void;
  /** None until the header has been read. */
  #columns: Columns = new Map();
  /** The beginning of a record whose end is still to come. */
  #held: Uint8Array = new Uint8Array(0);
  /** The last student so far: the id without blanks around it, and the rows. */
  #id = '';
  #rows: AnswerRow[] = [];

  /** `onStudent` is called with the rows of each student, which are consecutive, once all have been read. */
  constructor(onStudent: (rows: readonly AnswerRow[]) => void) {
    this.#onStudent = onStudent;
  }

  /** @throws TableError for a row that is not of an answer. */
  add(piece: Uint8Array): void {
    // In memory of its own: the owner may overwrite the piece.
    const bytes = joined([this.#held, piece]);
    let at = 0;
    if (this.#columns.size === 0) {
      const lineEnd = bytes.indexOf(LF);
      if (lineEnd >= 0) this.#columns = columnsIn(bytes, lineEnd);
      at = lineEnd + 1;
    }
    while (this.#columns.size > 0 && at < bytes.length) {
      const row = new AnswerRow(bytes, at, this.#columns);
      if (!isWhole(row.record, bytes, this.#columns.size)) break;
      at = row.record.end;
      const id = row.cell('student_id').trim();
      if (id === '' || id !== this.#id) this.#endStudent();
      this.#id = id;
      this.#rows.push(row);
    }
    this.#held = bytes.subarray(at);
  }

  /** @throws TableError for an answer that is cut off. */
  finish(): void {
    if (this.#columns.size === 0 || this.#held.length > 0) {
      throw tableError('This is no complete answer: it ends in the middle. Get it again.');
    }
    this.#endStudent();
  }

  /** A row of this answer, from its text. */
  rowOf(text: string): AnswerRow {
    return new AnswerRow(bytesOf(text), 0, this.#columns);
  }

  #endStudent(): void {
    if (this.#rows.length > 0) this.#onStudent(this.#rows);
    this.#rows = [];
  }
}

/** Whether a record was read to its end; false if that is still to come. @throws TableError for one that is not of an answer. */
function isWhole({ count, end, hasMore, mistake }: RecordReader, bytes: Uint8Array, width: number): boolean {
  if (hasMore) throw tableError('A row of the answer has more cells than its header.');
  // The rest may still come: of a quoted cell, or of a line end.
  if (bytes[end - 1] !== LF || (mistake >= 0 && end === bytes.length)) return false;
  if (mistake >= 0) throw tableError('A row of the answer has a quote in the wrong place.');
  if (count < width) throw tableError('A row of the answer has fewer cells than its header.');
  return true;
}
