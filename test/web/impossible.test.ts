import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NO_INCIDENTS } from '../support/browser.js';
import { describePages } from '../support/page-scene.js';
import { writtenSheets } from '../support/written-workbook.js';
import { OFFICE, OFFICE_OURS } from './exports.js';
import { FilePage, SAVE_CSV } from './file-steps.js';

/** States that the page for a file must never reach, tried in a real browser. */

/** Holds back the page's calls of one kind to its worker until they are released, last one first. */
const HOLDING = `{
  const post = Worker.prototype.postMessage;
  const held = [];
  globalThis.holdCalls = null;
  Worker.prototype.postMessage = function (message) {
    if (message.kind !== 'cancel' && message.kind === globalThis.holdCalls) held.unshift(() => post.call(this, message));
    else post.call(this, message);
  };
  globalThis.letCallsGo = () => {
    globalThis.holdCalls = null;
    for (const call of held.splice(0)) call();
  };
}`;

async function answerSheets(file: FilePage, read: string): Promise<void> {
  await file.press(new RegExp(`"${read}" has all that is needed`));
  await file.done();
}

/** Drags or drops a file of ours on the footer. @returns whether the browser is kept from opening it. */
function dragged(page: Page, event: 'dragover' | 'drop'): Promise<unknown> {
  return page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(OFFICE_OURS)}], 'dropped.csv'));
    const event = new DragEvent('${event}', { bubbles: true, cancelable: true, dataTransfer });
    !document.querySelector('footer').dispatchEvent(event);
  }`);
}

describePages('what must be impossible', (scene) => {
  async function open(content?: string) {
    const { page, incidents } = await scene.open('/file', {}, (each) => each.addInitScript(HOLDING));
    expect(incidents).toMatchObject(NO_INCIDENTS);
    const file = new FilePage(page);
    if (content !== undefined) await file.giveFile('ours.csv', content);
    return { page, file };
  }

  test('results, repairs or failed rows of another sheet', async () => {
    const { page, file } = await open();
    const rows = OFFICE_OURS.trimEnd()
      .split('\n')
      .map((each) => each.split(','));
    const wrong = rows.map((cells, nth) => cells.map((cell, at) => (nth === 1 && at === 7 ? '-9' : cell)));
    const others = wrong.map((cells) => cells.map((cell) => cell.replace(/^S/, 'T')));
    await file.giveFile('two.xlsx', writtenSheets({ June: wrong, May: others }));
    await file.unfold('Was the file read incorrectly?');
    const sheet = page.getByLabel('Sheet', { exact: true });
    await answerSheets(file, 'June');
    await file.calculate();
    await file.press('Leave 1 student out');
    await page.getByText('1 repair made here.').waitFor();
    await file.unfold('Was the file read incorrectly?');
    await sheet.selectOption('May');
    const readAgain = () => file.press('Read it again');
    await file.whenAsked('keep', readAgain);
    await page.getByText('1 repair made here.').waitFor();
    await file.whenAsked('discard', readAgain);
    await file.done();
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await answerSheets(file, 'May');
    await file.calculate('2 of 3 students calculated, 1 failed.');
    expect(await page.getByText('repair made here').count()).toBe(0);
    const { bytes } = await file.save(/^Save only the failed rows/);
    const failed: string[][] = parse(bytes, { bom: true, from: 2 });
    expect(failed.map(([id]) => id)).toEqual(['T1', 'T1']);
  });

  test('a cancelled repair that comes back', async () => {
    const { page, file } = await open(OFFICE_OURS.replace('Fall 2026,12,12,0', 'Fall 2026,12,-9,0'));
    await file.calculate('2 of 3 students calculated, 1 failed.');
    await page.evaluate("holdCalls = 'calculate'");
    await file.press('Leave 1 student out');
    await file.press('Cancel');
    await page.getByText('Canceled. Everything is as it was before.').waitFor();
    await page.evaluate('letCallsGo()');
    expect(await page.getByText('repair made here').count()).toBe(0);
    await file.press('Leave 1 student out');
    await page.getByText('2 students calculated.').waitFor();
    await page.getByText('1 repair made here.').waitFor();
  });

  test('a file dropped beside the frame that leaves the page, or one canceled that leaves nothing of the one before', async () => {
    const { page, file } = await open();
    await file.openOffice();
    await file.calculate();
    expect(await dragged(page, 'dragover')).toBe(true);
    await page.evaluate("holdCalls = 'open'");
    const asked = await file.whenAsked('discard', async () => {
      expect(await dragged(page, 'drop')).toBe(true);
    });
    expect(asked).toContain('Discard your unsaved work on office.csv?');
    await file.press('Cancel');
    await page.getByText('Canceled. Everything is as it was before.').waitFor();
    await page.evaluate('letCallsGo()');
    await file.save(SAVE_CSV);
    await page.getByText('3 students calculated.').waitFor();
    await dragged(page, 'drop');
    await page.getByRole('heading', { name: 'dropped.csv' }).waitFor();
  });

  test('a choice that the worker has seen late', async () => {
    const { page, file } = await open();
    await file.openOffice();
    await file.unfold('with nothing open');
    await page.evaluate("holdCalls = 'examine'");
    const code = page.locator('fieldset.line', { hasText: 'Reg' }).getByLabel(/^WD /);
    await code.selectOption({ label: 'the row counts' });
    await code.selectOption({ label: 'the student is not calculated' });
    await file.press('Calculate');
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await page.evaluate('letCallsGo()');
    await page.getByText('2 of 3 students calculated, 1 failed.').waitFor();
  });

  test('rows of another filter than the one that is chosen', async () => {
    const { page, file } = await open(OFFICE_OURS);
    await file.calculate();
    const rows = page.locator('[aria-label="Students"] tbody tr:has(td + td)');
    await expect.poll(() => rows.count()).toBe(6);
    await page.evaluate("holdCalls = 'look'");
    const filter = page.getByLabel('Show', { exact: true });
    await filter.selectOption('failed');
    await filter.selectOption('reduced');
    expect(await rows.count()).toBe(0);
    // The answer to the last question arrives first.
    await page.evaluate('letCallsGo()');
    await expect.poll(() => rows.count()).toBe(6);
    await page.getByLabel('Student ID contains').fill('S2');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await filter.inputValue()).toBe('reduced');
  });

  test('leaving with unsaved work unasked, for another file or another page', async () => {
    const { page, file } = await open();
    await file.giveFile('office.csv', OFFICE);
    await file.choose('GPA', 'Not used');
    const giveOther = () => file.giveFile('other.csv', OFFICE_OURS);
    await file.whenAsked('keep', giveOther);
    await page.getByRole('heading', { name: 'office.csv' }).waitFor();
    const toDocs = page.getByRole('navigation').getByRole('link', { name: 'Docs' });
    await file.whenAsked('keep', () => toDocs.click());
    await file.whenAsked('discard', giveOther);
    await file.done();
    await page.getByRole('heading', { name: 'other.csv' }).waitFor();
  });
});
