import { type Bench, type Case, expectSame, table } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { calculateFile } from './support/bulk-client.js';
import { chunksByOutcome, expectNoRescue } from './support/chunk-counts.js';
import { cpuDuring, HAS_PROC, sum } from './support/proc.js';
import { type Api, type BenchRedis, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentText, spread, spreadText, whole } from './support/statistics.js';

interface Run {
  readonly rowsPerSecond: number;
  /** CPU microseconds per row: of the API, of all workers together, of Redis. */
  readonly api: number;
  readonly workers: number;
  readonly redis: number;
}

/** One API with more and more workers: what each process costs. */
export const scale: Case = async (bench) => {
  const { scaleWorkers, bulkRows } = bench.settings;
  const redis = await startRedis(bench);
  const api = await startApi(bench, redis);
  const file = benchFileBytes({ rows: bulkRows });
  const lines: string[][] = [];
  const all: Run[] = [];
  for (const workers of scaleWorkers) {
    const runs = await runsWith(bench, api, redis, workers, file);
    lines.push(tableRow(workers, runs));
    all.push(...runs);
  }
  const head = ['Workers', 'Rows a second', 'CPU of the API, µs a row', 'of all workers', 'of Redis'];
  bench.block('scale', table([[...head, 'Share of the API'], ...lines]));
  if (!HAS_PROC) return;
  const middle = (pick: (run: Run) => number) => spread(all.map(pick)).median;
  bench.say(`  One API replica feeds ${figure(middle((run) => run.workers / run.api))} workers.`);
};

async function runsWith(
  bench: Bench,
  api: Api,
  redis: BenchRedis,
  count: number,
  file: Buffer,
): Promise<Run[]> {
  const { bulkRows, scaleWarmUps, scaleRounds } = bench.settings;
  const workers = await startWorkers(bench, redis, count);
  const pids = [api.pid, redis.pid, ...workers.map(({ pid }) => pid)];
  for (let run = 0; run < scaleWarmUps; run += 1) await calculateFile(api, file);
  const before = await chunksByOutcome(api);
  const runs: Run[] = [];
  while (runs.length < scaleRounds) {
    const { result, cpu } = await cpuDuring(pids, () => calculateFile(api, file));
    expectSame('rows answered', result.rows, bulkRows);
    const [ownCpu = Number.NaN, redisCpu = Number.NaN, ...workerCpu] = cpu.map(
      (seconds) => (seconds * 1e6) / bulkRows,
    );
    runs.push({
      rowsPerSecond: bulkRows / result.seconds,
      api: ownCpu,
      redis: redisCpu,
      workers: sum(workerCpu),
    });
  }
  expectNoRescue(before, await chunksByOutcome(api));
  for (const worker of workers) await worker.stop();
  return runs;
}

function tableRow(workers: number, runs: readonly Run[]): string[] {
  const values = (pick: (run: Run) => number, show: (value: number) => string) =>
    spreadText(runs.map(pick), show);
  return [
    String(workers),
    values((run) => run.rowsPerSecond, whole),
    values((run) => run.api, figure),
    values((run) => run.workers, figure),
    values((run) => run.redis, figure),
    values((run) => run.api / (run.api + run.workers + run.redis), percentText),
  ];
}
