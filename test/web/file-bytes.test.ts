import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomStudent } from '../reference/arbitraries.js';
import { csvText, REQUEST_COLUMNS, requestRows } from '../reference/csv-rows.js';
import { NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import { type Client, createClient } from '../support/client.js';
import { openScene, type Scene } from '../support/scene.js';
import { sharedService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { calculate, confirm, giveFile, SAVE_CSV, save, workThrough } from './file-steps.js';

const FILES = join(import.meta.dirname, '../files/calculated');
const CORPUS = join(import.meta.dirname, '../corpus/csv/200');

/** Numbers with a decimal comma fail at the service; the page reads them. */
const READ_HERE = new Set(['german.csv']);
const fixtures = [FILES, CORPUS].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => !READ_HERE.has(name))
    .map((name) => [name, readFileSync(join(folder, name))] as const),
);

/** Says of the columns that are not ours that they are not used. */
async function sayNotUsed(page: Page): Promise<void> {
  if ((await page.getByRole('button', { name: 'Next open line' }).count()) === 0) return;
  await workThrough(page, {});
  await confirm(page);
}

function randomFile(firstSeed: number): Uint8Array {
  const rows = Array.from({ length: 300 }, (_, index) =>
    requestRows(`S${index % 290}`, randomStudent(firstSeed + index)),
  ).flat();
  return Buffer.from(csvText([REQUEST_COLUMNS, ...rows]));
}

describe.skipIf(NO_BROWSER !== '')(
  `the page gives the bytes that threads and workers of the service give${NO_BROWSER}`,
  () => {
    let scene: Scene;
    let clients: readonly Client[];
    let page: Page;
    let incidents: Awaited<ReturnType<typeof openPage>>['incidents'];
    beforeAll(async () => {
      // One calculates with its own threads, the other through Redis and a worker.
      const [{ api, client }, opened, browser] = await Promise.all([
        sharedService(),
        openScene({ workers: 1 }),
        sharedBrowser(),
      ]);
      scene = opened;
      clients = [client, await createClient(scene.api)];
      ({ page, incidents } = await openPage(browser));
      await page.goto(`${api.url}/file`);
    });
    afterAll(async () => {
      await page?.context().close();
      await scene?.close();
    });

    async function expectSameBytes(name: string, file: Uint8Array): Promise<void> {
      const answers = await Promise.all(clients.map((client) => client.bulk(file, {}, '?ignore_columns=*')));
      const asked = incidents.requests.length;
      await giveFile(page, name, file);
      await sayNotUsed(page);
      await calculate(page);
      const saved = await save(page, SAVE_CSV);
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(saved.bytes.equals(Buffer.from(text))).toBe(true);
      }
      expect(incidents.requests.slice(asked).filter((url) => !url.startsWith('blob:'))).toEqual([]);
      expect(incidents).toMatchObject(NO_INCIDENTS);
    }

    test.each(fixtures)('%s', (name, file) => expectSameBytes(name, file));

    test.each([1, 10_001, 20_001])('a file of random students from seed %i', (seed) =>
      expectSameBytes('random.csv', randomFile(seed)),
    );

    test('a file of 30,000 rows, in several chunks, some students far apart', () =>
      expectSameBytes('large.csv', Buffer.from(studentFile(30_000))));
  },
);
