import { isUtf8 } from 'node:buffer';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { z } from 'zod';
import type { SplitResult, SplitTask } from '../src/bulk/thread-runner.js';
import { ApiError } from '../src/contract/errors.js';
import { runChunk } from '../src/csv/run-chunk.js';
import { splitCsv, tableBuffers } from '../src/csv/split.js';
import { lowerPriority } from '../src/ops/priority.js';

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down. Where it is refused, all stand equal.
if (process.platform === 'linux') lowerPriority(z.int().parse(workerData));

/** Calculates a chunk. The answer moves to the event loop without being copied. */
export default function calculateChunk(chunk: Uint8Array): unknown {
  const answer = runChunk(chunk);
  return move({ [transferableSymbol]: [answer.body.buffer], [valueSymbol]: answer });
}

/** Splits an upload, which stays where it is. The places of its records move to the event loop. */
export function splitUpload({ bytes, limits }: SplitTask): unknown {
  try {
    const split: SplitResult = { file: splitCsv(bytes, limits, isUtf8), refusal: null };
    return move({ [transferableSymbol]: tableBuffers(split.file.records), [valueSymbol]: split });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, message, details } = error;
    return { file: null, refusal: { kind, message, details } } satisfies SplitResult;
  }
}
