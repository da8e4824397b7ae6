import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configTable, renderConfigTable } from '../../src/ops/config-docs.js';

/** `npm run build && node test/ops/print-config-table.js` prints what belongs between the markers. */
test('the README documents every variable exactly as the code reads it', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const between = /<!-- config:start -->\n([\s\S]*?)\n<!-- config:end -->/.exec(readme)?.[1];
  expect(between?.trim()).toBe(renderConfigTable());
});

test('every variable is documented once, with its default and a meaning', () => {
  const rows = configTable();
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  for (const { defaultText, description } of rows) {
    expect(defaultText).not.toBe('');
    expect(description).not.toBe('');
  }
});

test('the table tells who reads a variable', () => {
  const readBy = Object.fromEntries(configTable().map((row) => [row.name, row.readBy]));
  expect(readBy).toMatchObject({
    PORT: 'API',
    REDIS_URL: 'both',
    LOG_LEVEL: 'both',
    WORKER_CONCURRENCY: 'worker',
  });
});

test('the table is Markdown of five columns, sizes written for people', () => {
  const lines = renderConfigTable().split('\n');
  expect(lines[0]).toBe('| Variable | Default | Unit | Read by | Meaning |');
  expect(lines).toContain(
    '| `JSON_MAX_BYTES` | `1MiB` | bytes | API | Largest JSON body, after decompression |',
  );
  for (const line of lines) expect(line.split(' | ')).toHaveLength(5);
});
