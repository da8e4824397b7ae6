import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metrics } from '../failures/operator.js';
import { upload } from '../failures/upload.js';
import { type Api, startApi } from '../support/api.js';
import { csvOfStudents } from '../support/requests.js';

const MIB = 1024 * 1024;
let api: Api;

beforeAll(async () => {
  api = await startApi({
    BULK_MAX_BYTES: String(8 * MIB),
    BULK_MEMORY_BYTES: String(8 * MIB),
    BULK_QUEUE_TIMEOUT_MS: '5000',
  });
});
afterAll(() => api.stop());

/** Sends the beginning of a small file of unannounced length. Returns what sends the rest, and gives the status. */
function slowUpload(): { finish: () => Promise<number | undefined> } {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' };
  const { host, port } = api;
  const call = request({
    host,
    port,
    method: 'POST',
    path: '/v1/calculate/bulk',
    agent: false,
    headers: { ...headers, 'transfer-encoding': 'chunked' },
  });
  const csv = csvOfStudents(100);
  call.write(csv.slice(0, 500));
  return {
    finish: async () => {
      call.end(csv.slice(500));
      const [answer] = await once(call, 'response');
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode;
    },
  };
}

test('small uploads of unannounced length do not take the whole memory from others', async () => {
  const slow = Array.from({ length: 6 }, slowUpload);
  const held = async () => (await metrics(api.adminUrl)).get('prorata_bulk_requests_in_progress');
  await expect.poll(held).toBe(6);
  const csv = Buffer.from(csvOfStudents(1000));
  const zipped = upload(api, gzipSync(csv), { 'content-encoding': 'gzip' });
  const plain = upload(api, csv);
  const others = Promise.all([zipped.finished, plain.finished]);
  expect((await others).map(({ status }) => status)).toEqual([200, 200]);
  expect(await Promise.all(slow.map(({ finish }) => finish()))).toEqual(slow.map(() => 200));
});

test('large uploads of unannounced length that outgrow the memory together are all answered, one after the other', async () => {
  const csv = Buffer.from(csvOfStudents(150_000));
  expect(csv.length).toBeGreaterThan(4 * MIB);
  expect(csv.length).toBeLessThan(8 * MIB);
  const headers = { 'transfer-encoding': 'chunked' };
  const runs = Array.from({ length: 4 }, async () => {
    // Sent again where the memory did not come free in time, as the answer asks for.
    for (;;) {
      const outcome = await upload(api, csv, headers).finished;
      if (outcome.status !== 503) return outcome;
      await delay(100);
    }
  });
  const bodies = (await Promise.all(runs)).map(({ status, complete, body }) => [
    status,
    complete,
    body.length,
  ]);
  expect(bodies).toEqual(runs.map(() => [200, true, bodies[0]?.[2]]));
  await expect.poll(async () => (await metrics(api.adminUrl)).get('prorata_bulk_upload_bytes_held')).toBe(0);
});
