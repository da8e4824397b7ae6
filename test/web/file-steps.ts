import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { PageScene } from '../support/page-scene.js';
import { OFFICE } from './exports.js';

const focused = z.string();

export const typed = (text: string): string => `type:${text}`;

/** Answers for lines that column names do not settle in most files. */
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

/** The recipe of {@link placeOffice} as the page saves it; file-again.test.ts writes and checks this file. */
export const OFFICE_RECIPE: string = join(import.meta.dirname, 'office-recipe.txt');

export const SAVE_CSV = 'Save the answer as CSV';

export class FilePage {
  constructor(readonly page: Page) {}

  /** Gives the page a file as its button does, and waits until it is read. */
  async giveFile(name: string, content: string | Uint8Array): Promise<void> {
    const buffer = Buffer.from(content);
    await this.page.locator('#file-input').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await this.done();
  }

  async giveRecipe(content: string | Uint8Array): Promise<void> {
    const recipe = { name: 'r.json', mimeType: 'application/json', buffer: Buffer.from(content) };
    await this.page.locator('#recipe-input').setInputFiles(recipe);
    await this.done();
  }

  /** Waits until no work is in progress. */
  async done(): Promise<void> {
    await this.page.locator('#progress').waitFor({ state: 'detached', timeout: 120_000 });
  }

  line(name: string | RegExp): Locator {
    const legend = this.page.locator('legend').filter({ hasText: name });
    return this.page.locator('fieldset.line').filter({ has: legend }).first();
  }

  async choose(name: string | RegExp, choice: string | RegExp): Promise<void> {
    await this.line(name).getByRole('button', { name: choice }).first().click();
    await this.done();
  }

  /** Names a column on a field's line, after a choice that asks for one. */
  async place(field: string | RegExp, column: string, choice: string | RegExp = /^(?:A|Another) column/) {
    await this.choose(field, choice);
    await this.line(field).getByRole('combobox', { name: 'Your column' }).fill(column);
    await this.keys('Enter');
  }

  async keys(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.page.keyboard.press(name);
    await this.done();
  }

  async enter(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.keys('Enter');
  }

  async setCode(name: string, code: string, meaning: string): Promise<void> {
    await this.line(name)
      .getByLabel(new RegExp(`^${code} `))
      .selectOption({ label: meaning });
    await this.done();
  }

  /** The id of the line with the focus, or else of the focused element. */
  async focusedLine(): Promise<string> {
    const id = await this.page.evaluate(
      "(document.activeElement.closest('fieldset.line') ?? document.activeElement).id",
    );
    return focused.parse(id);
  }

  /** Answers each open line with keys; unnamed columns are not used. @returns how many keys were pressed. */
  async workThrough(keys: Readonly<Record<string, readonly string[]>>) {
    let pressed = 1;
    await this.page.getByRole('button', { name: 'Next open line' }).press('Enter');
    for (let id = await this.focusedLine(); id !== 'my-columns'; id = await this.focusedLine()) {
      const own = keys[id] ?? (id.startsWith('column-') ? ['1'] : undefined);
      if (own === undefined) throw new Error(`Nothing is said of ${id}.`);
      for (const key of own) {
        pressed += 1;
        if (!key.startsWith('type:')) await this.page.keyboard.press(key);
        else {
          await this.page.keyboard.type(key.slice('type:'.length));
          pressed += key.length - 'type:'.length - 1;
        }
      }
      if ((await this.focusedLine()) === id) throw new Error(`The focus stays on ${id}.`);
    }
    await this.done();
    return pressed;
  }

  async placeOffice(content: string = OFFICE): Promise<void> {
    await this.giveFile('office.csv', content);
    await this.place('Student ID', 'Student');
    await this.place('Dependency status', 'Dep');
    await this.place('Degree level', 'Career');
    await this.place('Grade level', 'Class');
    await this.place('Subsidized need', 'Need');
    await this.place(/^Term(?!s)/, 'Semester');
    await this.place('Credits enrolled', 'Hours');
    await this.place('Subsidized paid for the term', 'Paid Sub');
    await this.choose('Reg', 'Says whether a row counts');
    await this.setCode('Reg', 'RE', 'the row counts');
    await this.setCode('Reg', 'WD', 'its credits are 0');
    await this.workThrough(USUAL_LINES);
    await this.confirm();
    await this.choose(/^The need is on the rows of several terms/, /^1?For the year/);
  }

  /** The office's export, confirmed with a recipe: seconds faster than {@link placeOffice}. */
  async openOffice(): Promise<void> {
    await this.giveFile('office.csv', OFFICE);
    await this.unfold('Use a recipe that was saved');
    await this.giveRecipe(await readFile(OFFICE_RECIPE));
    await this.page.getByRole('heading', { name: 'Before calculating' }).waitFor();
  }

  async confirm(): Promise<void> {
    await this.press('These are my columns');
    await this.page.getByRole('heading', { name: 'Before calculating' }).waitFor();
  }

  async unfold(summary: string | RegExp): Promise<void> {
    const details = this.page
      .locator('details')
      .filter({ has: this.page.locator('summary', { hasText: summary }) })
      .last();
    if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
  }

  /** Calculates and waits for the results; `counts` is their expected beginning. */
  async calculate(counts?: string): Promise<void> {
    await this.press('Calculate');
    await this.done();
    await this.page.getByRole('heading', { name: 'Results' }).waitFor();
    if (counts !== undefined) await this.page.getByText(counts).first().waitFor();
  }

  async save(button: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.press(button)]);
    const bytes = await readFile(await download.path());
    await this.done();
    return { name: download.suggestedFilename(), bytes };
  }

  /** Answers the browser's question about unsaved work, which `act` causes. @returns the question. */
  async whenAsked(answer: 'discard' | 'keep', act: () => Promise<unknown>): Promise<string> {
    const asked = this.page.waitForEvent('dialog').then(async (dialog) => {
      await (answer === 'discard' ? dialog.accept() : dialog.dismiss());
      return dialog.message();
    });
    const [question] = await Promise.all([asked, act()]);
    return question;
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }
}

export async function openFile(
  scene: PageScene,
  content?: string,
  name = 'office.csv',
  options?: BrowserContextOptions,
) {
  const opened = await scene.open('/file', options);
  const file = new FilePage(opened.page);
  if (content !== undefined) await file.giveFile(name, content);
  return { ...opened, file };
}
