import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { WorkbookWriter } from '../recipe/workbook-writer.js';
import { type AnswerColumn, AnswerRecords } from './answer-records.js';

/** What the cells of each column are written as. */
const CELLS: Readonly<Record<AnswerColumn, 'text' | 'number'>> = {
  student_id: 'text',
  term_label: 'text',
  term_enrollment_status: 'text',
  term_enrollment_intensity_pct: 'number',
  term_disbursement_pct: 'number',
  term_equal_subsidized: 'number',
  term_equal_unsubsidized: 'number',
  term_equal_grad_plus: 'number',
  term_proportional_subsidized: 'number',
  term_proportional_unsubsidized: 'number',
  term_proportional_grad_plus: 'number',
  term_adjustment_sub: 'number',
  term_adjustment_unsub: 'number',
  term_adjustment_grad_plus: 'number',
  term_adjustment_source_index: 'number',
  term_adjustment_explanation: 'text',
  term_final_term_overdisbursement: 'text',
  term_warning: 'text',
  annual_ft_credits: 'number',
  reduced_annual_pct: 'number',
  annual_basic_eligibility_sub: 'number',
  annual_basic_eligibility_unsub: 'number',
  annual_basic_eligibility_grad_plus: 'number',
  total_equal_subsidized: 'number',
  total_equal_unsubsidized: 'number',
  total_equal_grad_plus: 'number',
  total_proportional_subsidized: 'number',
  total_proportional_unsubsidized: 'number',
  total_proportional_grad_plus: 'number',
  show_both_options: 'text',
  warnings: 'text',
  error: 'text',
};

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
          return CELLS[column] === 'text' || text === '' ? text : Number(text);
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
