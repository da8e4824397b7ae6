import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeBlocks } from '../support/documents.js';
import { run } from '../support/finished.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT, readText } from '../support/yaml-files.js';

const folder = ownFolder('command-line');
await copyFile(join(ROOT, 'docs/samples/right.csv'), join(folder, 'students.csv'));
await copyFile(join(ROOT, 'docs/samples/mistakes.csv'), join(folder, 'mistakes.csv'));
const program = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'dist/src/cli/prorata.js')}" "$@"\n`;
await writeFile(join(folder, 'prorata'), program, { mode: 0o755 });

const timeless = (text: string) => text.replace(/ in [\d.]+ s/g, ' in SOME s');

test('the commands of the page run as printed, and say what it shows', async () => {
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  let said = '';
  let shown = 0;
  for (const { info, code } of codeBlocks('docs/command-line.md')) {
    if (info.startsWith('sh ')) continue;
    if (info === 'sh') {
      const { code: exitCode, stdout, stderr } = await run('bash', ['-uc', code], { cwd: folder, env });
      expect([0, 1], `${code}\n${stderr}`).toContain(exitCode);
      said = timeless(stdout + stderr);
      continue;
    }
    shown += 1;
    const lines = said.split('\n');
    for (const line of timeless(code).trimEnd().split('\n')) expect(lines).toContain(line);
  }
  expect(shown).toBe(4);
  const written = (name: string) => readFile(join(folder, name), 'utf8');
  expect(await written('answer.csv')).toBe(readText('docs/samples/right-answer.csv'));
  expect(JSON.parse(await written('summary.json'))).toMatchObject({ rows: 9, students: 5 });
});
