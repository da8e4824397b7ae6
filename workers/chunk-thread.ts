import { constants, setPriority } from 'node:os';
import { move } from 'piscina';
import { joined } from '../src/bulk/chunk/chunk-format.js';
import { runChunk } from '../src/bulk/chunk/run-chunk.js';

// The event loop answers people who wait. On Linux a priority belongs to a thread; elsewhere this would slow the whole
// process down.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The entry point of a worker thread. */
export default function calculateChunk(chunk: Uint8Array): unknown {
  return move(joined(runChunk(chunk)));
}
