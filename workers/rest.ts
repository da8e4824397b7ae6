import type { Resting } from '../src/bulk/chunk/run-chunk.js';
import { machineName } from '../src/ops/machine.js';

/** A quarter of a millisecond of work, then the shortest sleep that the system has: 0.06 ms on Linux. */
const WORK_MS = 0.25;
const SLEEP_MS = 0.01;

/** Nobody ever wakes who waits for it. */
const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let workedSince = performance.now();

/**
 * How threads and workers rest while their machine gives single answers. Linux lets a thread that calculates keep its core for a
 * tick, 4 ms with most kernels, even where one of higher priority wakes up; one that sleeps, however briefly, gives it up.
 */
export const resting: Resting = { machine: machineName(), rest };

function rest(): void {
  if (performance.now() - workedSince < WORK_MS) return;
  Atomics.wait(nobody, 0, 0, SLEEP_MS);
  workedSince = performance.now();
}
