import { once } from 'node:events';
import express from 'express';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { BulkService, type Upload } from '../../src/bulk/bulk-service.js';
import { calculateBulk } from '../../src/http/bulk-route.js';
import { answerErrors } from '../../src/http/error-handlers.js';
import { beginRequest } from '../../src/http/request-context.js';
import { loadConfig } from '../../src/ops/config.js';
import { apiMetrics } from '../support/metrics.js';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Asks a bulk route with this in place of the service's own; gives the answer and what is logged of it. */
async function answerOf(reserve: BulkService['reserve']) {
  const bulk: BulkService = Object.assign(Object.create(BulkService.prototype), { reserve });
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const metrics = apiMetrics();
  const app = express().use(beginRequest(logger, metrics));
  app.post('/', calculateBulk(bulk, loadConfig({}), metrics.bulkRequestsInProgress), answerErrors(1000));
  const server = app.listen(0, '127.0.0.1');
  close = () => server.close();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('A TCP port was expected.');
  const answer = await fetch(`http://127.0.0.1:${address.port}/`, { method: 'POST', body: 'a' });
  const logged = async () => {
    await expect.poll(() => lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '');
  };
  return { answer, logged };
}

test.each(['ECONNRESET', 'Z_DATA_ERROR'])(
  '%s inside a run is ours, and is logged: the caller is not told that its body is broken',
  async (code) => {
    const failure = Object.assign(new Error('read'), { code });
    const { answer, logged } = await answerOf(() => Promise.reject(failure));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: 'internal_error' });
    expect(await logged()).toMatchObject({ status: 500, err: { message: 'read' } });
  },
);

test('a failure behind the first byte breaks the answer off, and is ours, too', async () => {
  const upload: Upload = {
    rowCount: 1,
    byteLength: 1,
    ignoredColumns: [],
    opening: () => 'student_id\r\n',
    calculate: () => Promise.reject(new Error('in the middle')),
  };
  const { answer, logged } = await answerOf(async () => ({ receive: async () => upload, release: () => {} }));
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(await logged()).toMatchObject({ aborted: 'failure', err: { message: 'in the middle' } });
});
