import { type Bench, type Case, expectSame, table } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { calculateFile } from './support/bulk-client.js';
import { cpuDuring, HAS_PROC, memoryBytes, sum } from './support/proc.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentText, spreadText, whole } from './support/statistics.js';

const WORKERS = 2;
/** MiB; 0 is Node's own choice. */
const SIZES = [0, 64, 128, 256, 512];
const MIB = 2 ** 20;

interface Run {
  readonly rowsPerSecond: number;
  /** CPU microseconds of the API for a row, and its share of all processes. */
  readonly api: number;
  readonly share: number;
}

/** One API for each initial heap size, by turns, on the same Redis and workers: what the size saves, and what it takes. */
export const heap: Case = async (bench) => {
  if (!HAS_PROC) return bench.say('  left out: the system does not tell the time of a process');
  const { bulkRows, scaleWarmUps, scaleRounds } = bench.settings;
  const redis = await startRedis(bench);
  const others = [...(await startWorkers(bench, redis, WORKERS)).map(({ pid }) => pid), redis.pid];
  const file = benchFileBytes({ rows: bulkRows });
  const contenders: { size: number; api: Api; runs: Run[] }[] = [];
  for (const size of SIZES) contenders.push({ size, api: await startApi(bench, redis, size), runs: [] });
  for (let round = -scaleWarmUps; round < scaleRounds; round += 1) {
    for (const { api, runs } of contenders) {
      const run = await measure(bench, api, others, file);
      if (round >= 0) runs.push(run);
    }
  }
  const lines = contenders.map(({ size, api, runs }) => [
    size === 0 ? 'none' : `${size} MiB`,
    spreadText(
      runs.map((run) => run.api),
      figure,
    ),
    spreadText(
      runs.map(({ share }) => share),
      percentText,
    ),
    spreadText(
      runs.map(({ rowsPerSecond }) => rowsPerSecond),
      whole,
    ),
    `${whole(memoryBytes(api.pid, 'VmHWM') / MIB)} MiB`,
  ]);
  const head = [
    'Initial heap',
    'CPU of the API, µs a row',
    'Share of the API',
    'Rows a second',
    'Peak memory',
  ];
  bench.block('heap', table([head, ...lines]));
};

async function measure(bench: Bench, api: Api, others: readonly number[], file: Buffer): Promise<Run> {
  const rows = bench.settings.bulkRows;
  const { result, cpu } = await cpuDuring([api.pid, ...others], () => calculateFile(api, file));
  expectSame('rows answered', result.rows, rows);
  const own = cpu[0] ?? Number.NaN;
  return { rowsPerSecond: rows / result.seconds, api: (own * 1e6) / rows, share: own / sum(cpu) };
}
