import { expect, test } from 'vitest';
import { byId, describePages } from '../support/page-scene.js';
import { OFFICE, WIDE } from './exports.js';
import { type FilePage, openFile, USUAL_LINES } from './file-steps.js';

const REQUIRED = 'Part of the academic year';
const YES = 'counts for everybody';
const NO = 'counts only if enrolled';

describePages('the terms of a file', (scene) => {
  const countsOf = ({ page }: FilePage, term: string) => page.getByLabel(`Whether ${term} counts`);
  const saidOf = (file: FilePage, name: string) => file.line(name).locator('.theirs').textContent();
  const isOpen = async (file: FilePage, name: string) =>
    (await file.line(name).locator('.todo').count()) === 1;

  /** The wide file with a summer column whose name is not recognized. */
  const withSummer = WIDE.split('\r\n')
    .map((row, nth) => (row === '' ? '' : `${row}\t${nth === 0 ? 'Summer Cr Reg' : nth % 2 === 0 ? '' : 6}`))
    .join('\r\n');

  test.each([
    ['beside each other', WIDE, 'Spring'],
    ['in rows', OFFICE, 'Spring 2027'],
  ])('are optional one by one: %s', async (_, content, spring) => {
    const { file } = await openFile(scene, content, 'file.csv');
    if (content === OFFICE) await file.place(/^Term(?!s)/, 'Semester');
    const fall = spring.replace('Spring 2027', 'Fall 2026').replace('Spring', 'Fall');
    await file.choose('A row is', content === WIDE ? /one student, with/ : /one term of a student$/);
    // Nothing is preset, except what is certain for a fall and a spring.
    const first = (await isOpen(file, REQUIRED)) ? '' : 'true';
    expect(await countsOf(file, spring).inputValue()).toBe(first);
    await countsOf(file, spring).selectOption({ label: NO });
    await file.done();
    const of = first === '' ? 'not said yet' : 'yes for everybody';
    expect(await saidOf(file, REQUIRED)).toBe(`${fall}: ${of}; ${spring}: no for everybody`);
    expect(await isOpen(file, REQUIRED)).toBe(first === '');
    expect(await isOpen(file, 'Terms, in the order of the year')).toBe(first === '');
    if (first === '') await file.choose(REQUIRED, `Yes for ${fall}`);
    expect(await saidOf(file, REQUIRED)).toBe(`${fall}: yes for everybody; ${spring}: no for everybody`);
    expect(await isOpen(file, 'Terms, in the order of the year')).toBe(false);
    await file.choose(REQUIRED, 'Every term counts');
    expect(await countsOf(file, spring).inputValue()).toBe('true');
  });

  test('that are new are placed with their first column, and nothing is said of them by what was said before', async () => {
    const { page, file } = await openFile(scene, withSummer, 'wide.tsv');
    await file.workThrough({
      ...USUAL_LINES,
      'rows-line': ['2'],
      'line-degree_level': ['2', '3'],
      'line-dependency_status': ['1'],
      'line-grade_level': ['1'],
      'column-Spring-w-Reg': ['1'],
      'column-Summer-w-Cr-w-Reg': ['1'],
    });
    await file.choose('Summer Cr Reg', 'Is one of these fields');
    await file.enter('Credits enrolled, a new term');
    expect(await page.evaluate('document.activeElement.id')).toBe('terms-line-counts-Summer');
    const names = await page.getByLabel(/^Name of term/).all();
    expect(await Promise.all(names.map((box) => box.inputValue()))).toEqual(['Fall', 'Spring', 'Summer']);
    expect(await saidOf(file, REQUIRED)).toBe('Fall and Spring: yes for everybody; Summer: not said yet');
    expect(await saidOf(file, 'Full-time credits')).toBe(
      'Fall and Spring: 12 for undergraduates; Summer: not said yet',
    );
    await countsOf(file, 'Summer').selectOption({ label: NO });
    await file.done();
    await countsOf(file, 'Summer').press('Enter');
    expect(await file.focusedLine()).toBe('line-term_ft_credits');
    const credits = page.getByLabel('Full-time credits, undergraduate, Summer');
    await credits.fill('6');
    await credits.press('Enter');
    await file.done();
    expect(await saidOf(file, 'Full-time credits')).toBe(
      'Fall and Spring: 12 for undergraduates; Summer: 6 for undergraduates',
    );
    expect(await file.line('Credits enrolled, Summer').textContent()).toContain('Summer Cr Reg');
  });

  test('that no column names are asked for their name', async () => {
    const { file } = await openFile(scene, withSummer.replace('Summer Cr Reg', 'Extra Reg'), 'wide.tsv');
    await file.choose('Extra Reg', 'Is one of these fields');
    await file.enter('Credits enrolled, a new term…');
    await file.enter('Summer');
    await file.line('Credits enrolled, Summer').getByText('Extra Reg').waitFor();
  });

  test('are not covered, either, where a label of rows becomes a term', async () => {
    const { page, file } = await openFile(scene);
    await file.openOffice();
    await page.getByText('with nothing open').click();
    const spring = page.getByLabel('Place of Spring 2027 in the year');
    await spring.selectOption('no term: its rows are left out');
    await file.done();
    await spring.selectOption('term 2 of the year');
    await file.done();
    expect(await saidOf(file, REQUIRED)).toBe('Fall 2026: yes for everybody; Spring 2027: not said yet');
    await countsOf(file, 'Spring 2027').selectOption({ label: YES });
    await file.done();
    expect(await isOpen(file, REQUIRED)).toBe(false);
  });

  test('have full-time credits whose boxes are all in sight, and of which a click selects what is there', async () => {
    const four = withSummer
      .replace('Spring Reg', 'WINTER_CREDITS')
      .replace('Summer Cr Reg', 'SUMMER_CREDITS');
    const wide = four.replaceAll(/\t(?:EN|WD)\t/g, '\t12\t');
    const viewport = { width: 1280, height: 800 };
    const { page, file } = await openFile(scene, wide, 'wide.tsv', { viewport });
    await file.choose('Full-time credits', 'A number for each level');
    await file.enter('12');
    const box = page.getByLabel('Full-time credits, undergraduate, Summer');
    await box.click();
    await file.enter('6');
    expect(await box.inputValue()).toBe('6');
    // Enter goes to the next box that is blank, and to no other.
    const boxOf = (level: string, term: string) => page.getByLabel(`Full-time credits, ${level}, ${term}`);
    for (const level of ['graduate', 'professional']) await boxOf(level, 'every term').fill('9');
    await boxOf('graduate', 'Summer').fill('');
    await box.press('Enter');
    await file.done();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(
      'Full-time credits, graduate, Summer',
    );
    const frame = byId(page, 'line-term_ft_credits').locator('.wide');
    expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });
});
