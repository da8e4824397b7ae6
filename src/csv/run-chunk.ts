import { answerWriter } from './answer-writer.js';
import { calculateChunk } from './calculate-chunk.js';
import type { ChunkAnswer } from './chunk.js';

/**
 * Calculates one chunk: takes the raw records of whole students and returns their part of the response, one row for
 * every record in the same order (or one line for every student, as NDJSON). A student who fails does not affect the
 * others.
 *
 * @throws Error for bytes that are not a chunk, or an award year without a table.
 */
export function runChunk(bytes: Uint8Array): ChunkAnswer<ArrayBuffer> {
  return calculateChunk(bytes, answerWriter);
}
