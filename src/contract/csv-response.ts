import type { CalculationResult, TermResult } from '../engine/answer-format.js';
import { isExact, parseExact, toText } from '../engine/exact.js';

/** The value of a cell before it is written; null is an empty cell. */
export type Cell = string | number | boolean | null;

const TERM_COLUMNS = [
  'term_label',
  'term_enrollment_status',
  'term_enrollment_intensity_pct',
  'term_disbursement_pct',
  'term_equal_subsidized',
  'term_equal_unsubsidized',
  'term_equal_grad_plus',
  'term_proportional_subsidized',
  'term_proportional_unsubsidized',
  'term_proportional_grad_plus',
  'term_adjustment_sub',
  'term_adjustment_unsub',
  'term_adjustment_grad_plus',
  'term_adjustment_source_index',
  'term_adjustment_explanation',
  'term_final_term_overdisbursement',
  'term_warning',
] as const;

/** The columns that are the same on every row of a calculated student. */
const STUDENT_COLUMNS = [
  'annual_ft_credits',
  'reduced_annual_pct',
  'annual_basic_eligibility_sub',
  'annual_basic_eligibility_unsub',
  'annual_basic_eligibility_grad_plus',
  'total_equal_subsidized',
  'total_equal_unsubsidized',
  'total_equal_grad_plus',
  'total_proportional_subsidized',
  'total_proportional_unsubsidized',
  'total_proportional_grad_plus',
  'show_both_options',
  'warnings',
  'error',
] as const;

type CellsOf<Columns extends readonly string[]> = { readonly [Place in keyof Columns]: Cell };

export const RESPONSE_COLUMNS = ['student_id', ...TERM_COLUMNS, ...STUDENT_COLUMNS] as const;

export const HEADER_ROW: string = `${RESPONSE_COLUMNS.join(',')}\r\n`;

/** The term's cells, after `student_id`. */
export function termCells(term: TermResult): CellsOf<typeof TERM_COLUMNS> {
  const { equal, proportional } = term;
  // One function per column would add a tenth to the time of a bulk run.
  return [
    term.label,
    term.enrollment_status,
    term.enrollment_intensity_pct,
    term.disbursement_pct,
    equal.subsidized,
    equal.unsubsidized,
    equal.grad_plus,
    proportional?.subsidized ?? null,
    proportional?.unsubsidized ?? null,
    proportional?.grad_plus ?? null,
    term.adjustment_sub,
    term.adjustment_unsub,
    term.adjustment_grad_plus,
    term.adjustment_source_index,
    term.adjustment_explanation,
    term.final_term_overdisbursement,
    term.warning,
  ];
}

/** The cells that are the same on every row of a calculated student: the columns after {@link termCells}. */
export function studentCells(result: CalculationResult): CellsOf<typeof STUDENT_COLUMNS> {
  const { total_equal: equal, total_proportional: proportional } = result;
  return [
    plainNumber(result.annual_ft_credits),
    result.reduced_annual_pct,
    result.annual_basic_eligibility_sub,
    result.annual_basic_eligibility_unsub,
    result.annual_basic_eligibility_grad_plus,
    equal.subsidized,
    equal.unsubsidized,
    equal.grad_plus,
    proportional.subsidized,
    proportional.unsubsidized,
    proportional.grad_plus,
    result.show_both_options,
    result.warnings.join('; '),
    null,
  ];
}

/** The row cells of a student who could not be calculated, after `student_id`. */
export function errorCells(termLabel: string, error: string): Cell[] {
  return [termLabel, ...EMPTY_RESULT, error];
}

/** Blank cells for all columns except student_id, term_label and error. */
const EMPTY_RESULT: readonly null[] = RESPONSE_COLUMNS.slice(3).map(() => null);

/** Below this, JavaScript writes a number with an exponent, which not every spreadsheet reads. */
const SMALLEST_PLAIN = 1e-6;

function plainNumber(value: number | string): number | string {
  const reading = typeof value === 'number' && value > 0 && value < SMALLEST_PLAIN ? parseExact(value) : null;
  return reading !== null && isExact(reading) ? toText(reading) : value;
}
