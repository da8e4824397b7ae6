import { describe, expect, test } from 'vitest';
import { NO_BROWSER, NO_INCIDENTS } from '../support/browser.js';
import { byId, pageScene } from '../support/page-scene.js';
import { TYPICAL_PATH } from './one-cases.js';

describe.skipIf(NO_BROWSER !== '')(`two plans side by side${NO_BROWSER}`, () => {
  const scene = pageScene();

  test('plan B begins as a copy, and each figure shows what it changes', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    await page.getByRole('button', { name: 'Compare with a second plan' }).click();
    expect(await page.locator('#comparison').textContent()).toContain('Both plans are the same so far');
    await byId(page, 'terms.1.credits_enrolled').fill('5');
    await byId(page, 'grade_level').selectOption('second_year');
    expect(await page.locator('#comparison .note').textContent()).toBe(
      'Plan B: $225 less for the year. Grade level First year → Second year; Spring: Credits enrolled 9 → 5.',
    );
    const rows = page.locator('#comparison tbody tr');
    const texts = await rows.evaluateAll((found) =>
      found.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
    expect(texts).toEqual([
      ['Subsidized', '$3,080', '$2,485', '−$595'],
      ['Unsubsidized', '$1,760', '$2,130', '+$370'],
      ['Limit for the year', '$4,840', '$4,615', '−$225'],
      ['Fall, in equal installments', '$2,420', '$4,615', '+$2,195'],
      ['Spring, in equal installments', '$2,420', '$0', '−$2,420'],
      ['Fall, by credits', '$2,766', '$4,615', '+$1,849'],
      ['Spring, by credits', '$2,074', '$0', '−$2,074'],
    ]);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('a mistake in one plan leaves the other one answered, and its name leads to the field', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await page.getByRole('button', { name: 'Compare with a second plan' }).click();
    await byId(page, 'terms.1.credits_enrolled').fill('x');
    await page.getByRole('button', { name: 'Plan A' }).click();
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('9');
    expect(await byId(page, 'a-reduced_annual_pct').textContent()).toBe('88%');
    await page.getByRole('button', { name: 'Spring: Credits' }).click();
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('x');
    expect(await page.evaluate('document.activeElement.id')).toBe('terms.1.credits_enrolled');
  });

  test('what stands below is about the plan that is being changed, and plan B can be removed', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await page.getByRole('button', { name: 'Compare with a second plan' }).click();
    await byId(page, 'terms.1.credits_enrolled').fill('6');
    const chart = page.locator('#chart svg');
    expect(await chart.getAttribute('aria-label')).toContain('at 18 credits');
    await page.getByRole('button', { name: 'Plan A' }).click();
    expect(await chart.getAttribute('aria-label')).toContain('at 21 credits');
    await page.getByRole('button', { name: 'Remove plan B' }).click();
    expect(await page.locator('#answers article').count()).toBe(1);
  });
});
