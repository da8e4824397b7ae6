import { setTimeout as delay } from 'node:timers/promises';
import { memoryBytes } from '../support/api.js';
import type { Case } from './support/bench.js';
import { startCaller } from './support/program.js';
import { startApi } from './support/services.js';
import { benchFile } from './support/students.js';

const ROWS = 1_000_000;
const WARM_UP_ROWS = 10_000;
const IDLE_MS = 1000;

/** Peak memory that a large file adds to an idle API process. */
export const memory: Case = async (bench) => {
  const calculate = startCaller(bench);
  const [small, large] = [benchFile('plain', WARM_UP_ROWS), benchFile('plain', ROWS)];
  // A new process each time, since the peak of a process never falls.
  const measured = await bench.inRounds(0, 3, async () => {
    const api = await startApi(bench);
    await calculate(api, small);
    await delay(IDLE_MS);
    const idle = memoryBytes(api.pid, 'VmRSS');
    const { bytes } = await calculate(api, large);
    const peak = memoryBytes(api.pid, 'VmHWM');
    await api.stop();
    return (peak - idle) / bytes;
  });
  const what = 'memory: (peak - idle) of the API / bytes of the upload';
  bench.claim({ what, wanted: { atMost: 2.5 }, measured });
};
