import { constants, getPriority, setPriority } from 'node:os';
import { move } from 'piscina';
import { joined, lengthOf } from '../src/bulk/chunk/chunk-format.js';
import { runChunk } from '../src/bulk/chunk/run-chunk.js';

const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down. A process that was started with a lower one keeps it: only root can go up.
if (process.platform === 'linux' && getPriority() < PRIORITY) setPriority(PRIORITY);

/** The entry point of a worker thread. The slice comes back in the memory of the chunk, or in more where that is too little. */
export default function calculateChunk(chunk: Uint8Array<ArrayBuffer>): unknown {
  const slice = runChunk(chunk);
  const fits = lengthOf(slice) <= chunk.buffer.byteLength;
  return move(fits ? joined(slice, chunk.buffer) : joined(slice));
}
