import type { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { RecordReader } from '../csv/record-reader.js';
import { LF, QUOTE, textOf, textStart } from '../csv/text.js';
import type { DisbursementOption } from '../engine/answer-format.js';
import { joined } from '../recipe/apply-recipe.js';
import { rowsIn } from '../table/delimited-text.js';
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

/** The index of each column. Answers may gain columns, in any place. */
function columnsIn(bytes: Uint8Array, end: number): ReadonlyMap<string, number> {
  const names = textOf(bytes, textStart(bytes), end).trim().split(',');
  return new Map(names.map((name, index) => [name, index]));
}

const DIGITS = /^\d+$/;

/** The cells of a row by column; empty for a column that the answer does not have. */
export type AnswerRow = (column: AnswerColumn) => string;

/** The record that a reader has read, until it reads the next one. */
export type AnswerRecord = Omit<AnswerReader, 'add' | 'finish' | 'rowOf'>;

/** Reads an answer (CSV, as it came from the service or from here) piece by piece; pieces may end anywhere. */
export class AnswerReader {
  /** The student's id without blanks around it. */
  id = '';
  /** Whether it is of the same student as the record before: a student's records are consecutive. */
  isOfSameStudent = false;
  /** The record's bytes including the line end; their owner may overwrite them later. */
  bytes: Uint8Array = new Uint8Array(0);
  readonly #onRecord: (record: AnswerRecord) => void;
  #columns: ReadonlyMap<string, number> | null = null;
  /** The beginning of a record whose end is still to come. */
  #held: Uint8Array = new Uint8Array(0);
  #from: Uint8Array = this.#held;
  #reader = new RecordReader(this.#held, 0);

  constructor(onRecord: (record: AnswerRecord) => void) {
    this.#onRecord = onRecord;
  }

  /** @throws TableError for a row that is not of an answer. */
  add(piece: Uint8Array): void {
    this.#from = this.#held.length === 0 ? piece : joined([this.#held, piece]);
    let at = 0;
    if (this.#columns === null) {
      const lineEnd = this.#from.indexOf(LF);
      if (lineEnd >= 0) this.#columns = columnsIn(this.#from, lineEnd);
      at = lineEnd + 1;
    }
    if (this.#columns !== null) {
      const { size: width } = this.#columns;
      this.#reader = new RecordReader(this.#from, width);
      for (let end = this.#read(at, width); end > at; end = this.#read(at, width)) {
        this.#onRecord(this);
        at = end;
      }
    }
    // The owner may overwrite the bytes it passed in. Slices of Node's Buffer would not be copies.
    this.#held = new Uint8Array(this.#from.subarray(at));
  }

  /** @throws TableError for an answer that is cut off. */
  finish(): void {
    if (this.#columns === null || this.#held.length > 0) {
      throw tableError('This is no complete answer: it ends in the middle. Get it again.');
    }
  }

  /** The text of a cell; empty for a column that the answer does not have. */
  text(column: AnswerColumn): string {
    const cell = this.#columns?.get(column);
    if (cell === undefined) return '';
    const { bounds } = this.#reader;
    const [start = 0, end = 0] = [bounds[cell * 2], bounds[cell * 2 + 1]];
    if (start === end) return '';
    const text = textOf(this.#from, start, end);
    return this.#from[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  /** A cell of whole dollars or percent; null if it is empty. */
  whole(column: AnswerColumn): number | null {
    const text = this.text(column);
    if (text === '') return null;
    if (!DIGITS.test(text)) throw tableError(`"${text}" is no amount of an answer.`);
    return Number(text);
  }

  /** A row of this answer that was kept as text, which takes a tenth of the memory of its cells. */
  rowOf(text: string): AnswerRow {
    const [row] = rowsIn(text, ',');
    return (column) => row?.cells[this.#columns?.get(column) ?? -1] ?? '';
  }

  /** Reads the record that begins at a place, and says where it ends; -1 where its end is still to come. */
  #read(start: number, width: number): number {
    if (start >= this.#from.length) return -1;
    this.#reader.read(start);
    const { count, end, hasMore, mistake } = this.#reader;
    if (hasMore) throw tableError('A row of the answer has more cells than its header.');
    // The rest of the record may still come: of a quoted cell, or of a line end.
    if (this.#from[end - 1] !== LF || (mistake >= 0 && end === this.#from.length)) return -1;
    if (mistake >= 0) throw tableError('A row of the answer has a quote in the wrong place.');
    if (count < width) throw tableError('A row of the answer has fewer cells than its header.');
    this.bytes = this.#from.subarray(start, end);
    const id = this.text('student_id').trim();
    this.isOfSameStudent = id !== '' && id === this.id;
    this.id = id;
    return end;
  }
}

const LOAN_COLUMNS = {
  annual: [
    'annual_basic_eligibility_sub',
    'annual_basic_eligibility_unsub',
    'annual_basic_eligibility_grad_plus',
  ],
  equal: ['total_equal_subsidized', 'total_equal_unsubsidized', 'total_equal_grad_plus'],
  proportional: [
    'total_proportional_subsidized',
    'total_proportional_unsubsidized',
    'total_proportional_grad_plus',
  ],
} as const;

/** The reduced annual limits of a record, or what the terms pay together by one option; 0 for a student who failed. */
export function loansOf(record: AnswerRecord, of: keyof typeof LOAN_COLUMNS): DisbursementOption {
  const [subsidized, unsubsidized, gradPlus] = LOAN_COLUMNS[of];
  return {
    subsidized: record.whole(subsidized) ?? 0,
    unsubsidized: record.whole(unsubsidized) ?? 0,
    grad_plus: record.whole(gradPlus) ?? 0,
  };
}

export const NO_LOANS: DisbursementOption = { subsidized: 0, unsubsidized: 0, grad_plus: 0 };

/** Adds up two amounts by loan. Sums of a million students stay far below what a double holds exactly. */
export function added(one: DisbursementOption, other: DisbursementOption): DisbursementOption {
  return {
    subsidized: one.subsidized + other.subsidized,
    unsubsidized: one.unsubsidized + other.unsubsidized,
    grad_plus: one.grad_plus + other.grad_plus,
  };
}
