import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Incidents, NO_BROWSER, openPage, sharedBrowser } from '../support/browser.js';
import { type SharedService, sharedService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { calculate, done, giveFile, press, SAVE_CSV, save, takeTermsAsListed } from './file-steps.js';

/** The other way to calculate: the file is sent to the service, with a key. */

const ROWS = 5_000;
const KEY = 'Key';

describe.skipIf(NO_BROWSER !== '')(`a file sent to the service${NO_BROWSER}`, () => {
  let api: SharedService['api'];
  let client: SharedService['client'];
  let proxy: TcpProxy;
  let browser: Browser;
  let page: Page;
  let incidents: Incidents;
  const csv = studentFile(ROWS);
  beforeAll(async () => {
    [{ api, client }, browser] = await Promise.all([sharedService(), sharedBrowser()]);
    proxy = await startTcpProxy(api.port);
  });
  beforeEach(async () => {
    ({ page, incidents } = await openPage(browser));
    await page.goto(`http://127.0.0.1:${proxy.port}/file`);
    await giveFile(page, 'students.csv', csv);
    await takeTermsAsListed(page);
    await calculate(page);
    await page.getByText('Calculate with the service instead').click();
  });
  afterEach(async () => {
    // A connection that is cut on purpose, and a key that is refused, are in the console of every browser.
    expect(incidents.violations).toEqual([]);
    await page.context().close();
  });
  afterAll(() => proxy?.close());

  async function send(key: string): Promise<void> {
    await page.getByLabel(KEY, { exact: true }).fill(key);
    await press(page, 'Send the file to the service');
  }

  test('comes back with the bytes that any caller gets', async () => {
    const { text } = await client.bulk(csv);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await send(api.token);
    expect((await sent).headers()['authorization']).toBe(`Bearer ${api.token}`);
    const { bytes } = await save(page, SAVE_CSV);
    expect(bytes.equals(Buffer.from(text))).toBe(true);
  });

  test('is not sent with what cannot be a key, and nothing that was there is lost', async () => {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await send('svc_live_nonsense');
    await page.getByRole('alert').filter({ hasText: 'Nothing was sent.' }).waitFor();
    expect(posts).toEqual([]);
    expect(await page.getByLabel(KEY, { exact: true }).inputValue()).toBe('svc_live_nonsense');
    await save(page, SAVE_CSV);
  });

  test('is not complete when the connection breaks off, and can be sent again', async () => {
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    // Cut while the answer comes: the status is there, the end is not.
    page.on('response', (response) => {
      if (response.request().method() === 'POST') proxy.cut();
    });
    proxy.delayMs = 20;
    await send(api.token);
    await page.getByText('Not complete: the connection broke before').waitFor();
    proxy.delayMs = 0;
    expect(downloads).toEqual([]);
    page.removeAllListeners('response');
    await press(page, 'Send the file to the service');
    await done(page);
    await save(page, SAVE_CSV);
  });

  test.each([
    [401, 'unauthenticated', 'Check the key'],
    [413, 'too large', 'Split the file'],
    [429, 'slow down', 'is limiting requests'],
    [503, 'busy', 'The service is busy'],
  ])('says in plain words what to do after %i', async (status, message, step) => {
    const body = JSON.stringify({ code: 'x', message, details: null });
    await page.route(/\/v1\/calculate\/bulk\?award_year=20\d\d-\d\d$/, (route) =>
      route.fulfill({ status, body }),
    );
    await send(api.token);
    const problem = page.getByRole('alert').filter({ hasText: message });
    await problem.waitFor();
    expect(await problem.textContent()).toContain(step);
  });

  test('says when to send it again where the service is busy, and then sends it', async () => {
    const headers = { 'Retry-After': '2' };
    await page.route(
      /\/v1\/calculate\/bulk\?award_year=20\d\d-\d\d$/,
      (route) => route.fulfill({ status: 503, headers, body: '' }),
      { times: 1 },
    );
    await send(api.token);
    await page.getByText('The service is busy. Send the file again in 2 seconds.').waitFor();
    await press(page, 'Send the file to the service');
    await done(page);
    await save(page, SAVE_CSV);
  });

  test('is cancelled at once', async () => {
    await page.route(/\/v1\/calculate\/bulk\?award_year=20\d\d-\d\d$/, () => {
      // Never answered.
    });
    await send(api.token);
    await press(page, 'Cancel');
    await page.getByText('Canceled.').waitFor();
  });

  test('leaves the key nowhere, and asks for it only once', async () => {
    await send(api.token);
    await done(page);
    await save(page, SAVE_CSV);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(api.token);
    await giveFile(page, 'students.csv', csv);
    expect(await page.getByLabel(KEY, { exact: true }).inputValue()).toBe(api.token);
  });
});
