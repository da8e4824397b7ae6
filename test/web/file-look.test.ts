import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { OFFICE, OFFICE_OURS, sixtyFiveColumns } from './exports.js';
import { FilePage, openFile } from './file-steps.js';

const STATES: readonly (readonly [name: string, get: (file: FilePage) => Promise<void>])[] = [
  ['at the start', async () => {}],
  ['with a file that was refused', (file) => file.giveFile('students.csv', 'a "quote,b\n1,2\n')],
  ['with sixty-five columns to place', (file) => file.giveFile('many.csv', sixtyFiveColumns())],
  [
    'with a column being looked for, codes without a meaning, and credits by level and term',
    async (file) => {
      await file.giveFile('office.csv', OFFICE);
      await file.choose('Reg', 'Says whether a row counts');
      await file.choose('Full-time credits', 'A number for each level');
      await file.choose('Credits enrolled', /column/);
      await file.line('Credits enrolled').getByRole('combobox', { name: 'Your column' }).waitFor();
    },
  ],
  [
    'with confirmed columns and an answer, everything unfolded',
    async (file) => {
      await file.openOffice();
      await file.calculate();
      await file.unfold('with nothing open');
      await file.unfold('Compare with an earlier answer');
    },
  ],
];

describePages('the page for a file, for everybody', (scene) => {
  test.each(STATES)('fits every width, with text of twice the size, and has no barriers: %s', (_, prepare) =>
    scene.expectForEverybody('/file', (page) => prepare(new FilePage(page))),
  );

  test('has the next open line in sight, below what stays on top', async () => {
    const { page, file } = await openFile(scene);
    await page.setViewportSize({ width: 1280, height: 720 });
    await file.giveFile('many.csv', sixtyFiveColumns());
    await file.line('Extra 20').focus();
    for (let nth = 0; nth < 12; nth++) await page.keyboard.press('1');
    const [box, bar] = await Promise.all([
      page.locator('fieldset.line:focus').boundingBox(),
      page.locator('.bar-of-lines').boundingBox(),
    ]);
    expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
  });

  test('has the focused line in sight, too, once rivals have come above it', async () => {
    const { page, file } = await openFile(scene);
    await page.setViewportSize({ width: 1280, height: 800 });
    await file.giveFile('many.csv', sixtyFiveColumns());
    const credits = file.line('Credits enrolled');
    // Puts the next open line at the lower edge.
    await file.line('Final credits').evaluate((next) => next.scrollIntoView({ block: 'end' }));
    await credits.focus();
    await page.keyboard.press('1');
    await file.enter('Enrolled Hrs');
    await credits.getByText('29 more columns').waitFor();
    const box = await page.locator('fieldset.line:focus').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
  });

  test('says on a telephone, in sight, what is wrong with a student', async () => {
    const wrong = OFFICE_OURS.replace('S3,dependent', 'S3,unknown');
    const viewport = { width: 320, height: 800 };
    const { page, file } = await openFile(scene, wrong, 'ours.csv', { viewport });
    await file.calculate();
    const remark = page.locator('.remark').first();
    const frame = page.locator('.wide').filter({ has: remark });
    const [box, around] = await Promise.all([remark.boundingBox(), frame.boundingBox()]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
  });

  test('prints the answer without what is there to be pressed', async () => {
    const { page, file } = await openFile(scene, OFFICE_OURS, 'ours.csv');
    await file.calculate();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.getByText('3 students calculated.').isVisible()).toBe(true);
    await file.done();
  });

  test('and its worker connect to nobody, this service included', async () => {
    const { page, incidents } = await openFile(scene, OFFICE);
    const reached = 'fetch("/v1/openapi.json").then(() => "reached", () => "stopped")';
    expect(await page.workers()[0]?.evaluate(reached)).toBe('stopped');
    expect(await page.evaluate(reached)).toBe('stopped');
    await expect.poll(() => incidents.violations).toEqual([expect.stringMatching(/^connect-src /)]);
    const asked = incidents.requests.filter((url) => !url.includes('/assets/') && !url.startsWith('data:'));
    expect(asked.filter((url) => !url.endsWith('/v1/openapi.json'))).toEqual([`${scene.api.url}/file`]);
  });
});
