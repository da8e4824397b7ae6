import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** What a person does on the page `/file`. */

/** Gives the page a file, as the button does. */
export async function giveFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const buffer = Buffer.from(content);
  await page.locator('#file-input').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Presses a button that saves a file, and gives what was saved. */
export async function save(page: Page, button: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Presses a button by its name. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
}

/** So many rounds settle everything that earlier answers bring up. */
const ROUNDS = 5;

/** Uses the columns, and makes every decision that the file leaves open: the choice of these labels, or the first. */
export async function useColumns(page: Page, preferred: readonly RegExp[] = []): Promise<void> {
  const need = page.getByLabel('Subsidized need', { exact: true });
  if ((await need.count()) > 0 && (await need.inputValue()) === '') {
    const labels = await need.locator('option').allTextContents();
    await need.selectOption({ index: labels.findIndex((label) => /^need/i.test(label)) });
  }
  await press(page, 'Use these columns');
  const question = page.locator('#decision-0');
  for (let round = 0; round < ROUNDS; round++) {
    await question
      .or(page.getByText(/(?:was|were) calculated|Choose the column/))
      .first()
      .waitFor();
    const asked = await question.elementHandle({ timeout: 100 }).catch(() => null);
    if (asked === null) return;
    for (const field of await page.locator('[id^="decision-"]').all()) {
      const labels = await field.locator('option').allTextContents();
      const own = labels.findIndex((label) => preferred.some((each) => each.test(label)));
      await field.selectOption({ index: own < 0 ? 1 : own });
    }
    await press(page, 'Use these columns');
    await asked.waitForElementState('hidden');
  }
}
