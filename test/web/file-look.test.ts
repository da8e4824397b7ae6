import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { OFFICE, OFFICE_OURS, sixtyFiveColumns } from './exports.js';
import { calculate, choose, done, giveFile, line, openOffice, unfold } from './file-steps.js';

/** The page in each state that people see it in. */
const STATES: readonly (readonly [name: string, get: (page: Page) => Promise<void>])[] = [
  ['at the start', async () => {}],
  ['with a file that was refused', (page) => giveFile(page, 'students.csv', 'a "quote,b\n1,2\n')],
  ['with sixty-five columns to place', (page) => giveFile(page, 'many.csv', sixtyFiveColumns())],
  [
    'with a column being looked for, codes without a meaning, and credits by level and term',
    async (page) => {
      await giveFile(page, 'office.csv', OFFICE);
      await choose(page, 'Reg', 'Says whether a row counts');
      await choose(page, 'Full-time credits', 'A number for each level');
      await choose(page, 'Credits enrolled', /column/);
      await line(page, 'Credits enrolled').getByRole('combobox', { name: 'Your column' }).waitFor();
    },
  ],
  [
    'with confirmed columns and an answer, everything unfolded',
    async (page) => {
      await openOffice(page);
      await calculate(page);
      await unfold(page, 'with nothing open');
      await unfold(page, 'Compare with an earlier answer');
    },
  ],
];

describePages('the page for a file, for everybody', (scene) => {
  test.each(STATES)('fits every width, with text of twice the size, and has no barriers: %s', (_, prepare) =>
    scene.expectForEverybody('/file', prepare),
  );

  test('has the next open line in sight, below what stays on top', async () => {
    const { page } = await scene.open('/file');
    await page.setViewportSize({ width: 1280, height: 720 });
    await giveFile(page, 'many.csv', sixtyFiveColumns());
    await line(page, 'Extra 20').focus();
    for (let nth = 0; nth < 12; nth++) await page.keyboard.press('1');
    const [box, bar] = await Promise.all([
      page.locator('fieldset.line:focus').boundingBox(),
      page.locator('.bar-of-lines').boundingBox(),
    ]);
    expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
  });

  test('has the focused line in sight, too, once rivals have come above it', async () => {
    const { page } = await scene.open('/file');
    await page.setViewportSize({ width: 1280, height: 800 });
    await giveFile(page, 'many.csv', sixtyFiveColumns());
    const credits = line(page, 'Credits enrolled');
    // The next open line is at the lower edge.
    await line(page, 'Final credits').evaluate((next) => next.scrollIntoView({ block: 'end' }));
    await credits.focus();
    await page.keyboard.press('1');
    await page.keyboard.type('Enrolled Hrs');
    await page.keyboard.press('Enter');
    await done(page);
    await credits.getByText('29 more columns').waitFor();
    const box = await page.locator('fieldset.line:focus').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
  });

  test('says on a telephone, in sight, what is wrong with a student', async () => {
    const { page } = await scene.open('/file', { viewport: { width: 320, height: 800 } });
    await giveFile(page, 'ours.csv', OFFICE_OURS.replace('S3,dependent', 'S3,unknown'));
    await calculate(page);
    const remark = page.locator('.remark').first();
    const frame = page.locator('.wide').filter({ has: remark });
    const [box, around] = await Promise.all([remark.boundingBox(), frame.boundingBox()]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
  });

  test('prints the answer without what is there to be pressed', async () => {
    const { page } = await scene.open('/file');
    await giveFile(page, 'ours.csv', OFFICE_OURS);
    await calculate(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.getByText('3 students calculated.').isVisible()).toBe(true);
    await done(page);
  });

  test('and its worker connect to nobody, this service included', async () => {
    const { page, incidents } = await scene.open('/file');
    await giveFile(page, 'office.csv', OFFICE);
    const reached = 'fetch("/v1/openapi.json").then(() => "reached", () => "stopped")';
    expect(await page.workers()[0]?.evaluate(reached)).toBe('stopped');
    expect(await page.evaluate(reached)).toBe('stopped');
    await expect.poll(() => incidents.violations).toEqual([expect.stringMatching(/^connect-src /)]);
    const asked = incidents.requests.filter((url) => !url.includes('/assets/') && !url.startsWith('data:'));
    expect(asked.filter((url) => !url.endsWith('/v1/openapi.json'))).toEqual([`${scene.api.url}/file`]);
  });
});
