import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { cutChunks, decodeAnswer } from '../../src/csv/chunk.js';
import { runChunk } from '../../src/csv/run-chunk.js';
import { splitCsv } from '../../src/csv/split.js';

const LIMITS = { maxRows: 1 << 20, maxColumns: 100, maxCellBytes: 4096 };

/** The answer to a file in our shape, without the row numbers in its messages where those may differ. */
export function answerTo(bytes: Uint8Array, rows: 'with rows' | 'without rows' = 'with rows'): string {
  const output = { format: 'csv', escapeFormulas: false } as const;
  const chunks = [...cutChunks(bytes, splitCsv(bytes, LIMITS), 100, output)];
  const header = `${RESPONSE_COLUMNS.join(',')}\r\n`;
  const body = Buffer.concat(chunks.map((toBytes) => decodeAnswer(runChunk(toBytes())).body)).toString();
  const text = header + body;
  return rows === 'with rows' ? text : text.replace(/[Rr]ows? \d+(?:[-, ]+\d+)*/g, 'row #');
}
