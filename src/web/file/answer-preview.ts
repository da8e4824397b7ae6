import { type AnswerColumn, type AnswerRecord, AnswerRecords } from '../../review/answer-records.js';
import { piecesOf } from './blobs.js';

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

/** Looks for rows from the beginning of an answer, no further than it must. */
export async function previewOf(
  answer: Blob,
  { filter, search, skip }: PreviewQuestion,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<Preview> {
  const rows: string[][] = [];
  let passed = 0;
  const wanted = search.trim().toLowerCase();
  const records = new AnswerRecords((record) => {
    if (rows.length > PREVIEW_ROWS || !isWanted(record, filter)) return;
    if (wanted !== '' && !record.text('student_id').toLowerCase().includes(wanted)) return;
    passed += 1;
    if (passed > skip) rows.push(PREVIEW_COLUMNS.map((column) => record.text(column)));
  });
  for await (const piece of piecesOf(answer, signal, onBytes)) {
    records.add(piece);
    if (rows.length > PREVIEW_ROWS) break;
  }
  return { rows: rows.slice(0, PREVIEW_ROWS), hasMore: rows.length > PREVIEW_ROWS };
}

function isWanted(record: AnswerRecord, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failed':
      return record.text('error') !== '';
    case 'warnings':
      return record.text('warnings') !== '';
    case 'reduced':
      return (record.whole('reduced_annual_pct') ?? 100) < 100;
  }
}
