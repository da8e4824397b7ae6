import { expect, test } from 'vitest';
import { metrics } from '../support/operator.js';
import { postHead, RawConnection } from '../support/raw-http.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { ownService } from '../support/shared-service.js';

const { api, client } = await ownService();

test('X-Request-Id of a caller comes back, and one that cannot be used, or is missing, is replaced', async () => {
  const idOf = async (id: string | undefined, body: unknown = STUDENT) =>
    (await client.calculate(body, { 'x-request-id': id })).headers['x-request-id'];
  for (const id of ['a', 'award-run.2026_08-14', 'x'.repeat(128)]) expect(await idOf(id)).toBe(id);
  expect(await idOf('a', '{')).toBe('a');
  const made = await Promise.all([undefined, ' ', 'a b', 'a,b', 'é', 'x'.repeat(129)].map((id) => idOf(id)));
  for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(made).size).toBe(made.length);
});

test('every answer forbids to be sniffed, framed or run, and does not say what it was made with', async () => {
  for (const { headers } of [
    await client.calculate(STUDENT),
    await client.bulk(csvFile('A,dependent,first_year,Fall,12')),
    await client.send('GET', '/v1/openapi.json'),
    await client.calculate('{'),
    await client.calculate({}),
    await client.calculate(STUDENT, { authorization: undefined }),
    await client.calculate(STUDENT, { 'content-type': 'text/plain' }),
    await client.bulk(csvFile(), { accept: 'text/html' }),
    await client.send('GET', '/nowhere'),
    await client.send('PUT', '/v1/calculate'),
  ]) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    });
    for (const name of ['x-powered-by', 'server', 'etag', 'set-cookie'])
      expect(headers).not.toHaveProperty(name);
  }
});

test('requests are counted by route, status and key, and timed by route and status', async () => {
  const route = 'route="/v1/calculate"';
  const read = async () => {
    const all = await metrics(api.adminUrl);
    return [
      `requests_total{${route},status="200",key_id="${api.keyId}"}`,
      `requests_total{${route},status="401",key_id="none"}`,
      `request_duration_seconds_count{${route},status="200"}`,
    ].map((name) => all.get(`prorata_http_${name}`) ?? 0);
  };
  const before = await read();
  for (const authorization of [`Bearer ${api.token}`, `Bearer ${api.token}`, undefined])
    await client.calculate(STUDENT, { authorization });
  const counted = async () => (await read()).map((count, index) => count - (before[index] ?? 0));
  await expect.poll(counted).toEqual([2, 1, 2]);
});

const lineOf = (requestId: string) => api.logged(({ request_id }) => request_id === requestId);

test('a request is one line of the log with id, key, status and duration, and a bulk run with its counts', async () => {
  const file = csvFile('A,dependent,first_year,Fall,12', 'B,dependent,,Fall,12');
  await client.calculate(STUDENT, { 'x-request-id': 'logged-1' });
  await client.bulk(file, { 'x-request-id': 'logged-2' });
  await client.calculate(STUDENT, { authorization: 'Bearer x', 'x-request-id': 'logged-3' });
  const usual = { level: 'info', msg: 'request', key_id: api.keyId, method: 'POST', status: 200 };
  const duration_ms = expect.any(Number);
  expect(await lineOf('logged-1')).toMatchObject({ ...usual, route: '/v1/calculate', duration_ms });
  expect(api.logs().filter((line) => line.includes('"logged-1"'))).toHaveLength(1);
  const counts = { rows: 2, students: 2, failed_students: 1, bytes: Buffer.byteLength(file) };
  expect(await lineOf('logged-2')).toMatchObject({ ...usual, route: '/v1/calculate/bulk', ...counts });
  expect(await lineOf('logged-3')).toMatchObject({ status: 401, route: '/v1/calculate', key_id: null });
});

test.each(['Connection: keep-alive', 'Connection: close'])(
  'a caller without a key whose body never ends (%s) is a refused one in the log, and no answer broken off',
  async (header) => {
    const id = header.replace(': ', '-');
    const lines = [header, `X-Request-Id: ${id}`, `Content-Length: ${64 * 1024 * 1024}`];
    const connection = await RawConnection.open(api, postHead({ token: 'x' }, '/v1/calculate/bulk', lines));
    await connection.sendMebibytes(16);
    await connection.closed;
    expect(await lineOf(id)).toMatchObject({ status: 401, key_id: null });
    const aborted = [...(await metrics(api.adminUrl))].filter(([name]) => name.includes('_aborted_total'));
    expect(aborted.filter(([, count]) => count !== 0)).toEqual([]);
  },
);

test('a health check is no line of the log at level info, and every line is JSON', async () => {
  await client.send('GET', '/healthz', { headers: { 'x-request-id': 'logged-health' } });
  await client.calculate(STUDENT, { 'x-request-id': 'logged-after' });
  await lineOf('logged-after');
  expect(api.logs().filter((line) => !line.startsWith('{') || line.includes('logged-health'))).toEqual([]);
});
