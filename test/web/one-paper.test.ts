import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, NO_INCIDENTS } from '../support/browser.js';
import { byId, pageScene } from '../support/page-scene.js';

describe.skipIf(NO_BROWSER !== '')(`what the page for one student hands on${NO_BROWSER}`, () => {
  const scene = pageScene();

  /** What is visible on paper: the text of the page as a printer would see it. */
  async function printed(page: Page): Promise<string> {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    return page.evaluate('document.body.innerText');
  }

  test('the audit sheet has every input, every amount, and the rule and source of each', async () => {
    const { page, incidents } = await scene.open('/');
    await byId(page, 'terms.1.credits_enrolled').fill('5');
    const text = await printed(page);
    for (const part of [
      'Audit sheet',
      'Degree level\tUndergraduate',
      'Subsidized need\t3500',
      'Spring: Credits enrolled\t5',
      '17 / 24 = 70.8333… %, rounded to 71 %',
      '$5,500 x 71 % = $3,905',
      '20 U.S.C. 1087e(a)(7)',
      'Spring: Enrollment is less than half time, so nothing new is disbursed for this term.',
      'Terms of the academic year: 2',
      'aggregate limit',
      'terms.1.credits_enrolled=5',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Copy the link');
    expect((await page.pdf()).length).toBeGreaterThan(20_000);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('the notice alone is printed after its own button', async () => {
    const { page } = await scene.open('/');
    // The dialog of the system cannot be closed by a test.
    await page.evaluate('window.print = () => dispatchEvent(new Event("beforeprint"))');
    await page.getByRole('button', { name: 'Print the notice' }).click();
    await page.emulateMedia({ media: 'print' });
    const text = await page.evaluate('document.body.innerText');
    expect(text).toContain('Your right to cancel');
    expect(text).not.toContain('Audit sheet');
  });

  test('the notice names each loan apart, when and how it is paid, and the right to cancel', async () => {
    const { page } = await scene.open('/');
    const notice = () => byId(page, 'notice').textContent();
    expect(await notice()).toContain(
      'Fall\n  Direct Subsidized Loan: $1,540\n  Direct Unsubsidized Loan: $880\n  Date: ____________________\n  How it is paid: ____________________',
    );
    expect(await notice()).toContain('88 percent of the limit for full-time enrollment');
    expect(await notice()).toContain('you may cancel all or part of a loan');
    await byId(page, 'way').selectOption('proportional');
    expect(await notice()).toContain('Direct Subsidized Loan: $1,760');
    await byId(page, 'terms.1.credits_enrolled').fill('5');
    expect(await notice()).toContain('Spring\n  No loan: you are enrolled less than half time.');
  });

  test('what was paid already is said to be so', async () => {
    const { page } = await scene.open(
      '/#v=1&dependency_status=dependent&grade_level=first_year&subsidized_amount=2000' +
        '&terms.0.label=Fall&terms.0.credits_enrolled=9&terms.0.actual_final_credits=6&terms.0.prior_disbursement_sub=502' +
        '&terms.1.label=Spring&terms.1.credits_enrolled=12&terms.2.label=Summer&terms.2.credits_enrolled=12',
    );
    expect(await byId(page, 'notice').textContent()).toContain('Direct Subsidized Loan: $502 (already paid)');
  });

  test('copying puts the text on the clipboard, and says so', async () => {
    const { page } = await scene.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const clipboard = () => page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).toBe(await byId(page, 'link').inputValue());
    await page.getByRole('button', { name: 'Copy the table' }).click();
    await expect.poll(clipboard).toContain('12\t50 %\t$1,750\t$2,250\t$2,750\t$2,750');
  });
});
