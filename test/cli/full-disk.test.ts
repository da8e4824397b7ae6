import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder, namesIn, prorata } from './cli-run.js';
import { studentFile } from './files.js';

const YESTERDAY = 'yesterday';

/** A file system of 1 MiB; false where this user may not mount one. */
function mountSmall(path: string): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
  if (status === 0) onTestFinished(() => void spawnSync('umount', [path]));
  return status === 0;
}

test('a disk that is full in the middle is named, and replaces nothing', async ({ skip }) => {
  const cwd = await folder();
  await mkdir(join(cwd, 'disk'));
  if (!mountSmall(join(cwd, 'disk'))) skip('this user may not mount a file system');
  await writeFile(join(cwd, 'in.csv'), studentFile(20_000));
  await writeFile(join(cwd, 'disk/out.csv'), YESTERDAY);
  const { code, stderr } = await prorata(['bulk', 'in.csv', '-o', 'disk/out.csv', '--local', '--quiet'], {
    cwd,
  });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'Cannot write disk/out.csv: the disk is full. Make room, and run the command again.\nNothing was written to disk/out.csv.\n',
  );
  expect(await readFile(join(cwd, 'disk/out.csv'), 'utf8')).toBe(YESTERDAY);
  expect(await namesIn(join(cwd, 'disk'))).toEqual(['out.csv']);
});
