import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from '../support/browser.js';
import { byId, pageScene } from '../support/page-scene.js';

/** The page in its states. */
const STATES: [string, (page: Page) => Promise<void>][] = [
  ['as it is opened', async () => {}],
  [
    'with everything unfolded',
    async (page) => {
      for (const summary of await page.locator('summary').all()) await summary.click();
      for (const figure of await page.locator('button.figure').all()) await figure.click();
    },
  ],
  [
    'with two plans, four terms and long names',
    async (page) => {
      await page.getByRole('button', { name: 'Add a term' }).click();
      await page.getByRole('button', { name: 'Add a term' }).click();
      await byId(page, 'terms.3.label').fill('Intersession of the College of Arts and Sciences');
      await page.getByRole('button', { name: 'Compare with a second plan' }).click();
      await byId(page, 'terms.0.credits_enrolled').fill('5');
      await byId(page, 'terms.1.credits_enrolled').fill('0');
    },
  ],
  [
    'of a professional borrower with Grad PLUS',
    async (page) => {
      await byId(page, 'degree_level').selectOption('professional');
      await page.getByText('More about the student').click();
      await byId(page, 'is_legacy_borrower').check();
      await byId(page, 'cost_of_attendance').fill('$138,000');
    },
  ],
  [
    'with mistakes',
    async (page) => {
      await byId(page, 'terms.0.credits_enrolled').fill('a'.repeat(80));
      await byId(page, 'subsidized_amount').fill('9,999,999,999,999');
    },
  ],
];

describe.skipIf(NO_BROWSER !== '')(`the page for one student, for everybody${NO_BROWSER}`, () => {
  const scene = pageScene();

  test.each(STATES)(
    'fits every width, also with text of twice the size, and has no barriers: %s',
    (_, prepare) => scene.expectForEverybody('/', prepare),
  );

  test('every field of the list of fields can be reached, under a label of its own', async () => {
    const { page } = await scene.open(
      '/#v=1&degree_level=graduate&is_legacy_borrower=true&dependency_status=dependent&terms.0.label=Fall',
    );
    const fields = () =>
      page.locator('#form :is(input, select)').evaluateAll((found) => found.map(({ id }) => id));
    const graduate = await fields();
    await byId(page, 'degree_level').selectOption('undergraduate');
    const all = new Set([...graduate, ...(await fields())].map((id) => id.split('.').at(-1)));
    const { FIELDS } = await import('../../src/contract/field-list.js');
    expect([...all].sort()).toEqual(FIELDS.map(({ name }) => name).sort());
    const labels = await page.locator('#form label').allTextContents();
    expect(labels.filter((label) => /_/.test(label))).toEqual([]);
  });

  test('the keyboard alone changes a case, reads a reason and compares two plans', async () => {
    const { page } = await scene.open('/');
    const focused = () => page.evaluate('document.activeElement.id');
    const tabTo = async (id: string) => {
      for (let presses = 0; presses < 60 && (await focused()) !== id; presses++)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(id);
    };
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('main');
    await tabTo('grade_level');
    await page.keyboard.press('ArrowDown');
    await tabTo('terms.1.credits_enrolled');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('7');
    await tabTo('add-term');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('terms.2.credits_enrolled');
    await page.keyboard.type('3');
    await tabTo('a-reduced_annual_pct');
    await page.keyboard.press('Enter');
    expect(await byId(page, 'a-reduced_annual_pct-reasons').textContent()).toContain('22 / 36');
    // A part of the answer that is made anew under the finger keeps the focus of the form.
    await page.keyboard.press('Home');
    await byId(page, 'compare').focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('plan-b');
    await tabTo('terms.0.credits_enrolled');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('#comparison').textContent()).toContain('Fall: Credits enrolled 12 → 13');
  });

  test('the answer is told as it changes', async () => {
    const { page } = await scene.open('/');
    const summary = page.locator('#summary');
    expect(await summary.textContent()).toBe('$4,840 for the year, 88 %');
    await byId(page, 'terms.1.credits_enrolled').fill('12');
    expect(await summary.textContent()).toBe('$5,500 for the year, 100 %');
    await byId(page, 'terms.1.credits_enrolled').fill('x');
    expect(await summary.textContent()).toBe('1 field cannot be used');
    // A live region is one by its element.
    expect(await summary.evaluate(({ tagName }) => tagName)).toBe('OUTPUT');
  });
});
