import { setTimeout as delay } from 'node:timers/promises';
import { Bench, type Case, expectSame } from './support/bench.js';
import { benchFile, benchFileBytes } from './support/bench-file.js';
import { calculateFile, countLines, sendFile } from './support/bulk-client.js';
import { HAS_PROC, memoryBytes } from './support/proc.js';
import { startApi } from './support/services.js';
import type { Settings } from './support/settings.js';
import { figure, whole } from './support/statistics.js';

const WARM_UP_ROWS = 10_000;
const IDLE_MS = 1000;
const MIB = 2 ** 20;

interface Round {
  readonly idle: number;
  readonly peak: number;
  readonly upload: number;
  readonly seconds: number;
}

/** Most memory that a large file takes in the API process, over what the process has when idle. */
export const memory: Case = async (bench) => {
  if (!HAS_PROC) {
    bench.say('  left out: the system does not tell the memory of a process');
    return;
  }
  const rows = bench.settings.memoryRows;
  const rounds: Round[] = [];
  while (rounds.length < bench.settings.memoryRounds) {
    const round = await measure(bench.settings);
    rounds.push(round);
    const { idle, peak, upload, seconds } = round;
    bench.say(
      `  ${whole(rows)} rows, ${figure(upload / MIB)} MiB in ${figure(seconds)} s: idle ${figure(idle / MIB)} MiB, ` +
        `peak ${figure(peak / MIB)} MiB`,
    );
  }
  bench.claim({
    what: 'memory: (peak - idle) of the API / bytes of the upload',
    wanted: { atMost: 2.5 },
    measured: rounds.map(({ idle, peak, upload }) => (peak - idle) / upload),
  });
};

/** A process of its own each time: the highest mark of a process never falls. */
async function measure(settings: Settings): Promise<Round> {
  const own = new Bench(settings);
  try {
    const api = await startApi(own);
    await calculateFile(api, benchFileBytes({ rows: WARM_UP_ROWS }));
    await delay(IDLE_MS);
    const idle = memoryBytes(api.pid, 'VmRSS');
    let upload = 0;
    let lines = 0;
    const seconds = await sendFile(
      api,
      counted(benchFile({ rows: settings.memoryRows }), (bytes) => {
        upload += bytes;
      }),
      (piece) => {
        lines += countLines(piece);
      },
    );
    expectSame('rows answered', lines - 1, settings.memoryRows);
    return { idle, peak: memoryBytes(api.pid, 'VmHWM'), upload, seconds };
  } finally {
    await own.end();
  }
}

function* counted(pieces: Iterable<Buffer>, count: (bytes: number) => void): Generator<Buffer> {
  for (const piece of pieces) {
    count(piece.length);
    yield piece;
  }
}
