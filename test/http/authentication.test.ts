import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { issueToken } from '../../src/keys/token.js';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient, errorOf, verdict } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

const issued = z.object({ id: z.string(), token: z.string() });

let api: Api;
let client: Client;
let expired = '';
let revoked = '';
let revokedAndExpired = '';
beforeAll(async () => {
  api = await startApi({}, async (keys) => {
    const issue = async (...args: string[]) => issued.parse(await keys('issue', '--holder', 'Gone', ...args));
    expired = (await issue('--expires', '2026-01-01')).token;
    const one = await issue();
    const other = await issue('--expires', '2026-01-01');
    await keys('revoke', '--id', one.id);
    await keys('revoke', '--id', other.id);
    revoked = one.token;
    revokedAndExpired = other.token;
  });
  client = await createClient(api);
});
afterAll(() => api.stop());

const SEND: Readonly<Record<string, (authorization: string | undefined) => ReturnType<Client['send']>>> = {
  '/v1/calculate': (authorization) => client.calculate(STUDENT, { authorization }),
  '/v1/calculate/bulk': (authorization) => client.bulk(studentFile(1), { authorization }),
};

describe.each(Object.keys(SEND))('%s', (path) => {
  const send = (authorization: string | undefined) =>
    SEND[path]?.(authorization) ?? Promise.reject(new Error(`Nothing is sent to ${path}.`));

  test.each([
    ['no header', undefined],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['the scheme alone', 'Bearer'],
    ['two tokens', 'Bearer a b'],
    ['a comma list', `Bearer ${issueToken()}, Bearer ${issueToken()}`],
  ])('%s is unauthenticated', async (_, authorization) => {
    const answer = await send(authorization);
    expect(verdict(answer)).toEqual([401, 'unauthenticated']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test.each([
    ['a token of the sandbox', `Bearer ${issueToken().replace('live', 'test')}`],
    ['a token that was never issued', `Bearer ${issueToken()}`],
    ['a token cut short', `Bearer ${issueToken().slice(0, -1)}`],
    ['a token of 10,000 characters', `Bearer svc_live_${'x'.repeat(10_000)}`],
  ])('%s is an invalid token', async (_, authorization) => {
    const answer = await send(authorization);
    expect(verdict(answer)).toEqual([401, 'invalid_token']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('a mistyped token is an invalid token', async () => {
    const wrong = api.token.endsWith('a') ? 'b' : 'a';
    expect(verdict(await send(`Bearer ${api.token.slice(0, -1)}${wrong}`))).toEqual([401, 'invalid_token']);
  });

  test('an expired token is refused as expired', async () => {
    const answer = await send(`Bearer ${expired}`);
    expect(verdict(answer)).toEqual([403, 'expired_token']);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  test('a revoked token is refused as revoked, also when it has expired too', async () => {
    expect(verdict(await send(`Bearer ${revoked}`))).toEqual([403, 'revoked_token']);
    expect(verdict(await send(`Bearer ${revokedAndExpired}`))).toEqual([403, 'revoked_token']);
  });

  test('the scheme is understood in any case', async () => {
    expect((await send(`bEARER ${api.token}`)).status).toBe(200);
  });
});

test('no refusal repeats what was presented', async () => {
  const answer = await client.calculate(STUDENT, { authorization: `Bearer ${revoked}` });
  expect(answer.text).not.toContain(revoked.slice(9, 20));
});

test('the documented examples of refusals say what the service says', async () => {
  const { text } = await client.send('GET', '/v1/openapi.json');
  for (const token of [undefined, issueToken(), expired, revoked]) {
    const authorization = token && `Bearer ${token}`;
    const { message } = errorOf(await client.calculate(STUDENT, { authorization }));
    expect(text).toContain(JSON.stringify(message));
  }
});

test('a key works with the first request after it was issued, and is refused after its revocation', async () => {
  for (let i = 0; i < 5; i++) {
    const { token } = issued.parse(await api.keys('issue', '--holder', 'New'));
    expect((await client.calculate(STUDENT, { authorization: `Bearer ${token}` })).status).toBe(200);
  }
  const { id, token } = issued.parse(await api.keys('issue', '--holder', 'New'));
  // A body that arrives while the key is looked for must not be lost.
  const file = studentFile(20_000);
  const answer = await client.bulk(file, { authorization: `Bearer ${token}` });
  expect([answer.status, answer.text.split('\r\n').length]).toEqual([
    200,
    file.trimEnd().split('\n').length + 1,
  ]);
  const status = async () => (await client.calculate(STUDENT, { authorization: `Bearer ${token}` })).status;
  await api.keys('revoke', '--id', id);
  await expect.poll(status).toBe(403);
});
