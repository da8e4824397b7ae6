import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Incidents, NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import { type Client, errorOf } from '../support/client.js';
import { REFUSED_FILES } from '../support/refused-files.js';
import { sharedService } from '../support/shared-service.js';
import { giveFile, save } from './file-steps.js';

/** Every file that the service refuses: the page says the same, and has the next step as a button where there is one. */

const FOLDERS = ['../files/refused', '../corpus/csv/400'].map((path) => join(import.meta.dirname, path));

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const),
  ),
  ...REFUSED_FILES.map(({ what, bytes }) => [`${what}.csv`, Buffer.from(bytes)] as const),
];

/** What is no CSV at all, but can be read all the same. */
const READ_AT_ONCE = ['students.xlsx'];
/** What the page names in words of its own, since it reads workbooks and the service does not. */
const OWN_WORDS = ['students.xls', 'an Excel workbook.csv'];

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

  test.each(files.filter(([name]) => ![...READ_AT_ONCE, ...OWN_WORDS].includes(name)))(
    'is refused in the same words: %s',
    async (name, bytes) => {
      const answer = await client.bulk(bytes);
      expect(answer.status).toBe(400);
      await giveFile(page, name, bytes);
      const words = page.locator('#file').getByText(errorOf(answer).message, { exact: true });
      await words.waitFor({ state: 'attached' });
      expect(incidents).toMatchObject(NO_INCIDENTS);
    },
  );

  test.each([
    [
      'students.xls',
      'The file is an old Excel workbook (.xls). Open it in Excel, save it as "Excel Workbook (.xlsx)"',
    ],
    ['cut.xlsx', 'The workbook is damaged: it is no whole archive'],
  ])('is told what stops it as a workbook: %s', async (name, words) => {
    const [folder = ''] = FOLDERS;
    const bytes = readFileSync(join(folder, name.startsWith('cut') ? 'students.xlsx' : name));
    await giveFile(page, name, name.startsWith('cut') ? bytes.subarray(0, bytes.length / 2) : bytes);
    await page.locator('#file').getByText(words).waitFor({ state: 'attached' });
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('is read at once when it is a workbook', async () => {
    await giveFile(page, 'students.xlsx', readFileSync(join(FOLDERS[0] ?? '', 'students.xlsx')));
    await page.getByText('Excel workbook, sheet').waitFor();
  });

  const HEADER =
    'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled';
  const FILE = `${HEADER}\n0012,dependent,first_year,3500,Otoño 2026,12\n0012,dependent,first_year,3500,Primavera,6\n`;

  test.each([
    ['semicolons', FILE.replaceAll(',', ';'), 'Read it with semicolons'],
    ['tabs', FILE.replaceAll(',', '\t'), 'Read it with tabs'],
    ['UTF-16', Buffer.from(`\uFEFF${FILE}`, 'utf16le'), 'Read it as UTF-16 ("Unicode text")'],
    ['Windows-1252', Buffer.from(FILE, 'latin1'), 'Read it as Windows-1252'],
    ['a title', `Loans 2026-27\n${FILE}`, 'Skip the first line'],
    ['sep=', `sep=,\n${FILE}`, 'Skip the first line'],
    [
      'a title, semicolons and Windows-1252',
      Buffer.from(`Loans 2026-27;;;;;\n${FILE.replaceAll(',', ';')}`, 'latin1'),
      'Read it with semicolons, as Windows-1252, and skip the first line',
    ],
  ])('gives the right answer after its next step: %s', async (name, bytes, button) => {
    const { text } = await client.bulk(FILE);
    await giveFile(page, `${name}.csv`, bytes);
    await page.getByRole('button', { name: button, exact: true }).click();
    const { bytes: answer } = await save(page, 'Save the whole answer (CSV)');
    expect(answer.toString()).toBe(text);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('gives the right answer after it was unpacked', async () => {
    const { text } = await client.bulk(FILE);
    const { gzipSync } = await import('node:zlib');
    await giveFile(page, 'students.csv.gz', gzipSync(FILE));
    await page.getByRole('button', { name: 'Unpack it and read it' }).click();
    const { bytes, name } = await save(page, 'Save the whole answer (CSV)');
    expect([bytes.toString(), name]).toEqual([text, 'students-answer.csv']);
  });

  test('shows its text as text, never as markup', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await giveFile(
      page,
      `${markup}.csv`,
      FILE.replace('Primavera', `"${markup}"`).replace('0012,', `${markup},`),
    );
    await page.getByText('Look into the answer').click();
    await page.getByRole('cell', { name: markup }).first().waitFor();
    expect(await page.locator('#file img').count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });
});
