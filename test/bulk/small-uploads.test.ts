import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { createLatch } from '../support/latch.js';
import { metrics } from '../support/operator.js';
import { studentFile } from '../support/student-file.js';
import { type Upload, upload } from '../support/upload.js';

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

/** A small file of which the rest comes when it is told to. */
function slowUpload(): { readonly finish: () => void; readonly run: Upload } {
  const csv = Buffer.from(studentFile(100));
  const rest = createLatch();
  async function* pieces(): AsyncGenerator<Buffer> {
    yield csv.subarray(0, 500);
    await rest.opened;
    yield csv.subarray(500);
  }
  return { finish: rest.open, run: upload(api, pieces()) };
}

test('small uploads of unannounced length do not take the whole memory from others', async () => {
  const slow = Array.from({ length: 6 }, slowUpload);
  const held = async () => (await metrics(api.adminUrl)).get('prorata_bulk_requests_in_progress');
  await expect.poll(held).toBe(6);
  const csv = studentFile(1000);
  const zipped = upload(api, gzipSync(csv), { headers: { 'content-encoding': 'gzip' } });
  const plain = upload(api, csv);
  const statuses = async (runs: readonly Upload[]) =>
    (await Promise.all(runs.map(({ finished }) => finished))).map(({ status }) => status);
  expect(await statuses([zipped, plain])).toEqual([200, 200]);
  for (const { finish } of slow) finish();
  expect(await statuses(slow.map(({ run }) => run))).toEqual(slow.map(() => 200));
});

test('large uploads of unannounced length that outgrow the memory together are all answered, one after the other', async () => {
  const csv = studentFile(90_000);
  expect(csv.length).toBeGreaterThan(4 * MIB);
  expect(csv.length).toBeLessThan(8 * MIB);
  const headers = { 'transfer-encoding': 'chunked' };
  const runs = Array.from({ length: 4 }, async () => {
    // Sent again where the memory did not come free in time, as the answer asks for.
    for (;;) {
      const outcome = await upload(api, csv, { headers }).finished;
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
