import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { csvFile } from '../support/requests.js';
import { startWorker, type WorkerProcess } from '../support/worker.js';

/** An upload of half a megabyte: long enough that the next one of its length gets its memory. */
const ROWS = 4000;
const LABEL = 'x'.repeat(98);
const TURNS = 6;

const fileOf = (caller: string) =>
  csvFile(
    ...Array.from({ length: ROWS }, (_, row) => `${caller}${row},dependent,first_year,${caller}${LABEL},9`),
  );

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

function send(api: Api, caller: string): ClientRequest {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' };
  const call = request(`${api.url}/v1/calculate/bulk`, { method: 'POST', agent: false, headers });
  call.end(fileOf(caller));
  return call;
}

async function answerTo(api: Api, caller: string): Promise<string[]> {
  const [answer]: IncomingMessage[] = await once(send(api, caller), 'response');
  if (answer === undefined) throw new Error('There was no answer.');
  return (await text(answer)).split('\r\n');
}

/** Leaves as soon as the answer begins, in the middle of the calculation. */
async function leave(api: Api, caller: string): Promise<void> {
  const call = send(api, caller);
  await once(call, 'response');
  call.destroy();
}

describe.each([
  ['on threads', 0],
  ['by a worker', 1],
  ['by the API for want of a worker', 2],
])('calculated %s', (_, index) => {
  test('callers get their own rows, whoever came and left before them or beside them', async () => {
    const api = apis[index];
    if (api === undefined) throw new Error('The API was not started.');
    const [header, ...rows] = await answerTo(api, 'Q');
    expect(rows).toHaveLength(ROWS + 1);
    const asks = async (caller: string): Promise<void> => {
      const expected = [header, ...rows.map((row) => row.replaceAll('Q', caller))];
      for (let turn = 0; turn < TURNS; turn += 1) {
        const lines = await answerTo(api, caller);
        expect(lines.findIndex((line, number) => line !== expected[number])).toBe(-1);
        expect(lines).toHaveLength(expected.length);
      }
    };
    const leaves = async (caller: string): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn += 1) await leave(api, caller);
    };
    await Promise.all([...['A', 'B', 'C', 'D'].map(asks), ...['V', 'W', 'X', 'Y'].map(leaves)]);
  });
});
