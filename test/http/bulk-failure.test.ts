import { once } from 'node:events';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { BulkService, type Upload } from '../../src/bulk/bulk-service.js';
import { UploadsUnderWay } from '../../src/bulk/uploads-under-way.js';
import { calculateBulk } from '../../src/http/bulk-route.js';
import { answerErrors } from '../../src/http/error-handlers.js';
import { beginRequest, type RequestObserver } from '../../src/http/request-context.js';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** The address of a bulk route with these methods in place of the service's own. */
async function routeOf(methods: Partial<BulkService>, observe: RequestObserver): Promise<string> {
  const bulk: BulkService = Object.assign(Object.create(BulkService.prototype), methods);
  const app = express();
  app.use(beginRequest(observe));
  const limits = {
    bulkMaxBytes: 1000,
    bulkMinBytesPerSecond: 1,
    bodyIdleTimeoutMs: 1000,
    bodyTimeoutMs: 1000,
    responseIdleTimeoutMs: 1000,
    responseTimeoutMs: 1000,
  };
  app.post(
    '/',
    calculateBulk(bulk, limits, () => {}),
  );
  app.use(answerErrors(1000));
  const server = app.listen(0, '127.0.0.1');
  close = () => server.close();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('A TCP port was expected.');
  return `http://127.0.0.1:${address.port}/`;
}

test.each(['ECONNRESET', 'Z_DATA_ERROR'])(
  '%s inside a run is ours, and is logged: the caller is not told that its body is broken',
  async (code) => {
    const failure = Object.assign(new Error('read'), { code });
    const logged: unknown[] = [];
    const reserve = () => Promise.reject(failure);
    const url = await routeOf({ reserve }, (context) => logged.push(context.failure));
    const answer = await fetch(url, { method: 'POST', body: 'a' });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: 'internal_error' });
    await expect.poll(() => logged).toEqual([failure]);
  },
);

test('a failure behind the first byte breaks the answer off, and is ours, too', async () => {
  const failure = new Error('in the middle');
  const entry = new UploadsUnderWay().begin('request', 'key');
  const reservation = { entry, growTo: async () => {}, resizeTo: () => {}, release: () => {} };
  const upload: Upload = {
    rowCount: 1,
    byteLength: 1,
    ignoredColumns: [],
    opening: () => 'student_id\r\n',
    calculate: () => Promise.reject(failure),
  };
  const seen: unknown[] = [];
  const url = await routeOf(
    { reserve: async () => reservation, receive: async () => upload },
    ({ failure: logged }, { aborted }) => seen.push({ logged, aborted }),
  );
  const answer = await fetch(url, { method: 'POST', body: 'a' });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
  await expect.poll(() => seen).toEqual([{ logged: failure, aborted: 'failure' }]);
});
