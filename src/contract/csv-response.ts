import { isExact, parseExact, toText } from '../engine/exact.js';
import type { CalculationResult, TermResult } from '../engine/student.js';

/** One cell before it is written: null is an empty cell. */
export type Cell = string | number | boolean | null;

/** Joins the warnings of a student into one cell. */
export const WARNING_SEPARATOR = '; ';

type Column<Of> = readonly [name: string, cell: (of: Of) => Cell];

/** The columns that are a term's own. */
const TERM_COLUMNS = [
  ['term_label', (term) => term.label],
  ['term_enrollment_status', (term) => term.enrollment_status],
  ['term_enrollment_intensity_pct', (term) => term.enrollment_intensity_pct],
  ['term_disbursement_pct', (term) => term.disbursement_pct],
  ['term_equal_subsidized', ({ equal }) => equal.subsidized],
  ['term_equal_unsubsidized', ({ equal }) => equal.unsubsidized],
  ['term_equal_grad_plus', ({ equal }) => equal.grad_plus],
  ['term_proportional_subsidized', ({ proportional }) => proportional?.subsidized ?? null],
  ['term_proportional_unsubsidized', ({ proportional }) => proportional?.unsubsidized ?? null],
  ['term_proportional_grad_plus', ({ proportional }) => proportional?.grad_plus ?? null],
  ['term_adjustment_sub', (term) => term.adjustment_sub],
  ['term_adjustment_unsub', (term) => term.adjustment_unsub],
  ['term_adjustment_grad_plus', (term) => term.adjustment_grad_plus],
  ['term_adjustment_source_index', (term) => term.adjustment_source_index],
  ['term_adjustment_explanation', (term) => term.adjustment_explanation],
  ['term_final_term_overdisbursement', (term) => term.final_term_overdisbursement],
  ['term_warning', (term) => term.warning],
] as const satisfies readonly Column<TermResult>[];

/** The columns that are the same on every row of a calculated student. */
const STUDENT_COLUMNS = [
  ['annual_ft_credits', (result) => plainNumber(result.annual_ft_credits)],
  ['reduced_annual_pct', (result) => result.reduced_annual_pct],
  ['annual_basic_eligibility_sub', (result) => result.annual_basic_eligibility_sub],
  ['annual_basic_eligibility_unsub', (result) => result.annual_basic_eligibility_unsub],
  ['annual_basic_eligibility_grad_plus', (result) => result.annual_basic_eligibility_grad_plus],
  ['total_equal_subsidized', ({ total_equal }) => total_equal.subsidized],
  ['total_equal_unsubsidized', ({ total_equal }) => total_equal.unsubsidized],
  ['total_equal_grad_plus', ({ total_equal }) => total_equal.grad_plus],
  ['total_proportional_subsidized', ({ total_proportional }) => total_proportional.subsidized],
  ['total_proportional_unsubsidized', ({ total_proportional }) => total_proportional.unsubsidized],
  ['total_proportional_grad_plus', ({ total_proportional }) => total_proportional.grad_plus],
  ['show_both_options', (result) => result.show_both_options],
  ['warnings', (result) => result.warnings.join(WARNING_SEPARATOR)],
  ['error', () => null],
] as const satisfies readonly Column<CalculationResult>[];

type ResponseColumn = 'student_id' | (typeof TERM_COLUMNS)[number][0] | (typeof STUDENT_COLUMNS)[number][0];

/** Columns of a response file, in order. */
export const RESPONSE_COLUMNS: readonly ResponseColumn[] = [
  'student_id',
  ...TERM_COLUMNS.map(([name]) => name),
  ...STUDENT_COLUMNS.map(([name]) => name),
];

/** The first line of an answer in CSV. */
export const HEADER_ROW: string = `${RESPONSE_COLUMNS.join(',')}\r\n`;

/** Below this, JavaScript writes a number with an exponent. */
const SMALLEST_PLAIN = 1e-6;

/** The cells that are a term's own, after `student_id`. */
export function termCells(term: TermResult): Cell[] {
  return TERM_COLUMNS.map(([, cell]) => cell(term));
}

/** The cells that are the same on every row of a calculated student: the columns after {@link termCells}. */
export function studentCells(result: CalculationResult): Cell[] {
  return STUDENT_COLUMNS.map(([, cell]) => cell(result));
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
