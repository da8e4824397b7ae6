import { constants } from 'node:os';
import { move } from 'piscina';
import { joined, lengthOf } from '../src/bulk/chunk/chunk-format.js';
import { runChunk } from '../src/bulk/chunk/run-chunk.js';
import { lowerPriority } from '../src/ops/priority.js';
import { resting } from './rest.js';

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down. Where it is refused, all stand equal.
if (process.platform === 'linux') lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The entry point of a worker thread. The slice comes back in the memory of the chunk, or in more where that is too little. */
export default function calculateChunk(chunk: Uint8Array<ArrayBuffer>): unknown {
  const slice = runChunk(chunk, resting);
  const fits = lengthOf(slice) <= chunk.buffer.byteLength;
  return move(fits ? joined(slice, chunk.buffer) : joined(slice));
}
