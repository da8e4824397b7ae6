import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { DecisionName } from '../../src/guessing/decisions.js';
import { idOf } from '../../src/web/file/page/file-state.js';

/** What a person does on the page `/file`. */

/** Gives the page a file, as the button does, and waits until it is read. */
export async function giveFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const buffer = Buffer.from(content);
  await page.locator('#file-input').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await done(page);
}

/** Waits until nothing goes on any more. */
export async function done(page: Page): Promise<void> {
  await page.locator('#progress').waitFor({ state: 'detached', timeout: 120_000 });
}

/** Answers a question about the file; `of` is what it is about, such as a code. */
export async function decide(
  page: Page,
  name: DecisionName,
  of: string | null,
  answer: string | RegExp,
): Promise<void> {
  const question = page.locator(`#${idOf({ name, of })}`);
  await question.waitFor();
  const change = question.getByRole('button', { name: /^Change: / });
  if ((await change.count()) > 0) await change.click();
  await question.getByLabel(answer).first().click();
  await done(page);
}

/** Says that the listed terms are each student's year, where that is asked. */
export async function takeTermsAsListed(page: Page): Promise<void> {
  const question = page.locator(`#${idOf({ name: 'year_terms', of: null })}`);
  if ((await question.count()) === 0) return;
  await decide(page, 'year_terms', null, 'The listed terms are the whole year');
}

/** Chooses the column of the file that is one of ours. */
export async function chooseColumn(page: Page, ours: string, theirs: string): Promise<void> {
  await unfold(page, 'Which of your columns is which');
  await page.locator('#columns').getByLabel(ours, { exact: true }).selectOption(theirs);
  await done(page);
}

/** Opens a part of the page that is folded. */
export async function unfold(page: Page, summary: string): Promise<void> {
  const details = page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: summary }) })
    .last();
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
}

/** Calculates, and waits for the answer. */
export async function calculate(page: Page): Promise<void> {
  await press(page, 'Calculate');
  await done(page);
  await page.getByRole('heading', { name: 'Results' }).waitFor();
}

/** Presses a button that saves a file, and gives what was saved. */
export async function save(page: Page, button: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  const bytes = await readFile(await download.path());
  await done(page);
  return { name: download.suggestedFilename(), bytes };
}

/** The button that saves the answer as programs read it. */
export const SAVE_CSV = 'Save the answer as CSV';

/** Presses a button by its name. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
}
