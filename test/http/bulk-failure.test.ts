import { createServer } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { BulkService } from '../../src/bulk/bulk-service.js';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { splitCsv } from '../../src/csv/split.js';
import { calculateBulk } from '../../src/http/bulk-route.js';
import { answerErrors } from '../../src/http/error-handlers.js';
import { beginRequest } from '../../src/http/request-context.js';
import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { loadConfig } from '../../src/ops/config.js';
import { listenHere } from '../support/free-port.js';
import { csvFile } from '../support/requests.js';

let close: (() => void) | undefined;
afterEach(() => close?.());

const inMiddle = () => Promise.reject(new Error('in the middle'));

/** Asks a service that fails while splitting or calculating. @returns the response and its log. */
async function answerOf(split: () => Promise<ReturnType<typeof splitCsv>>) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const metrics = createApiMetrics('test');
  const bulk = new BulkService({ run: inMiddle }, { split }, loadConfig({}), metrics);
  const app = express().use(beginRequest(logger, metrics));
  app.post('/', calculateBulk(bulk, loadConfig({}), metrics.bulkRequestsInProgress), answerErrors(1000));
  const server = createServer(app);
  close = () => server.close();
  const answer = await fetch(`http://127.0.0.1:${await listenHere(server)}/`, { method: 'POST', body: FILE });
  const logged = async () => {
    await expect.poll(() => lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '');
  };
  return { answer, logged };
}

const FILE = csvFile('A,dependent,first_year,Fall,12');

test.each(['ECONNRESET', 'Z_DATA_ERROR'])('%s inside a run is ours, and is logged', async (code) => {
  const failure = Object.assign(new Error('read'), { code });
  const { answer, logged } = await answerOf(() => Promise.reject(failure));
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: 'internal_error' });
  expect(await logged()).toMatchObject({ status: 500, err: { message: 'read' } });
});

test('a failure behind the first byte breaks the answer off, and is ours, too', async () => {
  const { answer, logged } = await answerOf(async () =>
    splitCsv(Buffer.from(FILE), USUAL_LIMITS, () => true),
  );
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(await logged()).toMatchObject({ aborted: 'failure', err: { message: 'in the middle' } });
});
