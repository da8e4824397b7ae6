import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { z } from 'zod';

/** CHROMIUM or Debian's; the headless shell first, since its pages take half the time. */
const PROGRAMS = [process.env['CHROMIUM'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = PROGRAMS.find((program) => program !== undefined && existsSync(program));

/** Suffix for test titles: empty if a browser is installed. `npm run test:all` installs one. */
export const NO_BROWSER = executablePath === undefined ? ' (skipped: there is no Chromium)' : '';

let browser: Promise<Browser> | undefined;
let context: ReturnType<Browser['newContext']> | undefined;

/** The Chromium of all test files in this process; it ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  // The start of a process for each page takes half a second. The sandbox does not work for root, as in a container.
  const args = ['--renderer-process-limit=1', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  browser ??= chromium.launch({ ...(executablePath !== undefined && { executablePath }), args });
  return browser;
}

export interface Incidents {
  /** Requested URLs. */
  readonly requests: string[];
  /** Requests that got no response or an error status. */
  readonly failures: string[];
  /** Content security policy violations: directive and blocked URL. */
  readonly violations: string[];
  /** Console errors and uncaught exceptions. */
  readonly errors: string[];
}

export const NO_INCIDENTS = { failures: [], violations: [], errors: [] } as const;

/**
 * Opens a page and records its incidents from the start. With options it has a context of its own. Others
 * share one, and its process while one of them is open, so the last one stays open. Nothing stored is left.
 */
export async function openPage(browser: Browser, options?: BrowserContextOptions) {
  context ??= browser.newContext();
  const page = await (options === undefined ? (await context).newPage() : browser.newPage(options));
  const incidents: Incidents = { requests: [], failures: [], violations: [], errors: [] };
  await page.exposeFunction('tellViolation', (text: string) => incidents.violations.push(text));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.effectiveDirective + ' ' + event.blockedURI))`);
  page.on('request', (request) => incidents.requests.push(request.url()));
  page.on('requestfailed', (request) => incidents.failures.push(request.url()));
  page.on('response', (response) => {
    if (response.status() >= 400) incidents.failures.push(`${response.status()} ${response.url()}`);
  });
  page.on('pageerror', (error) => incidents.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') incidents.errors.push(message.text());
  });
  const close = async (): Promise<void> => {
    if (options !== undefined) return page.context().close();
    if (page.isClosed()) return;
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
    for (const each of page.context().pages()) if (each !== page) await each.close();
  };
  return { page, incidents, close };
}

export function foreignRequests({ requests }: Incidents, url: string): string[] {
  return requests.filter(
    (each) => !each.startsWith('data:') && !each.startsWith(`blob:${url}`) && !each.startsWith(url),
  );
}

/** Widths in CSS pixels: the narrowest phone in use, a usual phone, a tablet and a screen. */
const WIDTHS = [320, 390, 768, 1440] as const;

const sentences = z.array(z.string());

/** Runs a script at each width; each text it returns is one finding. */
async function atWidths(page: Page, widths: readonly number[], script: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const all = sentences.parse(await page.evaluate(script));
    found.push(...all.map((text) => `${text} at a width of ${width}`));
  }
  return found;
}

/** By how many pixels the page scrolls sideways, for each of {@link WIDTHS} at which it does. */
export const sidewaysScrolling = (page: Page) => atWidths(page, WIDTHS, OVERHANG);

/** Lists that cut off their selected option. The smallest width is exempt: a file may have longer names. */
export const cutOffChoices = (page: Page) => atWidths(page, WIDTHS.slice(1), CUT_OFF);

const OVERHANG = `[document.documentElement.scrollWidth - innerWidth]
  .filter((overhang) => overhang > 0).map((overhang) => overhang + ' pixels')`;

/** The arrow of a list takes 20 pixels. */
const CUT_OFF = `[...document.querySelectorAll('select')].filter((list) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(list);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
  return list.checkVisibility() && pen.measureText(list.selectedOptions[0]?.text ?? '').width > room;
}).map((list) => list.id + ': ' + list.selectedOptions[0].text)`;

/** Doubles the text size, as a browser setting does. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Accessibility violations that axe-core finds in the page: rule and element. */
export async function barriers(page: Page): Promise<string[]> {
  // The content security policy does not bind scripts that the debugger injects.
  if ((await page.evaluate("'axe' in globalThis")) === false)
    await page.evaluate(await readFile(AXE, 'utf8'));
  // Wait for running animations: axe-core would judge a color in transition.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  const found = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  return sentences.parse(found);
}
