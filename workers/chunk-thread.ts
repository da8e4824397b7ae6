import { constants } from 'node:os';
import { move } from 'piscina';
import { runChunk } from '../src/csv/run-chunk.js';
import { lowerPriority } from '../src/ops/priority.js';

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down. Where it is refused, all stand equal.
if (process.platform === 'linux') lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The entry point of a worker thread. The slice comes back in the memory of the chunk, or in more where that is too little. */
export default function calculateChunk(chunk: Uint8Array<ArrayBuffer>): unknown {
  return move(runChunk(chunk));
}
