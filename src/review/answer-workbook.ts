import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { inWords } from '../contract/field-labels.js';
import { csvLine } from '../table/delimited-text.js';
import type { Steps } from '../table/steps.js';
import { type SheetCell, type SheetLayout, WorkbookWriter } from '../table/workbook-writer.js';
import { ANSWER_SHEET, type AnswerColumn, AnswerReader, type AnswerRow } from './answer-reader.js';
import { OWN_SHEET, type TakenRows, writeOwnSheet } from './own-sheet.js';
import type { WarningCount } from './summary.js';

/** What a workbook contains besides the answer. */
export interface WorkbookContent extends TakenRows {
  /** What was assumed, in sentences. */
  readonly assumptions: readonly string[];
  readonly warnings: readonly WarningCount[];
}

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Columns of the interface whose cells are texts even if they look like numbers. */
const TEXTS: ReadonlySet<string> = new Set(['student_id', 'term_label']);

/** What `prorata diff` and programs read. */
const ANSWER: SheetLayout = {
  name: ANSWER_SHEET,
  columns: RESPONSE_COLUMNS.map((column) => ({
    heading: column,
    style: TEXTS.has(column) ? 'text' : 'number',
    width: Math.max(column.length, 12),
  })),
};
const ASSUMPTIONS: SheetLayout = {
  name: 'Assumptions',
  columns: [
    { heading: 'What was assumed', style: 'sentence', width: 100 },
    { heading: 'Students', style: 'number', width: 10 },
  ],
};
/**
 * The workbook (.xlsx) that a person downloads: their own rows with the answer beside them or why there is none, what was
 * assumed, and the answer in the format of the interface. The answer is held in memory until the end.
 */
export class AnswerWorkbook {
  readonly #writer: WorkbookWriter;
  readonly #reader: AnswerReader;
  /** Each row of the answer: a line of CSV takes a tenth of the memory of its cells. */
  readonly #lines: string[] = [];
  readonly #used = new Set<AnswerColumn>();

  /** `onPiece` receives the bytes of the workbook, in order. */
  constructor(onPiece: (piece: Uint8Array) => void) {
    this.#writer = new WorkbookWriter(onPiece);
    this.#writer.beginSheet(ANSWER);
    this.#reader = new AnswerReader((rows) => {
      for (const row of rows) this.#addRow(row);
    });
  }

  /**
   * A piece of the answer.
   *
   * @throws TableError for a file that is not an answer, or has more rows than a sheet.
   */
  add(piece: Uint8Array): void {
    this.#reader.add(piece);
  }

  /** Writes everything else. @throws TableError for an answer that ends in the middle, or more rows than a sheet has. */
  *finishing(content: WorkbookContent): Steps<void> {
    const writer = this.#writer;
    this.#reader.finish();
    const answerAt = (place: number) => this.#reader.rowOf(this.#lines[place] ?? '');
    yield* writeOwnSheet(writer, content, answerAt, this.#used);
    writer.beginSheet(ASSUMPTIONS);
    for (const sentence of content.assumptions) writer.addRow([sentence, null]);
    for (const { warning, students } of content.warnings) writer.addRow([inWords(warning), students]);
    writer.finish([OWN_SHEET, ASSUMPTIONS.name, ANSWER_SHEET]);
  }

  #addRow(row: AnswerRow): void {
    this.#lines.push(csvLine(row.cells));
    const cells = RESPONSE_COLUMNS.map((column): SheetCell => {
      const text = row.cell(column);
      if (text !== '' && text !== '0') this.#used.add(column);
      return !TEXTS.has(column) && NUMBER.test(text) ? Number(text) : text;
    });
    this.#writer.addRow(cells);
  }
}
