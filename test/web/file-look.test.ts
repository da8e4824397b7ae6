import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import {
  barriers,
  enlargeText,
  NO_BROWSER,
  openBrowser,
  openPage,
  sidewaysScrolling,
} from '../support/browser.js';
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

describe.skipIf(NO_BROWSER !== '')(`the page for a file${NO_BROWSER}`, () => {
  let api: Api;
  let browser: Browser;
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  async function opened(
    get: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const { page } = await openPage(browser, options);
    page.setDefaultTimeout(10_000);
    await page.goto(`${api.url}/file`);
    await get(page);
    return page;
  }

  test.each(STATES)('never scrolls sideways, with text of twice the size neither: %s', async (_, get) => {
    const page = await opened(get);
    expect(await sidewaysScrolling(page)).toEqual([]);
    await enlargeText(page);
    expect(await sidewaysScrolling(page)).toEqual([]);
    await page.context().close();
  });

  test.each(STATES)('has no barrier that axe knows of, light or dark: %s', async (_, get) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await opened(get, { colorScheme });
      expect(await barriers(page)).toEqual([]);
      await page.context().close();
    }
  });

  test('prints the answer without what is there to be pressed', async () => {
    const page = await opened(STATES[3]?.[1] ?? (async () => {}));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Choose a file…' }).isVisible()).toBe(false);
    expect(await page.getByText('3 of 7 students were calculated, 4 failed.').isVisible()).toBe(true);
    expect(await page.getByRole('cell', { name: 'Reduced annual limits' }).isVisible()).toBe(true);
    await page.context().close();
  });
});
