import { type Case, table } from './support/bench.js';
import { cpuDuring, memoryBytes } from './support/proc.js';
import { startCaller } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentText, spreadText, whole } from './support/statistics.js';
import { benchFile, FILE_ROWS } from './support/students.js';

const WORKERS = 2;
/** MiB; 0 is Node's own choice. */
const SIZES = [0, 64, 128, 256, 512];
const MIB = 2 ** 20;

/** One API for each initial heap size, by turns, on the same Redis and workers: what the size saves, and what it takes. */
export const heap: Case = async (bench) => {
  const redis = await startRedis(bench);
  const others = [...(await startWorkers(bench, redis, WORKERS)), redis.pid];
  const calculate = startCaller(bench);
  const path = benchFile();
  const apis: Api[] = [];
  for (const size of SIZES) apis.push(await startApi(bench, redis, size));
  const rounds = await bench.inRounds(8, 5, async () => {
    const runs = [];
    for (const api of apis) runs.push(await cpuDuring(api.pid, others, () => calculate(api, path)));
    return runs;
  });
  const lines = SIZES.map((size, nth) => {
    const runs = rounds.flatMap((round) => round[nth] ?? []);
    const pid = apis[nth]?.pid ?? 0;
    return [
      size === 0 ? 'none' : `${size} MiB`,
      spreadText(
        runs.map(({ seconds }) => (seconds * 1e6) / FILE_ROWS),
        figure,
      ),
      spreadText(
        runs.map(({ share }) => share),
        percentText,
      ),
      spreadText(
        runs.map(({ result }) => FILE_ROWS / result.seconds),
        whole,
      ),
      `${whole(memoryBytes(pid, 'VmHWM') / MIB)} MiB`,
    ];
  });
  const head = [
    'Initial heap',
    'CPU of the API, µs a row',
    'Share of the API',
    'Rows a second',
    'Peak memory',
  ];
  bench.block('heap', table([head, ...lines]));
};
