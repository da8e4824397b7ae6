import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { OFFICE } from './exports.js';

/** What a person does on the page `/file`. */

/** Gives the page a file, as the button does, and waits until it is read. */
export async function giveFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const buffer = Buffer.from(content);
  await page.locator('#file-input').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await done(page);
}

/** Gives the page a recipe, and waits until it is read or refused. */
export async function giveRecipe(page: Page, content: string | Uint8Array): Promise<void> {
  const recipe = { name: 'r.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.locator('#recipe-input').setInputFiles(recipe);
  await done(page);
}

/** Waits until nothing goes on any more. */
export async function done(page: Page): Promise<void> {
  await page.locator('#progress').waitFor({ state: 'detached', timeout: 120_000 });
}

/** The line of a field or a column, by its name. */
export function line(page: Page, name: string | RegExp): Locator {
  const legend = page.locator('legend').filter({ hasText: name });
  return page.locator('fieldset.line').filter({ has: legend }).first();
}

export async function choose(page: Page, name: string | RegExp, choice: string | RegExp): Promise<void> {
  await line(page, name).getByRole('button', { name: choice }).first().click();
  await done(page);
}

export async function place(page: Page, field: string | RegExp, column: string): Promise<void> {
  await choose(page, field, /^(?:A|Another) column/);
  await line(page, field).getByRole('combobox', { name: 'Your column' }).fill(column);
  await page.keyboard.press('Enter');
  await done(page);
}

export async function setCode(page: Page, name: string, code: string, meaning: string): Promise<void> {
  await line(page, name)
    .getByLabel(new RegExp(`^${code} `))
    .selectOption({ label: meaning });
  await done(page);
}

const focused = z.string();

/** The id of the line that has the focus, or of what else has it. */
export async function focusedLine(page: Page): Promise<string> {
  const id = await page.evaluate(
    "(document.activeElement.closest('fieldset.line') ?? document.activeElement).id",
  );
  return focused.parse(id);
}

/** Text to type, among keys to press. */
export const typed = (text: string): string => `type:${text}`;

/**
 * Presses keys on each open line as it comes up, until nothing is open; columns that are not named are said not to be used.
 *
 * @returns how many keys were pressed.
 */
export async function workThrough(page: Page, keys: Readonly<Record<string, readonly string[]>>) {
  let pressed = 1;
  await page.getByRole('button', { name: 'Next open line' }).press('Enter');
  for (let id = await focusedLine(page); id !== 'my-columns'; id = await focusedLine(page)) {
    const own = keys[id] ?? (id.startsWith('column-') ? ['1'] : undefined);
    if (own === undefined) throw new Error(`Nothing is said of ${id}.`);
    for (const key of own) {
      pressed += 1;
      if (!key.startsWith('type:')) await page.keyboard.press(key);
      else {
        await page.keyboard.type(key.slice('type:'.length));
        pressed += key.length - 'type:'.length - 1;
      }
    }
    if ((await focusedLine(page)) === id) throw new Error(`The focus stays on ${id}.`);
  }
  await done(page);
  return pressed;
}

/** What is said of the lines that names do not place, in most files. */
export const USUAL_LINES: Readonly<Record<string, readonly string[]>> = {
  'rows-line': ['1'],
  'line-plus_denied': ['3'],
  'line-is_legacy_borrower': ['3'],
  'line-cost_of_attendance': ['3'],
  'line-total_limit': ['3'],
  'line-term_actual_final_credits': ['3'],
  'line-term_prior_disbursement_sub': ['3'],
  'line-term_prior_disbursement_unsub': ['3'],
  'line-term_prior_disbursement_grad_plus': ['3'],
  'status-line': ['1'],
  'line-term_ft_credits': ['2', typed('12'), 'Enter'],
};

/** Opens the office's export, places its columns, and confirms them. */
export async function placeOffice(page: Page, content: string = OFFICE): Promise<void> {
  await giveFile(page, 'office.csv', content);
  await place(page, 'Student ID', 'Student');
  await place(page, 'Dependency status', 'Dep');
  await place(page, 'Degree level', 'Career');
  await place(page, 'Grade level', 'Class');
  await place(page, 'Subsidized need', 'Need');
  await place(page, /^Term(?!s)/, 'Semester');
  await place(page, 'Credits enrolled', 'Hours');
  await place(page, 'Subsidized paid for the term', 'Paid Sub');
  await choose(page, 'Reg', 'Says whether a row counts');
  await setCode(page, 'Reg', 'RE', 'the row counts');
  await setCode(page, 'Reg', 'WD', 'its credits are 0');
  await workThrough(page, USUAL_LINES);
  await confirm(page);
  await choose(page, /^The need is on the rows of several terms/, /^1?For the year/);
}

/** What {@link placeOffice} says, as the page saves it: file-again.test.ts holds and writes it. */
export const OFFICE_RECIPE: string = join(import.meta.dirname, 'office-recipe.txt');

/** The office's export with its columns confirmed: by a recipe, which takes seconds less than {@link placeOffice}. */
export async function openOffice(page: Page): Promise<void> {
  await giveFile(page, 'office.csv', OFFICE);
  await unfold(page, 'Use a recipe that was saved');
  await giveRecipe(page, await readFile(OFFICE_RECIPE));
  await page.getByRole('heading', { name: 'Before calculating' }).waitFor();
}

export async function confirm(page: Page): Promise<void> {
  await press(page, 'These are my columns');
  await page.getByRole('heading', { name: 'Before calculating' }).waitFor();
}

export async function unfold(page: Page, summary: string | RegExp): Promise<void> {
  const details = page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: summary }) })
    .last();
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
}

/** Calculates, and waits for the answer, which begins with how many students it came to where a test says that. */
export async function calculate(page: Page, counts?: string): Promise<void> {
  await press(page, 'Calculate');
  await done(page);
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  if (counts !== undefined) await page.getByText(counts).first().waitFor();
}

export async function save(page: Page, button: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  const bytes = await readFile(await download.path());
  await done(page);
  return { name: download.suggestedFilename(), bytes };
}

export const SAVE_CSV = 'Save the answer as CSV';

/** Does what makes the browser ask whether work that is not saved may be discarded, answers, and gives the question. */
export async function whenAsked(
  page: Page,
  answer: 'discard' | 'keep',
  act: () => Promise<unknown>,
): Promise<string> {
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await (answer === 'discard' ? dialog.accept() : dialog.dismiss());
    return dialog.message();
  });
  const [question] = await Promise.all([asked, act()]);
  return question;
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
}
