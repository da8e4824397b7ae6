import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Api, startApi } from '../support/api.js';
import { NO_BROWSER, openBrowser, openPage } from '../support/browser.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';
import { done, press, SAVE_CSV, save } from './file-steps.js';

/** 10 MB; 100 MB where WEB_BIG is set. */
const ROWS = process.env['WEB_BIG'] === undefined ? 140_000 : 1_400_000;

/** The page's own thread holds the page and not the answer, which is more than three times as long as the file. */
const MOST_PAGE_HEAP_BYTES = 24 * 1024 * 1024;

const seen = z.object({ longestTaskMs: z.number(), heapBytes: z.number() });

describe.skipIf(NO_BROWSER !== '')(`a long file${NO_BROWSER}`, () => {
  let api: Api;
  let browser: Browser;
  let page: Page;
  let folder: string;
  let csv: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'long-file-'));
    path = join(folder, 'students.csv');
    csv = studentFile(ROWS);
    // Of made-up students. A browser is given so many bytes as a file alone.
    await writeFile(path, csv);
    [api, browser] = await Promise.all([startApi(), openBrowser()]);
    ({ page } = await openPage(browser));
    await page.addInitScript(`globalThis.longestTaskMs = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
      }).observe({ type: 'longtask' });`);
    await page.goto(`${api.url}/file`);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const observed = async () =>
    seen.parse(await page.evaluate('({ longestTaskMs, heapBytes: performance.memory.usedJSHeapSize })'));

  test('is cancelled, then calculated while the page answers to its user, with the bytes of the service', async () => {
    await page.locator('#file-input').setInputFiles(path);
    await done(page);
    await press(page, 'Calculate');
    await page
      .getByText(/^Calculating: /)
      .first()
      .waitFor();
    await press(page, 'Cancel');
    await page.getByText('Canceled. Everything is as it was before.').waitFor();
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await press(page, 'Calculate');
    await page
      .getByText(/^Calculating: [0-9,]+ of [0-9,]+ rows/)
      .first()
      .waitFor();
    await page.getByText('Show all of them').click();
    await page.getByLabel('Find a column or a field').fill('credits');
    await page.locator('fieldset.line', { hasText: 'Credits enrolled' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'Results' }).waitFor({ timeout: 120_000 });
    const { heapBytes, longestTaskMs } = await observed();
    console.log(
      `longest task ${Math.round(longestTaskMs)} ms, heap of the page ${Math.round(heapBytes / 1e6)} MB`,
    );
    expect(heapBytes).toBeLessThan(MOST_PAGE_HEAP_BYTES);
    const { bytes } = await save(page, SAVE_CSV);
    expect(hashOf(bytes)).toBe(hashOf((await upload(api, csv).finished).body));
  }, 300_000);
});

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
