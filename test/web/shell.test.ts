import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { NO_BROWSER, NO_INCIDENTS, openBrowser, openPage } from '../support/browser.js';

describe.skipIf(NO_BROWSER !== '')(`the pages that calculate${NO_BROWSER}`, () => {
  let api: Api;
  let browser: Browser;
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  test.each([
    ['/', 'One student'],
    ['/file', 'A file'],
  ])('%s says where it is, and that it needs JavaScript where there is none', async (path, name) => {
    const { page, incidents } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(api.url + path);
    const site = page.getByRole('navigation', { name: 'Site' });
    expect(await site.getByRole('link').allTextContents()).toEqual(['One student', 'A file', 'Docs', 'API']);
    expect(await site.locator('[aria-current=page]').textContent()).toBe(name);
    expect(await page.locator('noscript p').isVisible()).toBe(true);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });
});
