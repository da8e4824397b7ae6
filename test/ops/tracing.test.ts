import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ask } from '../support/client.js';
import { listenHere } from '../support/free-port.js';
import { STUDENT } from '../support/requests.js';
import { openScene } from '../support/scene.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN = 'b7ad6b7169203331';

const value = z.object({ stringValue: z.string().optional() }).loose();
const attributes = z.array(z.object({ key: z.string(), value })).default([]);
const span = z.looseObject({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() },
  attributes,
});
const scopeSpans = z.array(z.object({ spans: z.array(span) }));
const resourceSpans = z.array(z.object({ resource: z.object({ attributes }), scopeSpans }));
const exportSchema = z.object({ resourceSpans });

const bodies: unknown[] = [];
const collector = createServer(async (req, res) => {
  bodies.push(await json(req));
  res.setHeader('content-type', 'application/json').end('{}');
});
const otel = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await listenHere(collector)}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
};
const apiEnv = { ...otel, BULK_CHUNK_ROWS: '100', RESCUE_AFTER_MS: '60000' };
const scene = await openScene({ workers: 1, workerEnv: otel, apiEnv });
const { api } = scene;
afterAll(async () => {
  await scene.close();
  collector.close();
});

function spans() {
  return bodies.flatMap((body) =>
    exportSchema.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
    }),
  );
}

const traceparent = `00-${TRACE}-${CALLERS_SPAN}-01`;

test('one trace leads from a caller through its request to each chunk at a worker', async () => {
  const { status } = await upload(api, studentFile(500), { headers: { traceparent } }).finished;
  expect(status).toBe(200);
  const request = () => spans().find(({ name }) => name === 'POST /v1/calculate/bulk');
  await expect.poll(request).toBeDefined();
  expect(request()).toMatchObject({ traceId: TRACE, parentSpanId: CALLERS_SPAN, service: 'prorata-api' });
  /** Spans of this trace and service with one of these parents. */
  const below = (name: string, parents: readonly (string | undefined)[]) =>
    spans().filter(
      (one) => one.service === name && one.traceId === TRACE && parents.includes(one.parentSpanId),
    );
  const sent = () => below('prorata-api', [request()?.spanId]).map(({ spanId }) => spanId);
  const chunks = () => below('prorata-worker', sent());
  await expect.poll(() => chunks().length).toBeGreaterThanOrEqual(5);
});

test('a trace has ids, routes and statuses, and nothing of a student or a token; workers and health checks begin none', async () => {
  await fetch(`${api.url}/healthz`);
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', traceparent };
  const body = JSON.stringify(STUDENT);
  expect((await ask(api, 'POST', '/v1/calculate', { headers, body })).status).toBe(200);
  const isThere = () => spans().some(({ name }) => name === 'POST /v1/calculate');
  await expect.poll(isThere).toBe(true);
  const roots = spans().filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '');
  expect(roots.map(({ service, name }) => [service, name])).toEqual([]);
  const keys = spans()
    .find(({ name }) => name === 'POST /v1/calculate')
    ?.attributes.map(({ key }) => key);
  expect(keys?.toSorted()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'prorata.key_id',
    'prorata.request_id',
  ]);
  const text = JSON.stringify(bodies);
  expect(text).not.toContain(api.token);
  expect(text).not.toContain('dependent');
});
