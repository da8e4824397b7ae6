import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';
import { ADDED_YEAR, oneMoreAwardYear } from '../support/one-more-award-year.js';
import { byId, describePages } from '../support/page-scene.js';
import { ROOT } from '../support/yaml-files.js';
import { FilePage } from './file-steps.js';
import { TYPICAL, TYPICAL_PATH } from './one-cases.js';

const WORKER = '/assets/file-worker.of-two-years.js';

async function scriptWithTwoYears(entry: string): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'src/web', entry)],
    tsconfig: join(ROOT, 'src/web/tsconfig.json'),
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    define: { FILE_WORKER: JSON.stringify(WORKER) },
    plugins: [oneMoreAwardYear],
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}

/** Students whose need exceeds the limit in all years but the added one. */
const STUDENTS = [
  'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled',
  'A1,dependent,first_year,4000,Fall,12',
  'A1,dependent,first_year,4000,Spring,12',
  '',
].join('\n');

describePages('the award year', (scene) => {
  async function openWithTwoYears(path: string, entries: Readonly<Record<string, RegExp>>): Promise<Page> {
    const { page } = await scene.open(path, {}, async (each) => {
      for (const [entry, address] of Object.entries(entries)) {
        const body = await scriptWithTwoYears(entry);
        await each.route(address, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
      }
    });
    return page;
  }

  const yearOn = (page: Page) => page.getByLabel('Award year', { exact: true });

  test('is chosen where there are limits of more than one, decides the amounts, and is in the link', async () => {
    const page = await openWithTwoYears(TYPICAL_PATH, { 'one.tsx': /\/assets\/one\.[^/]*\.js$/ });
    const year = yearOn(page);
    const limit = byId(page, 'answer').locator('dl strong');
    expect([await year.inputValue(), await limit.textContent()]).toEqual([TYPICAL.awardYear, '$4,840']);
    await year.selectOption(ADDED_YEAR);
    // 88% of 6,000.
    expect(await limit.textContent()).toBe('$5,280');
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    expect([await year.inputValue(), await limit.textContent()]).toEqual([ADDED_YEAR, '$5,280']);
  });

  test('of a file decides the answer, and the year that a student is opened with', async () => {
    const page = await openWithTwoYears('/file', {
      'file.tsx': /\/assets\/file\.[^/]*\.js$/,
      'file/worker/file-worker.ts': new RegExp(`${WORKER}$`),
    });
    const file = new FilePage(page);
    await file.giveFile('students.csv', STUDENTS);
    expect(await yearOn(page).inputValue()).toBe(CURRENT_AWARD_YEAR);
    await file.calculate('0 of 1 student calculated, 1 failed.');
    await yearOn(page).selectOption(ADDED_YEAR);
    await file.done();
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await file.calculate('1 student calculated.');
    const link = page.getByRole('link', { name: 'Show the reasons for A1' }).first();
    expect(await link.getAttribute('href')).toContain(ADDED_YEAR);
  });
});
