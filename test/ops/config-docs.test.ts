import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderConfigTable } from '../../src/ops/config-docs.js';

/** `npm run build && node test/ops/print-config-table.js` prints what belongs between the markers. */
test('the README documents every variable exactly as the code reads it', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const between = /<!-- config:start -->\n([\s\S]*?)\n<!-- config:end -->/.exec(readme)?.[1];
  expect(between?.trim()).toBe(renderConfigTable());
});

test.each([
  '| `PORT` | `3000` |  | API | Port for callers; 0 for any free port |',
  '| `JSON_MAX_BYTES` | `1MiB` | bytes | API | Largest JSON body, after decompression |',
  '| `CSV_ESCAPE_FORMULAS` | `false` |  | API | Put an apostrophe before cells that a spreadsheet would run as a formula |',
  '| `ADMIN_HOST` | the value of `HOST` |  | both | Address of the operator port, which is not for callers |',
  '| `PUBLIC_URL` | unset |  | API | Address that callers use, shown as the server in the OpenAPI document |',
  '| `WORKER_CONCURRENCY` | `2` | chunks | worker | Chunks that one worker process takes at once |',
])('the table has default, unit, readers and meaning: %s', (line) => {
  expect(renderConfigTable().split('\n')).toContain(line);
});

test('the table has five columns', () => {
  for (const line of renderConfigTable().split('\n')) expect(line.split(' | ')).toHaveLength(5);
});
