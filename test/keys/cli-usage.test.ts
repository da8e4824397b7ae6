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
  [[], /No command is given/],
  [['destroy'], /There is no command "destroy": issue, list, revoke or replace/],
  [['toString'], /no command "toString"/],
  [['issue'], /--holder NAME/],
  [['issue', '--holder', '  '], /1 to 200 characters/],
  [['issue', '--holder', 'a\nb'], /on one line/],
  [['issue', '--holder', 'State', 'University'], /too many words: University/],
  [['issue', '--holder', 'A', '--expires', 'soon'], /"soon" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-02-30'], /"2026-02-30" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-06-30T10:00:00'], /is neither/],
  [['issue', '--holder', 'A', '--expires', '99999999d'], /is neither/],
  [['issue', '--holder', 'A', '--expires', '-1d'], /--expires/],
  [['issue', '--holder', 'A', '--expires', '9999-12-31T23:59:59-01:00'], /up to the year 9999/],
  [['issue', '--holder', 'A', '--expires', '0000-01-01T00:00:00+01:00'], /is neither/],
  [['replace', 'key_a', '--expires', '9999-12-31T23:59:59-00:01'], /up to the year 9999/],
  [['issue', '--holder', 'A', '--id', 'key_a'], /issue has no option --id/],
  [['issue', '--holder', 'A', '--file', ''], /--file needs a path/],
  [['list', 'all'], /list has too many words: all/],
  [['list', '--verbose'], /--verbose/],
  [['revoke'], /Name the key by its id/],
  [['revoke', 'key_a', 'key_b'], /revoke has too many words/],
  [['revoke', 'key_a', '--id', 'key_b'], /too many words: key_a key_b/],
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
    [['issue', '--holder', 'State College'], 'issue'],
    [['replace', 'key_a', '--overlap=0'], 'replace'],
  ])('is told what to type, and makes nothing: %j', async (args, command) => {
    const { code, stdout, stderr, path } = await npm(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`for its own. Type: npm run keys -- ${command}`);
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
