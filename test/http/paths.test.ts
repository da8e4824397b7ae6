import { expect, test } from 'vitest';
import * as z from 'zod';
import { jsonOf, verdict } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { api, client } = await sharedService();

const NOTHING = `/v1/ /v1/calculate/ /v1//calculate /V1/calculate /v1/calculate%2Fbulk /v1/./openapi.json
  /v1/%E0%A4%A /__proto__ /docs/columns.html /docs/../docs /docs/%2e%2e/index.html /assets /build.json`;

test.each(NOTHING.split(/\s+/))('there is nothing at %s', async (path) => {
  for (const method of ['GET', 'POST']) {
    expect(verdict(await client.send(method, path))).toEqual([404, 'validation_error']);
  }
});

test.each([
  ['/v1/calculate', 'POST'],
  ['/v1/calculate/bulk', 'POST'],
  ['/v1/openapi.json', 'GET, HEAD'],
  ['/docs', 'GET, HEAD'],
])('%s answers %s and says so to other methods', async (path, allow) => {
  const allowed = allow.split(', ');
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
  for (const method of others.filter((other) => !allowed.includes(other))) {
    const answer = await client.send(method, path);
    expect([...verdict(answer), answer.headers['allow']], method).toEqual([405, 'validation_error', allow]);
  }
});

test('HEAD of a path that answers POST only is 405 without a body', async () => {
  const answer = await client.send('HEAD', '/v1/calculate');
  expect([answer.status, answer.text, answer.headers['allow']]).toEqual([405, '', 'POST']);
});

test('the description needs no key, whatever its query, and HEAD has its headers and no body', async () => {
  const get = await client.send('GET', '/v1/openapi.json?a=%zz&b[]=1');
  expect(get.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(jsonOf(get)).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  const head = await client.send('HEAD', '/v1/openapi.json');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

test('the port for callers tells load balancers that it is alive', async () => {
  const answer = await client.send('GET', '/healthz');
  expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
});

const EXAMPLES = z.record(z.string(), z.object({ value: z.unknown() }));
const RESPONSE = z.object({ content: z.record(z.string(), z.object({ examples: EXAMPLES.optional() })) });
const OPERATION = z.object({ responses: z.record(z.string(), RESPONSE) });
const DOCUMENT = z.object({ paths: z.record(z.string(), z.record(z.string(), OPERATION)) });

test('every refusal is word for word its documented example', async () => {
  const { paths } = DOCUMENT.parse(jsonOf(await client.send('GET', '/v1/openapi.json')));
  const [one, many, json, csv] = ['/v1/calculate', '/v1/calculate/bulk', 'application/json', 'text/csv'];
  const short = 'dependency_status,term_label,term_credits_enrolled\ndependent,Fall,12\ndependent,Fall\n';
  const key = { authorization: `Bearer ${api.token}` };
  for (const [method, path, body, headers] of [
    ['POST', one, JSON.stringify(STUDENT), { 'content-type': json }],
    ['GET', '/v1/nothing', undefined, {}],
    ['GET', one, undefined, {}],
    ['POST', '/v1/openapi.json', undefined, {}],
    ['POST', many, 'a', { ...key, 'content-type': csv, accept: 'image/png' }],
    ['POST', one, 'a', { ...key, 'content-type': 'text/plain' }],
    ['POST', many, 'a', { ...key, 'content-type': json }],
    ['POST', one, '[]', { ...key, 'content-type': json }],
    ['POST', many, short, { ...key, 'content-type': csv }],
  ] as const) {
    const answer = await client.send(method, path, { ...(body && { body }), headers });
    // What is said of an unknown path is documented at every path.
    const documented = Object.values(paths[path] ?? paths[one] ?? {}).flatMap(({ responses }) =>
      Object.values(responses[answer.status]?.content[json]?.examples ?? {}),
    );
    expect(documented.map(({ value }) => value)).toContainEqual(jsonOf(answer));
  }
});
