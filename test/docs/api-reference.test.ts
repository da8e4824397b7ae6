import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, type Incidents, NO_BROWSER, openPage, sharedBrowser } from '../support/browser.js';
import { type SharedService, sharedService } from '../support/shared-service.js';

describe.skipIf(NO_BROWSER !== '')(`the API reference in a browser${NO_BROWSER}`, () => {
  let api: SharedService['api'];
  let page: Page;
  let incidents: Incidents;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ api } = await sharedService());
    ({ page, incidents, close } = await openPage(await sharedBrowser()));
    await page.goto(`${api.url}/docs/api`);
  });
  afterAll(() => close?.());

  const operation = (at: string) => page.locator('.opblock', { has: page.locator(`[data-path="${at}"]`) });

  /** Sends the request in the form as it is. @returns status and text of the response. */
  async function send(path: string) {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await operation(path).getByRole('button', { name: 'Execute' }).click();
    const response = await answered;
    return { status: response.status(), text: await response.text() };
  }

  async function open(path: string) {
    await operation(path).locator('.opblock-summary-control').click();
    await operation(path).getByRole('button', { name: 'Try it out' }).click();
  }

  test('shows every operation, under the head of all pages', async () => {
    await operation('/v1/calculate').waitFor();
    expect(await page.locator('.opblock-summary-path').allTextContents()).toEqual(
      expect.arrayContaining(['/v1/calculate', '/v1/calculate/bulk', '/v1/openapi.json']),
    );
    const site = page.getByRole('navigation', { name: 'Site' });
    expect(await site.getByRole('link').allTextContents()).toEqual(['One student', 'A file', 'Docs', 'API']);
    expect(await site.locator('[aria-current=page]').textContent()).toBe('API');
  });

  test('a call without a key is refused, and with a key it answers', async () => {
    await open('/v1/calculate');
    const refused = { status: 401, text: expect.stringContaining('unauthenticated') };
    expect(await send('/v1/calculate')).toEqual(refused);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').fill(api.token);
    await page.locator('.auth-container').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click();
    const answered = { status: 200, text: expect.stringContaining('"reduced_annual_pct":63') };
    expect(await send('/v1/calculate')).toEqual(answered);
  });

  test('a file is sent as it is in the editor', async () => {
    await open('/v1/calculate/bulk');
    const { status, text } = await send('/v1/calculate/bulk');
    expect([status, text]).toEqual([200, expect.stringContaining('0017,Fall 2026')]);
  });

  test('has no barriers but two parts outside its main one, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await barriers(page);
      // A known defect of the component itself, named in docs/accessibility.md.
      expect(
        found.map((each) => each.split(' ')[0]),
        found.join('\n'),
      ).toEqual(['region']);
    }
  });

  test('nobody else is asked, nothing is kept, and nothing goes wrong', async () => {
    expect(incidents.requests.filter((url) => !url.startsWith(`${api.url}/`))).toEqual([]);
    const kept = await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]');
    expect(kept).toEqual([0, 0, '']);
    expect(incidents.violations).toEqual([]);
    expect(incidents.errors.filter((text) => !text.includes('status of 401'))).toEqual([]);
  });
});
