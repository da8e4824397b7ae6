import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from '../support/browser.js';
import { pageScene } from '../support/page-scene.js';
import { OFFICE } from './exports.js';
import { calculate, done, giveFile, placeOffice, press, save } from './file-steps.js';

/** What the page for a file does when the browser takes something away. */

const FORBIDDEN = `for (const area of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, area, { get() { throw new DOMException('forbidden', 'SecurityError'); } });
}`;
const FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };";

describe.skipIf(NO_BROWSER !== '')(`the page for a file${NO_BROWSER}`, () => {
  const scene = pageScene();

  async function openAfter(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
    const { page } = await scene.open('/docs');
    await prepare(page);
    await page.goto(`${scene.api.url}/file`);
    return page;
  }

  /** Has the worker wait for ever when it lets messages through. */
  const hang = (page: Page) =>
    page
      .workers()[0]
      ?.evaluate('let now = 0; performance.now = () => (now += 1000); setTimeout = () => {}; 0');

  test.each([
    ['with an error', "queueMicrotask(() => { throw new Error('out of memory'); })"],
    ['without a word', 'close()'],
  ])('keeps what was done when its worker ends %s, and goes on with another', async (_, end) => {
    const { page } = await scene.open('/file');
    await placeOffice(page);
    await calculate(page);
    await hang(page);
    await press(page, 'Calculate');
    await page.workers()[0]?.evaluate(end);
    await page.getByText('The browser stopped working on this file').waitFor();
    const { bytes } = await save(page, 'Save as an Excel workbook');
    expect(bytes.length).toBeGreaterThan(1000);
    await calculate(page);
    await page.getByText('3 students calculated.').first().waitFor();
  });

  test('offers the choices again, when the tab was ended while it calculated', async () => {
    const { page } = await scene.open('/file');
    await placeOffice(page);
    await hang(page);
    await press(page, 'Calculate');
    await page.locator('#progress').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await giveFile(page, 'office.csv', OFFICE);
    await press(page, 'Use as last time');
    await done(page);
    await calculate(page);
    await page.getByText('3 students calculated.').first().waitFor();
  });

  test('says so, once, when its worker cannot start', async () => {
    let asked = 0;
    const page = await openAfter((each) =>
      each.context().route(/file-worker/, (route) => {
        asked += 1;
        return route.abort();
      }),
    );
    await giveFile(page, 'office.csv', OFFICE);
    await page.locator('.note.bad').filter({ hasText: 'did not start' }).waitFor();
    expect(asked).toBeLessThanOrEqual(2);
  });

  test.each([
    ['forbids it to keep anything', FORBIDDEN],
    ['has no room for what it keeps', FULL],
  ])('works in a browser that %s', async (_, script) => {
    const page = await openAfter((each) => each.addInitScript(script));
    await placeOffice(page);
    await calculate(page);
    await page.getByText('3 students calculated.').first().waitFor();
  });
});
