import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from '../support/browser.js';
import { pageScene } from '../support/page-scene.js';
import { BANNER, COLLEAGUE, PEOPLESOFT } from './exports.js';
import { giveFile, press } from './file-steps.js';

/** The page in each state that people see it in. */
const STATES: readonly (readonly [name: string, get: (page: Page) => Promise<void>])[] = [
  ['at the start', async () => {}],
  [
    'with a file that was refused',
    async (page) => {
      await giveFile(page, 'colleague.csv', Buffer.from(COLLEAGUE, 'latin1'));
      await page.getByRole('button', { name: /^Read it/ }).waitFor();
    },
  ],
  [
    'with columns to match, a row for each student',
    async (page) => {
      await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
      await page.getByRole('button', { name: 'Use these columns' }).waitFor();
      for (const more of await page.locator('#file fieldset details summary').all()) await more.click();
    },
  ],
  [
    'with an answer and failures, everything unfolded',
    async (page) => {
      await giveFile(page, 'banner.csv', BANNER);
      await page.getByLabel('Credits enrolled', { exact: true }).selectOption('TOTAL_ANTICIPATED_CREDITS');
      await press(page, 'Use these columns');
      await page.getByText('4 failed').waitFor();
      await page.evaluate("for (const each of document.querySelectorAll('#file details')) each.open = true");
      await page.getByRole('cell', { name: '00078901' }).first().waitFor();
    },
  ],
];

describe.skipIf(NO_BROWSER !== '')(`the page for a file, for everybody${NO_BROWSER}`, () => {
  const scene = pageScene();

  test.each(STATES)(
    'fits every width, also with text of twice the size, and has no barriers: %s',
    (_, prepare) => scene.expectForEverybody('/file', prepare),
  );

  test('prints the answer without what is there to be pressed', async () => {
    const { page } = await scene.open('/file');
    await STATES[3]?.[1](page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.getByText('3 of 7 students were calculated, 4 failed.').isVisible()).toBe(true);
    expect(await page.getByRole('cell', { name: 'Reduced annual limits' }).isVisible()).toBe(true);
  });
});
