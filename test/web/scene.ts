import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Incidents, openBrowser, openPage } from '../support/browser.js';

/** What the tests of a page share: a service, a browser, and pages that are watched. */
export interface PageScene {
  readonly api: Api;
  /** Opens an address of the service, such as `/#v=1`, in a browser that knows nothing yet. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

export interface OpenPage {
  readonly page: Page;
  readonly incidents: Incidents;
}

/** Starts service and browser before the tests of a file and stops them after. */
export function pageScene(): PageScene {
  let api: Api | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });
  const started = () => {
    if (api === undefined || browser === undefined) throw new Error('The tests have not begun.');
    return { api, browser };
  };
  return {
    get api() {
      return started().api;
    },
    open: async (path, options) => {
      const opened = await openPage(started().browser, options);
      await opened.page.goto(started().api.url + path);
      return opened;
    },
  };
}

/** The element with this id; ids of fields have dots in them, which a selector would take for classes. */
export function byId(page: Page, id: string) {
  return page.locator(`[id="${id}"]`);
}
