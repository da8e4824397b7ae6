import { isExact, parseExact, toText } from '../engine/exact.js';
import type { CalculationResult, TermResult } from '../engine/student.js';

/** Columns of a response file, in order. */
export const RESPONSE_COLUMNS = [
  'student_id',
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

/** The first line of an answer in CSV. */
export const HEADER_ROW: string = `${RESPONSE_COLUMNS.join(',')}\r\n`;

/** One cell before it is written: null is an empty cell. */
export type Cell = string | number | boolean | null;

/** Below this, JavaScript writes a number with an exponent. */
const SMALLEST_PLAIN = 1e-6;

/** Joins the warnings of a student into one cell. */
export const WARNING_SEPARATOR = '; ';

/** The cells that are a term's own, after `student_id`. */
export function termCells(term: TermResult): Cell[] {
  const { equal, proportional } = term;
  return [
    term.label,
    term.enrollment_status,
    term.enrollment_intensity_pct,
    term.disbursement_pct,
    equal.subsidized,
    equal.unsubsidized,
    equal.grad_plus,
    proportional === null ? null : proportional.subsidized,
    proportional === null ? null : proportional.unsubsidized,
    proportional === null ? null : proportional.grad_plus,
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
export function studentCells(result: CalculationResult): Cell[] {
  const { total_equal: totalEqual, total_proportional: totalProportional } = result;
  return [
    plainNumber(result.annual_ft_credits),
    result.reduced_annual_pct,
    result.annual_basic_eligibility_sub,
    result.annual_basic_eligibility_unsub,
    result.annual_basic_eligibility_grad_plus,
    totalEqual.subsidized,
    totalEqual.unsubsidized,
    totalEqual.grad_plus,
    totalProportional.subsidized,
    totalProportional.unsubsidized,
    totalProportional.grad_plus,
    result.show_both_options,
    result.warnings.join(WARNING_SEPARATOR),
    null,
  ];
}

/** The cells of a row of a student who could not be calculated, after `student_id`. */
export function errorCells(termLabel: string, error: string): Cell[] {
  return [termLabel, ...EMPTY_RESULT, error];
}

/** Every column but the first two and the last. */
const EMPTY_RESULT: readonly null[] = RESPONSE_COLUMNS.slice(3).map(() => null);

/** A number as spreadsheets read it: JavaScript would write the smallest ones with an exponent. */
function plainNumber(value: number | string): number | string {
  const reading = typeof value === 'number' && value > 0 && value < SMALLEST_PLAIN ? parseExact(value) : null;
  return reading !== null && isExact(reading) ? toText(reading) : value;
}
