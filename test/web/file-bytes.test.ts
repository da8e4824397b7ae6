import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomStudent } from '../reference/arbitraries.js';
import { csvText, REQUEST_COLUMNS, requestRows } from '../reference/csv-rows.js';
import { type Incidents, NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import type { Client } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';
import { calculate, confirm, giveFile, SAVE_CSV, save, workThrough } from './file-steps.js';

const FOLDERS = ['../files/calculated', '../corpus/csv/200'].map((path) => join(import.meta.dirname, path));

/** Numbers with a decimal comma fail at the service; the page reads them. */
const READ_HERE = new Set(['german.csv']);

function randomFile(firstSeed: number): Uint8Array {
  const rows = Array.from({ length: 300 }, (_, nth) =>
    requestRows(`S${nth % 290}`, randomStudent(firstSeed + nth)),
  ).flat();
  return Buffer.from(csvText([REQUEST_COLUMNS, ...rows]));
}

const FILES: readonly (readonly [name: string, file: Uint8Array])[] = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => !READ_HERE.has(name))
      .map((name) => [name, readFileSync(join(folder, name))] as const),
  ),
  ...[1, 10_001, 20_001].map((seed) => [`random students from seed ${seed}`, randomFile(seed)] as const),
];

describe.skipIf(NO_BROWSER !== '')(`the page gives the bytes that the service gives${NO_BROWSER}`, () => {
  let client: Client;
  let page: Page;
  let incidents: Incidents;
  beforeAll(async () => {
    const [{ api, ...service }, browser] = await Promise.all([sharedService(), sharedBrowser()]);
    ({ client } = service);
    ({ page, incidents } = await openPage(browser));
    await page.goto(`${api.url}/file`);
  });
  afterAll(() => page?.context().close());

  test.each(FILES)('%s', async (name, file) => {
    const { status, text } = await client.bulk(file, {}, '?ignore_columns=*');
    expect(status).toBe(200);
    const asked = incidents.requests.length;
    await giveFile(page, name, file);
    // Columns that are not ours are not used.
    if ((await page.getByRole('button', { name: 'Next open line' }).count()) > 0) {
      await workThrough(page, {});
      await confirm(page);
    }
    await calculate(page);
    const { bytes } = await save(page, SAVE_CSV);
    expect(bytes.equals(Buffer.from(text))).toBe(true);
    expect(incidents.requests.slice(asked).filter((url) => !url.startsWith('blob:'))).toEqual([]);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });
});
