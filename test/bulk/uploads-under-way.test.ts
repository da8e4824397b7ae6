import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { BulkService } from '../../src/bulk/bulk-service.js';
import { runChunk } from '../../src/csv/run-chunk.js';
import { splitCsv } from '../../src/csv/split.js';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { loadConfig } from '../../src/ops/config.js';
import { postHead, RawConnection } from '../support/raw-http.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { serviceOfTest } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';

const listSchema = z.object({
  uploads: z.array(
    z.strictObject({
      request_id: z.string(),
      key_id: z.string(),
      state: z.enum(['waiting', 'receiving', 'splitting', 'calculating']),
      started_at: z.iso.datetime(),
      seconds: z.number(),
      bytes: z.number(),
      rows: z.number().nullable(),
      students: z.number().nullable(),
      students_answered: z.number(),
    }),
  ),
});

test('an operator sees each upload under way by its request id, and how far it is, until it is over', async () => {
  const api = await serviceOfTest();
  const list = async () => listSchema.parse(await (await fetch(`${api.adminUrl}/uploads`)).json()).uploads;
  expect(await list()).toEqual([]);
  const head = postHead(api, '/v1/calculate/bulk', ['Content-Length: 5000', 'X-Request-Id: slow-one']);
  const slow = await RawConnection.open(api, `${head}${CSV_HEADER}\n`);
  const receiving = { request_id: 'slow-one', state: 'receiving', rows: null, students_answered: 0 };
  await expect.poll(list).toMatchObject([{ ...receiving, key_id: api.keyId }]);
  const run = upload(api, studentFile(60_000), { headers: { 'x-request-id': 'unread' } });
  run.pause();
  await run.received(0);
  const unread = async () => (await list()).find(({ request_id: id }) => id === 'unread');
  await expect.poll(async () => (await unread())?.students_answered).toBeGreaterThan(0);
  expect(await unread()).toMatchObject({ state: 'calculating', rows: 60_000 });
  run.resume();
  await run.finished;
  slow.close();
  await expect.poll(list).toEqual([]);
});

test('an upload of ten seconds, and none of less, is a series of how much of its students is answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = new BulkService(
    { run: async ({ toBytes }) => runChunk(toBytes()) },
    { split: async (bytes, reading) => splitCsv(bytes, reading) },
    loadConfig({ BULK_CHUNK_ROWS: '1', BULK_WINDOW: '1' }),
    createApiMetrics('test'),
  );
  const request = { requestId: 'long', caller: 'key_a', announcedBytes: undefined };
  const run = service.begin(request, new AbortController().signal);
  await run.reserve();
  expect(service.progress()).toEqual([]);
  vi.setSystemTime(Date.now() + 10_000);
  const seen = [service.progress()];
  const file = async function* () {
    yield Buffer.from(csvFile(...['A', 'B', 'C', 'D'].map((id) => `${id},dependent,first_year,Fall,12`)));
  };
  const upload = await run.receive(file(), []);
  await run.calculate(upload, { format: 'csv', awardYear: CURRENT_AWARD_YEAR }, async () => {
    seen.push(service.progress());
  });
  run.release();
  expect(service.progress()).toEqual([]);
  const labels = { request_id: 'long', key_id: 'key_a' };
  const series = [0, 0, 0.25, 0.5, 0.75].map((value) => [{ labels, value }]);
  expect(seen).toEqual(series);
});
