import { expect, test } from 'vitest';
import { jsonOf, verdict } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

test.each([
  '/v1',
  '/v1/',
  '/v1/calculate/',
  '/v1//calculate',
  '/V1/calculate',
  '/v1/Calculate',
  '/v1/calculate/bulk/',
  '/v1/calculate%2Fbulk',
  '/v1/openapi.json/',
  '/v1/./openapi.json',
  '/%zz',
  '/v1/%E0%A4%A',
  '/__proto__',
  '/docs/index',
  '/docs/columns.html',
  '/docs/../docs',
  '/docs/%2e%2e/index.html',
  '/assets',
  '/build.json',
])('there is nothing at %s', async (path) => {
  for (const method of ['GET', 'POST']) {
    expect(verdict(await client.send(method, path))).toEqual([404, 'validation_error']);
  }
});

test.each([
  ['/v1/calculate', 'POST'],
  ['/v1/calculate/bulk', 'POST'],
  ['/v1/openapi.json', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/docs', 'GET, HEAD'],
  ['/docs/api', 'GET, HEAD'],
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

test('a query is ignored', async () => {
  expect((await client.send('GET', '/v1/openapi.json?a=%zz&b[]=1')).status).toBe(200);
});

test('the description needs no key and names its version and both endpoints', async () => {
  const answer = await client.send('GET', '/v1/openapi.json');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(jsonOf(answer)).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    paths: { '/v1/calculate': { post: {} }, '/v1/calculate/bulk': { post: {} } },
  });
});

test('HEAD of the description has its headers and no body', async () => {
  const [get, head] = [
    await client.send('GET', '/v1/openapi.json'),
    await client.send('HEAD', '/v1/openapi.json'),
  ];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

test('the port for callers tells load balancers that it is alive', async () => {
  const answer = await client.send('GET', '/healthz');
  expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
});
