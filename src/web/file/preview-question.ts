import type { AnswerColumn } from '../../review/answer-records.js';

/** Which rows of an answer are looked at. */
export const FILTERS = ['all', 'failed', 'warnings', 'reduced'] as const;
export type Filter = (typeof FILTERS)[number];

/** A part of an answer to look at. */
export interface PreviewQuestion {
  readonly filter: Filter;
  /** A part of the student's id; empty for everybody. */
  readonly search: string;
  /** So many matching rows are passed over. */
  readonly skip: number;
}

/** Rows of an answer, cells in the order of {@link PREVIEW_COLUMNS}. */
export interface Preview {
  readonly rows: readonly (readonly string[])[];
  readonly hasMore: boolean;
}

/** What is shown of a row. */
export const PREVIEW_COLUMNS: readonly AnswerColumn[] = [
  'student_id',
  'term_label',
  'term_enrollment_status',
  'term_disbursement_pct',
  'term_equal_subsidized',
  'term_equal_unsubsidized',
  'term_equal_grad_plus',
  'term_proportional_subsidized',
  'term_proportional_unsubsidized',
  'term_proportional_grad_plus',
  'reduced_annual_pct',
  'warnings',
  'error',
];

/** Rows at a time. */
export const PREVIEW_ROWS = 50;
