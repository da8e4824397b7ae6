import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { WorkbookWriter } from '../recipe/workbook-writer.js';
import { type AnswerColumn, AnswerRecords } from './answer-records.js';

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?(?:e[+-][0-9]+)?$/;

/** Columns whose cells are texts even where they look like numbers. */
const TEXTS: readonly AnswerColumn[] = ['student_id', 'term_label'];

/** An answer as a workbook (.xlsx), written while the answer passes by: ids as text, amounts as numbers. */
export class AnswerWorkbook {
  readonly #writer: WorkbookWriter;
  readonly #records: AnswerRecords;

  /** `onPiece` gets the bytes of the workbook, in order. */
  constructor(onPiece: (piece: Uint8Array) => void) {
    this.#writer = new WorkbookWriter(onPiece);
    this.#writer.addRow(RESPONSE_COLUMNS);
    this.#records = new AnswerRecords((record) =>
      this.#writer.addRow(
        RESPONSE_COLUMNS.map((column) => {
          const text = record.text(column);
          return TEXTS.includes(column) || !NUMBER.test(text) ? text : Number(text);
        }),
      ),
    );
  }

  /**
   * A piece of the answer.
   *
   * @throws RecipeError for what is no answer, or has more rows than a sheet.
   */
  add(piece: Uint8Array): void {
    this.#records.add(piece);
  }

  /** @throws RecipeError for an answer that ends in the middle. */
  finish(): void {
    this.#records.finish();
    this.#writer.finish();
  }
}
