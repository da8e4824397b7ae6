import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkTo } from '../../src/web/one/case.js';
import { NO_INCIDENTS } from '../support/browser.js';
import { byId, describePages } from '../support/page-scene.js';
import { fallPaid, TYPICAL_PATH, withEntries } from './one-cases.js';

/** All kinds of steps: four terms, one over, one below half time, payments, a program limit. */
const LONG = withEntries(fallPaid('5'), { 'terms.0.actual_final_credits': '9', total_limit: '5000' });
const MORE = ['Summer', 'Winter'].map((label) => ({ label, full_time_credits: '12', credits_enrolled: '6' }));
const LONG_PATH = `/${linkTo({ ...LONG, terms: [...LONG.terms, ...MORE] })}`;

describePages('what the page for one student hands on', (scene) => {
  async function printed(page: Page): Promise<string> {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    return page.evaluate('document.body.innerText');
  }

  test('the audit sheet has every input, every amount, and the rule and source of each', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    await byId(page, 'terms.1.credits_enrolled').fill('5');
    const text = await printed(page);
    for (const part of [
      'Audit sheet',
      'Pay up to $3,905 for Fall.',
      'Pay $0 for Spring.',
      'Degree level: Undergraduate',
      'Subsidized need: $3,500',
      'Spring: Credits enrolled: 5',
      '17 / 24 = 70.8333…%, rounded to 71%',
      '$5,500 x 71% = $3,905',
      '20 U.S.C. 1087e(a)(7)',
      'Spring: Enrollment is less than half time, so nothing new is disbursed for this term.',
      'The academic year has only the terms listed here.',
      'Aggregate limits',
      'Law and guidance as third parties described them on 2026-',
      'terms.1.credits_enrolled=5',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Print the notice');
    expect(text).toMatch(/Case code: [0-9a-f]{64}\./);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test.each([
    ['a usual student', TYPICAL_PATH],
    ['four terms, changed and paid', LONG_PATH],
  ])('the audit sheet of %s has two pages', async (_, path) => {
    const { page } = await scene.open(path);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('.on-paper .audit tbody tr').count()).toBeGreaterThan(10);
    const pdf = await page.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('.on-paper h1').count()).toBe(0);
  });

  test('the notice alone is printed after its own button', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await byId(page, 'way').selectOption('proportional');
    // A test cannot close the system's print dialog.
    await page.evaluate('window.print = () => dispatchEvent(new Event("beforeprint"))');
    await page.getByRole('button', { name: 'Print the notice' }).click();
    await page.emulateMedia({ media: 'print' });
    const text = await page.evaluate('document.body.innerText');
    expect(text).toContain('Your right to cancel');
    expect(text).toContain('Direct Subsidized Loan: $1,760');
    expect(text).not.toContain('Audit sheet');
  });
});
