import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type SheetCell, WorkbookWriter } from '../../src/table/workbook-writer.js';
import { NO_BROWSER, NO_INCIDENTS } from '../support/browser.js';
import { byId, pageScene } from '../support/page-scene.js';
import { BANNER, LEDGER, PEOPLESOFT } from './exports.js';
import { answerBanner, answerLedger, banner, ledger, peoplesoft } from './file-decisions.js';
import { calculate, chooseColumn, decide, done, giveFile, press, save, unfold } from './file-steps.js';
import { TYPICAL_PATH } from './one-cases.js';

/**
 * What the pages must not be able to say, tried in a real browser. The same is held of their states, without one, in
 * `file-state.test.ts` and `one-state.test.ts`.
 */

/** Holds the page's calls of one name back from its worker, until they are let go, the last first. */
const HOLDING = `{
  const post = Worker.prototype.postMessage;
  const held = [];
  globalThis.holdCalls = null;
  Worker.prototype.postMessage = function (message) {
    if (message.name !== undefined && message.name === globalThis.holdCalls) held.unshift(() => post.call(this, message));
    else post.call(this, message);
  };
  globalThis.letCallsGo = () => {
    globalThis.holdCalls = null;
    for (const call of held.splice(0)) call();
  };
}`;

describe.skipIf(NO_BROWSER !== '')(`what must be impossible${NO_BROWSER}`, () => {
  const scene = pageScene();

  async function open(path: '/file' | '/' | typeof TYPICAL_PATH): Promise<Page> {
    const { page, incidents } = await scene.open('/docs');
    await page.addInitScript(HOLDING);
    await page.goto(scene.api.url + path);
    expect(incidents).toMatchObject(NO_INCIDENTS);
    return page;
  }

  const calculateButton = (page: Page) => page.getByRole('button', { name: 'Calculate', exact: true });

  const loadRecipe = (page: Page, text: string) =>
    page
      .locator('#recipe-input')
      .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer: Buffer.from(text) });

  test('a column of a recipe that no option has: it is another way to write one, or is asked about', async () => {
    const page = await open('/file');
    await banner(page);
    const { bytes } = await save(page, 'Save these choices as a recipe');
    const recipe = bytes.toString();
    await unfold(page, 'Which of your columns is which');
    await loadRecipe(page, recipe.replaceAll('NSLDS_LOAN_YEAR', 'nslds_loan_year'));
    await done(page);
    expect(await page.locator('#columns').getByLabel('Grade level', { exact: true }).inputValue()).toBe(
      ':NSLDS_LOAN_YEAR',
    );
    await loadRecipe(page, recipe.replaceAll('NSLDS_LOAN_YEAR', 'LOAN_YEAR_OF_2019'));
    await page.getByText('This file has no column "LOAN_YEAR_OF_2019"').waitFor();
    await page.getByText('Which column has the grade level?').waitFor();
    expect(await page.locator('#columns').getByLabel('Grade level', { exact: true }).inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Calculate', exact: true }).isDisabled()).toBe(true);
  });

  test('results, repairs or failed rows of another sheet', async () => {
    const page = await open('/file');
    const rows = BANNER.trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const others = rows.map((cells) => cells.map((cell) => cell.replace(/^000/, '999')));
    await giveFile(page, 'two.xlsx', workbook({ June: rows, May: others }));
    await decide(page, 'sheet', null, /June/);
    await answerBanner(page);
    await calculate(page);
    await repairBlankLevel(page);
    await unfold(page, 'Was the file read incorrectly?');
    await page.getByLabel('Sheet', { exact: true }).selectOption('May');
    await press(page, 'Read it again');
    await press(page, 'Keep 1 repair');
    await page.getByText('1 repair made here.').waitFor();
    await press(page, 'Read it again');
    await press(page, 'Change it');
    await done(page);
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await answerBanner(page);
    await calculate(page);
    await page.getByText('3 of 7 students calculated, 4 failed.').waitFor();
    expect(await page.getByText('repair made here').count()).toBe(0);
    const { bytes } = await save(page, /^Save only the failed rows/);
    const failed: string[][] = parse(bytes, { bom: true, from: 2 });
    expect(failed.map(([id]) => id?.slice(0, 3))).toEqual(Array.from({ length: 8 }, () => '999'));
  });

  test('names of students in what the browser keeps, after their column was taken for another by mistake', async () => {
    const page = await open('/file');
    await giveFile(page, 'ledger.csv', LEDGER);
    await ledger(page, 'LAST_NAME');
    await decide(page, 'funds', 'Miller', /^none/i);
    await ledger(page, 'Ledger Fund');
    expect(await page.getByText('Miller" mean').count()).toBe(0);
    await answerLedger(page);
    await calculate(page);
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
    expect(kept).toContain('DUNSUB');
    expect(kept).not.toContain('Miller');
  });

  test('a mistake in what the browser keeps, once it was corrected and calculated', async () => {
    const page = await open('/file');
    await giveFile(page, 'ledger.csv', LEDGER);
    await ledger(page, 'LAST_NAME');
    await decide(page, 'funds', 'Miller', /^none/i);
    await decide(page, 'full_time_credits', 'undergraduate', '12 credits');
    await decide(page, 'need', null, 'Nobody has any');
    await page.getByLabel('Several payments: add them up').click();
    await done(page);
    await calculate(page);
    const kept = () => page.evaluate('JSON.stringify(localStorage)');
    expect(await kept()).toContain('Miller');
    await ledger(page, 'Ledger Fund');
    await answerLedger(page);
    await calculate(page);
    expect(await kept()).not.toContain('Miller');
  });

  test('a character that was typed and is not in the value that is calculated', async () => {
    const page = await open('/file');
    await peoplesoft(page);
    await chooseColumn(page, "Program's own annual limit", '=');
    await page.evaluate("holdCalls = 'match'");
    // It is being examined from here on.
    await page
      .locator('#columns')
      .getByLabel('Cost of attendance less other aid', { exact: true })
      .selectOption('=');
    const field = page.getByLabel("Program's own annual limit, the same for everybody");
    await field.fill('');
    await field.pressSequentially('12');
    await page.evaluate('letCallsGo()');
    await done(page);
    await field.pressSequentially('345');
    expect(await field.inputValue()).toBe('12345');
    await page.keyboard.press('Tab');
    await done(page);
    expect(await field.inputValue()).toBe('12345');
  });

  test('a choice that was not meant and stays on the screen', async () => {
    const page = await open('/file');
    await banner(page);
    await calculate(page);
    await repairBlankLevel(page);
    await unfold(page, 'Which of your columns is which');
    const shape = page.getByLabel('One row of your file is');
    await shape.selectOption('course');
    await press(page, 'Keep 1 repair');
    expect(await shape.inputValue()).toBe('term');
    await shape.selectOption('course');
    await press(page, 'Undo the last repair');
    await done(page);
    expect(await page.locator('#give-up-question').count()).toBe(0);
    expect(await shape.inputValue()).toBe('term');
  });

  test('a code that cannot be decided', async () => {
    const page = await open('/file');
    const codes = ['?', 'constructor', '1 "of" 2'];
    const [first = '', second = '', third = ''] = codes.map((code) => `,I,"${code.replaceAll('"', '""')}",`);
    const file = BANNER.replaceAll(',I,5,', first).replaceAll(',I,3,', second).replaceAll(',I,4,', third);
    await giveFile(page, 'banner.csv', file);
    await decide(page, 'column:degree_level', null, 'Everybody: undergraduate');
    await decide(page, 'full_time_credits', 'undergraduate', '12 credits');
    await decide(page, 'need', null, 'The column "NEED_AMOUNT"');
    for (const code of codes) {
      expect(await calculateButton(page).isEnabled()).toBe(false);
      await decide(page, 'values:grade_level', code, 'third year and beyond');
    }
    await calculate(page);
    await page.getByText('3 of 7 students calculated, 4 failed.').waitFor();
  });

  test('a cancelled repair that comes back', async () => {
    const page = await open('/file');
    await banner(page);
    await calculate(page);
    const group = page.locator('details.group').filter({ hasText: 'Nothing was given' });
    await group.getByRole('combobox').selectOption('first_year');
    await page.evaluate("holdCalls = 'calculate'");
    await group.getByRole('button', { name: 'Repair and calculate again' }).click();
    await press(page, 'Cancel');
    await page.getByText('Canceled. Everything is as it was before.').waitFor();
    await page.evaluate('letCallsGo()');
    const minus = page.locator('details.group').filter({ hasText: 'Expected 0 or more' });
    await minus.locator('summary').click();
    await minus.getByRole('textbox').fill('12');
    await minus.getByRole('button', { name: 'Repair and calculate again' }).click();
    await page.getByText('4 of 7 students calculated, 3 failed.').waitFor();
    await page.getByText('1 repair made here.').waitFor();
    await group.getByText('Nothing was given').waitFor();
  });

  test('a term, a fund or a constant that is left blank and passes', async () => {
    const page = await open('/file');
    await peoplesoft(page);
    await chooseColumn(page, "Program's own annual limit", '=');
    await page.getByText('no value is given').waitFor();
    expect(await calculateButton(page).isEnabled()).toBe(false);
    await page.getByLabel("Program's own annual limit, the same for everybody").fill('20000');
    await page.keyboard.press('Tab');
    await done(page);
    expect(await calculateButton(page).isEnabled()).toBe(true);
    await page.locator('#term-1-label').fill(' ');
    await page.keyboard.press('Tab');
    await page.getByText('Term 2 of your columns has no name.').waitFor();
    expect(await calculateButton(page).isEnabled()).toBe(false);

    const other = await open('/file');
    await giveFile(other, 'ledger.csv', LEDGER);
    await ledger(other, 'Ledger Fund');
    await answerLedger(other);
    expect(await calculateButton(other).isEnabled()).toBe(true);
    await other.getByLabel('Column that names the fund').selectOption('LAST_NAME');
    await done(other);
    await other
      .getByText(/What is the fund "Miller"|"Miller"/)
      .first()
      .waitFor();
    expect(await calculateButton(other).isEnabled()).toBe(false);
  });

  test('rows of another filter than the one that is chosen', async () => {
    const page = await open('/file');
    await banner(page);
    await calculate(page);
    await unfold(page, 'Look at the rows');
    const rows = page.locator('[aria-label="Rows of the answer"] tbody tr');
    await expect.poll(() => rows.count()).toBe(14);
    await page.evaluate("holdCalls = 'preview'");
    const filter = page.getByLabel('Show', { exact: true });
    await filter.selectOption('all');
    await filter.selectOption('warnings');
    await filter.selectOption('failed');
    expect(await rows.count()).toBe(0);
    // The answer to the last question comes first.
    await page.evaluate('letCallsGo()');
    await expect.poll(() => rows.count()).toBe(8);
    // Later than all of them.
    await page.getByLabel('Student ID contains').fill('0003');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await filter.inputValue()).toBe('failed');
  });

  test('leaving with unsaved work unasked, for another file or another page', async () => {
    const page = await open('/file');
    await peoplesoft(page);
    await calculate(page);
    await giveFile(page, 'banner.csv', BANNER);
    await press(page, 'Keep this file');
    await page.getByText('5 students calculated.').first().waitFor();
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click();
    await expect.poll(() => asked).toBe(1);
    await page.getByText('5 students calculated.').first().waitFor();
    await giveFile(page, 'banner.csv', BANNER);
    await press(page, 'Open banner.csv');
    await done(page);
    await page.getByRole('heading', { name: 'banner.csv' }).waitFor();
    expect(await page.getByText('5 students calculated.').count()).toBe(0);
  });

  test('two terms of one name after removing and adding, of a student and of a file', async () => {
    const one = await open('/');
    await one.getByRole('button', { name: 'Load an example' }).first().click();
    await press(one, 'Add a term');
    await press(one, 'Remove Spring');
    await press(one, 'Add a term');
    await press(one, 'Add a summer before');
    expect(new Set(await valuesOf(one, '[id$=".label"]')).size).toBe(4);

    const page = await open('/file');
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT);
    await unfold(page, 'Which of your columns is which');
    await press(page, 'Add a term');
    await done(page);
    await page.getByRole('button', { name: 'Remove this term' }).first().click();
    await done(page);
    await press(page, 'Add a term');
    await done(page);
    expect(new Set(await valuesOf(page, '[id^="term-"][id$="-label"]')).size).toBe(3);
    await page.locator('#term-2-label').fill('Spring');
    await page.locator('#term-2-label').blur();
    await done(page);
    expect(await calculateButton(page).isEnabled()).toBe(false);
    expect(await describedBy(page, 'term-2-label')).toBe(
      'Another term has this name. Give each term its own.',
    );
  });

  test('+ and − that do nothing to 3,500', async () => {
    const page = await open(TYPICAL_PATH);
    const need = byId(page, 'subsidized_amount');
    await need.fill('3,500');
    await page.getByRole('button', { name: 'Subsidized need: $100 more' }).click();
    expect(await need.inputValue()).toBe('3,600');
  });
});

/** Gives the students of the Banner export their grade level where it is blank. */
async function repairBlankLevel(page: Page): Promise<void> {
  const group = page.locator('details.group').filter({ hasText: 'Nothing was given' });
  await group.getByRole('combobox').selectOption('first_year');
  await group.getByRole('button', { name: 'Repair and calculate again' }).click();
  await page.getByText('1 repair made here.').waitFor();
}

/** What a screen reader says of a field beside its name. */
async function describedBy(page: Page, field: string): Promise<string | null> {
  const id = (await byId(page, field).getAttribute('aria-describedby')) ?? 'nothing';
  return byId(page, id).textContent();
}

async function valuesOf(page: Page, fields: string): Promise<readonly string[]> {
  return Promise.all((await page.locator(fields).all()).map((each) => each.inputValue()));
}

/** A workbook with a sheet of texts for each name. */
function workbook(sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>): Buffer {
  const pieces: Uint8Array[] = [];
  const writer = new WorkbookWriter((piece) => pieces.push(piece));
  for (const [name, [header = [], ...rows]] of Object.entries(sheets)) {
    const columns = header.map((heading) => ({
      heading: String(heading),
      style: 'text' as const,
      width: 12,
    }));
    writer.beginSheet({ name, columns });
    for (const row of rows) writer.addRow(row);
  }
  writer.finish();
  return Buffer.concat(pieces);
}
