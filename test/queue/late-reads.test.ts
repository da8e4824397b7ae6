import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChunkHead, chunkParts, type Parts } from '../../src/bulk/chunk/chunk-format.js';
import type { ChunkTask } from '../../src/bulk/runner.js';
import { ThreadRunner } from '../../src/bulk/thread-runner.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { chunk, range, Stage } from './helpers.js';

/*
 * A run that has ended gives its upload's memory to another one. Whoever looks at its chunks from then on would see, and
 * send on, somebody else's rows.
 */

let redis: TestRedis;
let stage: Stage;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(() => {
  stage = new Stage(redis.url);
});
afterEach(() => stage.clear());

const columns = ['student_id', 'dependency_status', 'grade_level', 'term_label', 'term_credits_enrolled'];
const head: ChunkHead = { columns, rows: [[1, 1]], format: 'csv', escapeFormulas: false };
const parts = chunkParts(head, Buffer.from('1,dependent,first_year,Fall,9\n'));

/** A chunk that counts how often its bytes are asked for while its run is over. */
function watched(index: number, signal: AbortSignal): ChunkTask & { readonly late: number } {
  let late = 0;
  return {
    requestId: 'watched',
    index,
    get parts(): Parts {
      if (signal.aborted) late += 1;
      return parts;
    },
    get late() {
      return late;
    },
  };
}

const calm = new AbortController().signal;

test('a chunk that waits for a thread when its run ends is not read any more', async () => {
  const runner = new ThreadRunner({
    filename: new URL('../../dist/workers/chunk-thread.js', import.meta.url),
    threads: 1,
    onDemand: false,
    onBusy: () => {},
  });
  try {
    const run = new AbortController();
    const tasks = range(6).map((index) => watched(index, run.signal));
    const before = range(2).map((index) => runner.run(chunkTask(index), calm));
    const waiting = tasks.map((task) => runner.run(task, run.signal));
    const settled = Promise.allSettled(waiting);
    await before[0];
    run.abort(new Error('the run has ended'));
    const outcomes = await settled;
    await Promise.all(before);
    await Promise.all(range(3).map((index) => runner.run(chunkTask(index), calm)));
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect(tasks.map(({ late }) => late)).toEqual(tasks.map(() => 0));
  } finally {
    await runner.close();
  }
});

function chunkTask(index: number): ChunkTask {
  return { requestId: 'other', index, parts };
}

test.each([
  ['at once', 0],
  ['a turn of the event loop later', 1],
])(
  'a chunk whose run ends %s is not read any more, neither for the queue nor for a rescue',
  async (_, turns) => {
    const { runner } = await stage.api({ unattendedAfterMs: 0, rescueAfterMs: 1 });
    const run = new AbortController();
    const tasks = range(20).map((index) => watched(index, run.signal));
    const settled = Promise.allSettled(tasks.map((task) => runner.run(task, run.signal)));
    for (let count = 0; count < turns; count += 1) await turn();
    run.abort(new Error('the run has ended'));
    await settled;
    // What the runner does afterwards it has done by the time that a later chunk is answered.
    await runner.run(chunk(99), calm);
    expect(tasks.map(({ late }) => late)).toEqual(tasks.map(() => 0));
  },
);
