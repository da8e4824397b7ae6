import { Queue, QueueEvents } from 'bullmq';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { calculate } from '../../src/engine/calculate.js';
import { type Bench, type Case, expectSame, inRounds, WrongCount } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { calculateFile } from './support/bulk-client.js';
import { startProgram } from './support/program.js';
import { type BenchRedis, startApi, startRedis, startWorkers } from './support/services.js';
import { spreadText, whole } from './support/statistics.js';
import { benchStudent } from './support/students.js';

const WORKERS = 2;
const BATCH = 1000;
const QUEUE = 'students';
const PATIENCE_MS = 300_000;
const ROWS_PER_STUDENT = 2;
/** 10,000 jobs each: the rival is as fast as it gets long before. */
const RIVAL_WARM_UPS = 5;

/** Chunks through the queue against a queue with one job for each student, on one Redis, with as many workers. */
export const perStudentJobs: Case = async (bench) => {
  const { bulkRows: rows, bulkWarmUps, jobStudents, jobRounds } = bench.settings;
  const redis = await startRedis(bench);
  const api = await startApi(bench, redis);
  await startWorkers(bench, redis, WORKERS);
  const runJobs = await startJobs(bench, redis);
  const file = benchFileBytes({ rows });

  for (let run = 0; run < RIVAL_WARM_UPS; run += 1) await runJobs(jobStudents);
  for (let run = 0; run < bulkWarmUps; run += 1) await calculateFile(api, file);
  const rounds = await inRounds(jobRounds, async () => {
    const jobSeconds = await runJobs(jobStudents);
    const answer = await calculateFile(api, file);
    expectSame('rows answered', answer.rows, rows);
    return { jobs: (jobStudents * ROWS_PER_STUDENT) / jobSeconds, chunks: rows / answer.seconds };
  });
  const rate = (pick: (round: (typeof rounds)[number]) => number) => spreadText(rounds.map(pick), whole);
  bench.say(
    `  one job per student, ${whole(jobStudents)} students: ${rate((round) => round.jobs)} rows/s; ` +
      `chunks, ${whole(rows)} rows: ${rate((round) => round.chunks)} rows/s`,
  );
  bench.claim({
    what: `jobs: rows/s, queue with chunks / queue with one job per student`,
    wanted: { atLeast: 15 },
    measured: rounds.map((round) => round.chunks / round.jobs),
  });
};

/** Starts the rival's workers. The function given back puts students into its queue and waits for every result. */
async function startJobs(bench: Bench, redis: BenchRedis): Promise<(students: number) => Promise<number>> {
  const { hostname: host, port } = new URL(redis.url);
  const connection = { host, port: Number(port) };
  // A stream of events long enough that no completion is lost: the usual length loses some of many jobs.
  const queue = new Queue(QUEUE, { connection, streams: { events: { maxLen: 1_000_000 } } });
  bench.atEnd(() => queue.close());
  const events = new QueueEvents(QUEUE, { connection, lastEventId: '0-0' });
  bench.atEnd(() => events.close());
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  for (let count = 0; count < WORKERS; count++) {
    const worker = startProgram('student-worker');
    bench.atEnd(() => worker.stop());
    await worker.ask({ queue: QUEUE, ...connection });
  }
  return (students) => runJobs(queue, events, students);
}

/** @returns seconds from the first job to the last result. The students are at hand before. */
async function runJobs(queue: Queue, events: QueueEvents, students: number): Promise<number> {
  const requests = Array.from({ length: students }, (_, index) => benchStudent(index).request);
  const results = new Map<string, unknown>();
  const began = performance.now();
  const finished = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new WrongCount(`only ${results.size} students`)), PATIENCE_MS);
    events.on('completed', ({ jobId, returnvalue }) => {
      results.set(jobId, returnvalue);
      if (results.size < students) return;
      clearTimeout(late);
      resolve();
    });
  });
  const ids: string[] = [];
  for (let from = 0; from < students; from += BATCH) {
    const batch = requests.slice(from, from + BATCH);
    const jobs = batch.map((data) => ({ name: 'student', data, opts: { removeOnComplete: true } }));
    for (const { id } of await queue.addBulk(jobs)) ids.push(id ?? '');
  }
  await finished;
  const seconds = (performance.now() - began) / 1000;
  events.removeAllListeners('completed');
  expectSame('results', results.size, students);
  for (const [index, id] of ids.entries()) {
    expectSame(`result ${index}`, JSON.stringify(results.get(id)), expectedResult(requests[index] ?? {}));
  }
  return seconds;
}

function expectedResult(request: Readonly<Record<string, unknown>>): string {
  const reading = readJsonStudent(request);
  return reading.ok ? JSON.stringify(calculate(reading.student)) : '';
}
