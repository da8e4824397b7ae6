import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import { NO_BROWSER } from '../support/browser.js';
import { ADDED_YEAR, oneMoreAwardYear } from '../support/one-more-award-year.js';
import { byId, pageScene } from '../support/page-scene.js';
import { TYPICAL_PATH } from './one-cases.js';

/** The script of the page, of sources that know a second award year. */
async function scriptWithTwoYears(): Promise<Buffer> {
  const root = join(import.meta.dirname, '../..');
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/web/one.tsx')],
    tsconfig: join(root, 'src/web/tsconfig.json'),
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    plugins: [oneMoreAwardYear],
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}

describe.skipIf(NO_BROWSER !== '')(`the award year${NO_BROWSER}`, () => {
  const scene = pageScene();

  test('is chosen where there are limits of more than one, decides the amounts, and is in the link', async () => {
    const { page } = await scene.open('/docs');
    const body = await scriptWithTwoYears();
    await page.route(/\/assets\/one\.[^/]*\.js$/, (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    );
    await page.goto(scene.api.url + TYPICAL_PATH);
    const year = page.getByLabel('Award year', { exact: true });
    const limit = byId(page, 'answers').locator('.main-figure');
    expect([await year.inputValue(), await limit.textContent()]).toEqual([CURRENT_AWARD_YEAR, '$4,840']);
    await year.selectOption(ADDED_YEAR);
    // 88% of 6,000.
    expect(await limit.textContent()).toBe('$5,280');
    expect(await byId(page, 'school-table').locator('caption').textContent()).toContain(ADDED_YEAR);
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await page.goto('about:blank');
    await page.goto(link);
    expect([await year.inputValue(), await limit.textContent()]).toEqual([ADDED_YEAR, '$5,280']);
  });

  test('is not asked where there is one', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    expect(await byId(page, 'answers').locator('.main-figure').textContent()).toBe('$4,840');
    expect(await page.getByLabel('Award year', { exact: true }).count()).toBe(0);
  });
});
