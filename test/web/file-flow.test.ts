import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Incidents, NO_BROWSER, NO_INCIDENTS, openPage, sharedBrowser } from '../support/browser.js';
import { type SharedService, sharedService } from '../support/shared-service.js';
import { BANNER, LEDGER, PEOPLESOFT } from './exports.js';
import {
  answerBanner,
  answerLedger,
  answerPeoplesoft,
  banner,
  colleague,
  ledger,
  peoplesoft,
} from './file-decisions.js';
import {
  calculate,
  chooseColumn,
  decide,
  done,
  giveFile,
  press,
  SAVE_CSV,
  save,
  unfold,
} from './file-steps.js';

/** What an aid officer does who has an export of a student system and no programmer. */

describe.skipIf(NO_BROWSER !== '')(`an export of a student system${NO_BROWSER}`, () => {
  let api: SharedService['api'];
  let browser: Browser;
  let page: Page;
  let incidents: Incidents;
  beforeAll(async () => {
    [{ api }, browser] = await Promise.all([sharedService(), sharedBrowser()]);
  });
  beforeEach(async () => {
    ({ page, incidents } = await openPage(browser));
    page.setDefaultTimeout(10_000);
    await page.goto(`${api.url}/file`);
  });
  afterEach(async () => {
    expect(incidents).toMatchObject(NO_INCIDENTS);
    const asked = incidents.requests.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'));
    // The page itself, its style sheets, its script and its worker; nothing once a file is there.
    expect(asked.filter((url) => !url.includes('/assets/'))).toEqual([`${api.url}/file`]);
    await page.context().close();
  });

  async function answers(): Promise<Record<string, string>[]> {
    const { bytes } = await save(page, SAVE_CSV);
    return parse(bytes, { columns: true });
  }

  const verdict = (text: string) => page.getByText(text).first().waitFor();

  /** A group of failures, unfolded. */
  async function group(name: RegExp): Promise<Locator> {
    const found = page.locator('details.group').filter({ hasText: name });
    if ((await found.getAttribute('open')) === null) await found.locator('summary').click();
    return found;
  }

  test('neither the page nor its worker can connect to anybody, this service included', async () => {
    await giveFile(page, 'banner.csv', BANNER);
    const worker = page.workers()[0];
    const reached = 'fetch("/v1/openapi.json").then(() => "reached", () => "stopped")';
    expect(await worker?.evaluate(reached)).toBe('stopped');
    expect(await page.evaluate(reached)).toBe('stopped');
    await expect.poll(() => incidents.violations).toEqual([expect.stringMatching(/^connect-src /)]);
    incidents.violations.splice(0);
    // The console names what was stopped.
    incidents.errors.splice(0);
    incidents.failures.splice(0);
    incidents.requests.splice(
      incidents.requests.findLastIndex((url) => url.endsWith('/v1/openapi.json')),
      1,
    );
  });

  test('nothing is calculated while a question is open', async () => {
    await giveFile(page, 'banner.csv', BANNER);
    await page.getByText('3 questions about your file').waitFor();
    expect(await page.getByRole('button', { name: 'Calculate', exact: true }).isDisabled()).toBe(true);
    expect(await page.locator('.decision input:checked').count()).toBe(0);
    await answerBanner(page);
    await page.getByText('All of them are answered.').waitFor();
    expect(await page.getByRole('button', { name: 'Calculate', exact: true }).isEnabled()).toBe(true);
  });

  test('an answered question folds to a line once all are answered, and is unfolded to be changed', async () => {
    await banner(page);
    const lines = page.locator('.answered');
    const texts = () => lines.locator('p').allTextContents();
    const level = ['Which column has the degree level?', 'Everybody: undergraduate'];
    const credits = 'How many credits are full time in a term for undergraduate students?';
    const need = page.locator(':focus').locator('xpath=ancestor::fieldset[1]');
    // The last one waits: the arrow keys go from choice to choice.
    await expect.poll(texts).toEqual([...level, credits, '12 credits']);
    await need.getByRole('button', { name: 'Keep this answer' }).click();
    expect(await lines.count()).toBe(3);
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    expect(await focused()).toBe('Change: How much subsidized need does each student have?');

    await page
      .getByRole('button', {
        name: 'Change: Full time in a term is 12 credits for 7 undergraduate students.',
      })
      .click();
    const opened = page.locator('fieldset.decision');
    expect(await opened.evaluate((fieldset) => fieldset === fieldset.ownerDocument.activeElement)).toBe(true);
    await opened.getByLabel('Another number of credits').fill('10');
    await opened.getByRole('button', { name: 'Use 10' }).click();
    await done(page);
    await page.getByText('Full time in a term is 10 credits').waitFor();
    await opened.getByRole('button', { name: 'Keep this answer' }).click();
    expect((await texts()).slice(2, 4)).toEqual([credits, '10 credits']);
    await calculate(page);
    expect(await page.locator('fieldset.decision').count()).toBe(0);

    await page.getByRole('button', { name: /^Change: Full time in a term is 10 credits/ }).click();
    await opened.getByLabel('12 credits').click();
    await page.getByText('An answer changed, so the earlier results are gone. Calculate again.').waitFor();
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
  });

  test('success says what was assumed, and each sentence leads to its question', async () => {
    await peoplesoft(page);
    await page.getByText('5 rows', { exact: true }).waitFor();
    await calculate(page);
    const said = page.getByRole('status').filter({ hasText: '5 students calculated.' });
    await said.getByText('Full time in a term is 12 credits').waitFor();
    await decide(page, 'full_time_credits', 'undergraduate', '15 credits');
    // The answer was of another decision.
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await page.getByText('Full time in a term is 15 credits').waitFor();
  });

  test('as Banner writes it: four mistakes are repaired on the page, and a repair can be undone', async () => {
    await banner(page);
    await calculate(page);
    await verdict('3 of 7 students calculated, 4 failed.');

    const level = await group(/Nothing was given/);
    await level.getByRole('combobox').selectOption('first_year');
    await level.getByRole('button', { name: 'Repair and calculate again' }).click();
    await verdict('4 of 7 students calculated, 3 failed.');

    const credits = await group(/Expected 0 or more/);
    await credits.getByRole('textbox').fill('12');
    await credits.getByRole('button', { name: 'Repair and calculate again' }).click();
    await verdict('5 of 7 students calculated, 2 failed.');

    const letters = await group(/Expected a number/);
    await letters.getByRole('textbox').first().fill('12');
    await letters.getByRole('textbox').last().fill('6');
    await letters.getByRole('button', { name: 'Repair and calculate again' }).click();
    await verdict('6 of 7 students calculated, 1 failed.');

    const dependency = await group(/Must be the same on all rows/);
    await dependency.getByRole('combobox').selectOption('independent');
    await dependency.getByRole('button', { name: 'Repair and calculate again' }).click();
    await verdict('7 students calculated.');
    const mended = await answers();
    expect(mended.filter(({ error }) => error !== '')).toEqual([]);
    expect(mended.find(({ student_id }) => student_id === '00067890')).toMatchObject({
      reduced_annual_pct: '75',
    });

    await press(page, 'Undo the last repair');
    await verdict('6 of 7 students calculated, 1 failed.');
  });

  test('a student of whom one term is wrong is left out whole, and the answer says so', async () => {
    await banner(page);
    await calculate(page);
    const credits = await group(/Expected 0 or more/);
    await credits.getByRole('button', { name: 'Leave 1 student out' }).click();
    await verdict('3 of 6 students calculated, 3 failed.');
    await page.getByRole('alert').getByText('Left out by hand: 1 student. Credits enrolled').waitFor();
    const ids = (await answers()).map(({ student_id }) => student_id);
    expect(new Set(ids).size).toBe(6);
    const { bytes } = await save(page, 'Save as an Excel workbook');
    const parts = Object.values(unzipSync(bytes)).map((part) => Buffer.from(part).toString());
    expect(parts.filter((part) => part.includes('Left out by hand: 1 student. Credits'))).toHaveLength(1);
  });

  test('only the failed rows are saved as they stood, mended elsewhere, and dropped in again', async () => {
    await banner(page);
    await calculate(page);
    const { name, bytes } = await save(page, /^Save only the failed rows/);
    expect(name).toBe('banner-failed.csv');
    const [header, ...rows] = parse(bytes, { bom: true });
    expect(header).toEqual([...(BANNER.split('\r\n', 1)[0]?.split(',') ?? []), 'error']);
    expect(rows).toHaveLength(8);

    const mended = bytes
      .toString()
      .replace('202710,12,D,,', '202710,12,D,1,')
      .replace('202720,12,D,,', '202720,12,D,1,')
      .replace(',-12,', ',12,')
      .replace('202720,6,I,2', '202720,6,D,2')
      .replace('202710,F,', '202710,12,')
      .replace('202720,H,', '202720,6,');
    await save(page, SAVE_CSV);
    await giveFile(page, name, mended);
    await page.getByText('You calculated a file like this before').waitFor();
    await press(page, 'Use as last time');
    await done(page);
    await calculate(page);
    await verdict('4 students calculated.');
  });

  test('as PeopleSoft writes it: a row for each student becomes a row for each term', async () => {
    await peoplesoft(page);
    await calculate(page);
    await verdict('5 students calculated.');
    const rows = await answers();
    expect(rows.map(({ student_id, term_label }) => [student_id, term_label])).toEqual(
      ['0000111', '0000112', '0000113', '0000114', '0000115'].flatMap((id) => [
        [id, 'Fall'],
        [id, 'Spring'],
      ]),
    );
    expect(rows[2]).toMatchObject({ reduced_annual_pct: '75', annual_basic_eligibility_sub: '1500' });
    // Not in school in fall: 12 of 24 credits of the year.
    expect(rows[7]).toMatchObject({ term_label: 'Spring', reduced_annual_pct: '50' });
  });

  test('as Colleague writes it: a title, semicolons and an older encoding', async () => {
    await colleague(page);
    await calculate(page);
    expect((await answers()).map(({ term_label }) => term_label)).toEqual([
      'Otoño 2026',
      'Primavera 2027',
      'Otoño 2026',
      'Primavera 2027',
    ]);
  });

  test('what was read wrongly is read again as a person says, and everything is asked anew', async () => {
    await colleague(page);
    const readAs = async (encoding: string): Promise<void> => {
      await unfold(page, 'Was the file read incorrectly?');
      await page.getByLabel('Encoding').selectOption(encoding);
      await press(page, 'Read it again');
      await done(page);
    };
    await readAs('utf-8');
    await unfold(page, 'First rows');
    await page.getByRole('cell', { name: 'Oto\uFFFDo 2026' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Calculate', exact: true }).isDisabled()).toBe(true);
    await readAs('windows-1252');
    await page.getByRole('cell', { name: 'Otoño 2026' }).first().waitFor();
  });

  test('an answer that refuses the file stays chosen with the reason, and total lines brought back keep all answers', async () => {
    const rows = [
      'ID,Term,Credits,Level,Dep,Grade,Need,Full time,Sub Returned,Sub Paid',
      '1,Fall,6,UG,D,1,3000,12,1000,1000',
      '1,Spring,9,UG,D,1,3000,12,1000,',
      'Total,,15,,,,,,,',
    ];
    await giveFile(page, 'returned.csv', rows.join('\n'));
    const chosen = async () => page.locator('.choice:has(input:checked) label').allTextContents();
    await decide(page, 'paid', 'Sub Returned', /^No: the file is refused/);
    expect(await chosen()).toEqual([expect.stringMatching(/^No: the file is refused/)]);
    await page.locator('#notice').getByText('Row 2, column "Sub Returned"').waitFor();
    expect(await page.getByRole('button', { name: 'Calculate', exact: true }).isDisabled()).toBe(true);
    await decide(page, 'paid', 'Sub Returned', /^Yes/);
    await decide(page, 'need', null, 'The column "Need"');
    const answers = await chosen();
    expect(answers).toHaveLength(2);
    await unfold(page, 'Rows that were set aside');
    await press(page, 'Read them as students instead');
    await done(page);
    await page.getByText('2 students', { exact: true }).waitFor();
    expect(await chosen()).toEqual(expect.arrayContaining(answers));
  });

  test('as a ledger writes it: rows of one fund each become terms with what was paid', async () => {
    await giveFile(page, 'ledger.csv', LEDGER);
    await ledger(page, 'Ledger Fund');
    await answerLedger(page);
    await calculate(page);
    // What was paid in fall is kept, and spring gets the rest.
    expect((await answers()).map(({ term_equal_unsubsidized }) => term_equal_unsubsidized)).toEqual([
      '200',
      '9175',
    ]);
  });

  test('rows can be pasted from a spreadsheet', async () => {
    await unfold(page, 'Paste rows instead');
    await page.getByLabel('Rows, with their header row').fill(PEOPLESOFT);
    await press(page, 'Read these rows');
    await done(page);
    await answerPeoplesoft(page);
    await calculate(page);
    await verdict('5 students calculated.');
  });

  test('a recipe is saved as a file and loaded on another computer', async () => {
    await banner(page);
    const recipe = await save(page, 'Save these choices as a recipe');
    expect(recipe.name).toBe('banner-recipe.json');

    page.on('dialog', (dialog) => void dialog.accept());
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByText('Your file is no longer open').waitFor();
    incidents.requests.splice(0, incidents.requests.lastIndexOf(`${api.url}/file`));
    await giveFile(page, 'banner.csv', BANNER);
    await unfold(page, 'Which of your columns is which');
    const load = (buffer: Buffer) =>
      page.locator('#recipe-input').setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer });
    await load(Buffer.from('{"format":"prorata-recipe/9"}'));
    await page.getByText('The recipe cannot be used').waitFor();
    // In other capitals it is the same recipe, and each column is seen to be chosen.
    await load(Buffer.from(recipe.bytes.toString().replaceAll('NEED_AMOUNT', 'Need_Amount')));
    await page.getByText('The recipe cannot be used').waitFor({ state: 'detached' });
    await done(page);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await calculate(page);
    await verdict('3 of 7 students calculated, 4 failed.');
  });

  test('a recipe is used for a file that lacks some of its columns, and which they are today is asked', async () => {
    await banner(page);
    const recipe = (await save(page, 'Save these choices as a recipe')).bytes.toString();
    await giveFile(page, 'banner.csv', BANNER);
    await unfold(page, 'Which of your columns is which');
    const buffer = Buffer.from(
      recipe.replace('"NEED_AMOUNT"', '"Need"').replace('"FED_DEPEND_STAT"', '"Dep"'),
    );
    await page
      .locator('#recipe-input')
      .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer });
    await page.getByText('This file has no column "Dep" or "Need", which the recipe reads.').waitFor();
    const asked = page.locator('fieldset.decision legend');
    await expect
      .poll(() => asked.allTextContents())
      .toEqual([
        'Which column has the dependency status?',
        'How much subsidized need does each student have?',
      ]);
    await decide(page, 'column:dependency_status', null, 'The column "FED_DEPEND_STAT"');
    await decide(page, 'need', null, 'The column "NEED_AMOUNT"');
    await calculate(page);
    await verdict('3 of 7 students calculated, 4 failed.');
  });

  test('what the page keeps is shown and can be forgotten', async () => {
    await peoplesoft(page);
    await calculate(page);
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
    for (const text of ['0000111', '3,500']) expect(kept).not.toContain(text);
    await unfold(page, 'What this page keeps on this computer');
    await page.getByRole('button', { name: 'Forget peoplesoft.tsv' }).click();
    expect(await page.evaluate("localStorage.getItem('prorata-recipes')")).toBeNull();
  });

  test('a broken entry among the recipes that the page keeps loses none of the others', async () => {
    await peoplesoft(page);
    await calculate(page);
    await save(page, SAVE_CSV);
    const broken = '[42, { columns: 1 }, ...JSON.parse(localStorage.getItem("prorata-recipes"))]';
    await page.evaluate(`localStorage.setItem("prorata-recipes", JSON.stringify(${broken}))`);
    await page.reload();
    await unfold(page, 'What this page keeps on this computer');
    await page.getByRole('button', { name: 'Forget peoplesoft.tsv' }).waitFor();
    incidents.requests.splice(0, incidents.requests.lastIndexOf(`${api.url}/file`));
  });

  test('an earlier answer is compared: whose amounts changed', async () => {
    await peoplesoft(page);
    await calculate(page);
    const answer = await save(page, SAVE_CSV);
    const workbook = await save(page, 'Save as an Excel workbook');
    await giveFile(page, 'peoplesoft.tsv', PEOPLESOFT.replace('\t9\t9\t', '\t12\t12\t'));
    await press(page, 'Use as last time');
    await done(page);
    await calculate(page);
    await unfold(page, 'Compare with an earlier answer');
    const compareWith = async (name: string, bytes: string | Buffer): Promise<void> => {
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(bytes) };
      await page.getByLabel('The earlier answer').setInputFiles(file);
      await press(page, 'Compare');
      await done(page);
    };
    const changed = page.getByText(
      '4 students as before, 1 changed. 1 student may borrow $3,125 more in all.',
    );
    await compareWith('peoplesoft.tsv', PEOPLESOFT);
    await page.locator('#notice.bad').waitFor();
    expect(await changed.count()).toBe(0);
    for (const { name, bytes } of [answer, workbook]) {
      await compareWith(name, bytes);
      await changed.waitFor();
    }
  });

  test('the answer is saved as a workbook with the own rows, whose ids keep their zeros', async () => {
    await peoplesoft(page);
    await calculate(page);
    const { name, bytes } = await save(page, 'Save as an Excel workbook');
    expect(name).toBe('peoplesoft-answer.xlsx');
    await giveFile(page, name, bytes);
    await unfold(page, 'First rows');
    await page.getByRole('cell', { name: '0000111' }).first().waitFor();
  });

  test('a row leads to its reasons in the words of the form for one student', async () => {
    const header =
      'student_id,dependency_status,degree_level,grade_level,plus_denied,subsidized_amount,term_label,term_ft_credits,term_credits_enrolled';
    const rows = ['Fall', 'Spring'].map((term) => `7,Dependent,Undergraduate,First Year,Y,3500,${term},12,9`);
    await giveFile(page, 'own.csv', [header, ...rows, ''].join('\n'));
    await calculate(page);
    await unfold(page, 'Look at the rows');
    const link = page.getByRole('link', { name: 'Show the reasons for 7' }).first();
    const words = new URLSearchParams((await link.getAttribute('href'))?.replace('/#', ''));
    expect(Object.fromEntries(words)).toMatchObject({
      dependency_status: 'dependent',
      degree_level: 'undergraduate',
      grade_level: 'first_year',
      plus_denied: 'true',
    });
  });

  test('a row shows what was already paid apart from what may be paid now', async () => {
    const header =
      'student_id,dependency_status,degree_level,grade_level,subsidized_amount,term_label,term_ft_credits,term_credits_enrolled,term_prior_disbursement_sub,term_prior_disbursement_unsub';
    const rows = ['Fall,12,12,1750,1000', 'Spring,12,6,,'].map(
      (term) => `7,Dependent,Undergraduate,First Year,3500,${term}`,
    );
    await giveFile(page, 'own.csv', [header, ...rows, ''].join('\n'));
    await calculate(page);
    await unfold(page, 'Look at the rows');
    const table = page.locator('[aria-label="Rows of the answer"]');
    await table.getByRole('columnheader', { name: 'Subsidized, already paid', exact: true }).waitFor();
    const heads = await table.locator('thead th').allTextContents();
    const of = async (name: string) => {
      const cells = table.locator(`tbody tr td:nth-child(${heads.indexOf(name) + 1})`);
      return cells.allTextContents();
    };
    expect(await of('Subsidized, already paid')).toEqual(['$1,750', '$0']);
    expect(await of('Subsidized, may be paid now')).toEqual(['$0', '$875']);
    expect(await of('Unsubsidized by credits, may be paid now')).toEqual(['$0', '$500']);
  });

  test('students who were paid more than the new limit are found, each once', async () => {
    const header =
      'student_id,dependency_status,degree_level,grade_level,subsidized_amount,term_label,term_ft_credits,term_credits_enrolled,term_prior_disbursement_unsub';
    const rows = ['7,2750', '8,2600'].flatMap((student) => {
      const [id, paid] = student.split(',');
      return [`Fall,12,6,${paid}`, 'Spring,12,6,'].map(
        (term) => `${id},Dependent,Undergraduate,First Year,0,${term}`,
      );
    });
    rows.push(
      '9,Dependent,Undergraduate,First Year,0,Fall,12,6,2800',
      '9,Dependent,Undergraduate,First Year,0,Spring,12,6,1',
    );
    await giveFile(page, 'own.csv', [header, ...rows, ''].join('\n'));
    await calculate(page);
    await page.getByText('1 student was paid more than the new limit').waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(await page.getByLabel('Show', { exact: true }).inputValue()).toBe('overpaid');
    const ids = () =>
      page.locator('[aria-label="Rows of the answer"] tbody tr td:nth-child(2)').allTextContents();
    await expect.poll(ids).toEqual(['9']);
  });

  test('rows are looked at beside the own columns, filtered, found by id, and lead to their reasons', async () => {
    await banner(page);
    await calculate(page);
    await unfold(page, 'Look at the rows');
    const ids = () =>
      page.locator('[aria-label="Rows of the answer"] tbody tr td:nth-child(2)').allTextContents();
    await expect.poll(ids).toHaveLength(14);
    await page.getByRole('columnheader', { name: 'LAST_NAME' }).waitFor();
    await page.getByRole('cell', { name: 'O"Brien' }).first().waitFor();
    const link = await page
      .getByRole('link', { name: 'Show the reasons for 00012345' })
      .first()
      .getAttribute('href');
    expect(link).toMatch(/^\/#v=\d/);
    expect(link).toContain('credits_enrolled=12');
    expect(link).not.toContain('00012345');
    await page.getByLabel('Show', { exact: true }).selectOption('failed');
    await expect.poll(ids).toHaveLength(8);
    await page.getByLabel('Student ID contains').fill('0678');
    await page.keyboard.press('Enter');
    await expect.poll(ids).toEqual(['00067890', '00067890']);
  });

  test('a column is corrected, and what its codes meant is asked again', async () => {
    await banner(page);
    await chooseColumn(page, 'Grade level', ':FED_DEPEND_STAT');
    await page.getByText(/What does "D" in the column "FED_DEPEND_STAT" mean/).waitFor();
    expect(await page.getByRole('button', { name: 'Calculate', exact: true }).isDisabled()).toBe(true);
  });

  test('the keyboard alone is enough, from the file to the answer', async () => {
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 120; presses++) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(
          'document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent',
        );
        if (text === name) return;
      }
      throw new Error(`The keyboard does not get to "${name}".`);
    };
    await tabTo('Choose a file…');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      // The browser is told to wait for one first.
      page.evaluate('1').then(() => page.keyboard.press('Enter')),
    ]);
    await chooser.setFiles({ name: 'peoplesoft.tsv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLESOFT) });
    await page.getByText('3 questions about your file').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('peoplesoft.tsv');
    for (const question of await page.locator('.decision legend').allTextContents()) {
      await page.locator('.decision', { hasText: question }).locator('input[type=radio]').first().focus();
      await page.keyboard.press('Space');
      await done(page);
    }
    await tabTo('Calculate');
    await page.keyboard.press('Enter');
    await verdict('5 students calculated.');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Results');
    await tabTo(SAVE_CSV);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('0000114');
  });
});
