import { Queue, QueueEvents } from 'bullmq';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { calculate } from '../../src/engine/calculate.js';
import { type Bench, type Case, expectSame } from './support/bench.js';
import { startCaller, startProgram } from './support/program.js';
import { type BenchRedis, startApi, startRedis, startWorkers } from './support/services.js';
import { benchFile, benchStudent, FILE_ROWS } from './support/students.js';

const WORKERS = 2;
const STUDENTS = 10_000;
const ROWS_PER_STUDENT = 2;
/** V8 compiles during the first thirty uploads or so; jobs reach full speed much earlier. */
const WARM_UPS = 40;
const BATCH = 1000;
const QUEUE = 'students';
const PATIENCE_MS = 300_000;

/** Chunks through Redis, with all of HTTP, against one job per student: same Redis, as many workers. */
export const jobs: Case = async (bench) => {
  const redis = await startRedis(bench);
  const api = await startApi(bench, redis);
  await startWorkers(bench, redis, WORKERS);
  const calculateFile = startCaller(bench);
  const path = benchFile();
  const perStudent = await startStudentJobs(bench, redis);
  await bench.inRounds(WARM_UPS, 0, () => calculateFile(api, path));
  const measured = await bench.inRounds(5, 5, async () => {
    const chunks = FILE_ROWS / (await calculateFile(api, path)).seconds;
    return chunks / ((STUDENTS * ROWS_PER_STUDENT) / (await perStudent()));
  });
  bench.claim({ what: 'rows/s: chunks / a job for each student', wanted: { atLeast: 10 }, measured });
};

/** Starts a queue of one job per student. @returns a run: seconds from the first job to the last result. */
async function startStudentJobs(bench: Bench, redis: BenchRedis): Promise<() => Promise<number>> {
  const { hostname: host, port } = new URL(redis.url);
  const connection = { host, port: Number(port) };
  // The default length of the event stream loses completions of many jobs.
  const queue = new Queue(QUEUE, { connection, streams: { events: { maxLen: 1_000_000 } } });
  bench.atEnd(() => queue.close());
  const events = new QueueEvents(QUEUE, { connection, lastEventId: '0-0' });
  bench.atEnd(() => events.close());
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  for (let count = 0; count < WORKERS; count++) {
    await startProgram(bench, 'student-worker').ask({ queue: QUEUE, ...connection });
  }
  const requests = Array.from({ length: STUDENTS }, (_, index) => ({ ...benchStudent(index) }));
  const expected = requests.map((request) => {
    const reading = readJsonStudent(request);
    return reading.ok ? JSON.stringify(calculate(reading.student)) : '';
  });
  return async () => {
    const results = new Map<string, unknown>();
    const began = performance.now();
    const finished = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`only ${results.size} students`)), PATIENCE_MS);
      events.on('completed', ({ jobId, returnvalue }) => {
        results.set(jobId, returnvalue);
        if (results.size < STUDENTS) return;
        clearTimeout(late);
        resolve();
      });
    });
    const ids: string[] = [];
    for (let from = 0; from < STUDENTS; from += BATCH) {
      const batch = requests.slice(from, from + BATCH);
      const added = batch.map((data) => ({ name: 'student', data, opts: { removeOnComplete: true } }));
      for (const { id } of await queue.addBulk(added)) ids.push(id ?? '');
    }
    await finished;
    const seconds = (performance.now() - began) / 1000;
    events.removeAllListeners('completed');
    for (const [index, id] of ids.entries()) {
      expectSame(`result ${index}`, JSON.stringify(results.get(id)), expected[index] ?? '');
    }
    return seconds;
  };
}
