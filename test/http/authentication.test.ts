import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueToken } from '../../src/keys/token.js';
import { errorOf, verdict } from '../support/client.js';
import { metrics, readyz } from '../support/operator.js';
import { askRaw, post } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import { ownService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';

const issued = z.object({ id: z.string(), token: z.string() });

const gone = { expired: '', revoked: '', both: '' };
const { api, client } = await ownService({}, async (keys) => {
  const issue = async (...args: string[]) => issued.parse(await keys('issue', '--holder', 'Gone', ...args));
  gone.expired = (await issue('--expires', '2026-01-01')).token;
  const [revoked, both] = [await issue(), await issue('--expires', '2026-01-01')];
  for (const { id } of [revoked, both]) await keys('revoke', '--id', id);
  Object.assign(gone, { revoked: revoked.token, both: both.token });
});

const ask = (authorization: string | undefined) => client.calculate(STUDENT, { authorization });

test.each([
  ['no header', () => undefined, 401, 'unauthenticated'],
  ['another scheme', () => 'Basic dXNlcjpwYXNz', 401, 'unauthenticated'],
  ['the scheme alone', () => 'Bearer', 401, 'unauthenticated'],
  ['two tokens', () => 'Bearer a b', 401, 'unauthenticated'],
  ['a comma list', () => `Bearer ${issueToken()}, Bearer ${issueToken()}`, 401, 'unauthenticated'],
  ['a sandbox token', () => `Bearer ${issueToken().replace('live', 'test')}`, 401, 'invalid_token'],
  ['a token never issued', () => `Bearer ${issueToken()}`, 401, 'invalid_token'],
  ['a token cut short', () => `Bearer ${issueToken().slice(0, -1)}`, 401, 'invalid_token'],
  [
    'a mistyped token',
    () => `Bearer ${api.token.slice(0, -1)}${api.token.endsWith('a') ? 'b' : 'a'}`,
    401,
    'invalid_token',
  ],
  ['a token of 10,000 characters', () => `Bearer svc_live_${'x'.repeat(10_000)}`, 401, 'invalid_token'],
  ['an expired token', () => `Bearer ${gone.expired}`, 403, 'expired_token'],
  ['a revoked token', () => `Bearer ${gone.revoked}`, 403, 'revoked_token'],
  ['an expired and revoked token', () => `Bearer ${gone.both}`, 403, 'revoked_token'],
])('%s is refused', async (_, given, status, code) => {
  const authorization = given();
  for (const answer of [await ask(authorization), await client.bulk(studentFile(1), { authorization })]) {
    expect(verdict(answer)).toEqual([status, code]);
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    expect(answer.text).not.toContain(authorization?.slice(16, 27) || 'svc_live_');
  }
});

test('the scheme is understood in any case', async () => {
  expect((await ask(`bEARER ${api.token}`)).status).toBe(200);
});

test('the documented examples of refusals say what the service says', async () => {
  const { text } = await client.send('GET', '/v1/openapi.json');
  for (const token of [issueToken(), gone.expired, gone.revoked]) {
    expect(text).toContain(JSON.stringify(errorOf(await ask(`Bearer ${token}`)).message));
  }
});

test('a key works with the first request after it was issued, and is refused after its revocation', async () => {
  const single = issued.parse(await api.keys('issue', '--holder', 'New'));
  expect((await ask(`Bearer ${single.token}`)).status).toBe(200);
  const { id, token } = issued.parse(await api.keys('issue', '--holder', 'New'));
  // A body that arrives during the key look-up must not be lost.
  const answer = await client.bulk(studentFile(5000), { authorization: `Bearer ${token}` });
  expect([answer.status, answer.text.split('\r\n').length]).toEqual([200, 5002]);
  await api.keys('revoke', '--id', id);
  await expect.poll(async () => (await ask(`Bearer ${token}`)).status).toBe(403);
});

const utf8 = (text: string) => Buffer.from(text);
const lookAlikes: readonly (readonly [string, (token: string) => Buffer])[] = [
  ['a Cyrillic letter in the scheme', (token) => utf8(`B\u0435arer ${token}`)],
  ['a blank of Latin-1', (token) => Buffer.from(`Bearer\u00a0${token}`, 'latin1')],
  ['a zero-width space before the token', (token) => utf8(`Bearer \u200b${token}`)],
  ['a joiner in the token', (token) => utf8(`Bearer ${token.slice(0, 12)}\u200d${token.slice(12)}`)],
  ['bytes that are not UTF-8', (token) => Buffer.concat([utf8(`Bearer ${token}`), Buffer.of(0xff, 0xfe)])],
  ['a NUL behind the token', (token) => utf8(`Bearer ${token}\0`)],
  ['a line end and another header', (token) => utf8(`Bearer\r\n ${token}`)],
  // Sent in one piece: bytes sent after the refusal may break the connection before it is read.
  ['a header longer than any may be', () => utf8(`Bearer svc_live_${'a'.repeat(40_000)}`)],
];

test.each(lookAlikes)('an Authorization look-alike is refused and in no log: %s', async (_, disguise) => {
  const request = post({ token: 'TOKEN' }, '/v1/calculate', JSON.stringify(STUDENT));
  const [before = '', after = ''] = request.split('Bearer TOKEN');
  const bytes = Buffer.concat([Buffer.from(before), disguise(api.token), Buffer.from(after)]);
  expect([400, 401, 431]).toContain((await askRaw(api, bytes)).status);
  expect((await ask(`Bearer ${api.token}`)).status).toBe(200);
  expect(api.logs().join('\n')).not.toContain(api.token.slice(9, 30));
});

test('while the key file is damaged its keys work on, unknown ones do not, and operators are told', async () => {
  const good = await readFile(api.keysFile);
  const errorLines = () => api.logs().filter((line) => line.includes('"level":"error"')).length;
  const before = errorLines();
  await rm(api.keysFile);
  await mkdir(api.keysFile);
  const keysUp = async () => (await metrics(api.adminUrl)).get('prorata_keys_file_up');
  await expect.poll(keysUp).toBe(0);
  expect((await client.calculate(STUDENT)).status).toBe(200);
  expect((await ask(`Bearer ${issueToken()}`)).status).toBe(401);
  expect(await readyz(api.adminUrl)).toMatchObject({ status: 'degraded', checks: { keys: 'degraded' } });
  await expect.poll(errorLines).toBeGreaterThan(before);
  await rm(api.keysFile, { recursive: true, force: true });
  await writeFile(api.keysFile, good, { mode: 0o600 });
  await expect.poll(keysUp).toBe(1);
  expect((await client.calculate(STUDENT)).status).toBe(200);
});
