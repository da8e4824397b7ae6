import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { OFFICE } from './exports.js';
import {
  calculate,
  choose,
  confirm,
  done,
  giveFile,
  giveRecipe,
  openOffice,
  place,
  placeOffice,
  press,
  SAVE_CSV,
  save,
  setCode,
  unfold,
  whenAsked,
} from './file-steps.js';

/** Next month: what was said is used again, and only what is new is asked. */

describePages('a file like one before', (scene) => {
  async function calculatedOnce(placed = openOffice): Promise<Page> {
    const { page } = await scene.open('/file');
    await placed(page);
    await calculate(page);
    return page;
  }

  /** Gives another file, discarding the answer of the one before. */
  async function giveNext(page: Page, content: string): Promise<void> {
    const asked = await whenAsked(page, 'discard', () => giveFile(page, 'next-month.csv', content));
    expect(asked).toContain('Discard your unsaved work on office.csv?');
    await done(page);
    await press(page, 'Use as last time');
    await done(page);
  }

  const openLines = (page: Page) => page.locator('fieldset.line:has(.todo) legend').allInnerTexts();

  test('is calculated and saved with six keys where nothing is new', async () => {
    const page = await calculatedOnce(placeOffice);
    await save(page, SAVE_CSV);
    await giveFile(page, 'next-month.csv', OFFICE.replaceAll('S1', 'S7'));
    for (const next of ['last-time', 'before', 'results']) {
      await page.locator(`#${next}-heading:focus`).waitFor();
      await page.keyboard.press('Tab');
      if (next !== 'results') await page.keyboard.press('Enter');
    }
    await page.getByText('3 students calculated.').waitFor();
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await saved).suggestedFilename()).toBe('next-month-answer.xlsx');
  });

  test('asks about a new code, alone', async () => {
    const page = await calculatedOnce();
    await giveNext(page, OFFICE.replace(',SR,I,2000,12,0,RE', ',SR,I,2000,12,0,AU'));
    expect(await openLines(page)).toEqual([expect.stringContaining('Reg')]);
    expect(await page.locator('fieldset.line:visible').count()).toBe(1);
    await setCode(page, 'Reg', 'AU', 'the student is not calculated');
    await confirm(page);
    await calculate(page, '2 of 3 students calculated, 1 failed.');
  });

  test('asks about a new term in the list of the terms, in words that are on the page', async () => {
    const page = await calculatedOnce();
    await giveNext(page, OFFICE.replace('"Cruz, Cy",Spring 2027', '"Cruz, Cy",Summer 2027'));
    expect(await openLines(page)).toEqual([expect.stringContaining('Terms, in the order of the year')]);
    const terms = page.locator('#terms-line');
    expect(await terms.locator('[aria-invalid]').count()).toBe(1);
    expect(await terms.locator('.error').count()).toBe(0);
  });

  test('says what a column held that was harmless, and now varies', async () => {
    const withYear = (last: string) =>
      OFFICE.trimEnd()
        .split('\n')
        .map((row, nth) => `${row},${nth === 0 ? 'Aid Year' : nth === 6 ? last : '2027'}`)
        .join('\n');
    const page = await calculatedOnce((opened) => placeOffice(opened, withYear('2027')));
    await giveNext(page, withYear('2026'));
    expect(await openLines(page)).toEqual([expect.stringContaining('Aid Year')]);
    await page.getByText('It held one value on all rows last time.').waitFor();
  });

  test('asks about a new column that varies, and a lost one', async () => {
    const page = await calculatedOnce();
    const more = OFFICE.trimEnd()
      .split('\n')
      .map((row, nth) => `${row.replace('Hours,', 'Credit Hours,')},${nth === 0 ? 'Campus' : `C${nth % 2}`}`);
    await giveNext(page, `${more.join('\n')}\n`);
    const open = await openLines(page);
    expect(open).toContainEqual(expect.stringContaining('Campus'));
    expect(open).toContainEqual(expect.stringContaining('Credits enrolled'));
    expect(open.some((text) => text.includes('Degree level'))).toBe(false);
    await place(page, 'Credits enrolled', 'Credit Hours');
    await choose(page, 'Campus', 'Not used');
    await confirm(page);
    await calculate(page, '3 students calculated.');
  });

  test('asks in two where the column of a status is gone', async () => {
    const page = await calculatedOnce();
    await giveNext(page, OFFICE.replace(/,(?:RE|WD|Reg),/g, ','));
    expect(await openLines(page)).toEqual([expect.stringContaining('Reg')]);
    await press(page, /It is gone$/);
    await done(page);
    expect(await openLines(page)).toEqual(['Whether a row counts open']);
    await choose(page, 'Whether a row counts', 'Every row counts');
    expect(await openLines(page)).toEqual([]);
    await confirm(page);
    await calculate(page);
  });

  test('is read by a recipe that was saved (-u writes it), and a hand-edited one is refused with every wrong place', async () => {
    const page = await calculatedOnce(placeOffice);
    const { bytes, name } = await save(page, 'Save these choices as a recipe');
    expect(name).toBe('office-recipe.json');
    // What opens this export in other tests.
    await expect(bytes.toString()).toMatchFileSnapshot('office-recipe.txt');
    await page.reload();
    await giveFile(page, 'office.csv', OFFICE);
    await unfold(page, 'Use a recipe that was saved');
    const edited = bytes
      .toString()
      .replace('"rows": "term"', '"rows": "week"')
      .replace('"none"', '"nothing"');
    await giveRecipe(page, edited);
    const notice = page.locator('#notice.bad');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/rows: Expected .*fields\.\w+: Expected /s);
    await giveRecipe(page, '{"format":"prorata-recipe/2"}');
    await notice.filter({ hasText: 'Place the columns again' }).waitFor();
    await giveRecipe(page, bytes);
    await calculate(page, '3 students calculated.');
  });

  test('keeps names of columns and codes alone, nothing of a mistake that was corrected, and forgets when it is told to', async () => {
    const { page } = await scene.open('/file');
    await openOffice(page);
    await unfold(page, 'with nothing open');
    await place(page, 'Grade level', 'Name');
    await place(page, 'Grade level', 'Class');
    await choose(page, 'Name', 'Not used');
    await setCode(page, 'Grade level', 'FR', 'First year');
    await setCode(page, 'Grade level', 'SR', 'Third year and beyond');
    await setCode(page, 'Grade level', 'SO', 'Second year');
    await confirm(page);
    await calculate(page);
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(kept).toContain('Semester');
    for (const secret of ['Ames', 'S1', '3500', '2.7']) expect(kept).not.toContain(secret);
    await press(page, 'Forget all of it');
    expect(await page.evaluate("localStorage.getItem('prorata-recipes')")).toBeNull();
  });

  test('asks with one key where a placed column is blank now, and nothing where one that was not used is gone', async () => {
    const page = await calculatedOnce();
    const withoutGpa = OFFICE.replace(',GPA', '')
      .replace(/,\d\.\d,/g, ',')
      .replaceAll('1000\n', '0\n');
    await giveNext(page, withoutGpa);
    expect(await openLines(page)).toEqual([expect.stringContaining('Subsidized paid for the term')]);
    await page
      .getByText('Paid Sub held numbers alone when the recipe was written, and now holds 0 (6).')
      .waitFor();
    await press(page, 'This is how it is now');
    await done(page);
    expect(await openLines(page)).toEqual([]);
    await confirm(page);
    await calculate(page);
  });
});
