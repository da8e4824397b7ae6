import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import {
  barriers,
  cutOffChoices,
  enlargeText,
  foreignRequests,
  NO_BROWSER,
  NO_INCIDENTS,
  openPage,
  sharedBrowser,
  sidewaysScrolling,
} from './browser.js';
import { type SharedService, sharedService } from './shared-service.js';

type Prepare = (page: Page) => Promise<unknown>;

export type PageScene = ReturnType<typeof pageScene>;

export function describePages(name: string, tests: (scene: PageScene) => void): void {
  describe.skipIf(NO_BROWSER !== '')(name + NO_BROWSER, () => tests(pageScene()));
}

function pageScene() {
  let scene: (SharedService & { readonly browser: Browser }) | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([sharedService(), sharedBrowser()]);
    scene = { ...service, browser };
  });
  const started = () => {
    if (scene === undefined) throw new Error('The tests have not begun.');
    return scene;
  };
  /** Opens a path, such as `/#v=1`, after `prepare`, as {@link openPage} does; closed with the test. */
  const open = async (path: string, options?: BrowserContextOptions, prepare?: Prepare) => {
    const opened = await openPage(started().browser, options);
    onTestFinished(opened.close);
    opened.page.setDefaultTimeout(30_000);
    await prepare?.(opened.page);
    await opened.page.goto(started().api.url + path);
    return opened;
  };
  return {
    get api() {
      return started().api;
    },
    get client() {
      return started().client;
    },
    open,
    /**
     * Expects a page, once prepared, to be accessible (narrow and light, wide and dark), to fit every width
     * even at twice the text size, to send requests only to the service, and to have no incidents.
     */
    expectForEverybody: async (path: string, prepare: Prepare = async () => {}) => {
      const { page, incidents } = await open(path, {
        colorScheme: 'light',
        viewport: { width: 390, height: 800 },
      });
      await prepare(page);
      expect(await barriers(page), 'narrow and light').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 1440, height: 800 });
      expect(await barriers(page), 'wide and dark').toEqual([]);
      expect(await sidewaysScrolling(page)).toEqual([]);
      expect(await cutOffChoices(page)).toEqual([]);
      await enlargeText(page);
      expect(await sidewaysScrolling(page)).toEqual([]);
      expect(foreignRequests(incidents, started().api.url)).toEqual([]);
      expect(incidents).toMatchObject(NO_INCIDENTS);
    },
  };
}

/** The element with this id. A CSS selector would take the dots in the ids of fields for classes. */
export function byId(page: Page, id: string) {
  return page.locator(`[id="${id}"]`);
}
