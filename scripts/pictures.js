/*
 * Takes the pictures of the documents from the real pages: npm run pictures
 *
 * Starts the built service on a free port, opens the pages in Chromium (Debian's, or CHROMIUM) and writes
 * docs/pictures. Run it after the pages change.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve as pathOf } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const FOLDER = 'docs/pictures';
const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Wide enough for tables, and readable when scaled to a column of text. */
const WIDTH = 1100;
/** WebP at this quality keeps small text sharp at a tenth of the size of a PNG. */
const QUALITY = 82;
/** Shows the first questions about a file; more would only make the picture longer. */
const MOST_PIXELS = 1140;

/** Answers for lines that the sample's names do not settle: the number of a choice, or text to type. */
const KEYS = {
  'line-degree_level': ['2', '3'],
  'line-subsidized_amount': ['3'],
  'line-plus_denied': ['3'],
  'line-is_legacy_borrower': ['3'],
  'line-cost_of_attendance': ['3'],
  'line-total_limit': ['3'],
  'line-academic_year_terms': ['3'],
  'line-term_required': ['3'],
  'line-term_ft_credits': ['2', '12', 'Enter'],
  'line-term_actual_final_credits': ['3'],
  'line-term_prior_disbursement_sub': ['3'],
  'line-term_prior_disbursement_unsub': ['3'],
  'line-term_prior_disbursement_grad_plus': ['3'],
  'status-line': ['1'],
};

process.chdir(pathOf(import.meta.dirname, '..'));
if (!existsSync(PROGRAM)) {
  process.stderr.write(`There is no ${PROGRAM}. Install Chromium, or set CHROMIUM to its path.\n`);
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), 'pictures-'));
const service = spawn(process.execPath, ['dist/src/main.js'], {
  env: {
    ...process.env,
    PORT: '0',
    ADMIN_PORT: '0',
    DRAIN_DELAY_MS: '0',
    KEYS_FILE: join(temporary, 'keys'),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const address = await addressOf(service);
  const browser = await chromium.launch({
    executablePath: PROGRAM,
    // Chromium's sandbox does not work for root, as in a container.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    await oneStudent(await opened(browser, `${address}/`));
    await aFile(await opened(browser, `${address}/file`));
  } finally {
    await browser.close();
  }
} finally {
  service.kill();
  rmSync(temporary, { recursive: true, force: true });
}

/** The address in the log line that says the service is ready. */
function addressOf({ stdout }) {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stdout });
    lines.on('line', (line) => {
      const { msg, address } = line.startsWith('{') ? JSON.parse(line) : {};
      if (msg === 'ready') resolve(address);
    });
    lines.on('close', () => reject(new Error('The service ended before it was ready.')));
  });
}

async function opened(browser, url) {
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: MOST_PIXELS },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(url);
  return page;
}

async function oneStudent(page) {
  await page.getByRole('button', { name: 'Load an example' }).first().click();
  await page.locator('#answer table').first().waitFor();
  await picture(page, 'one-student');
}

async function aFile(page) {
  await page.locator('#file-input').setInputFiles('docs/samples/systems/banner.csv');
  await page.locator('#columns-heading').waitFor();
  await picture(page, 'file-columns', page.locator('#columns-heading'));
  await page.getByRole('button', { name: 'Next open line' }).press('Enter');
  for (let id = await lineOf(page); id !== 'my-columns'; id = await lineOf(page)) {
    for (const key of KEYS[id] ?? ['1']) {
      if (key.length > 1 && key !== 'Enter') await page.keyboard.type(key);
      else await page.keyboard.press(key);
      await page.locator('#progress').waitFor({ state: 'detached' });
    }
    if ((await lineOf(page)) === id) throw new Error(`Nothing settles the line ${id}.`);
  }
  await page.keyboard.press('Enter');
  await page.locator('#before-heading').waitFor();
  for (let id = await lineOf(page); id.startsWith('question-'); id = await lineOf(page)) {
    await page.keyboard.press('1');
    await page.locator('#progress').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await page.locator('[aria-label="Students"] tbody').waitFor();
  await picture(page, 'file-results', page.locator('#results-heading'));
}

/** The id of the line or question with the focus, or else of the focused element. */
function lineOf(page) {
  return page.evaluate("(document.activeElement.closest('fieldset.line') ?? document.activeElement).id");
}

/** Saves a picture of the page from its top, or from an element on. */
async function picture(page, name, from) {
  await page.evaluate('scrollTo(0, 0)');
  const size = await page.evaluate('document.documentElement.scrollHeight');
  const top = from === undefined ? 0 : ((await from.boundingBox())?.y ?? 0);
  const height = Math.min(size - top, MOST_PIXELS);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: top, width: WIDTH, height, scale: 1 },
  });
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
  process.stdout.write(`${FOLDER}/${name}.webp\n`);
}
