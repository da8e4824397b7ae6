import { Rational } from './rational.js';
import type { ReferenceResult, ReferenceTerm } from './types.js';
import { STUDENT_FIELDS, TERM_FIELDS, type WireNumber, type WireRequest } from './wire.js';

export const REQUEST_COLUMNS: readonly string[] = [
  'student_id',
  ...STUDENT_FIELDS,
  ...TERM_FIELDS.map((field) => `term_${field === 'full_time_credits' ? 'ft_credits' : field}`),
];

interface Answered {
  readonly id: string;
  readonly term: ReferenceTerm;
  readonly result: ReferenceResult;
}

/** Response columns in order, with their values: null is an empty cell, undefined is text not compared. */
const RESPONSE: Readonly<Record<string, (of: Answered) => string | number | boolean | null | undefined>> = {
  student_id: ({ id }) => id,
  term_label: ({ term }) => term.label,
  term_enrollment_status: ({ term }) => term.enrollment_status,
  term_enrollment_intensity_pct: ({ term }) => term.enrollment_intensity_pct,
  term_disbursement_pct: ({ term }) => term.disbursement_pct,
  term_equal_subsidized: ({ term }) => term.equal.subsidized,
  term_equal_unsubsidized: ({ term }) => term.equal.unsubsidized,
  term_equal_grad_plus: ({ term }) => term.equal.grad_plus,
  term_proportional_subsidized: ({ term }) => term.proportional?.subsidized ?? null,
  term_proportional_unsubsidized: ({ term }) => term.proportional?.unsubsidized ?? null,
  term_proportional_grad_plus: ({ term }) => term.proportional?.grad_plus ?? null,
  term_adjustment_sub: ({ term }) => term.adjustment_sub,
  term_adjustment_unsub: ({ term }) => term.adjustment_unsub,
  term_adjustment_grad_plus: ({ term }) => term.adjustment_grad_plus,
  term_adjustment_source_index: ({ term }) => term.adjustment_source_index,
  term_adjustment_explanation: () => undefined,
  term_final_term_overdisbursement: ({ term }) => term.final_term_overdisbursement,
  term_warning: () => undefined,
  annual_ft_credits: ({ result }) => result.annual_ft_credits,
  reduced_annual_pct: ({ result }) => result.reduced_annual_pct,
  annual_basic_eligibility_sub: ({ result }) => result.annual_basic_eligibility_sub,
  annual_basic_eligibility_unsub: ({ result }) => result.annual_basic_eligibility_unsub,
  annual_basic_eligibility_grad_plus: ({ result }) => result.annual_basic_eligibility_grad_plus,
  total_equal_subsidized: ({ result }) => result.total_equal.subsidized,
  total_equal_unsubsidized: ({ result }) => result.total_equal.unsubsidized,
  total_equal_grad_plus: ({ result }) => result.total_equal.grad_plus,
  total_proportional_subsidized: ({ result }) => result.total_proportional.subsidized,
  total_proportional_unsubsidized: ({ result }) => result.total_proportional.unsubsidized,
  total_proportional_grad_plus: ({ result }) => result.total_proportional.grad_plus,
  show_both_options: ({ result }) => result.show_both_options,
  warnings: () => undefined,
  error: () => '',
};
export const RESPONSE_COLUMNS = Object.keys(RESPONSE);

/** The cells of a row in column order. Undefined in an expected row: free text that is not compared. */
export type Row = readonly string[];
export type ExpectedRow = readonly (string | undefined)[];

/** One row per term. Numbers keep their spelling, unless JavaScript prints them with an exponent. */
export function requestRows(studentId: string, request: WireRequest): Row[] {
  const own = STUDENT_FIELDS.map((field) => cellOf(request[field]));
  return request.terms.map((term) => [studentId, ...own, ...TERM_FIELDS.map((field) => cellOf(term[field]))]);
}

function cellOf(value: WireNumber | boolean | undefined): string {
  if (typeof value === 'number') return Rational.parse(String(value)).toString();
  return String(value ?? '');
}

export function expectedRows(id: string, result: ReferenceResult): ExpectedRow[] {
  const cellFor = (value: string | number | boolean | null | undefined) =>
    value === undefined ? undefined : String(value ?? '');
  return result.terms.map((term) => Object.values(RESPONSE).map((of) => cellFor(of({ id, term, result }))));
}

/** A refused student's rows: id, label and an error (never empty, not compared); the rest is empty. */
export function expectedRefusedRows(studentId: string, labels: readonly string[]): ExpectedRow[] {
  return labels.map((label) =>
    RESPONSE_COLUMNS.map((column) => {
      if (column === 'student_id') return studentId;
      if (column === 'term_label') return label;
      return column === 'error' ? undefined : '';
    }),
  );
}

/** RFC 4180. Every line, including the last, ends with `newline`. */
export function csvText(
  rows: readonly Row[],
  newline: '\n' | '\r\n' = '\r\n',
  quotes: 'where needed' | 'everywhere' = 'where needed',
): string {
  const cell = (text: string): string =>
    quotes === 'everywhere' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(',') + newline).join('');
}
