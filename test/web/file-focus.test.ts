import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { GERMAN, OFFICE, OFFICE_OURS } from './exports.js';
import {
  calculate,
  choose,
  done,
  focusedLine,
  giveFile,
  giveRecipe,
  line,
  OFFICE_RECIPE,
  place,
  setCode,
  unfold,
} from './file-steps.js';

/** Where the keyboard is after what a person did, and what is found by typing. */

describePages('the focus on the page for a file', (scene) => {
  async function open(content: string, name = 'office.csv'): Promise<Page> {
    const { page } = await scene.open('/file');
    await giveFile(page, name, content);
    return page;
  }

  async function keys(page: Page, ...names: readonly string[]): Promise<void> {
    for (const name of names) await page.keyboard.press(name);
    await done(page);
  }

  test('goes on from the codes of a line by Enter, to those that are open first', async () => {
    const page = await open(OFFICE);
    await place(page, 'Parent cannot borrow', 'Reg');
    await keys(page, 'n', 'Enter', 'y');
    expect(await focusedLine(page)).toBe('line-plus_denied');
    expect(await line(page, 'Parent cannot borrow').locator('.todo').count()).toBe(0);
    await keys(page, 'Enter');
    expect(await focusedLine(page)).toBe('line-total_limit');
  });

  test('stays on the page where a line becomes one for each term', async () => {
    const page = await open(GERMAN, 'deutsch.csv');
    await choose(page, 'A row is', /one student, with/);
    for (const term of ['Herbst', 'Frühjahr']) {
      await page.getByRole('button', { name: 'Add a term' }).click();
      await page.keyboard.type(term);
      await keys(page, 'Enter');
    }
    await choose(page, 'Final credits', 'Final credits are not known yet');
    await place(page, 'Final credits', 'Herbst Credits');
    expect(await focusedLine(page)).toBe('line-term_actual_final_credits-Fr-70-hjahr');
  });

  test('stays on the page where the last question of rows is answered, and columns are to be confirmed', async () => {
    const page = await open(OFFICE.replace('S3,"Cruz', ',"Cruz'));
    const recipe = await readFile(OFFICE_RECIPE, 'utf8');
    await unfold(page, 'Use a recipe that was saved');
    await giveRecipe(page, recipe.replace('"confirmed": true', '"confirmed": false'));
    const questions = page.locator('#questions fieldset.open');
    while ((await questions.count()) > 0) {
      await questions.first().focus();
      await keys(page, '1');
    }
    expect(await focusedLine(page)).toBe('my-columns');
  });

  test('is on a column that is found without its accents, and never on the first of two that are alike', async () => {
    const page = await open(OFFICE.replace('Student,Name', 'Núm. ID,NUM. ID'));
    const picker = line(page, 'Student ID').getByRole('combobox', { name: 'Your column' });
    await choose(page, 'Student ID', /column/);
    await picker.fill('num. id');
    await keys(page, 'Enter');
    await line(page, 'Student ID').getByText('2 names have that in them').waitFor();
    await picker.fill('Núm. ID');
    await keys(page, 'Enter');
    await line(page, 'Student ID').locator('strong', { hasText: 'Núm. ID' }).waitFor();
    const find = page.getByLabel('Find a column or a field');
    await find.fill('num');
    expect(await page.locator('fieldset.line').count()).toBe(2);
  });

  test('is on a second column that is said together with the first, or instead of it', async () => {
    const page = await open(OFFICE);
    await place(page, 'Dependency status', 'Dep');
    await choose(page, 'Dependency status', 'Combine with another column');
    await page.keyboard.type('Reg');
    await keys(page, 'Enter');
    await line(page, 'Dependency status').getByText(', read together').waitFor();
    // What they say together is asked next.
    await page.locator('#line-dependency_status:is(:focus, :focus-within)').waitFor();
    await choose(page, 'Dependency status', 'Another column instead');
    await page.keyboard.type('Dep');
    await keys(page, 'Enter');
    expect(await line(page, 'Dependency status').getByText(', read together').count()).toBe(0);
    await place(page, 'Credits enrolled', 'Hours');
    await choose(page, 'Credits enrolled', 'Add another column');
    await page.keyboard.type('Hours Dropped');
    await keys(page, 'Enter');
    await line(page, 'Credits enrolled').getByText(', added up').waitFor();
  });

  test('leaves a code that is 0 said once', async () => {
    const page = await open(OFFICE.replace('12,0,RE,3.1', 'WD,0,RE,3.1'));
    await place(page, 'Credits enrolled', 'Hours');
    await setCode(page, 'Credits enrolled', 'WD', '0');
    expect(await line(page, 'Credits enrolled').getByLabel(/^WD /).inputValue()).toBe('0');
    expect(await page.getByLabel('The number that WD is').inputValue()).toBe('');
  });

  test('and the id of a student stay in sight in a wide answer', async () => {
    const { page } = await scene.open('/file', { viewport: { width: 1280, height: 800 } });
    await giveFile(page, 'ours.csv', OFFICE_OURS);
    await calculate(page);
    const frame = page.locator('[aria-label="Students"]');
    await frame.evaluate((each) => each.scrollTo(5000, 0));
    const [around, id] = await Promise.all([
      frame.boundingBox(),
      frame.locator('tbody tr').first().locator('td').nth(1).boundingBox(),
    ]);
    expect(id?.x).toBeGreaterThanOrEqual(around?.x ?? 0);
    expect(id?.x).toBeLessThan((around?.x ?? 0) + 10);
  });
});
