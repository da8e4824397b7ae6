import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/ops/config.js';
import { finished, run } from '../support/finished.js';
import { operator } from './cli-support.js';
import { KEYS_CLI, PROJECT, temporaryDirectory } from './support.js';

test('--help explains every command on the standard output', async () => {
  const { keysIn } = await operator();
  const { code, stdout } = await keysIn(['--help']);
  expect(code).toBe(0);
  for (const word of [
    'issue',
    'list',
    'revoke',
    'replace',
    '--holder',
    '--expires',
    '--overlap',
    '--json',
    'KEYS_FILE',
  ]) {
    expect(stdout).toContain(word);
  }
  expect(stdout).toContain(`KEYS_FILE, or else ${loadConfig({}).keysFile}`);
});

test.each([
  [[], /Issue, list, revoke and replace/],
  [['destroy'], /unknown command 'destroy'/],
  [['toString'], /unknown command 'toString'/],
  [['issue'], /--holder NAME/],
  [['issue', '--holder', '  '], /1 to 200 characters/],
  [['issue', '--holder', 'a\nb'], /on one line/],
  [['issue', '--holder', 'State', 'University'], /too many arguments for 'issue'/],
  [['issue', '--holder', 'A', '--expires', 'soon'], /"soon" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-02-30'], /"2026-02-30" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-06-30T10:00:00'], /is neither/],
  [['issue', '--holder', 'A', '--expires', '99999999d'], /is neither/],
  [['issue', '--holder', 'A', '--expires', '-1d'], /--expires/],
  [['issue', '--holder', 'A', '--expires', '9999-12-31T23:59:59-01:00'], /up to the year 9999/],
  [['issue', '--holder', 'A', '--expires', '0000-01-01T00:00:00+01:00'], /is neither/],
  [['replace', 'key_a', '--expires', '9999-12-31T23:59:59-00:01'], /up to the year 9999/],
  [['issue', '--holder', 'A', '--id', 'key_a'], /unknown option '--id'/],
  [['issue', '--holder', 'A', '--file', ''], /--file needs a path/],
  [['list', 'all'], /too many arguments for 'list'/],
  [['list', '--verbose'], /--verbose/],
  [['revoke'], /Name one key by its id/],
  [['revoke', 'key_a', 'key_b'], /too many arguments for 'revoke'/],
  [['revoke', 'key_a', '--id', 'key_b'], /Name one key by its id/],
  [['replace', 'key_a', '--overlap', 'a week'], /"a week" is not a duration/],
])('wrong usage %j exits with 2, says why, and makes nothing', async (args, message) => {
  const { keysIn, path } = await operator();
  const { code, stdout, stderr } = await keysIn(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).toContain('--help');
  await expect(stat(join(path, '..'))).rejects.toThrow('ENOENT');
});

describe('npm run keys without -- in front of the command', () => {
  const npm = async (...args: readonly string[]) => {
    const path = join(await temporaryDirectory(), 'data', 'keys.json');
    const env = { PATH: process.env['PATH'], KEYS_FILE: path };
    const outcome = await run('npm', ['run', '--silent', 'keys', ...args], { cwd: PROJECT, env });
    return { ...outcome, path };
  };

  test.each([
    [['issue', '--holder', 'State College'], 'issue --holder NAME'],
    [['issue', '--holder=A', '--expires', '90d'], 'issue --holder NAME'],
    [['revoke', '--id', 'key_a'], 'revoke ID'],
    [['replace', 'key_a', '--overlap', '0'], 'replace ID'],
    [['--holder', 'A', 'issue'], 'COMMAND'],
  ])('is told what to type, and makes nothing: %j', async (args, usage) => {
    const { code, stdout, stderr, path } = await npm(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/npm took --(holder|id|overlap).* because "--" is missing/);
    expect(stderr).toContain(`Type: npm run keys -- ${usage}`);
    await expect(stat(join(path, '..'))).rejects.toThrow('ENOENT');
  });

  test('understands --json, and with -- every option arrives', async () => {
    const { code, path } = await npm('--', 'issue', '--holder', 'A', '--expires', '90d');
    expect(code).toBe(0);
    const { stdout } = await npm('--', 'list', '--file', path, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ keys: [{ holder: 'A', expires_at: expect.any(String) }] });
    const env = { KEYS_FILE: path, npm_lifecycle_event: 'keys', npm_config_json: 'true' };
    expect((await run(process.execPath, [KEYS_CLI, 'list'], { env })).stdout).toBe(stdout);
  });
});

test('an answer that cannot be written is told, since a token would be lost', async () => {
  const path = join(await temporaryDirectory(), 'keys.json');
  const args = [KEYS_CLI, 'issue', '--holder', 'A', '--file', path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const { code, stderr } = await finished(child);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^The answer cannot be written: nobody reads it\. .*revoke its key\.\n$/),
  });
});
