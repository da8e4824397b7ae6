import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NO_INCIDENTS } from '../support/browser.js';
import { describePages } from '../support/page-scene.js';
import { ownFolder } from '../support/with-us.js';
import { OFFICE, OFFICE_OURS } from './exports.js';
import { FilePage, openFile } from './file-steps.js';

/** What the page for a file does when the browser takes something away from it. */

/** Keeps the next choice of a file from the page: stops one `change` event. */
const HOLD_CHANGE =
  "addEventListener('change', (event) => event.stopImmediatePropagation(), { capture: true, once: true })";
const FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };";

const OF_ANOTHER_VERSION = [{ name: 'old.csv', columns: ['A'], recipe: { format: 'prorata-recipe/3' } }];
const keep = (page: Page, kept: unknown) =>
  page.addInitScript(`localStorage.setItem('prorata-recipes', ${JSON.stringify(JSON.stringify(kept))})`);

/** Like a browser whose settings forbid pages and workers to store anything. */
const KEEPS_NOTHING = `{ const deny = () => { throw new DOMException('denied', 'SecurityError'); };
  Object.defineProperty(self, 'localStorage', { get: deny });
  LockManager.prototype.request = async () => deny(); }`;
async function denyKeeping(page: Page): Promise<void> {
  await page.addInitScript(KEEPS_NOTHING);
  await page.context().route(/file-worker/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: KEEPS_NOTHING + (await response.text()) });
  });
}

describePages('the page for a file', (scene) => {
  /** Makes the worker wait forever the next time it yields to messages. */
  const hang = (page: Page) =>
    page
      .workers()[0]
      ?.evaluate('let now = 0; performance.now = () => (now += 1000); setTimeout = () => {}; 0');

  test.each([
    ['with an error', "queueMicrotask(() => { throw new Error('out of memory'); })"],
    ['without a word', 'close()'],
  ])('keeps what was done when its worker ends %s, and goes on with another', async (_, end) => {
    const { page, file } = await openFile(scene);
    await file.openOffice();
    await file.calculate();
    await hang(page);
    await file.press('Calculate');
    await page.workers()[0]?.evaluate(end);
    await page.getByText('The browser stopped working on this file').waitFor();
    const { bytes } = await file.save('Save as an Excel workbook');
    expect(bytes.length).toBeGreaterThan(1000);
    await file.calculate('3 students calculated.');
  });

  test('offers the choices again, when the tab was ended while it calculated', async () => {
    const { page, file } = await openFile(scene);
    await file.openOffice();
    await hang(page);
    await file.press('Calculate');
    await page.locator('#progress').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await file.giveFile('office.csv', OFFICE);
    await file.press('Use as last time');
    await file.done();
    await file.calculate('3 students calculated.');
  });

  test('says so, once, when its worker cannot start', async () => {
    let asked = 0;
    const { page } = await scene.open('/file', {}, (each) =>
      each.context().route(/file-worker/, (route) => {
        asked += 1;
        return route.abort();
      }),
    );
    await new FilePage(page).giveFile('office.csv', OFFICE);
    await page.locator('.note.bad').filter({ hasText: 'did not start' }).waitFor();
    expect(asked).toBeLessThanOrEqual(2);
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['in which another version has kept something under its name', (page) => keep(page, OF_ANOTHER_VERSION)],
    ['in which another page has kept something under its name', (page) => keep(page, { columns: 'all' })],
    ['that has no room for what it keeps', (page) => page.addInitScript(FULL)],
    ['that is set to let no page keep anything', denyKeeping],
  ])('works in a browser %s', async (_, prepare) => {
    const { page } = await scene.open('/file', {}, prepare);
    const file = new FilePage(page);
    await file.placeOffice();
    await file.calculate('3 students calculated.');
  });

  test.each([
    ['one of students', '#file-input'],
    ['a recipe', '#recipe-input'],
    ['an earlier answer', '#earlier'],
  ])('says what to do about a file that is gone when it is read: %s', async (_, input) => {
    const { page, file, incidents } = await openFile(scene, OFFICE_OURS, 'ours.csv');
    await file.calculate();
    const path = join(ownFolder('gone'), 'file');
    await writeFile(path, 'a file');
    await page.evaluate(HOLD_CHANGE);
    await page.locator(input).setInputFiles(path);
    await rm(path);
    const change = () => page.locator(input).dispatchEvent('change');
    await (input === '#file-input' ? file.whenAsked('discard', change) : change());
    await page
      .locator('.note.bad')
      .getByText('or have been moved or changed since it was chosen: choose it again')
      .waitFor();
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });
});
