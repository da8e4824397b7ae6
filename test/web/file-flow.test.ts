import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Incidents, NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import { type SharedService, sharedService } from '../support/shared-service.js';
import { BANNER, COLLEAGUE, PEOPLESOFT } from './exports.js';
import { giveFile, press, save, useColumns } from './file-steps.js';

/** What an aid officer does who has an export of a student system and no programmer. */

describe.skipIf(NO_BROWSER !== '')(`an export of a student system${NO_BROWSER}`, () => {
  let api: SharedService['api'];
  let browser: Browser;
  let page: Page;
  let incidents: Incidents;
  beforeAll(async () => {
    [{ api }, browser] = await Promise.all([sharedService(), sharedBrowser()]);
  });
  beforeEach(async () => {
    ({ page, incidents } = await openPage(browser));
    page.setDefaultTimeout(10_000);
    await page.goto(`${api.url}/file`);
  });
  afterEach(async () => {
    expect(incidents).toMatchObject(NO_INCIDENTS);
    const asked = incidents.requests.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'));
    // The page itself, its style sheets, its script and its worker; nothing once a file is there.
    expect(asked.filter((url) => !url.includes('/assets/'))).toEqual([`${api.url}/file`]);
    await page.context().close();
  });

  async function answers(): Promise<Record<string, string>[]> {
    const { bytes } = await save(page, 'Save the whole answer (CSV)');
    return parse(bytes, { columns: true });
  }

  /** A group of failures, unfolded. */
  async function group(name: RegExp): Promise<Locator> {
    const found = page.locator('details.group').filter({ hasText: name });
    if ((await found.getAttribute('open')) === null) await found.locator('summary').click();
    return found;
  }

  test('as Banner writes it: four mistakes are mended on the page, and what is mended can be taken back', async () => {
    await giveFile(page, 'banner.csv', BANNER);
    await page.getByLabel('Credits enrolled', { exact: true }).selectOption('TOTAL_ANTICIPATED_CREDITS');
    await useColumns(page);
    await page.getByText('3 of 7 students were calculated, 4 failed.').waitFor();

    const level = await group(/Nothing was given/);
    await level.getByRole('combobox').selectOption('first_year');
    await level.getByRole('button').click();
    await page.getByText('4 of 7 students were calculated, 3 failed.').waitFor();

    const credits = await group(/Expected 0 or more/);
    await credits.getByRole('textbox').fill('12');
    await credits.getByRole('button').click();
    await page.getByText('5 of 7 students were calculated, 2 failed.').waitFor();

    const letters = await group(/Expected a number/);
    await letters.getByRole('textbox').first().fill('12');
    await letters.getByRole('textbox').last().fill('6');
    await letters.getByRole('button').click();
    await page.getByText('6 of 7 students were calculated, 1 failed.').waitFor();

    const dependency = await group(/Must be the same on all rows/);
    await dependency.getByRole('combobox').selectOption('independent');
    await dependency.getByRole('button').click();
    await page.getByText('All 7 students were calculated.').waitFor();
    const mended = await answers();
    expect(mended.filter(({ error }) => error !== '')).toEqual([]);
    expect(mended.find(({ student_id }) => student_id === '00067890')).toMatchObject({
      reduced_annual_pct: '75',
    });

    await press(page, 'Take the last repair back');
    await page.getByText('6 of 7 students were calculated, 1 failed.').waitFor();
  });

  test('only the failed rows are saved as they stood, mended elsewhere, and dropped in again', async () => {
    await giveFile(page, 'banner.csv', BANNER);
    await page.getByLabel('Credits enrolled', { exact: true }).selectOption('TOTAL_ANTICIPATED_CREDITS');
    await useColumns(page);
    const { name, bytes } = await save(page, /^Save only the failed rows \(\d students\)/);
    expect(name).toBe('banner-failed.csv');
    const [header, ...rows] = parse(bytes, { bom: true });
    expect(header).toEqual([...(BANNER.split('\r\n', 1)[0]?.split(',') ?? []), 'error']);
    expect(rows).toHaveLength(8);

    const mended = bytes
      .toString()
      .replace('202710,12,D,,', '202710,12,D,1,')
      .replace('202720,12,D,,', '202720,12,D,1,')
      .replace(',-12,', ',12,')
      .replace('202720,6,I,2', '202720,6,D,2')
      .replace('202710,F,', '202710,12,')
      .replace('202720,H,', '202720,6,');
    await giveFile(page, name, mended);
    await page.getByText('You matched a file with these columns before.').waitFor();
    await useColumns(page);
    await page.getByText('All 4 students were calculated.').waitFor();
  });

  test('as PeopleSoft writes it: a row for each student becomes a row for each term', async () => {
    await giveFile(page, 'peoplesoft.txt', PEOPLESOFT);
    await press(page, 'Read it with tabs');
    await useColumns(page);
    await page.getByText('All 5 students were calculated.').waitFor();
    const rows = await answers();
    expect(rows.map(({ student_id, term_label }) => [student_id, term_label])).toEqual([
      ['0000111', 'Fall'],
      ['0000111', 'Spring'],
      ['0000112', 'Fall'],
      ['0000112', 'Spring'],
      ['0000113', 'Fall'],
      ['0000113', 'Spring'],
      ['0000114', 'Fall'],
      ['0000114', 'Spring'],
      ['0000115', 'Fall'],
      ['0000115', 'Spring'],
    ]);
    expect(rows[2]).toMatchObject({ reduced_annual_pct: '75', annual_basic_eligibility_sub: '1500' });
    // Not in school in fall: 12 of 24 credits of the year.
    expect(rows[7]).toMatchObject({ term_label: 'Spring', reduced_annual_pct: '50' });
  });

  test('as Colleague writes it: a title, semicolons and an older encoding', async () => {
    await giveFile(page, 'colleague.csv', Buffer.from(COLLEAGUE, 'latin1'));
    await press(page, /^Read it with semicolons/);
    await useColumns(page);
    await page.getByText('All 2 students were calculated.').waitFor();
    expect((await answers()).map(({ term_label }) => term_label)).toEqual([
      'Otoño 2026',
      'Primavera 2027',
      'Otoño 2026',
      'Primavera 2027',
    ]);
  });

  test('what was read wrongly is read again as a person says', async () => {
    await giveFile(page, 'colleague.csv', Buffer.from(COLLEAGUE, 'latin1'));
    await press(page, /^Read it with semicolons/);
    const readAs = async (encoding: string): Promise<void> => {
      await page.getByText('This was not read as it should be').click();
      await page.getByLabel('Encoding').selectOption(encoding);
      await press(page, 'Read it again');
    };
    await readAs('UTF-8');
    await page.getByText('Such as Oto\uFFFDo 2026, Primavera 2027.').waitFor();
    await readAs('Windows-1252');
    await page.getByText('Such as Otoño 2026, Primavera 2027.').waitFor();
    await useColumns(page);
    await page.getByText('All 2 students were calculated.').waitFor();
  });

  test('as a ledger writes it: rows of one fund each become terms with what was paid', async () => {
    const ledger = [
      'EMPLID,STRM,UNT_TAKEN_FA,DEP_STAT,CLASS,Ledger Fund,DISBURSED_BALANCE',
      '001,Fall,12,I,JR,WORK,100',
      '001,Fall,12,I,JR,DUNSUB,200',
      '001,Fall,12,I,JR,PELL,900',
      '001,Spring,6,I,JR,PELL,450',
    ];
    await giveFile(page, 'ledger.csv', `${ledger.join('\n')}\n`);
    await page.getByLabel('One row of your file is').selectOption('fund');
    await page.getByLabel('Column that names the fund').selectOption('Ledger Fund');
    await page.getByLabel('Column of the amount paid so far').selectOption('DISBURSED_BALANCE');
    await page.getByLabel('DUNSUB', { exact: true }).selectOption('term_prior_disbursement_unsub');
    await useColumns(page);
    await page.getByText('The student was calculated.').waitFor();
    // What was paid in fall is kept, and spring gets the rest.
    expect((await answers()).map(({ term_equal_unsubsidized }) => term_equal_unsubsidized)).toEqual([
      '200',
      '9175',
    ]);
  });

  test('rows can be pasted from a spreadsheet', async () => {
    await page.getByText('Paste rows instead').click();
    await page.getByLabel('Rows, with their header line').fill(PEOPLESOFT);
    await press(page, 'Read these rows');
    await useColumns(page);
    await page.getByText('All 5 students were calculated.').waitFor();
  });

  test('a recipe is saved as a file and loaded on another computer', async () => {
    await giveFile(page, 'banner.csv', BANNER);
    await page.getByLabel('Credits enrolled', { exact: true }).selectOption('TOTAL_ANTICIPATED_CREDITS');
    const recipe = await save(page, 'Save as a recipe file');
    expect(recipe.name).toBe('banner-recipe.json');

    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByText('This page was loaded again, and it keeps no file.').waitFor();
    incidents.requests.splice(0, incidents.requests.lastIndexOf(`${api.url}/file`));
    await giveFile(page, 'banner.csv', BANNER);
    await page.getByLabel('Credits enrolled', { exact: true }).waitFor();
    const buffer = Buffer.from('{"format":"prorata-recipe/9"}');
    await page
      .locator('#recipe-input')
      .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer });
    await page.getByText('The recipe cannot be used').waitFor();
    await page
      .locator('#recipe-input')
      .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer: recipe.bytes });
    await expect
      .poll(() => page.getByLabel('Credits enrolled', { exact: true }).inputValue())
      .toBe(':TOTAL_ANTICIPATED_CREDITS');
    await useColumns(page);
    await page.getByText('3 of 7 students were calculated, 4 failed.').waitFor();
  });

  test('what the page keeps is shown and can be forgotten', async () => {
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
    await useColumns(page);
    await page.getByText('All 5 students were calculated.').waitFor();
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
    for (const text of ['0000111', '3,500', 'peoplesoft']) expect(kept).not.toContain(text);
    await page.getByText('What this page keeps on this computer').click();
    await press(page, 'Forget');
    expect(await page.evaluate("localStorage.getItem('prorata-recipes')")).toBe('[]');
  });

  test('a broken entry among the recipes that the page keeps loses none of the others', async () => {
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
    await useColumns(page);
    await page.getByText('All 5 students were calculated.').waitFor();
    const broken = '[42, { columns: 1 }, ...JSON.parse(localStorage.getItem("prorata-recipes"))]';
    await page.evaluate(`localStorage.setItem("prorata-recipes", JSON.stringify(${broken}))`);
    await page.reload();
    await page.getByText('What this page keeps on this computer').click();
    await page.getByRole('button', { name: 'Forget' }).waitFor();
  });

  test('an earlier answer is compared: who may borrow more or less, and because of what', async () => {
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
    await useColumns(page);
    const before = await save(page, 'Save the whole answer (CSV)');
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT.replace('\t9\t9\t', '\t12\t12\t'));
    await useColumns(page);
    await page.getByText('Compare with an earlier answer').click();
    const wrong = { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\r\n1,2\r\n') };
    await page.getByLabel(/^The earlier answer/).setInputFiles(wrong);
    await press(page, 'Compare');
    await page.getByText('This is no answer as the service or this program writes it').waitFor();
    const file = { name: 'before.csv', mimeType: 'text/csv', buffer: before.bytes };
    await page.getByLabel(/^The earlier answer/).setInputFiles(file);
    await page
      .getByLabel(/^The file that it was made of/)
      .setInputFiles({ name: 'before.tsv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLESOFT) });
    await press(page, 'Compare');
    await page.getByText('4 students as before, 1 not. 1 student may borrow more: $3,125 in all.').waitFor();
    await page
      .getByRole('cell', { name: 'Fall: Credits enrolled 9 → 12; Spring: Credits enrolled 9 → 12' })
      .waitFor();
  });

  test('the answer is saved as a workbook whose ids keep their zeros', async () => {
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
    await useColumns(page);
    const { name, bytes } = await save(page, 'Save as a spreadsheet (.xlsx)');
    expect(name).toBe('peoplesoft-answer.xlsx');
    await giveFile(page, name, bytes);
    await page.getByText('The first rows').click();
    await page.getByRole('cell', { name: '0000111' }).first().waitFor();
  });

  test('rows of the answer are looked at, filtered and found by id', async () => {
    await giveFile(page, 'banner.csv', BANNER);
    await page.getByLabel('Credits enrolled', { exact: true }).selectOption('TOTAL_ANTICIPATED_CREDITS');
    await useColumns(page);
    await page.getByText('Look into the answer').click();
    const ids = () =>
      page.locator('[aria-label="Rows of the answer"] tbody tr td:first-child').allTextContents();
    await expect.poll(ids).toHaveLength(14);
    await page.getByLabel('Show', { exact: true }).selectOption('failed');
    await expect.poll(ids).toHaveLength(8);
    await page.getByLabel('Student ID has').fill('0678');
    await page.keyboard.press('Enter');
    await expect.poll(ids).toEqual(['00067890', '00067890']);
  });

  test('the keyboard alone is enough, from the file to the answer', async () => {
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(
          'document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent',
        );
        if (text === name) return;
      }
      throw new Error(`The keyboard does not get to "${name}".`);
    };
    await tabTo('Choose a file…');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      // The browser is told to wait for one first.
      page.evaluate('1').then(() => page.keyboard.press('Enter')),
    ]);
    await chooser.setFiles({ name: 'banner.csv', mimeType: 'text/csv', buffer: Buffer.from(BANNER) });
    await page.getByLabel('Credits enrolled', { exact: true }).waitFor();
    await tabTo('Credits enrolled');
    await page.keyboard.type('TOTAL_ANT');
    await tabTo('Use these columns');
    await page.keyboard.press('Enter');
    await page.getByText('3 of 7 students were calculated, 4 failed.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Check');
    await tabTo('Grade level on 2 rows');
    await page.keyboard.type('first');
    await tabTo('Mend and calculate again');
    await page.keyboard.press('Enter');
    await page.getByText('4 of 7 students were calculated, 3 failed.').waitFor();
    await tabTo('Save the whole answer (CSV)');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('00034567');
  });
});
