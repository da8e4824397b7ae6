import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import {
  barriers,
  foreignRequests,
  NO_BROWSER,
  NO_INCIDENTS,
  openBrowser,
  openPage,
  sidewaysScrolling,
} from '../support/browser.js';

const PAGES = [
  '/',
  '/file',
  '/docs',
  '/docs/columns',
  '/docs/spreadsheets',
  '/docs/recipes',
  '/docs/errors',
  '/docs/clients',
  '/docs/trace',
  '/docs/rules',
  '/docs/worked-students',
  '/docs/scope',
  '/docs/stability',
  '/docs/changelog',
];

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
    const { page, incidents } = await openPage(browser, { colorScheme: 'light' });
    await page.goto(api.url + path);
    expect(await page.textContent('main'), 'escaped twice').not.toMatch(/&[a-z]+;/);
    expect(await sidewaysScrolling(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await barriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 800 });
    expect(await barriers(page)).toEqual([]);
    expect(foreignRequests(incidents, api.url)).toEqual([]);
    expect(incidents).toMatchObject(NO_INCIDENTS);
    await page.context().close();
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
