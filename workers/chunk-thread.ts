import { constants } from 'node:os';
import { move } from 'piscina';
import { runChunk } from '../src/bulk/csv-seam.js';
import { lowerPriority } from '../src/ops/priority.js';

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down. Where it is refused, all stand equal.
if (process.platform === 'linux') lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The entry point of a worker thread. The answer moves to the event loop without being copied. */
export default function calculateChunk(chunk: Uint8Array): unknown {
  return move(runChunk(chunk));
}
