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
