import { setPriority } from 'node:os';
import { move } from 'piscina';
import { joined } from '../src/bulk/chunk/chunk-format.js';
import { runChunk } from '../src/bulk/chunk/run-chunk.js';

/** How much a thread yields to the event loop of its process: enough that single answers stay fast during a bulk run. */
const NICE = 10;

// On Linux a priority belongs to a thread; elsewhere this would slow the whole process down.
if (process.platform === 'linux') setPriority(0, NICE);

/** The entry point of a worker thread. */
export default function calculateChunk(chunk: Uint8Array): unknown {
  return move(joined(runChunk(chunk)));
}
