import type { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { joined } from '../csv/text.js';
import { RowReader, rowsIn, type TableRow } from '../table/delimited-text.js';
import { NO_HINTS } from '../table/find-header.js';
import { isZip } from '../table/foreign-files.js';
import { tableError } from '../table/table-error.js';

export type AnswerColumn = (typeof RESPONSE_COLUMNS)[number];

/** The sheet of a workbook that holds the answer in the format of the interface. */
export const ANSWER_SHEET = 'Answer';

/** Columns that answers have and files of students do not. */
const OF_ANSWERS: readonly AnswerColumn[] = ['student_id', 'term_label', 'total_equal_subsidized', 'error'];
/** Longer than the header of an answer. */
const HEADER_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

/**
 * An answer as CSV: the file itself, or the sheet of a downloaded workbook; null for any other file.
 * @throws TableError for a damaged workbook.
 */
export async function answerIn(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!isZip(bytes)) return isAnswer(bytes) ? bytes : null;
  const { readWorkbook } = await import('../table/workbook.js');
  const csv = joined((await readWorkbook(bytes, ANSWER_SHEET, NO_HINTS)).csv);
  return isAnswer(csv) ? csv : null;
}

function isAnswer(bytes: Uint8Array): boolean {
  const [header = ''] = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES)).split(/\r?\n/);
  const columns = header.split(',');
  return OF_ANSWERS.every((name) => columns.includes(name));
}

/** A row of an answer. Answers may gain columns, in any place. */
export class AnswerRow {
  constructor(
    private readonly columns: ReadonlyMap<string, number>,
    readonly cells: readonly string[],
  ) {}

  /** Empty for a column that the answer does not have. */
  cell(column: AnswerColumn): string {
    return this.cells[this.columns.get(column) ?? -1] ?? '';
  }

  /** A cell of whole dollars or percent; null if it is empty. @throws TableError for any other text. */
  whole(column: AnswerColumn): number | null {
    const text = this.cell(column);
    if (text === '') return null;
    if (!/^-?\d+$/.test(text)) throw tableError(`"${text}" is not an amount of an answer.`);
    return Number(text);
  }
}

/** Reads an answer (CSV from the service or from here) piece by piece; pieces may end anywhere. */
export class AnswerReader {
  readonly #decoder = new TextDecoder();
  readonly #reader = new RowReader(',');
  /** Empty until the header has been read. */
  #columns: ReadonlyMap<string, number> = new Map();
  /** The rows of the last student so far. */
  #rows: AnswerRow[] = [];

  /** `onStudent` is called with the rows of each student, which are consecutive, once all have been read. */
  constructor(private readonly onStudent: (rows: readonly AnswerRow[]) => void) {}

  /** @throws TableError for a row that is not of an answer. */
  add(piece: Uint8Array): void {
    // Decoded in pieces: the cells of a whole answer take too much memory, and its text may be too long.
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      const text = this.#decoder.decode(piece.subarray(at, at + PIECE_BYTES), { stream: true });
      for (const row of this.#reader.add(text)) this.#addRow(row);
    }
  }

  /** @throws TableError for an answer that is cut off. */
  finish(): void {
    if (this.#columns.size === 0 || this.#reader.isWithinRow) {
      throw tableError('This answer is incomplete: it ends in the middle. Get it again.');
    }
    this.#endStudent();
  }

  /** A row of this answer, from its line of CSV. */
  rowOf(line: string): AnswerRow {
    return new AnswerRow(this.#columns, rowsIn(line, ',')[0]?.cells ?? []);
  }

  #addRow({ row, cells }: TableRow): void {
    if (this.#columns.size === 0) {
      this.#columns = new Map(cells.map((name, index) => [name, index]));
      return;
    }
    if (cells.length !== this.#columns.size) {
      const message = 'this row has more or fewer cells than the header of the answer. Get it again.';
      throw tableError(message, { row });
    }
    const read = new AnswerRow(this.#columns, cells);
    const id = read.cell('student_id').trim();
    if (id === '' || id !== this.#rows[0]?.cell('student_id').trim()) this.#endStudent();
    this.#rows.push(read);
  }

  #endStudent(): void {
    if (this.#rows.length > 0) this.onStudent(this.#rows);
    this.#rows = [];
  }
}
