import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../support/finished.js';

const ROOT = resolve(import.meta.dirname, '../..');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  await copyFile(join(ROOT, 'docs/samples/right.csv'), join(folder, 'students.csv'));
  await copyFile(join(ROOT, 'docs/samples/mistakes.csv'), join(folder, 'mistakes.csv'));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'dist/src/cli/prorata.js')}" "$@"\n`;
  await writeFile(join(folder, 'prorata'), program, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true }));

/** How long something took is never the same. */
const timeless = (text: string) => text.replace(/ in [\d.]+ s/g, ' in SOME s');

test('the commands of the page run as printed, and say what it shows', async () => {
  const page = await readFile(join(ROOT, 'docs/command-line.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(sh|text)\n([\s\S]*?)\n```$/gm)];
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  let said = '';
  let shown = 0;
  for (const [, info, code = ''] of blocks) {
    if (info === 'sh') {
      const { code: exitCode, stdout, stderr } = await run('bash', ['-uc', code], { cwd: folder, env });
      expect([0, 1], `${code}\n${stderr}`).toContain(exitCode);
      said = timeless(stdout + stderr);
      continue;
    }
    shown += 1;
    const lines = said.split('\n');
    for (const line of timeless(code).split('\n')) expect(lines).toContain(line);
  }
  expect(shown).toBe(4);
  const answer = await readFile(join(folder, 'answer.csv'), 'utf8');
  expect(answer).toBe(await readFile(join(ROOT, 'docs/samples/right-answer.csv'), 'utf8'));
  expect(JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8'))).toMatchObject({
    rows: 9,
    students: 5,
  });
});
