import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_HOLDER_LENGTH, readKeyFile, serializeKeyFile } from '../../src/keys/key-file.js';
import { loadConfig } from '../../src/ops/config.js';
import { operator } from './cli-support.js';
import { record } from './support.js';

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

describe('issue', () => {
  test('makes the directory and file and shows a token that works, once', async () => {
    const { path, keysIn, answer } = await operator();
    const { code, stdout, stderr } = await keysIn(['issue', '--holder', ' State  University ']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [token = ''] = stdout.split('\n');
    expect(stdout).toContain('cannot be shown again');
    expect(await answer(token)).toMatchObject({ ok: true });
    expect(await readKeyFile(path)).toMatchObject([{ holder: 'State  University' }]);
    expect(await readFile(path, 'utf8')).not.toContain(token);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
  });

  test('with --json prints one line with id and token, and with --expires when the key ends', async () => {
    const { json, answer } = await operator();
    const { id, token, issued_at, expires_at } = await json(
      issuedLine,
      'issue',
      '--holder',
      'A',
      '--expires',
      '90d',
    );
    const end = Date.parse(expires_at ?? '');
    expect(end - Date.parse(issued_at)).toBe(90 * DAY_MS);
    expect(await answer(token, end - 1)).toMatchObject({ ok: true, keyId: id });
    expect(await answer(token, end)).toMatchObject({ code: 'expired_token', keyId: id });
  });

  test.each([
    ['2099-06-30', '2099-06-30T00:00:00.000Z'],
    ['2099-06-30T17:00:00Z', '2099-06-30T17:00:00.000Z'],
    ['2099-06-30T17:00:00-05:00', '2099-06-30T22:00:00.000Z'],
  ])('understands the ISO time %s', async (text, expected) => {
    const { json } = await operator();
    expect(await json(issuedLine, 'issue', '--holder', 'A', '--expires', text)).toMatchObject({
      expires_at: expected,
    });
  });

  test('says so when the time of expiry is past already', async () => {
    const { keysIn } = await operator();
    const { code, stderr } = await keysIn(['issue', '--holder', 'A', '--expires', '2020-01-01']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('has expired already') });
  });

  test('eight times at once loses none', async () => {
    const { path, json, answer } = await operator();
    const issued = await Promise.all(
      Array.from({ length: 8 }, (_, i) => json(issuedLine, 'issue', '--holder', `holder ${i}`)),
    );
    expect(await readKeyFile(path)).toHaveLength(8);
    for (const { id, token } of issued) {
      expect(await answer(token)).toEqual({ ok: true, keyId: id });
    }
  });
});

describe('list', () => {
  const keys = [
    record('key_a', { holder: 'Été College' }),
    record('key_b', { expires_at: '2026-01-02T00:00:00.000Z' }),
    record('key_c', { revoked_at: '2026-01-03T00:00:00.000Z', expires_at: '2026-01-02T00:00:00.000Z' }),
  ];

  test('shows every key with its state, never a hash', async () => {
    const { keysIn, json } = await operator(...keys);
    const { stdout } = await keysIn(['list']);
    const rows = stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^key_a +active .* never +Été College$/);
    expect(rows[2]).toMatch(/^key_b +expired .* 2026-01-02T00:00:00\.000Z /);
    expect(rows[3]).toMatch(/^key_c +revoked .* 2026-01-03T00:00:00\.000Z /);
    for (const { token_sha256 } of keys) expect(stdout).not.toContain(token_sha256);
    const { keys: listed } = await json(listLine, 'list');
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      ['key_a', 'active'],
      ['key_b', 'expired'],
      ['key_c', 'revoked'],
    ]);
  });

  test('of a missing file fails and says how to begin', async () => {
    const { keysIn, path } = await operator();
    const { code, stdout, stderr } = await keysIn(['list']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(join(path, '..'));
    expect(stderr).toContain('Issue a key to create it');
  });
});

describe('revoke', () => {
  test.each([[['--id']], [[]]])('refuses the key from then on (id after %j)', async (before) => {
    const { json, answer } = await operator();
    const { id, token } = await json(issuedLine, 'issue', '--holder', 'A');
    const revoked = await json(keyLine, 'revoke', ...before, id);
    expect(revoked).toMatchObject({ id, revoked_at: expect.any(String) });
    expect(await answer(token)).toMatchObject({ code: 'revoked_token', keyId: id });
  });

  test('twice keeps the first time', async () => {
    const { json } = await operator(record('key_a', { revoked_at: '2026-01-03T00:00:00.000Z' }));
    expect(await json(keyLine, 'revoke', 'key_a')).toMatchObject({ revoked_at: '2026-01-03T00:00:00.000Z' });
  });

  test('of an unknown id fails, naming it, and changes nothing', async () => {
    const { keysIn, path } = await operator(record('key_a'));
    const before = await readFile(path, 'utf8');
    const { code, stdout, stderr } = await keysIn(['revoke', 'key_b', '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('"key_b"');
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});

describe('replace', () => {
  test('issues a key to the same holder and lets both work for seven days', async () => {
    const { json, answer } = await operator();
    const old = await json(issuedLine, 'issue', '--holder', 'A');
    const { id, token, holder, expires_at, replaced } = await json(replacedLine, 'replace', old.id);
    expect({ holder, expires_at, replaced: replaced.id }).toEqual({
      holder: 'A',
      expires_at: null,
      replaced: old.id,
    });
    const end = Date.parse(replaced.expires_at ?? '');
    expect(await answer(old.token, end - 1)).toMatchObject({ ok: true, keyId: old.id });
    expect(await answer(old.token, end)).toMatchObject({ code: 'expired_token' });
    expect(await answer(old.token, Date.now() + 6.9 * DAY_MS)).toMatchObject({ ok: true });
    expect(await answer(old.token, Date.now() + 7 * DAY_MS)).toMatchObject({ code: 'expired_token' });
    expect(await answer(token, Date.now() + 7 * DAY_MS)).toMatchObject({ ok: true, keyId: id });
  });

  test('with an overlap of 0 ends the old key at once', async () => {
    const { json, answer } = await operator();
    const old = await json(issuedLine, 'issue', '--holder', 'A');
    await json(replacedLine, 'replace', '--id', old.id, '--overlap', '0');
    expect(await answer(old.token)).toMatchObject({ code: 'expired_token' });
  });

  test('never lengthens the old key, and the new one lasts as long as the old one was issued for', async () => {
    const { json } = await operator(record('key_a', { expires_at: '2026-01-31T00:00:00.000Z' }));
    const { issued_at, expires_at, replaced } = await json(
      replacedLine,
      'replace',
      'key_a',
      '--overlap',
      '52w',
    );
    expect(replaced.expires_at).toBe('2026-01-31T00:00:00.000Z');
    expect(Date.parse(expires_at ?? '') - Date.parse(issued_at)).toBe(30 * DAY_MS);
  });

  test('leaves a revoked key revoked', async () => {
    const { json } = await operator(record('key_a', { revoked_at: '2026-01-03T00:00:00.000Z' }));
    const { replaced } = await json(replacedLine, 'replace', 'key_a');
    expect(replaced.revoked_at).toBe('2026-01-03T00:00:00.000Z');
  });
});

describe('the key file', () => {
  test("is the API's own default when KEYS_FILE is empty, and --file wins over both", async () => {
    const { keysFile } = loadConfig({});
    const { keysIn, directory } = await operator();
    await keysIn(['issue', '--holder', 'default'], { KEYS_FILE: '' });
    await keysIn(['issue', '--holder', 'named', '--file', 'other.json'], { KEYS_FILE: 'ignored.json' });
    const holderIn = async (name: string) =>
      (await readKeyFile(join(directory, name))).map((key) => key.holder);
    expect(await holderIn(keysFile)).toEqual(['default']);
    expect(await holderIn('other.json')).toEqual(['named']);
  });

  test('that is full takes no further key and is left alone, and all its keys can still be revoked', async () => {
    const keys = Array.from({ length: 90_000 }, (_, index) =>
      record(`key_${index}`, { holder: 'x'.repeat(MAX_HOLDER_LENGTH) }),
    );
    const { keysIn, path, json } = await operator(...keys);
    const before = await readFile(path, 'utf8');
    for (const args of [
      ['issue', '--holder', 'A'],
      ['replace', 'key_0'],
    ]) {
      const { code, stdout, stderr } = await keysIn(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The key file .* would be larger than 32 MiB, so no key was issued\. .*\n$/);
    }
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await json(keyLine, 'revoke', 'key_0')).toMatchObject({ revoked_at: expect.any(String) });
    const all = (await readKeyFile(path)).map((key) => ({ ...key, revoked_at: key.issued_at }));
    await writeFile(path, serializeKeyFile(all));
    expect(await readKeyFile(path)).toHaveLength(90_000);
  });

  test('when corrupted is reported by every command and left alone', async () => {
    const { keysIn, path } = await operator(record('key_a'));
    await writeFile(path, '{"version":1,');
    for (const args of [['issue', '--holder', 'A'], ['list'], ['revoke', 'key_a'], ['replace', 'key_a']]) {
      const { code, stdout, stderr } = await keysIn(args);
      expect({ code, stdout }, args[0]).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The key file .* cannot be used: it is not valid JSON\. .*\n$/);
    }
    expect(await readFile(path, 'utf8')).toBe('{"version":1,');
  });
});
