import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { loadConfig } from '../../src/ops/config.js';
import { MAX_FILE_BYTES } from '../../src/web/file/worker/held-file.js';

const WEB = join(import.meta.dirname, '../../dist/web');

/** Compressed bytes that a browser loads for a page, with every asset that it or its assets name. */
async function weight(page: string): Promise<number> {
  const pending = [page];
  const seen = new Set<string>();
  let bytes = 0;
  for (const file of pending) {
    if (seen.has(file)) continue;
    seen.add(file);
    const content = await readFile(join(WEB, file));
    bytes += gzipSync(content, { level: 9 }).length;
    pending.push(...[...content.toString().matchAll(/assets\/[\w.-]+/g)].map(([asset]) => asset));
  }
  // At least the page, its style sheet and its script.
  expect(seen.size).toBeGreaterThanOrEqual(3);
  return bytes;
}

test.each([
  ['index.html', 100_000],
  ['file.html', 200_000],
])('%s with all that it loads is within its budget', async (page, budget) => {
  expect(await weight(page)).toBeLessThanOrEqual(budget);
});

test('the own thread of /file holds no schemas and no exact arithmetic, which its worker has', async () => {
  const page = (await readFile(join(WEB, 'file.html'))).toString();
  const [script = ''] = page.match(/assets\/file\.[\w.-]+\.js/) ?? [];
  const thread = (await readFile(join(WEB, script))).toString();
  expect(gzipSync(thread, { level: 9 }).length).toBeLessThanOrEqual(45_000);
  const [worker = ''] = thread.match(/assets\/file-worker\.[\w.-]+\.js/) ?? [];
  const content = (await readFile(join(WEB, worker))).toString();
  // Class names of zod and decimal.js.
  for (const name of ['ZodType', 'DecimalError']) {
    expect(thread).not.toContain(name);
    expect(content).toContain(name);
  }
});

test('the page refuses the files that a service refuses whose operator has changed nothing', () => {
  const { bulkMaxColumns, bulkMaxCellBytes, bulkMaxRows, bulkMaxBytes } = loadConfig({});
  expect(USUAL_LIMITS).toEqual({
    maxColumns: bulkMaxColumns,
    maxCellBytes: bulkMaxCellBytes,
    maxRows: bulkMaxRows,
  });
  expect(MAX_FILE_BYTES).toBeGreaterThanOrEqual(bulkMaxBytes);
});
