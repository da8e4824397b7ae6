import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildId } from '../../src/bulk/queue/build-id.js';

const ROOT = new URL('../../', import.meta.url);
let folder: string;
let build: URL;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'));
  await cp(new URL('dist', ROOT), join(folder, 'dist'), { recursive: true });
  await cp(new URL('package.json', ROOT), join(folder, 'package.json'));
  build = pathToFileURL(`${folder}/dist/`);
});
afterEach(() => rm(folder, { recursive: true }));

test('the same build has the same id wherever it lies', () => {
  expect(buildId(build)).toMatch(/^[0-9a-f]{12}$/);
  expect(buildId(build)).toBe(buildId(new URL('dist/', ROOT)));
});

test.each(['dist/src/engine/limits.js', 'dist/src/contract/csv-columns.js', 'package.json'])(
  'a change of %s makes another id',
  async (file) => {
    const before = buildId(build);
    await appendFile(join(folder, file), ' ');
    expect(buildId(build)).not.toBe(before);
  },
);

test('what belongs to no program changes nothing', async () => {
  const before = buildId(build);
  await writeFile(join(folder, 'dist/src/notes.txt'), 'hello');
  expect(buildId(build)).toBe(before);
});
