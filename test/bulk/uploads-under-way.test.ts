import { expect, test } from 'vitest';
import { z } from 'zod';
import { postHead, RawConnection } from '../support/raw-http.js';
import { CSV_HEADER } from '../support/requests.js';
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
