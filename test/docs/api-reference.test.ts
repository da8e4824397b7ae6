import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, type Incidents, NO_BROWSER, openPage, sharedBrowser } from '../support/browser.js';
import { type SharedService, sharedService } from '../support/shared-service.js';

const ONE = 'Calculate the prorated loan limits of one student';
const MANY = 'Calculate the prorated loan limits of many students';

describe.skipIf(NO_BROWSER !== '')(`the API reference in a browser${NO_BROWSER}`, () => {
  let api: SharedService['api'];
  let page: Page;
  let incidents: Incidents;
  beforeAll(async () => {
    ({ api } = await sharedService());
    ({ page, incidents } = await openPage(await sharedBrowser()));
    await page.goto(`${api.url}/docs/api`);
  });
  afterAll(() => page?.context().close());

  /** Sends the request that is open and returns the status and the text of its answer. */
  async function send(path: string) {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Send post request/ })
      .click();
    const response = await answered;
    return { status: response.status(), text: await response.text() };
  }

  async function open(path: string) {
    const name = new RegExp(`^Test Request ?\\(post ${path}\\)$`);
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
  }

  test('shows both endpoints and our own clients', async () => {
    await page.getByRole('heading', { name: ONE }).first().waitFor();
    await page.getByRole('heading', { name: MANY }).first().waitFor();
    await page.getByText('#!/usr/bin/env bash').first().waitFor();
  });

  test('is under the head of all pages', async () => {
    const site = page.getByRole('navigation', { name: 'Site' });
    expect(await site.getByRole('link').allTextContents()).toEqual(['One student', 'A file', 'Docs', 'API']);
    expect(await site.locator('[aria-current=page]').textContent()).toBe('API');
    expect(await page.getByRole('link', { name: 'Prorated loan limits', exact: true }).isVisible()).toBe(
      true,
    );
  });

  test('has a name for every button, and marks nothing as selected that cannot be', async () => {
    const found = (await barriers(page)).map((each) => each.split(' ')[0]);
    // What is left is of the component itself; docs/accessibility.md names it.
    expect(['landmark-unique', 'nested-interactive', 'aria-allowed-role']).toEqual(
      expect.arrayContaining(found),
    );
    expect(await page.locator('button[aria-current=true]').count()).toBeGreaterThan(0);
  });

  test('a call without a key is refused, and with a key it answers', async () => {
    await open('/v1/calculate');
    expect(await send('/v1/calculate')).toMatchObject({
      status: 401,
      text: expect.stringContaining('unauthenticated'),
    });
    await page.getByRole('dialog').getByLabel('Bearer Token').first().click();
    await page.keyboard.type(api.token);
    expect(await send('/v1/calculate')).toMatchObject({
      status: 200,
      text: expect.stringContaining('"reduced_annual_pct":63'),
    });
    await page.getByRole('button', { name: 'Close Client' }).click();
  });

  test('a file is sent as it stands in the editor', async () => {
    await open('/v1/calculate/bulk');
    const { status, text } = await send('/v1/calculate/bulk');
    expect([status, text]).toEqual([200, expect.stringContaining('0017,Fall 2026')]);
  });

  test('nobody else is asked, nothing is kept, and nothing goes wrong', async () => {
    expect(incidents.requests.filter((url) => !url.startsWith(`${api.url}/`))).toEqual([]);
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
    // Scalar asks whether it may compile, and goes on without.
    expect(incidents.violations).toEqual(['script-src eval']);
    expect(incidents.errors.filter((text) => !text.includes('status of 401'))).toEqual([]);
  });
});
