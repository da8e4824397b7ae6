import { afterEach, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { ask } from '../support/client.js';
import { metrics, readyz } from '../support/operator.js';
import { post, postHead, RawConnection } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

let api: Api;
afterEach(() => api.stop());

const JSON_TEXT = JSON.stringify(STUDENT);
const FILE = studentFile(60_000);

/** Long enough for a busy machine: these tests are about what happens before the time is up. */
const PATIENT = { SHUTDOWN_TIMEOUT_MS: '100000', BULK_THREADS: '1' };

const stopping = () => api.logged(({ msg }) => msg === 'stopping');

async function portClosed(): Promise<void> {
  const knock = () => RawConnection.open(api).then((connection) => connection.close(), String);
  await expect.poll(knock, { timeout: 20_000 }).toContain('ECONNREFUSED');
}

/** The single response that the process counts as aborted (by cause) and under no other status. */
async function abortedAnswers(): Promise<Record<string, number>> {
  const all = await metrics(api.adminUrl);
  const route = 'route="/v1/calculate/bulk"';
  const requests = (status: string) =>
    all.get(`prorata_http_requests_total{${route},status="${status}",key_id="${api.keyId}"}`);
  expect([requests('200'), requests('aborted')]).toEqual([undefined, 1]);
  expect(all.get(`prorata_http_request_duration_seconds_count{${route},status="200"}`)).toBe(0);
  const counts = ['caller_left', 'shutdown', 'time_limit', 'failure'].map((cause) => {
    const count = all.get(`prorata_http_requests_aborted_total{${route},cause="${cause}"}`);
    return [cause, count ?? Number.NaN] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

const bulkUnderWay = (file = FILE) => RawConnection.heard(api, post(api, '/v1/calculate/bulk', file));
const invitedTo = (path: '/v1/calculate' | '/v1/calculate/bulk', length: number) =>
  RawConnection.heard(api, postHead(api, path, ['Expect: 100-continue', `Content-Length: ${length}`]));

test('SIGTERM: an answer that has begun is finished, uploads are read to their end and answered, then the process leaves with 0', async () => {
  api = await startApi(PATIENT);
  const begun = await bulkUnderWay();
  const file = studentFile(5000);
  const bulk = await invitedTo('/v1/calculate/bulk', file.length);
  const single = await invitedTo('/v1/calculate', JSON_TEXT.length);
  api.kill('SIGTERM');
  await stopping();
  await single.send(JSON_TEXT);
  await bulk.send(file);
  expect((await single.answers(1)).map(({ status }) => status)).toEqual([200]);
  for (const [connection, lines] of [
    [bulk, 5002],
    [begun, 60_002],
  ] as const)
    expect((await connection.answers(1)).map(({ text }) => text.split('\r\n').length)).toEqual([lines]);
  expect(await begun.closed).toBe('ended');
  expect(await api.ended).toEqual({ code: 0, signal: null });
  expect(api.logs().at(-1)).toContain('"stopped"');
});

test('SIGTERM: until the drain delay is over requests are answered, on old connections and new ones, and each is the last of its connection', async () => {
  api = await startApi({ DRAIN_DELAY_MS: '600000' });
  const idle = await RawConnection.open(api, post(api, '/v1/calculate', JSON_TEXT));
  await idle.answers(1);
  const invited = await invitedTo('/v1/calculate', JSON_TEXT.length);
  api.kill('SIGTERM');
  await stopping();
  expect((await readyz(api.adminUrl)).httpStatus).toBe(503);
  expect((await ask(api, 'GET', '/healthz')).status).toBe(503);
  const fresh = await RawConnection.open(api);
  for (const connection of [idle, fresh]) await connection.send(post(api, '/v1/calculate', JSON_TEXT));
  await invited.send(JSON_TEXT);
  const answers = [(await idle.answers(2))[1], ...(await fresh.answers(1)), ...(await invited.answers(1))];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
  }
  expect(await Promise.all([idle, fresh, invited].map(({ closed }) => closed))).toEqual(
    Array(3).fill('ended'),
  );
  api.kill('SIGKILL');
});

test('SIGTERM: behind the drain delay no connection is taken, one that was taken is served, and an idle one is open for as long as work is under way', async () => {
  api = await startApi(PATIENT);
  const idle = await RawConnection.open(api, post(api, '/v1/calculate', JSON_TEXT));
  await idle.answers(1);
  const [silent, taken] = [await RawConnection.open(api), await RawConnection.open(api)];
  const busy = await bulkUnderWay();
  busy.socket.pause();
  api.kill('SIGTERM');
  await portClosed();
  await idle.send(post(api, '/v1/calculate', JSON_TEXT));
  const late = (await idle.answers(2))[1];
  expect(late).toMatchObject({ status: 503, headers: { connection: 'close' } });
  expect(late?.headers['retry-after']).toMatch(/^\d+$/);
  await idle.closed;
  await taken.send(post(api, '/v1/calculate', JSON_TEXT));
  expect((await taken.answers(1)).map(({ status }) => status)).toEqual([200]);
  busy.socket.resume();
  await busy.answers(1);
  await silent.closed;
  expect(await api.ended).toEqual({ code: 0, signal: null });
});

test('SIGTERM: every connection that waits when the port is about to close is taken and answered', async () => {
  api = await startApi(PATIENT);
  // The operating system accepts connections for a stopped process.
  api.kill('SIGSTOP');
  const waiting = await Promise.all(
    Array.from({ length: 200 }, () => RawConnection.open(api, post(api, '/v1/calculate', JSON_TEXT))),
  );
  api.kill('SIGTERM');
  api.kill('SIGCONT');
  const answers = await Promise.all(waiting.map((connection) => connection.answers(1)));
  const statuses = answers.map(([answer]) => answer?.status);
  expect(statuses).toEqual(Array(200).fill(200));
  expect(await api.ended).toEqual({ code: 0, signal: null });
});

test('a caller who leaves in the middle of a bulk run is noted, and the next one is served', async () => {
  api = await startApi();
  const connection = await bulkUnderWay();
  connection.close();
  const line = await api.logged(
    ({ route, aborted }) => route === '/v1/calculate/bulk' && aborted === 'caller_left',
  );
  expect(line).toMatchObject({ level: 'warn', key_id: api.keyId });
  expect(line).not.toHaveProperty('status');
  expect(await abortedAnswers()).toEqual({ caller_left: 1 });
  const next = await RawConnection.open(api, post(api, '/v1/calculate/bulk', studentFile(1)));
  expect((await next.answers(1)).map(({ status }) => status)).toEqual([200]);
});

test('SIGTERM: what cannot be finished in time, an upload that never goes on or an answer that is not read, is a broken transfer, and the exit code is 1', async () => {
  api = await startApi({ SHUTDOWN_TIMEOUT_MS: '1000', BULK_THREADS: '1' });
  const connection = await bulkUnderWay(studentFile(100_000));
  const silent = await invitedTo('/v1/calculate', 100);
  // An unread response cannot be finished before the process is told to stop.
  connection.socket.pause();
  api.kill('SIGTERM');
  expect(await api.ended).toEqual({ code: 1, signal: null });
  await silent.closed;
  connection.socket.resume();
  await connection.closed;
  expect(await connection.answers(1)).toEqual([]);
  const line = await api.logged(({ route }) => route === '/v1/calculate/bulk');
  expect(line).toMatchObject({ level: 'warn', aborted: 'shutdown' });
  expect(line).not.toHaveProperty('status');
});

test.each([
  ['never reads the answer', { RESPONSE_IDLE_TIMEOUT_MS: '200' }],
  ['keeps an answer waiting longer than it may in all', { RESPONSE_TIMEOUT_MS: '300' }],
])('a caller who %s is cut off', async (_, env) => {
  api = await startApi(env);
  const connection = await RawConnection.open(api);
  connection.socket.pause();
  await connection.send(post(api, '/v1/calculate/bulk', FILE));
  const line = await api.logged(({ aborted }) => aborted === 'time_limit');
  expect(line).toMatchObject({ level: 'warn', route: '/v1/calculate/bulk', key_id: api.keyId });
  expect(await abortedAnswers()).toEqual({ time_limit: 1 });
  connection.socket.resume();
  await connection.closed;
  expect(await connection.answers(1)).toEqual([]);
});
