import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { upload } from '../support/upload.js';
import { startWorker, type WorkerProcess } from '../support/worker.js';
import { callersFile, expectOwnRows, linesOf } from './callers.js';

/** An upload of half a megabyte: long enough that the next one of its length gets its memory. */
const ROWS = 4000;
const TURNS = 6;

let redis: TestRedis;
let worker: WorkerProcess;
const apis: Api[] = [];
const prefix = `reused-${process.pid}`;

beforeAll(async () => {
  redis = await startRedis();
  const shared = { REDIS_URL: redis.url, BULK_CHUNK_ROWS: '100' };
  worker = await startWorker({ REDIS_URL: redis.url, QUEUE_PREFIX: prefix });
  apis.push(
    await startApi({ BULK_CHUNK_ROWS: '100' }),
    await startApi({ ...shared, QUEUE_PREFIX: prefix }),
    // Nobody takes these chunks: the API's own threads calculate them, late, for those who still wait.
    await startApi({ ...shared, QUEUE_PREFIX: `${prefix}-nobody` }),
  );
});
afterAll(async () => {
  await Promise.all([...apis, worker].map((process) => process?.stop()));
  await redis?.stop();
});

/** Leaves as soon as the answer begins, in the middle of the calculation. */
async function leave(api: Api, caller: string): Promise<void> {
  const run = upload(api, callersFile(caller, ROWS));
  await run.received(0);
  run.leave();
}

describe.each([
  ['on threads', 0],
  ['by a worker', 1],
  ['by the API for want of a worker', 2],
])('calculated %s', (_, index) => {
  test('callers get their own rows, whoever came and left before them or beside them', async () => {
    const api = apis[index];
    if (api === undefined) throw new Error('The API was not started.');
    const answerTo = (caller: string) => upload(api, callersFile(caller, ROWS)).finished;
    const linesOfQ = linesOf(await answerTo('Q'));
    expect(linesOfQ).toHaveLength(ROWS + 2);
    const asks = async (caller: string): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn += 1) expectOwnRows(await answerTo(caller), linesOfQ, caller);
    };
    const leaves = async (caller: string): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn += 1) await leave(api, caller);
    };
    await Promise.all([...['A', 'B', 'C', 'D'].map(asks), ...['V', 'W', 'X', 'Y'].map(leaves)]);
  });
});
