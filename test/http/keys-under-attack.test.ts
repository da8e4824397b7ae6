import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '../../src/keys/token.js';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient } from '../support/client.js';
import { metrics, readyz } from '../support/operator.js';
import { sendRaw } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';

let api: Api;
let client: Client;
beforeAll(async () => {
  api = await startApi();
  client = await createClient(api);
});
afterAll(() => api.stop());

const BODY = JSON.stringify(STUDENT);

/** Sends header bytes that no HTTP library would send. */
async function statusOf(authorization: Buffer): Promise<number | undefined> {
  const head = `POST /v1/calculate HTTP/1.1\r\nHost: ${api.host}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\nAuthorization: `;
  const [answer] = await sendRaw(
    api,
    Buffer.concat([Buffer.from(head), authorization, Buffer.from(`\r\n\r\n${BODY}`)]),
  );
  return answer?.status;
}

const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('an Authorization header that only looks like the right one is refused', () => {
  const lookAlikes: readonly (readonly [string, (token: string) => Buffer])[] = [
    ['a Cyrillic letter in the scheme', (token) => utf8(`B\u0435arer ${token}`)],
    ['the same as one byte', (token) => latin1(`Bearer\u00a0${token}`)],
    ['a zero-width space before the token', (token) => utf8(`Bearer \u200b${token}`)],
    [
      'a zero-width joiner in the token',
      (token) => utf8(`Bearer ${token.slice(0, 12)}\u200d${token.slice(12)}`),
    ],
    ['a combining accent behind the token', (token) => utf8(`Bearer ${token}\u0301`)],
    ['bytes that are not UTF-8', (token) => Buffer.concat([utf8(`Bearer ${token}`), Buffer.of(0xff, 0xfe)])],
    ['a NUL behind the token', (token) => utf8(`Bearer ${token}\0`)],
    ['a line end and another header', (token) => utf8(`Bearer\r\n ${token}`)],
    ['a token as long as a header may be', () => utf8(`Bearer svc_live_${'a'.repeat(15_000)}`)],
    ['a header that is longer than that', () => utf8(`Bearer svc_live_${'a'.repeat(1_000_000)}`)],
  ];

  test.each(lookAlikes)('%s', async (_, disguise) => {
    expect([400, 401, 431]).toContain(await statusOf(disguise(api.token)));
    expect(await statusOf(utf8(`Bearer ${api.token}`))).toBe(200);
  });

  test('and what was presented is in no log line', () => {
    expect(api.logs().join('\n')).not.toContain(api.token.slice(9, 30));
  });
});

describe('while the key file is damaged', () => {
  const damages: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
    ['removed', (path) => rm(path)],
    ['replaced by a directory', (path) => rm(path).then(() => mkdir(path))],
  ];

  test.each(damages)(
    '%s: its keys work on, unknown ones do not, and operators are told',
    async (_, damage) => {
      const good = await readFile(api.keysFile);
      const errorLines = () => api.logs().filter((line) => line.includes('"level":"error"')).length;
      const before = errorLines();
      await damage(api.keysFile);
      const keysUp = async () => (await metrics(api.adminUrl)).get('prorata_keys_file_up');
      await expect.poll(keysUp).toBe(0);

      expect((await client.calculate(STUDENT)).status).toBe(200);
      expect((await client.calculate(STUDENT, { authorization: `Bearer ${issueToken()}` })).status).toBe(401);
      expect(await readyz(api.adminUrl)).toMatchObject({ status: 'degraded', checks: { keys: 'degraded' } });
      await expect.poll(errorLines).toBeGreaterThan(before);

      await rm(api.keysFile, { recursive: true, force: true });
      await writeFile(api.keysFile, good, { mode: 0o600 });
      await expect.poll(keysUp).toBe(1);
      expect((await client.calculate(STUDENT)).status).toBe(200);
    },
  );
});
