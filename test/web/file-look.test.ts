import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from '../support/browser.js';
import { pageScene } from '../support/page-scene.js';
import { BANNER, COLLEAGUE, PEOPLESOFT } from './exports.js';
import { banner } from './file-decisions.js';
import { calculate, done, giveFile, unfold } from './file-steps.js';

/** The page in each state that people see it in. */
const STATES: readonly (readonly [name: string, get: (page: Page) => Promise<void>])[] = [
  ['at the start', async () => {}],
  ['with a file that was refused', (page) => giveFile(page, 'students.csv', 'a "quote,b\n1,2\n')],
  [
    'with questions, and everything about the file unfolded',
    async (page) => {
      await giveFile(page, 'colleague.csv', Buffer.from(COLLEAGUE, 'latin1'));
      await page.evaluate("for (const each of document.querySelectorAll('#file details')) each.open = true");
    },
  ],
  [
    'with columns to match, a row for each student',
    async (page) => {
      await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
      await unfold(page, 'Which of your columns is which');
    },
  ],
  [
    'with an answer and failures, everything unfolded',
    async (page) => {
      await banner(page);
      await calculate(page);
      await page.getByText('4 failed').first().waitFor();
      await page.evaluate("for (const each of document.querySelectorAll('#file details')) each.open = true");
      await page.getByRole('cell', { name: '00078901' }).first().waitFor();
    },
  ],
  [
    'with unsaved work and another file',
    async (page) => {
      await banner(page);
      await giveFile(page, 'another.csv', BANNER);
      await page.getByText('has work that is not saved').waitFor();
    },
  ],
];

describe.skipIf(NO_BROWSER !== '')(`the page for a file, for everybody${NO_BROWSER}`, () => {
  const scene = pageScene();

  test.each(STATES)(
    'fits every width, also with text of twice the size, and has no barriers: %s',
    (_, prepare) => scene.expectForEverybody('/file', prepare),
  );

  test('keeps the list in sight whose choice makes questions appear above it', async () => {
    const { page } = await scene.open('/file');
    await page.setViewportSize({ width: 1280, height: 720 });
    await banner(page);
    await unfold(page, 'Which of your columns is which');
    const list = page.locator('#columns').getByLabel('Degree level', { exact: true });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('What does "00012345" in the column "SPRIDEN_ID" mean?').waitFor();
    await done(page);
    const box = await list.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(720);
  });

  test('says nothing about students while nobody knows what their terms are', async () => {
    const { page } = await scene.open('/file');
    await giveFile(page, 'no-term.csv', 'Student ID,Dep,Class,Credits\n1,D,FR,9\n1,D,FR,6\n2,I,SR,9\n');
    await page.getByText('What is assumed about your students is listed here after that.').waitFor();
    await page.getByRole('status').filter({ hasText: 'There may be more questions after that.' }).waitFor();
    expect(await page.locator('.sentences li').count()).toBe(0);
  });

  test('has a short box for a number of credits', async () => {
    const { page } = await scene.open('/file');
    await giveFile(page, 'banner.csv', BANNER);
    const box = await page.getByLabel('Another number of credits').boundingBox();
    expect(box?.width).toBeLessThan(120);
  });

  test('is worked with the keyboard: what is pressed keeps the focus, or says where it went', async () => {
    const { page } = await scene.open('/file');
    await banner(page);
    const focused = page.locator(':focus');
    await page.getByRole('button', { name: 'Calculate', exact: true }).press('Enter');
    await page.locator('#results-heading:focus').waitFor();
    const saving = page.getByRole('button', { name: 'Save as an Excel workbook' });
    await Promise.all([page.waitForEvent('download'), saving.press('Enter')]);
    await done(page);
    expect(await focused.textContent()).toBe('Save as an Excel workbook');
    await unfold(page, 'Which of your columns is which');
    const file = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await page.locator('#recipe-input').setInputFiles(file);
    await page.locator('#notice:focus').filter({ hasText: 'This is not a recipe.' }).waitFor();
  });

  test('prints the answer without what is there to be pressed', async () => {
    const { page } = await scene.open('/file');
    await banner(page);
    await calculate(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.getByText('3 of 7 students calculated, 4 failed.').isVisible()).toBe(true);
    expect(await page.getByRole('rowheader', { name: 'Reduced annual limits' }).isVisible()).toBe(true);
  });
});
