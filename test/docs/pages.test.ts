import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { NO_BROWSER, openBrowser, openPage } from './browser.js';

const PAGES = [
  '/',
  '/docs',
  '/docs/columns',
  '/docs/spreadsheets',
  '/docs/errors',
  '/docs/clients',
  '/docs/trace',
  '/docs/rules',
  '/docs/worked-students',
  '/docs/scope',
  '/docs/stability',
  '/docs/changelog',
];
const WIDTHS = [320, 390, 768, 1440];
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe.skipIf(NO_BROWSER !== '')(`the pages in a browser${NO_BROWSER}`, () => {
  let api: Api;
  let browser: Browser;
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  test.each(PAGES)('%s works for everybody', async (path) => {
    for (const [colorScheme, axeWidth] of [
      ['light', 390],
      ['dark', 1440],
    ] as const) {
      const { page, incidents } = await openPage(browser, { colorScheme });
      await page.goto(api.url + path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(overhang, `sideways scrolling at ${width}`).toBeLessThanOrEqual(0);
      }
      expect(incidents).toEqual({
        requests: expect.toSatisfy((urls: string[]) =>
          urls.every((url) => /^(data:|http:\/\/127\.0\.0\.1)/.test(url)),
        ),
        violations: [],
        errors: [],
      });
      expect(await page.textContent('main'), 'escaped twice').not.toMatch(/&[a-z]+;/);
      // Put in by the debugger, which the policy does not bind.
      await page.evaluate(await readFile(AXE, 'utf8'));
      await page.setViewportSize({ width: axeWidth, height: 800 });
      const found = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      );
      expect(found).toEqual([]);
      await page.context().close();
    }
  });

  test('the keyboard reaches the text at once, and every frame that scrolls', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${api.url}/docs/columns`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const unreachable = await page.evaluate(
      "[...document.querySelectorAll('pre, .wide')].filter((frame) => frame.tabIndex < 0).length",
    );
    expect(unreachable).toBe(0);
  });

  test('on paper nothing is cut off and the navigation is gone', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${api.url}/docs/columns`);
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.querySelector('pre')).overflow")).toBe('visible');
    expect((await page.pdf()).length).toBeGreaterThan(1000);
  });

  test('the pages are whole without JavaScript', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${api.url}/docs/columns`);
    expect(await page.getByRole('cell', { name: 'dependency_status' }).first().isVisible()).toBe(true);
    await page.goto(`${api.url}/docs/api`);
    expect(await page.getByRole('link', { name: 'the OpenAPI document' }).isVisible()).toBe(true);
  });

  test('a section of the rules, and a point of it, is an anchor', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${api.url}/docs/rules#2.2`);
    expect(await page.locator('[id="2"]').textContent()).toContain('2. The percent');
    expect(await page.locator('[id="2.2"]').textContent()).toContain('reduced_annual_pct');
  });
});
