import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Answer, type Client, createClient } from '../support/client.js';
import { csvFile, STUDENT, studentWith } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

let api: Api;
let client: Client;
beforeAll(async () => {
  api = await startApi();
  client = await createClient(api);
});
afterAll(() => api.stop());

/** An answer of every kind that a caller meets. */
async function answersOfAllKinds(): Promise<Answer[]> {
  return [
    await client.calculate(STUDENT),
    await client.bulk(csvFile('A,dependent,first_year,Fall,12')),
    await client.send('GET', '/v1/openapi.json'),
    await client.calculate('{'),
    await client.calculate({}),
    await client.calculate(STUDENT, { authorization: undefined }),
    await client.calculate(STUDENT, { 'content-type': 'text/plain' }),
    await client.bulk('nothing\n'),
    await client.bulk(csvFile(), { accept: 'text/html' }),
    await client.send('GET', '/nowhere'),
    await client.send('PUT', '/v1/calculate'),
  ];
}

describe('X-Request-Id', () => {
  test.each(['a', 'award-run.2026_08-14', 'x'.repeat(128)])('%s of a caller comes back', async (id) => {
    expect((await client.calculate(STUDENT, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
    expect((await client.calculate('{', { 'x-request-id': id })).headers['x-request-id']).toBe(id);
  });

  test.each(['', ' ', 'a b', 'a,b', 'é', '<script>', 'x'.repeat(129)])(
    'an unusable "%s" is replaced by a new one',
    async (id) => {
      const { headers } = await client.calculate(STUDENT, { 'x-request-id': id });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('each request without one gets another one', async () => {
    const ids = (await answersOfAllKinds()).map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('every answer forbids to be sniffed, framed or run, and does not say what it was made with', async () => {
  for (const { headers } of await answersOfAllKinds()) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('set-cookie');
  }
});

test('no answer speaks of rate limits, however many requests one key sends', async () => {
  const many = await Promise.all(Array.from({ length: 200 }, () => client.calculate(STUDENT)));
  for (const { status, headers } of [...many, ...(await answersOfAllKinds())]) {
    expect(status).not.toBe(429);
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
  }
});

describe('log', () => {
  const lineOf = (requestId: string) => api.logged(({ request_id }) => request_id === requestId);

  test('a calculated student is one line with id, key, status and duration', async () => {
    await client.calculate(STUDENT, { 'x-request-id': 'logged-1' });
    expect(await lineOf('logged-1')).toMatchObject({
      level: 'info',
      msg: 'request',
      key_id: api.keyId,
      method: 'POST',
      route: '/v1/calculate',
      status: 200,
      duration_ms: expect.any(Number),
    });
    const lines = api.logs().filter((line) => line.includes('"logged-1"'));
    expect(lines).toHaveLength(1);
  });

  test('a bulk run is one line with its counts', async () => {
    const file = csvFile('A,dependent,first_year,Fall,12', 'B,dependent,,Fall,12');
    await client.bulk(file, { 'x-request-id': 'logged-2' });
    expect(await lineOf('logged-2')).toMatchObject({
      key_id: api.keyId,
      route: '/v1/calculate/bulk',
      status: 200,
      rows: 2,
      students: 2,
      failed_students: 1,
      bytes: Buffer.byteLength(file),
    });
  });

  test('a refused request is a line with its status, and no key when there is none', async () => {
    await client.calculate(STUDENT, { authorization: 'Bearer x', 'x-request-id': 'logged-3' });
    const line = await lineOf('logged-3');
    expect(line).toMatchObject({ status: 401, route: '/v1/calculate' });
    expect(line).not.toHaveProperty('key_id');
  });

  test('nothing of a student, a token or a path stands in any line', async () => {
    const marks = ['Zanzibar', '31415', 'QUUX', 'unknown_marked_field'];
    await client.calculate(
      studentWith({ unknown_marked_field: 'QUUX', total_limit: 31_415 }, { label: 'Zanzibar' }),
    );
    await client.calculate('{"Zanzibar":"QUUX",31415}');
    await client.calculate({ terms: 'QUUX', dependency_status: 'Zanzibar' });
    await client.bulk(csvFile('QUUX,dependent,first_year,Zanzibar,31415', 'QUUX,neither,Zanzibar,,QUUX'));
    await client.bulk(csvFile('QUUX,"Zanzibar'));
    await client.bulk('QUUX,Zanzibar\n');
    await client.send('POST', '/v1/QUUX?Zanzibar=31415', { headers: { 'x-request-id': 'logged-4' } });
    await lineOf('logged-4');
    const log = api.logs().join('\n');
    expect([...marks, api.token].filter((mark) => log.includes(mark))).toEqual([]);
  });

  test('every line that the process writes is JSON', async () => {
    await client.bulk(studentFile(20_000), { 'x-request-id': 'logged-5' });
    await lineOf('logged-5');
    expect(api.logs().filter((line) => !line.startsWith('{'))).toEqual([]);
  });
});
