import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { startStudentJobs } from './per-student-jobs.js';
import { type Bench, type Case, expectSame, inRounds, table } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { temporaryPath } from './support/folder.js';
import { cpuDuring, sum } from './support/proc.js';
import { type Program, startProgram } from './support/program.js';
import { type BenchRedis, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, spreadText, whole } from './support/statistics.js';

const WORKERS = 2;
const QUEUE = 'returned';
const ROWS_PER_STUDENT = 2;
/** 10,000 jobs each: it is as fast as it gets long before. */
const JOB_WARM_UPS = 5;

const answered = z.object({ seconds: z.number(), digest: z.string() });

/** What one contender takes for a row. */
interface Cost {
  readonly rowsPerSecond: number;
  /** CPU microseconds of all processes, Redis among them. */
  readonly cpu: number;
}

/** Our way through Redis against two that are simpler to write, with as many workers on the same Redis. */
export const rivals: Case = async (bench) => {
  const { bulkRows: rows, bulkWarmUps, jobStudents, rivalRounds } = bench.settings;
  const redis = await startRedis(bench);
  const api = await startApi(bench, redis);
  const workers = await startWorkers(bench, redis, WORKERS);
  const caller = startProgram('bulk-caller');
  bench.atEnd(() => caller.stop());
  const returning = await startReturning(bench, redis);
  const jobs = await startStudentJobs(bench, redis, WORKERS);

  const path = temporaryPath('students-rivals.csv');
  writeFileSync(path, benchFileBytes({ rows }));
  const { url, token } = api;
  const calculate = async () => answered.parse(await caller.ask({ url, token, path, check: 'none' }));
  const returned = async () => answered.parse(await returning.ask(path));
  for (let run = 0; run < JOB_WARM_UPS; run += 1) await jobs.run(jobStudents);
  for (let run = 0; run < bulkWarmUps; run += 1) {
    await calculate();
    await returned();
  }

  const costOf = async (
    pids: readonly number[],
    count: number,
    work: () => Promise<number>,
  ): Promise<Cost> => {
    const { result: seconds, cpu } = await cpuDuring([...pids, redis.pid], work);
    return { rowsPerSecond: count / seconds, cpu: (sum(cpu) * 1e6) / count };
  };
  const pids = [api.pid, ...workers.map(({ pid }) => pid)];
  const rounds = await inRounds(rivalRounds, async () => {
    let digest = '';
    const own = await costOf(pids, rows, async () => {
      const answer = await calculate();
      digest = answer.digest;
      return answer.seconds;
    });
    const inReturnvalue = await costOf(returning.pids, rows, async () => {
      const answer = await returned();
      expectSame('digest of the answer', answer.digest, digest);
      return answer.seconds;
    });
    const perStudent = await costOf(jobs.pids, jobStudents * ROWS_PER_STUDENT, () => jobs.run(jobStudents));
    return { own, inReturnvalue, perStudent };
  });

  type Contender = keyof (typeof rounds)[number];
  const line = (what: string, contender: Contender) => [
    what,
    spreadText(
      rounds.map((round) => round[contender].rowsPerSecond),
      whole,
    ),
    spreadText(
      rounds.map((round) => round[contender].cpu),
      figure,
    ),
  ];
  const lines = [
    ['Through Redis to two workers', 'Rows a second', 'CPU µs a row, all processes'],
    line('chunks as keys, answers as keys (this service, with HTTP)', 'own'),
    line('chunks as keys, answers in `returnvalue` (no HTTP)', 'inReturnvalue'),
    line('a job for each student (no HTTP; CPU of workers and Redis alone)', 'perStudent'),
  ];
  bench.block('rivals', table(lines));
  bench.claim({
    what: 'jobs: rows/s, chunks / a job for each student',
    wanted: { atLeast: 15 },
    measured: rounds.map(({ own, perStudent }) => own.rowsPerSecond / perStudent.rowsPerSecond),
  });
};

/** The rival whose jobs return their answers. */
async function startReturning(
  bench: Bench,
  redis: BenchRedis,
): Promise<{ readonly pids: readonly number[]; readonly ask: (path: string) => Promise<unknown> }> {
  const { hostname: host, port } = new URL(redis.url);
  const address = { queue: QUEUE, host, port: Number(port) };
  const start = (name: string): Program => {
    const program = startProgram(name);
    bench.atEnd(() => program.stop());
    return program;
  };
  const api = start('returnvalue-api');
  const workers = Array.from({ length: WORKERS }, () => start('returnvalue-worker'));
  await Promise.all(workers.map((worker) => worker.ask(address)));
  const pids = [api, ...workers].map(({ pid }) => pid);
  return { pids, ask: (path) => api.ask({ ...address, path }) };
}
