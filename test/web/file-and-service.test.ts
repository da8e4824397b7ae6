import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADER_ROW, RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { randomStudent } from '../reference/arbitraries.js';
import { csvText, REQUEST_COLUMNS, requestRows } from '../reference/csv-rows.js';
import { type Incidents, NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import type { Client } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';
import { FilePage, SAVE_CSV } from './file-steps.js';

/** The page on every file that the service calculates, and on every one that it refuses. */

type NamedFile = readonly [name: string, bytes: Uint8Array];

function filesIn(...folders: readonly string[]): readonly NamedFile[] {
  return folders
    .map((folder) => join(import.meta.dirname, '..', folder))
    .flatMap((from) => readdirSync(from).map((name) => [name, readFileSync(join(from, name))] as const));
}

function randomFile(firstSeed: number): Uint8Array {
  const rows = Array.from({ length: 300 }, (_, nth) =>
    requestRows(`S${nth % 290}`, randomStudent(firstSeed + nth)),
  ).flat();
  return Buffer.from(csvText([REQUEST_COLUMNS, ...rows]));
}

const CALCULATED: readonly NamedFile[] = [
  ...filesIn('files/calculated', 'corpus/csv/200'),
  ...[1, 10_001, 20_001].map((seed) => [`random students from seed ${seed}`, randomFile(seed)] as const),
];
const REFUSED = filesIn('files/refused', 'corpus/csv/400');

const SPANISH = `student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled,term_ft_credits
0012,dependent,first_year,3500,Otoño 2026,12,12
0012,dependent,first_year,3500,Primavera,6,12
`;

describe.skipIf(NO_BROWSER !== '')(`a file on the page and at the service${NO_BROWSER}`, () => {
  let client: Client;
  let page: Page;
  let file: FilePage;
  let incidents: Incidents;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const [{ api, ...service }, browser] = await Promise.all([sharedService(), sharedBrowser()]);
    ({ client } = service);
    ({ page, incidents, close } = await openPage(browser));
    await page.goto(`${api.url}/file`);
    file = new FilePage(page);
  });
  afterAll(() => close?.());

  test.each(CALCULATED)('has the same answer, byte by byte: %s', async (name, sent) => {
    const { status, text } = await client.bulk(sent, {}, '?ignore_columns=*');
    expect(status).toBe(200);
    const asked = incidents.requests.length;
    await file.giveFile(name, sent);
    // Columns that are not ours are marked as not used.
    if ((await page.getByRole('button', { name: 'Next open line' }).count()) > 0) {
      await file.workThrough({});
      await file.confirm();
    }
    await file.calculate();
    const { bytes } = await file.save(SAVE_CSV);
    expect(bytes.equals(Buffer.from(text))).toBe(true);
    expect(incidents.requests.slice(asked).filter((url) => !url.startsWith('blob:'))).toEqual([]);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test.each(REFUSED)('is refused, or its columns are asked about: %s', async (name, bytes) => {
    await file.giveFile(name, bytes);
    if (!(await page.getByRole('heading', { name: 'Your columns' }).isVisible())) {
      const refusal = page.locator('.note.bad');
      await refusal.waitFor();
      // This advice is only for callers who send files from a program.
      expect(await refusal.textContent()).not.toContain('curl');
    }
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test.each([
    ['a header of a student system', 'ID,Term,Credits\n', 'no rows below the header, which is row 1'],
    ['columns made of blanks', 'ID     HRS\n1001   12\n', 'blanks are not enough. Export'],
    ['nothing', '', 'The file is empty'],
    [
      'an answer',
      `${HEADER_ROW}A1${','.repeat(RESPONSE_COLUMNS.length - 1)}\n`,
      'Open the file that it was made from',
    ],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'The file is damaged, or is not text'],
  ])('is refused in the words of an aid office: %s', async (name, bytes, words) => {
    await file.giveFile(`${name}.csv`, bytes);
    const refusal = page.locator('.note.bad').filter({ hasText: words });
    await refusal.waitFor();
    expect(await refusal.textContent()).not.toMatch(/\w_\w|UTF|byte/);
  });

  test('is shown as text, never as markup', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const rows = SPANISH.replace('Primavera', `"${markup}"`).replaceAll('0012,', `${markup},`);
    await file.giveFile(`${markup}.csv`, rows);
    await file.calculate();
    await page.getByRole('cell', { name: markup }).first().waitFor();
    expect(await page.locator('#file img').count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });
});
