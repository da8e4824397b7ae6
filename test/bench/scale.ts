import { type Bench, type Case, expectSame, table } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { calculateFile } from './support/bulk-client.js';
import { chunksByOutcome, expectNoRescue } from './support/chunk-counts.js';
import { cpuDuring, HAS_PROC, sum } from './support/proc.js';
import { type Api, type BenchRedis, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentText, spread, spreadText, whole } from './support/statistics.js';

const WARM_UP_ROWS = 40_000;

interface Run {
  readonly workers: number;
  readonly rowsPerSecond: number;
  /** CPU microseconds per row: of the API, of all workers together, of Redis. */
  readonly api: number;
  readonly allWorkers: number;
  readonly redis: number;
  /** CPU microseconds per row of each worker. */
  readonly eachWorker: readonly number[];
}

/** One API with more and more workers: what each process costs, and how many workers one API could keep busy. */
export const scale: Case = async (bench) => {
  const { scaleRounds, scaleWorkers, bulkRows } = bench.settings;
  const redis = await startRedis(bench);
  const api = await startApi(bench, redis);
  const file = benchFileBytes({ rows: bulkRows });
  const warmUp = benchFileBytes({ rows: WARM_UP_ROWS });

  const runs: Run[] = [];
  for (let round = 0; round < scaleRounds; round++) {
    for (const workers of scaleWorkers) runs.push(await run(bench, api, redis, workers, warmUp, file));
  }
  bench.say(`  ${whole(bulkRows)} rows, ${scaleRounds} rounds; CPU in µs per row`);
  bench.say(
    table([
      ['workers', 'rows/s', 'API', 'each worker', 'Redis', 'share of the API'],
      ...scaleWorkers.map((workers) =>
        tableRow(
          runs.filter((each) => each.workers === workers),
          workers,
        ),
      ),
    ]),
  );
  if (HAS_PROC) sayWhatOneApiFeeds(bench, runs);
};

async function run(
  bench: Bench,
  api: Api,
  redis: BenchRedis,
  count: number,
  warmUp: Buffer,
  file: Buffer,
): Promise<Run> {
  const { bulkRows } = bench.settings;
  const workers = await startWorkers(bench, redis, count);
  await calculateFile(api, warmUp);
  const before = await chunksByOutcome(api);
  const pids = [api.pid, redis.pid, ...workers.map(({ pid }) => pid)];
  const { result, cpu } = await cpuDuring(pids, () => calculateFile(api, file));
  expectSame('rows answered', result.rows, bulkRows);
  expectNoRescue(before, await chunksByOutcome(api));
  for (const worker of workers) await worker.stop();
  const [ownCpu = Number.NaN, redisCpu = Number.NaN, ...eachWorker] = cpu.map(
    (seconds) => (seconds * 1e6) / bulkRows,
  );
  return {
    workers: count,
    rowsPerSecond: bulkRows / result.seconds,
    api: ownCpu,
    redis: redisCpu,
    eachWorker,
    allWorkers: sum(eachWorker),
  };
}

function tableRow(runs: readonly Run[], workers: number): string[] {
  const values = (pick: (each: Run) => number) => spreadText(runs.map(pick), figure);
  return [
    String(workers),
    spreadText(
      runs.map((each) => each.rowsPerSecond),
      whole,
    ),
    values((each) => each.api),
    spreadText(
      runs.flatMap((each) => each.eachWorker),
      figure,
    ),
    values((each) => each.redis),
    spreadText(
      runs.map((each) => each.api / (each.api + each.allWorkers + each.redis)),
      percentText,
    ),
  ];
}

/** A row costs the API and some worker a time each; one API feeds as many workers as its time goes into theirs. */
function sayWhatOneApiFeeds(bench: Bench, runs: readonly Run[]): void {
  const fed = runs.map((each) => each.allWorkers / each.api);
  const apiRate = spread(runs.map((each) => 1e6 / each.api)).median;
  const workerRate = spread(runs.map((each) => 1e6 / each.allWorkers)).median;
  bench.say(
    `  with a core for each process: a worker calculates about ${whole(workerRate)} rows/s, an API process handles ` +
      `about ${whole(apiRate)} rows/s`,
  );
  bench.say(`  one API process feeds about ${spreadText(fed, figure)} workers`);
}
