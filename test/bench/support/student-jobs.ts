import { Queue, QueueEvents } from 'bullmq';
import { readJsonStudent } from '../../../src/contract/json-student.js';
import { calculate } from '../../../src/engine/calculate.js';
import { type Bench, expectSame, WrongCount } from './bench.js';
import { startProgram } from './program.js';
import type { BenchRedis } from './services.js';
import { benchStudent } from './students.js';

const BATCH = 1000;
const QUEUE = 'students';
const PATIENCE_MS = 300_000;

/** A queue with one job for each student. */
export interface StudentJobs {
  /** Its workers. This process, which sends and checks, is none of them. */
  readonly pids: readonly number[];
  /** Puts so many students into the queue and waits for every result. @returns seconds. */
  readonly run: (students: number) => Promise<number>;
}

/** Starts the queue and its workers. */
export async function startStudentJobs(
  bench: Bench,
  redis: BenchRedis,
  workers: number,
): Promise<StudentJobs> {
  const { hostname: host, port } = new URL(redis.url);
  const connection = { host, port: Number(port) };
  // A stream of events long enough that no completion is lost: the usual length loses some of many jobs.
  const queue = new Queue(QUEUE, { connection, streams: { events: { maxLen: 1_000_000 } } });
  bench.atEnd(() => queue.close());
  const events = new QueueEvents(QUEUE, { connection, lastEventId: '0-0' });
  bench.atEnd(() => events.close());
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  const pids: number[] = [];
  for (let count = 0; count < workers; count++) {
    const worker = startProgram('student-worker');
    bench.atEnd(() => worker.stop());
    await worker.ask({ queue: QUEUE, ...connection });
    pids.push(worker.pid);
  }
  return { pids, run: (students) => runJobs(queue, events, students) };
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
