import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers } from '../support/browser.js';
import { byId, describePages } from '../support/page-scene.js';
import { TYPICAL_PATH } from './one-cases.js';

const STATES: [name: string, path: string, (page: Page) => Promise<void>][] = [
  ['as it is opened', '/', async () => {}],
  [
    'with everything unfolded',
    TYPICAL_PATH,
    async (page) => {
      for (const summary of await page.locator('main summary').all()) await summary.click();
      for (const figure of await page.locator('button.figure').all()) await figure.click();
    },
  ],
  [
    'with four terms and long names',
    TYPICAL_PATH,
    async (page) => {
      await page.getByRole('button', { name: 'Add a term' }).click();
      await byId(page, 'terms.2.credits_enrolled').fill('6');
      await page.getByRole('button', { name: 'Add a summer before' }).click();
      await byId(page, 'terms.0.credits_enrolled').fill('3');
      await byId(page, 'terms.3.label').fill('Intersession of the College of Arts and Sciences');
      await byId(page, 'terms.1.credits_enrolled').fill('5');
      await byId(page, 'terms.2.credits_enrolled').fill('0');
      await byId(page, 'grade_level').selectOption('third_year_and_beyond');
    },
  ],
  [
    'of a professional borrower with Grad PLUS',
    TYPICAL_PATH,
    async (page) => {
      await byId(page, 'degree_level').selectOption('professional');
      await byId(page, 'is_legacy_borrower').selectOption('true');
      await byId(page, 'cost_of_attendance').fill('$138,000');
    },
  ],
  [
    'with mistakes',
    TYPICAL_PATH,
    async (page) => {
      await byId(page, 'terms.0.credits_enrolled').fill('a'.repeat(80));
      await byId(page, 'subsidized_amount').fill('9,999,999,999,999');
    },
  ],
];

describePages('the page for one student, for everybody', (scene) => {
  test.each(STATES)('fits every width, with large text, too, and has no barriers: %s', (_, path, prepare) =>
    scene.expectForEverybody(path, prepare),
  );

  test('no state that is pointed at has less contrast than it has untouched', async () => {
    const { page } = await scene.open(TYPICAL_PATH, { colorScheme: 'light' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ['Print the audit sheet', 'Print the notice', 'Add a term']) {
        await page.getByRole('button', { name, exact: true }).hover();
        expect(await barriers(page), `${name}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test('every field of the list of fields can be reached, under a label of its own', async () => {
    const { page } = await scene.open(
      `${TYPICAL_PATH.replace('degree_level=undergraduate', 'degree_level=graduate')}&is_legacy_borrower=true`,
    );
    const fields = () =>
      page.locator('#form :is(input, select)').evaluateAll((found) => found.map(({ id }) => id));
    const graduate = await fields();
    await byId(page, 'degree_level').selectOption('undergraduate');
    const all = new Set([...graduate, ...(await fields())].map((id) => id.split('.').at(-1)));
    // The award year is a choice of the page, not a field of the student.
    all.delete('award-year');
    const { FIELDS } = await import('../../src/contract/field-list.js');
    expect([...all].sort()).toEqual(FIELDS.map(({ name }) => name).sort());
    const labels = await page.locator('#form label').allTextContents();
    expect(labels.filter((label) => /_/.test(label))).toEqual([]);
  });

  test('the keyboard alone changes a case and reads a reason', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    const focused = () => page.evaluate('document.activeElement.id');
    const tabTo = async (id: string) => {
      for (let at = 0; at < 60 && (await focused()) !== id; at++) await page.keyboard.press('Tab');
      expect(await focused()).toBe(id);
    };
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('main');
    await tabTo('grade_level');
    await page.keyboard.press('ArrowDown');
    expect(await byId(page, 'grade_level').inputValue()).toBe('second_year');
    await tabTo('terms.1.credits_enrolled');
    await page.keyboard.type('7');
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('7');
    await tabTo('add-term');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('terms.2.credits_enrolled');
    await page.keyboard.type('3');
    await tabTo('figure-reduced_annual_pct');
    await page.keyboard.press('Enter');
    expect(await byId(page, 'figure-reduced_annual_pct-reasons').textContent()).toContain('22 / 36');
    // The redrawn element keeps the focus.
    expect(await focused()).toBe('figure-reduced_annual_pct');
  });

  test('the answer is told as it changes', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    const summary = page.locator('#summary');
    expect(await summary.textContent()).toBe('Pay up to $2,420 for Fall and $2,420 for Spring.');
    await byId(page, 'terms.1.credits_enrolled').fill('5');
    expect(await summary.textContent()).toBe('Pay up to $3,905 for Fall.');
    await byId(page, 'terms.1.credits_enrolled').fill('x');
    expect(await summary.textContent()).toBe('Correct 1 field');
    await byId(page, 'terms.1.credits_enrolled').fill('');
    expect(await summary.textContent()).toBe('1 question is open');
    // An `output` element is a live region without further attributes.
    expect(await summary.evaluate(({ tagName }) => tagName)).toBe('OUTPUT');
  });
});
