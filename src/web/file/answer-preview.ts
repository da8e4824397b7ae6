import { type AnswerRecord, AnswerRecords } from '../../review/answer-records.js';
import { piecesOf } from './answer-pieces.js';
import {
  type Filter,
  PREVIEW_COLUMNS,
  PREVIEW_ROWS,
  type Preview,
  type PreviewQuestion,
} from './preview-question.js';

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
