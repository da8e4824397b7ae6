import { constants } from 'node:os';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { splitVerdict, transferables } from '../src/bulk/splitting.js';
import type { CsvLimits } from '../src/csv/head.js';
import { runChunk } from '../src/csv/run-chunk.js';
import { lowerPriority } from '../src/ops/priority.js';

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down. Where it is refused, all stand equal.
if (process.platform === 'linux') lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Calculates a chunk. The answer moves to the event loop without being copied. */
export default function calculateChunk(chunk: Uint8Array): unknown {
  return move(runChunk(chunk));
}

/** Splits an upload whose bytes were transferred here, and transfers them back. */
export function splitUpload(upload: { bytes: Uint8Array<ArrayBuffer>; limits: CsvLimits }): unknown {
  const outcome = splitVerdict(upload.bytes, upload.limits);
  const buffers = 'split' in outcome ? transferables(outcome.split) : [];
  return move({ [transferableSymbol]: buffers, [valueSymbol]: outcome });
}
