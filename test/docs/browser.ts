import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Debian's package has it; another one is named by CHROMIUM. */
const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why there is no browser here; empty where there is one. `npm run test:all` installs it. */
export const NO_BROWSER = existsSync(PROGRAM) ? '' : ` (skipped: there is no ${PROGRAM})`;

/** Starts a real Chromium without a window. */
export function openBrowser(): Promise<Browser> {
  // Root, as in a container, has no sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: PROGRAM, args });
}

/** What happened in a page beside what it shows. */
export interface Incidents {
  /** Addresses that were asked, as the page named them. */
  readonly requests: string[];
  /** What the policy has stopped: directive and what it was about. */
  readonly violations: string[];
  /** Errors in the console, and exceptions that nobody caught. */
  readonly errors: string[];
}

/** A page that is watched from its first moment. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly incidents: Incidents }> {
  const page = await browser.newPage(options);
  const incidents: Incidents = { requests: [], violations: [], errors: [] };
  await page.exposeFunction('tellViolation', (text: string) => incidents.violations.push(text));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.effectiveDirective + ' ' + event.blockedURI))`);
  page.on('request', (request) => incidents.requests.push(request.url()));
  page.on('pageerror', (error) => incidents.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') incidents.errors.push(message.text());
  });
  return { page, incidents };
}
