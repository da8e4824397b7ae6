import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADER_ROW, RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { type Incidents, NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import type { Client } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';
import { calculate, giveFile, SAVE_CSV, save } from './file-steps.js';

/** Every file that the service refuses: the page refuses it, too, or asks about its columns. */

const FOLDERS = ['../files/refused', '../corpus/csv/400'].map((path) => join(import.meta.dirname, path));

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const),
);

describe.skipIf(NO_BROWSER !== '')(`a file that the service refuses${NO_BROWSER}`, () => {
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

  /** Read as a table, of which a person is asked what is what. */
  const asked = (): Promise<boolean> => page.getByRole('heading', { name: 'Your columns' }).isVisible();

  test.each(files)('is refused, or its columns are asked: %s', async (name, bytes) => {
    await giveFile(page, name, bytes);
    if (!(await asked())) {
      const refusal = page.locator('.note.bad');
      await refusal.waitFor();
      // What helps whoever sends files from a program.
      expect(await refusal.textContent()).not.toContain('curl');
    }
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test.each([
    ['a header of a student system', 'ID,Term,Credits\n', 'no rows below the header, which is row 1'],
    ['one column', 'ID\n1001\n1002\n', 'only one column'],
    ['nothing', '', 'The file is empty'],
    [
      'an answer',
      `${HEADER_ROW}A1${','.repeat(RESPONSE_COLUMNS.length - 1)}\n`,
      'Open the file that it was made from',
    ],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'The file is a picture'],
    ['bytes of another program', Buffer.from('\x7fELF"\x02,"'.padEnd(64, '\0')), 'is not text'],
  ])('is refused in the words of an aid office: %s', async (name, bytes, words) => {
    await giveFile(page, `${name}.csv`, bytes);
    const refusal = page.locator('.note.bad').filter({ hasText: words });
    await refusal.waitFor();
    expect(await refusal.textContent()).not.toMatch(/\w_\w|UTF|byte/);
  });

  const FILE = `student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled,term_ft_credits
0012,dependent,first_year,3500,Otoño 2026,12,12
0012,dependent,first_year,3500,Primavera,6,12
`;

  test.each([
    ['tabs in UTF-16', Buffer.from(`\uFEFF${FILE.replaceAll(',', '\t')}`, 'utf16le')],
    ['sep=', `sep=,\n${FILE}`],
    [
      'a title, semicolons and Windows-1252',
      Buffer.from(`Loans 2026-27;;;;;;\n${FILE.replaceAll(',', ';')}`, 'latin1'),
    ],
  ])('is read as what it is, and gives the right answer: %s', async (name, bytes) => {
    const { text } = await client.bulk(FILE);
    await giveFile(page, `${name}.csv`, bytes);
    await calculate(page);
    expect((await save(page, SAVE_CSV)).bytes.toString()).toBe(text);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('shows its text as text, never as markup', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await giveFile(
      page,
      `${markup}.csv`,
      FILE.replace('Primavera', `"${markup}"`).replaceAll('0012,', `${markup},`),
    );
    await calculate(page);
    await page.getByRole('cell', { name: markup }).first().waitFor();
    expect(await page.locator('#file img').count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });
});
