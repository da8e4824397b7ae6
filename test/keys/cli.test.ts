import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type KeyRecord, readKeyFile, serializeKeyFile } from '../../src/keys/key-file.js';
import { KeyStore } from '../../src/keys/key-store.js';
import { loadConfig } from '../../src/ops/config.js';
import { run } from '../support/finished.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';
import { KEYS_CLI, keyFile, record } from './support.js';

/** The command line with a key file for this test, which does not exist yet if there are no keys. */
async function operator(...keys: readonly KeyRecord[]) {
  const path = keys.length > 0 ? await keyFile(...keys) : join(ownFolder('keys'), 'data', 'keys.json');
  const keysIn = (...args: readonly string[]) =>
    run(process.execPath, [KEYS_CLI, ...args], { env: { KEYS_FILE: path } });
  const json = async <T>(schema: z.ZodType<T>, ...args: readonly string[]): Promise<T> => {
    const { code, stdout, stderr } = await keysIn(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return schema.parse(JSON.parse(stdout));
  };
  const answer = async (token: string, at = Date.now()) =>
    (await KeyStore.open(path)).authenticate(`Bearer ${token}`, at);
  return { path, keysIn, json, answer };
}

const DAY_MS = 86_400_000;
const keyLine = z.object({
  id: z.string(),
  holder: z.string(),
  issued_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
const issuedLine = keyLine.extend({ token: z.string() });
const replacedLine = issuedLine.extend({ replaced: keyLine });
const listLine = z.object({ keys: z.array(keyLine.extend({ status: z.string() }).strict()) });

test('--help names every command, option and default', async () => {
  const { keysIn, path } = await operator();
  const { code, stdout } = await keysIn('--help');
  expect(code).toBe(0);
  for (const word of ['issue', 'list', 'revoke', 'replace', 'WHEN', 'Exit codes'])
    expect(stdout).toContain(word);
  const { stdout: replacing } = await keysIn('replace', '--help');
  for (const word of ['--expires', '--overlap', '"7d"', '--json', path]) expect(replacing).toContain(word);
});

test.each([
  [[], /Usage: npm run keys --/],
  [['destroy'], /unknown command 'destroy'/],
  [['issue'], /--holder <NAME>/],
  [['issue', '--holder', '  '], /1 to 200 characters/],
  [['issue', '--holder', 'a\nb'], /on one line/],
  [['issue', '--holder', 'State', 'University'], /too many arguments/],
  [['issue', '--holder', 'A', '--expires', 'soon'], /"soon" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-02-30'], /"2026-02-30" is neither/],
  [['issue', '--holder', 'A', '--expires', '99999999d'], /is neither/],
  [['revoke'], /--id <ID>/],
  [['replace', '--id', 'key_a', '--overlap', 'a week'], /"a week" is not a duration/],
])('wrong usage %j exits with 2, says why, and makes nothing', async (args, message) => {
  const { keysIn, path } = await operator();
  const { stderr, ...refused } = await keysIn(...args);
  expect(refused).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).toContain('--help');
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT');
});

test('npm run keys without -- is told what to type, and makes nothing; with it every option arrives', async () => {
  const path = join(ownFolder('keys'), 'data', 'keys.json');
  const npm = (...args: readonly string[]) =>
    run('npm', ['run', '--silent', 'keys', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], KEYS_FILE: path },
    });
  const { code, stdout, stderr } = await npm('replace', '--id', 'key_a', '--overlap=0');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('npm took --overlap for its own. Type: npm run keys -- replace');
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT');
  await npm('--', 'issue', '--holder', 'A', '--expires', '90d');
  const list = await npm('--', 'list', '--file', path, '--json');
  expect(JSON.parse(list.stdout)).toMatchObject({ keys: [{ holder: 'A', expires_at: expect.any(String) }] });
  expect((await npm('list', '--json')).stderr).toContain('npm took --json for its own');
});

describe('issue', () => {
  test('makes the directory and file and shows a token that works, once', async () => {
    const { path, keysIn, answer } = await operator();
    const { code, stdout, stderr } = await keysIn('issue', '--holder', ' State  University ');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [token = ''] = stdout.split('\n');
    expect(stdout).toContain('cannot be shown again');
    expect(await answer(token)).toMatchObject({ ok: true });
    expect(await readKeyFile(path)).toMatchObject([{ holder: 'State  University' }]);
    expect(await readFile(path, 'utf8')).not.toContain(token);
  });

  test.each([
    ['90d', (issuedAt: string) => Date.parse(issuedAt) + 90 * DAY_MS],
    ['2099-06-30', () => Date.parse('2099-06-30T00:00:00Z')],
    ['2099-06-30T17:00:00-05:00', () => Date.parse('2099-06-30T22:00:00Z')],
  ])('with --expires %s ends the key then', async (when, expected) => {
    const { json, answer } = await operator();
    const { id, token, issued_at } = await json(issuedLine, 'issue', '--holder', 'A', '--expires', when);
    const end = expected(issued_at);
    expect(await answer(token, end - 1)).toMatchObject({ ok: true, keyId: id });
    expect(await answer(token, end)).toMatchObject({ problem: 'expired', keyId: id });
  });

  test('eight times at once loses none, and says so when the time of expiry is past already', async () => {
    const { path, json, keysIn } = await operator();
    const issued = await Promise.all(
      Array.from({ length: 8 }, (_, i) => json(issuedLine, 'issue', '--holder', `holder ${i}`)),
    );
    const ids = (await readKeyFile(path)).map(({ id }) => id);
    expect(ids.sort()).toEqual(issued.map(({ id }) => id).sort());
    const late = await keysIn('issue', '--holder', 'A', '--expires', '2020-01-01');
    expect(late).toMatchObject({ code: 0, stderr: expect.stringContaining('has expired already') });
  });
});

test.each([
  ['list', []],
  ['revoke', ['--id', 'key_a']],
  ['replace', ['--id', 'key_a']],
])('%s without a key file says so, and makes neither file nor directory', async (command, options) => {
  const { path, keysIn } = await operator();
  const stderr = expect.stringContaining('no such file or directory. Issue a key to create it');
  expect(await keysIn(command, ...options)).toMatchObject({ code: 1, stderr });
  expect(existsSync(dirname(path))).toBe(false);
});

test('list shows every key with its state, never a hash', async () => {
  const keys = [
    record('key_a', { holder: 'Été College' }),
    record('key_b', { expires_at: '2026-01-02T00:00:00.000Z' }),
    record('key_c', { revoked_at: '2026-01-03T00:00:00.000Z', expires_at: '2026-01-02T00:00:00.000Z' }),
  ];
  const { keysIn, json } = await operator(...keys);
  const { stdout } = await keysIn('list');
  const rows = stdout.trimEnd().split('\n');
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/^key_a +active .* never +Été College$/);
  expect(rows[2]).toMatch(/^key_b +expired .* 2026-01-02T00:00:00\.000Z /);
  expect(rows[3]).toMatch(/^key_c +revoked .* 2026-01-03T00:00:00\.000Z /);
  for (const { token_sha256 } of keys) expect(stdout).not.toContain(token_sha256);
  const { keys: listed } = await json(listLine, 'list');
  expect(listed.map(({ status }) => status)).toEqual(['active', 'expired', 'revoked']);
});

test('revoke refuses the key from then on, and keeps the first time', async () => {
  const { json, answer } = await operator();
  const { id, token } = await json(issuedLine, 'issue', '--holder', 'A');
  const revoked = await json(keyLine, 'revoke', '--id', id);
  expect(await answer(token)).toMatchObject({ problem: 'revoked', keyId: id });
  expect(await json(keyLine, 'revoke', '--id', id)).toEqual(revoked);
});

describe('replace', () => {
  test('issues a key to the same holder and lets both work for seven days, or for none with an overlap of 0', async () => {
    const { json, answer } = await operator();
    const old = await json(issuedLine, 'issue', '--holder', 'A');
    const { id, token, holder, expires_at, issued_at } = await json(replacedLine, 'replace', '--id', old.id);
    expect({ holder, expires_at }).toEqual({ holder: 'A', expires_at: null });
    const end = Date.parse(issued_at) + 7 * DAY_MS;
    expect(await answer(old.token, end - 1)).toMatchObject({ ok: true, keyId: old.id });
    expect(await answer(old.token, end)).toMatchObject({ problem: 'expired' });
    expect(await answer(token, end)).toMatchObject({ ok: true, keyId: id });
    await json(replacedLine, 'replace', '--id', id, '--overlap', '0');
    expect(await answer(token)).toMatchObject({ problem: 'expired' });
  });

  test('never lengthens the old key, and the new one lasts as long as the old one was issued for', async () => {
    const { json } = await operator(record('key_a', { expires_at: '2026-01-31T00:00:00.000Z' }));
    const answer = await json(replacedLine, 'replace', '--id', 'key_a', '--overlap', '52w');
    expect(answer.replaced.expires_at).toBe('2026-01-31T00:00:00.000Z');
    expect(Date.parse(answer.expires_at ?? '') - Date.parse(answer.issued_at)).toBe(30 * DAY_MS);
  });

  test('is refused for a key that was replaced before, whose end is that of the overlap', async () => {
    const { json, keysIn } = await operator(record('key_a'));
    const { id } = await json(replacedLine, 'replace', '--id', 'key_a', '--overlap', '1h');
    const { code, stdout, stderr } = await keysIn('replace', '--id', 'key_a');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`The key "key_a" was replaced by "${id}". Replace that one.\n`);
  });

  test('leaves a revoked key revoked, and a year of four digits', async () => {
    const { json } = await operator(
      record('key_a', { revoked_at: '2026-01-03T00:00:00.000Z', expires_at: '9999-12-31T00:00:00.000Z' }),
    );
    const { replaced, expires_at } = await json(replacedLine, 'replace', '--id', 'key_a');
    expect(replaced.revoked_at).toBe('2026-01-03T00:00:00.000Z');
    expect(expires_at).toBe('9999-12-31T23:59:59.999Z');
  });
});

test("the key file is the API's own default when KEYS_FILE is empty, and --file wins over both", async () => {
  const cwd = ownFolder('keys');
  const issue = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    run(process.execPath, [KEYS_CLI, 'issue', '--holder', 'A', ...args], { cwd, env });
  await issue({ KEYS_FILE: '' });
  await issue({ KEYS_FILE: 'ignored.json' }, '--file', 'other.json');
  expect(await readKeyFile(join(cwd, loadConfig({}).keysFile))).toHaveLength(1);
  expect(await readKeyFile(join(cwd, 'other.json'))).toHaveLength(1);
});

test.each([
  ['corrupted', '{"version":1,', /^The key file .* cannot be used: it is not valid JSON\. .*\n$/],
  ['without the key', serializeKeyFile([]), /^There is no key "key_a" in .*\n$/],
])('the key file %s is reported and left alone', async (_, text, message) => {
  const { keysIn, path } = await operator(record('key_a'));
  await writeFile(path, text);
  for (const command of ['revoke', 'replace']) {
    const { code, stdout, stderr } = await keysIn(command, '--id', 'key_a');
    expect({ code, stdout }, command).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  }
  expect(await readFile(path, 'utf8')).toBe(text);
});
