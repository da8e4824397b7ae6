import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { type ChunkOutput, cutChunk, planChunks } from '../../src/csv/chunk.js';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { runChunk } from '../../src/csv/run-chunk.js';
import { splitCsv } from '../../src/csv/split.js';
import { CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';

/** The body of the answer to a file in our own format, calculated in this process. */
export function answerBody(
  bytes: Uint8Array,
  format: Pick<ChunkOutput, 'format' | 'escapeFormulas'> & Partial<ChunkOutput>,
  chunkRows = 100,
): Buffer {
  const output = { awardYear: CURRENT_AWARD_YEAR, ...format };
  const file = splitCsv(bytes, { ...USUAL_LIMITS, ignoreColumns: '*' });
  return Buffer.concat(
    [...planChunks(file, chunkRows)].map((span) => runChunk(cutChunk(bytes, file, span, output)).body),
  );
}

/** The 2026-27 CSV answer to a file; `without rows` masks row numbers, for files that differ in them. */
export function answerTo(bytes: Uint8Array, rows: 'with rows' | 'without rows' = 'with rows'): string {
  const body = answerBody(bytes, { format: 'csv', escapeFormulas: false, awardYear: '2026-27' }).toString();
  const text = `${RESPONSE_COLUMNS.join(',')}\r\n${body}`;
  return rows === 'with rows' ? text : text.replace(/[Rr]ows? \d+(?:[-, ]+\d+)*/g, 'row #');
}
