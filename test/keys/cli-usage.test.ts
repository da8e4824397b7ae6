import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from './cli-support.js';
import { compileKeys } from './support.js';

let build: string;
beforeAll(async () => {
  build = await compileKeys();
});
afterAll(() => rm(build, { recursive: true, force: true }));

test('--help explains every command on the standard output', async () => {
  const { keysIn } = await operator(build);
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
});

test.each([
  [[], /issue, list, revoke or replace/],
  [['destroy'], /no command "destroy"/],
  [['toString'], /no command "toString"/],
  [['issue'], /--holder NAME/],
  [['issue', '--holder', '  '], /1 to 200 characters/],
  [['issue', '--holder', 'a\nb'], /on one line/],
  [['issue', '--holder', 'State', 'University'], /"University" is not expected/],
  [['issue', '--holder', 'A', '--expires', 'soon'], /"soon" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-02-30'], /"2026-02-30" is neither/],
  [['issue', '--holder', 'A', '--expires', '2026-06-30T10:00:00'], /is neither/],
  [['issue', '--holder', 'A', '--expires', '99999999d'], /is neither/],
  [['issue', '--holder', 'A', '--expires', '-1d'], /--expires/],
  [['issue', '--holder', 'A', '--id', 'key_a'], /issue has no option --id/],
  [['issue', '--holder', 'A', '--file', ''], /--file needs a path/],
  [['list', 'all'], /"all" is not expected/],
  [['list', '--verbose'], /--verbose/],
  [['revoke'], /needs the id/],
  [['revoke', 'key_a', 'key_b'], /one id, not several/],
  [['revoke', 'key_a', '--id', 'key_b'], /one id, not several/],
  [['replace', 'key_a', '--overlap', 'a week'], /"a week" is not a duration/],
])('wrong usage %j exits with 2, says why, and makes nothing', async (args, message) => {
  const { keysIn, path } = await operator(build);
  const { code, stdout, stderr } = await keysIn(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).toContain('--help');
  await expect(stat(join(path, '..'))).rejects.toThrow('ENOENT');
});
