import { once } from 'node:events';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { BulkService } from '../../src/bulk/bulk-service.js';
import { calculateBulk } from '../../src/http/bulk-route.js';
import { answerErrors } from '../../src/http/error-handlers.js';
import { beginRequest } from '../../src/http/request-context.js';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** The address of a bulk route whose service fails with this. */
async function routeThatFails(failure: Error, onFailure: (failure: unknown) => void): Promise<string> {
  const bulk: BulkService = Object.create(BulkService.prototype, {
    reserve: { value: () => Promise.reject(failure) },
  });
  const app = express();
  app.use(beginRequest((context) => onFailure(context.failure)));
  const times = { bodyIdleMs: 1000, responseIdleMs: 1000 };
  app.post('/', calculateBulk({ bulk, maxBytes: 1000, ...times, onBegin: () => {}, onEnd: () => {} }));
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
    const url = await routeThatFails(failure, (error) => logged.push(error));
    const answer = await fetch(url, { method: 'POST', body: 'a' });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: 'internal_error' });
    await expect.poll(() => logged).toEqual([failure]);
  },
);
