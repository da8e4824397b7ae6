import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { z } from 'zod';

/** Debian's Chromium without windows, whose pages take half of the time, else the one with them; another one is named by CHROMIUM. */
const PROGRAMS = [process.env['CHROMIUM'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = PROGRAMS.find((program) => program !== undefined && existsSync(program));

/** Why there is no browser here; empty where there is one. `npm run test:all` installs it. */
export const NO_BROWSER = executablePath === undefined ? ' (skipped: there is no Chromium)' : '';

let browser: Promise<Browser> | undefined;

/** The Chromium that all test files of this process open pages in, each in a context of its own. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  // Root, as in a container, has no sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser ??= chromium.launch({ ...(executablePath !== undefined && { executablePath }), args });
  return browser;
}

/** What happened in a page beside what it shows. */
export interface Incidents {
  /** Addresses that were asked, as the page named them. */
  readonly requests: string[];
  /** Requests without an answer, or with one that is an error. */
  readonly failures: string[];
  /** What the policy has stopped: directive and what it was about. */
  readonly violations: string[];
  /** Errors in the console, and exceptions that nobody caught. */
  readonly errors: string[];
}

/** What {@link Incidents} of a page must match in the end. */
export const NO_INCIDENTS = { failures: [], violations: [], errors: [] } as const;

/** A page, in a context of its own, that is watched from its first moment. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly incidents: Incidents }> {
  const page = await browser.newPage(options);
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
  return { page, incidents };
}

export function foreignRequests({ requests }: Incidents, url: string): string[] {
  return requests.filter(
    (each) => !each.startsWith('data:') && !each.startsWith(`blob:${url}`) && !each.startsWith(url),
  );
}

/** Widths of the narrowest telephone in use, a usual one, a tablet and a screen, in CSS pixels. */
const WIDTHS = [320, 390, 768, 1440] as const;

const sentences = z.array(z.string());

/** What a script finds in the page at each of these widths. */
async function atWidths(page: Page, widths: readonly number[], script: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const all = sentences.parse(await page.evaluate(script));
    found.push(...all.map((text) => `${text} at a width of ${width}`));
  }
  return found;
}

/** The widths of {@link WIDTHS} at which the page as it is now scrolls sideways, and by how much. */
export const sidewaysScrolling = (page: Page) => atWidths(page, WIDTHS, OVERHANG);

/** The lists of the page that cut off the option that is chosen, at each of {@link WIDTHS} but the smallest: a file's own names may be longer than that. */
export const cutOffChoices = (page: Page) => atWidths(page, WIDTHS.slice(1), CUT_OFF);

const OVERHANG = `[document.documentElement.scrollWidth - innerWidth]
  .filter((overhang) => overhang > 0).map((overhang) => overhang + ' pixels')`;

/** A list has room for its text without its padding and its arrow of 20 pixels. */
const CUT_OFF = `[...document.querySelectorAll('select')].filter((list) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(list);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
  return list.checkVisibility() && pen.measureText(list.selectedOptions[0]?.text ?? '').width > room;
}).map((list) => list.id + ': ' + list.selectedOptions[0].text)`;

/** Text of twice the size, as a person sets it in the browser. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds in the page as it is now: rule and element. */
export async function barriers(page: Page): Promise<string[]> {
  // Put in by the debugger, which the policy does not bind.
  if ((await page.evaluate("'axe' in globalThis")) === false)
    await page.evaluate(await readFile(AXE, 'utf8'));
  // A color on its way to another one is none that anybody reads.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  const found = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  return sentences.parse(found);
}
