import { isUtf8 } from 'node:buffer';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { SplitResult, SplitTask } from '../src/bulk/thread-runner.js';
import { ApiError } from '../src/contract/errors.js';
import { runChunk } from '../src/csv/run-chunk.js';
import { splitCsv, tableBuffers } from '../src/csv/split.js';
import { lowerPriority } from '../src/ops/machine.js';

// The event loop serves people who are waiting, so it comes first. Only Linux has priorities per thread;
// elsewhere the whole process would slow down. If the system refuses, all threads have the same priority.
if (process.platform === 'linux') lowerPriority();

/** Calculates a chunk. The answer is transferred to the event loop without a copy. */
export default function calculateChunk(chunk: Uint8Array): unknown {
  const answer = runChunk(chunk);
  return move({ [transferableSymbol]: [answer.body.buffer], [valueSymbol]: answer });
}

/** Splits an upload, which is not moved. The record positions are transferred to the event loop. */
export function splitUpload({ bytes, reading }: SplitTask): unknown {
  try {
    const split: SplitResult = { file: splitCsv(bytes, reading, isUtf8), refusal: null };
    return move({ [transferableSymbol]: tableBuffers(split.file.records), [valueSymbol]: split });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, message, details } = error;
    return { file: null, refusal: { kind, message, details } } satisfies SplitResult;
  }
}
