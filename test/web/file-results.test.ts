import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { OFFICE, OFFICE_OURS } from './exports.js';
import { type FilePage, openFile, SAVE_CSV, USUAL_LINES } from './file-steps.js';

const HEADER =
  'student_id,dependency_status,grade_level,term_label,term_ft_credits,term_credits_enrolled,academic_year_terms';

const MISTAKES = [
  HEADER,
  '1,dependent,first_year,Fall,12,9,2',
  '1,dependent,first_year,Spring,12,9,2',
  '2,dependent,,Fall,12,9,2',
  '2,dependent,,Spring,12,9,2',
  '3,dependent,first_year,Fall,12,-9,2',
  '3,dependent,first_year,Spring,12,9,2',
  '4,dependent,first_year,Fall,12,9,2',
  '4,dependent,first_year,Fall,12,9,2',
  '4,dependent,first_year,Spring,12,9,2',
  '',
].join('\n');

const COURSES = [
  'Student ID,Term,Course,Credits,Reg,Dependency,Class,Sub Need',
  'A1,Fall 2026,ENG 1,3,RE,D,FR,3500',
  'A1,Fall 2026,ART 1,3,W,D,FR,3500',
  'A1,Fall 2026,MAT 1,6,RE,D,FR,3500',
  'A1,Spring 2027,ENG 2,12,RE,D,FR,3500',
  '',
].join('\n');

describePages('the results of a file', (scene) => {
  async function results(content: string) {
    const opened = await openFile(scene, content, 'ours.csv');
    await opened.file.calculate();
    return opened;
  }

  async function repair(
    { page }: FilePage,
    name: RegExp,
    say: (group: Locator) => Promise<unknown>,
  ): Promise<void> {
    const group = page.locator('details.group').filter({ hasText: name });
    if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
    await say(group);
    await group.getByRole('button', { name: 'Repair and calculate again' }).click();
  }

  test('name those who were paid too much, and say by how much', async () => {
    const paid = `${HEADER},term_prior_disbursement_unsub\n1,independent,first_year,Fall,12,6,2,9000\n`;
    const { page } = await results(`${paid}2,independent,first_year,Fall,12,12,2,\n`);
    const said = '2 students calculated. 1 student was paid more than the new limit.';
    expect((await page.locator('#results .note').allInnerTexts())[0]).toBe(said);
    await page.getByRole('button', { name: '1 student was paid more than the new limit.' }).click();
    await page.locator('.remark').getByText('$6,625 unsubsidized was disbursed beyond').waitFor();
    expect(await page.locator('[aria-label="Students"] a').count()).toBe(1);
  });

  test('show the students in sight, what may be pressed below what is read first, and warnings below the students', async () => {
    const { page, file } = await openFile(scene);
    await page.setViewportSize({ width: 1280, height: 800 });
    await file.openOffice();
    const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
    const button = page.locator('#calculate');
    expect(await topOf(button)).toBeGreaterThan(await topOf(page.locator('#before li').last()));
    await file.calculate();
    const rows = page.locator('[aria-label="Students"] tbody tr');
    await rows.first().waitFor();
    expect(await topOf(rows.nth(3))).toBeLessThan(760);
    expect(await topOf(page.getByText('1 student with a warning'))).toBeGreaterThan(await topOf(rows.last()));
    // A heading may wrap only between words, and one heading is above the columns of the loans.
    const [lines, over] = await page.evaluate<[number, [string, number][]]>(`{
      const heading = document.querySelector('th[aria-label="Unsubsidized, already paid"]');
      const word = document.createRange();
      word.selectNodeContents(heading);
      [word.getClientRects().length, [...heading.closest('thead').rows[0].cells].map((each) => [each.textContent, each.colSpan])];
    }`);
    expect(lines).toBe(1);
    expect(over).toContainEqual(['already paid', 2]);
  });

  test('show the students first, and a row opens its student on the page for one', async () => {
    const { page } = await results(OFFICE_OURS);
    const link = page.getByRole('link', { name: 'Show the reasons for S2' }).first();
    const opened = page.context().waitForEvent('page');
    await link.click();
    const one = await opened;
    await one.locator('#answer table').first().waitFor();
    expect(await one.locator('[id="terms.1.credits_enrolled"]').inputValue()).toBe('0');
  });

  test('group failures by what repairs them, and ask before a change of the columns takes repairs away', async () => {
    const { page, file } = await results(MISTAKES);
    await page.getByText('1 of 4 students calculated, 3 failed.').waitFor();
    const remarks = await page.locator('.remark').allInnerTexts();
    expect(remarks).toContain('Credits enrolled: Row 6: Expected 0 or more. Given: -9.');
    // The students come first; a button spares a keyboard user from tabbing through them to the failures.
    await file.press('Why they failed');
    await page.locator('details.group[open] > summary:focus').waitFor();
    await repair(file, /Grade level/, (group) =>
      group.getByLabel(/^Grade level on/).selectOption('first_year'),
    );
    await page.getByText('2 of 4 students calculated, 2 failed.').waitFor();
    await repair(file, /Credits enrolled/, (group) => group.getByLabel(/^3 in row 6/).fill('12'));
    await page.getByText('3 of 4 students calculated, 1 failed.').waitFor();
    await file.press(/^Leave out 1 copy/);
    await page.getByText('4 students calculated.').waitFor();
    await page.getByText('Entered by hand, Grade level: First year').waitFor();
    await file.press('Undo the last repair');
    await page.getByText('3 of 4 students calculated, 1 failed.').waitFor();
    await file.unfold('with nothing open');
    const change = () => file.press(/one payment of a fund$/);
    expect(await file.whenAsked('keep', change)).toContain('Discard 2 repairs');
    await page.getByText('3 of 4 students calculated, 1 failed.').waitFor();
    await file.whenAsked('discard', change);
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0);
  });

  test('are saved as a workbook with the own rows, and only the failed rows can be saved', async () => {
    const { file } = await results(MISTAKES);
    const failed = await file.save(/^Save only the failed rows/);
    const rows: Record<string, string>[] = parse(failed.bytes, { columns: true, bom: true });
    expect(rows.map(({ student_id }) => student_id)).toEqual(['2', '2', '3', '3', '4', '4', '4']);
    expect(rows[2]?.['error']).toContain('term_credits_enrolled');
    const workbook = await file.save('Save as an Excel workbook');
    expect(workbook.name).toBe('ours-answer.xlsx');
    const parts = unzipSync(workbook.bytes);
    const text = Object.values(parts)
      .map((part) => Buffer.from(part).toString())
      .join();
    expect(text).toContain('Why there are no amounts');
  });

  test('are saved once by a double click, and so is the recipe', async () => {
    const { page, file } = await results(MISTAKES);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    for (const name of [SAVE_CSV, 'Save as an Excel workbook', 'Save these choices as a recipe']) {
      await page.getByRole('button', { name }).dblclick({ delay: 50 });
      await file.done();
    }
    await file.save(/^Save only the failed rows/);
    expect(saved).toEqual(
      ['answer.csv', 'answer.xlsx', 'recipe.json', 'failed.csv'].map((end) => `ours-${end}`),
    );
  });

  test('of courses have the credits that were counted and their rows', async () => {
    const { page, file } = await openFile(scene, COURSES, 'courses.csv');
    // The need here is the maximum of 2026-27, so choose that year if the page offers several.
    for (const year of await page.locator('#award-year').all()) await year.selectOption('2026-27');
    await file.choose('A row is', 'one course of a student');
    await file.choose('Reg', 'Says whether a row counts');
    await file.setCode('Reg', 'RE', 'the row counts');
    await file.setCode('Reg', 'W', 'the row is left out');
    await file.workThrough({ ...USUAL_LINES, 'line-degree_level': ['2', '3'] });
    await file.confirm();
    await file.calculate();
    const cells = page.locator('[aria-label="Students"] tbody tr').first().locator('td');
    await expect
      .poll(async () => (await cells.allInnerTexts()).slice(1, 4))
      .toEqual(['A1', 'Fall 2026', '$1,540']);
    expect((await cells.allInnerTexts()).slice(-2)).toEqual(['9', '2, 4']);
  });

  test('have what was paid beside what may be paid now', async () => {
    const { page, file } = await openFile(scene);
    await file.openOffice();
    await file.calculate();
    await page.getByRole('columnheader', { name: 'Subsidized, already paid', exact: true }).waitFor();
    await page.getByRole('cell', { name: '$1,000' }).first().waitFor();
    // A warning that many students share appears once, and per student only on request.
    await page.getByText('1 student with a warning: The student is not enrolled').waitFor();
    expect(await page.locator('.remark').count()).toBe(0);
    await page.getByLabel('Show', { exact: true }).selectOption('warnings');
    await page.locator('.remark').waitFor();
  });

  test('are compared with an earlier answer: whose amounts changed', async () => {
    const { page, file } = await results(OFFICE_OURS);
    const { bytes } = await file.save(SAVE_CSV);
    await file.giveFile('later.csv', OFFICE_OURS.replace('Spring 2027,12,9,0', 'Spring 2027,12,12,0'));
    await file.calculate();
    await file.unfold('Compare with an earlier answer');
    const compareWith = async (buffer: Buffer): Promise<void> => {
      await page
        .getByLabel('The earlier answer')
        .setInputFiles({ name: 'before.csv', mimeType: 'text/csv', buffer });
      await file.done();
    };
    await compareWith(Buffer.from(OFFICE));
    await page.getByText('This file is not an answer.').waitFor();
    await compareWith(bytes);
    await page.getByText('2 students with the same answer as before; 1 with other amounts.').waitFor();
    const changed = page.locator('[aria-label^="Students whose answer"] tbody tr');
    expect(await changed.allInnerTexts()).toEqual([
      expect.stringMatching(
        /with other amounts\t\$[\d,]+ more\tFall 2026: subsidized \$[\d,]+ \(was \$[\d,]+\), unsub/,
      ),
    ]);
  });
});
