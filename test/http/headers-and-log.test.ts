import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Answer, type Client, createClient } from '../support/client.js';
import { metrics } from '../support/operator.js';
import { postHead, RawConnection } from '../support/raw-http.js';
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
    expect(await lineOf('logged-3')).toMatchObject({ status: 401, route: '/v1/calculate', key_id: null });
  });

  test.each(['Connection: keep-alive', 'Connection: close'])(
    'a caller without a key whose body never ends (%s) is a refused one, and no answer was broken off',
    async (header) => {
      const connection = await RawConnection.open(api);
      const id = header.replace(': ', '-');
      const lines = [header, `X-Request-Id: ${id}`, `Content-Length: ${64 * 1024 * 1024}`];
      await connection.send(postHead({ token: 'x' }, '/v1/calculate/bulk', lines));
      for (let sent = 0; sent < 16; sent += 1) await connection.send(Buffer.alloc(1024 * 1024, 'x'));
      await connection.closed;
      expect(await lineOf(id)).toMatchObject({ status: 401, key_id: null });
      const aborted = [...(await metrics(api.adminUrl))].filter(([name]) => name.includes('_aborted_total'));
      expect(aborted.filter(([, count]) => count !== 0)).toEqual([]);
    },
  );

  test.each([
    ['FIN', (connection: RawConnection) => connection.endSending()],
    ['RST', (connection: RawConnection) => void connection.socket.resetAndDestroy()],
  ])('an upload that is cut off by %s is a caller who left', async (how, cutOff) => {
    const connection = await RawConnection.open(api);
    const head = postHead(api, '/v1/calculate/bulk', [`X-Request-Id: ${how}`, 'Content-Length: 100000']);
    await connection.send(`${head}${csvFile('A,dependent,first_year,Fall,12')}`);
    await expect
      .poll(async () => (await metrics(api.adminUrl)).get('prorata_bulk_upload_bytes_held'))
      .not.toBe(0);
    cutOff(connection);
    const line = await lineOf(how);
    expect(line).toMatchObject({ level: 'warn', aborted: 'caller_left', key_id: api.keyId });
    expect(line).not.toHaveProperty('status');
    connection.close();
  });

  test('a health check is no line at level info', async () => {
    await client.send('GET', '/healthz', { headers: { 'x-request-id': 'logged-health' } });
    await client.calculate(STUDENT, { 'x-request-id': 'logged-after' });
    await lineOf('logged-after');
    expect(api.logs().filter((line) => line.includes('logged-health'))).toEqual([]);
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
