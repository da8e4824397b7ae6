import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describePages } from '../support/page-scene.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';
import { ownFolder } from '../support/with-us.js';
import { FilePage, SAVE_CSV } from './file-steps.js';

/** 10 MB, or 100 MB if WEB_BIG is set. */
const ROWS = process.env['WEB_BIG'] === undefined ? 140_000 : 1_400_000;

/** The page's thread must not hold the answer, which is more than three times as long as the file. */
const MOST_PAGE_HEAP_BYTES = 24 * 1024 * 1024;

const seen = z.object({ longestTaskMs: z.number(), heapBytes: z.number() });

const WATCH = `globalThis.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  }).observe({ type: 'longtask' });`;

describePages('a long file', (scene) => {
  test('is cancelled, then calculated while the page answers to its user, with the bytes of the service', async () => {
    const csv = studentFile(ROWS);
    // Playwright passes this many bytes to a browser only as a file on disk.
    const path = join(ownFolder('long-file'), 'students.csv');
    await writeFile(path, csv);
    const { page } = await scene.open('/file', {}, (each) => each.addInitScript(WATCH));
    await page.locator('#file-input').setInputFiles(path);
    const file = new FilePage(page);
    await file.done();
    await file.press('Calculate');
    await page.getByText('Calculating…').waitFor();
    await file.press('Cancel');
    await page.getByText('Canceled. Everything is as it was before.').waitFor();
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await file.press('Calculate');
    await page.locator('progress[value]').waitFor();
    await page.getByText('lines with nothing open').click();
    await page.locator('fieldset.line', { hasText: 'Credits enrolled' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'Results' }).waitFor({ timeout: 120_000 });
    const { heapBytes, longestTaskMs } = seen.parse(
      await page.evaluate('({ longestTaskMs, heapBytes: performance.memory.usedJSHeapSize })'),
    );
    console.log(
      `longest task ${Math.round(longestTaskMs)} ms, heap of the page ${Math.round(heapBytes / 1e6)} MB`,
    );
    expect(heapBytes).toBeLessThan(MOST_PAGE_HEAP_BYTES);
    const { bytes } = await file.save(SAVE_CSV);
    // Compared in one piece: a diff of this many bytes could not be shown.
    expect(bytes.equals((await upload(scene.api, csv).finished).body)).toBe(true);
  }, 300_000);
});
