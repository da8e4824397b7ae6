import { Rational } from './rational.js';
import type { ReferenceOption, ReferenceResult } from './types.js';
import type { WireNumber, WireRequest } from './wire.js';

/** Fields of a student and of a term, in the order of their columns. Most columns have the name of their field. */
const STUDENT_FIELDS = [
  'dependency_status',
  'degree_level',
  'grade_level',
  'subsidized_amount',
  'plus_denied',
  'is_legacy_borrower',
  'cost_of_attendance',
  'total_limit',
  'academic_year_terms',
] as const;
const TERM_FIELDS = [
  'label',
  'required',
  'full_time_credits',
  'credits_enrolled',
  'actual_final_credits',
  'prior_disbursement_sub',
  'prior_disbursement_unsub',
  'prior_disbursement_grad_plus',
] as const;

/** Request columns of the bulk file, in the order in which they are written here. */
export const REQUEST_COLUMNS: readonly string[] = [
  'student_id',
  ...STUDENT_FIELDS,
  ...TERM_FIELDS.map((field) => `term_${field === 'full_time_credits' ? 'ft_credits' : field}`),
];

/** Response columns of the bulk file, in order. */
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

/** The cells of one row in column order. Undefined in an expected row: free text that is not compared. */
export type Row = readonly string[];
export type ExpectedRow = readonly (string | undefined)[];

/** One row per term. Numbers keep the spelling of the request; those that JavaScript prints with an exponent do not. */
export function requestRows(studentId: string, request: WireRequest): Row[] {
  const own = STUDENT_FIELDS.map((field) => cellOf(request[field]));
  return request.terms.map((term) => [studentId, ...own, ...TERM_FIELDS.map((field) => cellOf(term[field]))]);
}

function cellOf(value: WireNumber | boolean | undefined): string {
  if (typeof value === 'number') return Rational.parse(String(value)).toString();
  return String(value ?? '');
}

/** The response rows of a student who was calculated, one per term. */
export function expectedRows(studentId: string, result: ReferenceResult): ExpectedRow[] {
  return result.terms.map((term) => [
    studentId,
    term.label,
    term.enrollment_status,
    String(term.enrollment_intensity_pct),
    String(term.disbursement_pct),
    ...optionCells(term.equal),
    ...optionCells(term.proportional),
    String(term.adjustment_sub),
    String(term.adjustment_unsub),
    String(term.adjustment_grad_plus),
    term.adjustment_source_index === null ? '' : String(term.adjustment_source_index),
    undefined,
    String(term.final_term_overdisbursement),
    undefined,
    result.annual_ft_credits,
    String(result.reduced_annual_pct),
    String(result.annual_basic_eligibility_sub),
    String(result.annual_basic_eligibility_unsub),
    String(result.annual_basic_eligibility_grad_plus),
    ...optionCells(result.total_equal),
    ...optionCells(result.total_proportional),
    String(result.show_both_options),
    undefined,
    '',
  ]);
}

function optionCells(option: ReferenceOption | null): string[] {
  if (option === null) return ['', '', ''];
  return [String(option.subsidized), String(option.unsubsidized), String(option.grad_plus)];
}

/** The response rows of a refused student: id, label and an error text (not compared, never empty), else empty cells. */
export function expectedRefusedRows(studentId: string, labels: readonly string[]): ExpectedRow[] {
  return labels.map((label) =>
    RESPONSE_COLUMNS.map((column) => {
      if (column === 'student_id') return studentId;
      if (column === 'term_label') return label;
      return column === 'error' ? undefined : '';
    }),
  );
}

/** RFC 4180; every line, the last one too, ends in `newline`. */
export function csvText(
  rows: readonly Row[],
  newline: '\n' | '\r\n' = '\r\n',
  quotes: 'where needed' | 'everywhere' = 'where needed',
): string {
  const cell = (text: string): string =>
    quotes === 'everywhere' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(',') + newline).join('');
}
