import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { byId, describePages } from '../support/page-scene.js';
import { OFFICE, WIDE } from './exports.js';
import {
  choose,
  done,
  focusedLine,
  giveFile,
  line,
  openOffice,
  place,
  USUAL_LINES,
  workThrough,
} from './file-steps.js';

/** A file with a summer: what is said of one term, and what of all of them. */

const REQUIRED = 'Part of the academic year';
const YES = 'counts for everybody';
const NO = 'counts only if enrolled';

describePages('the terms of a file', (scene) => {
  async function open(content: string, name: string): Promise<Page> {
    const { page } = await scene.open('/file');
    await giveFile(page, name, content);
    return page;
  }

  const countsOf = (page: Page, term: string) => page.getByLabel(`Whether ${term} counts`);
  const saidOf = (page: Page, name: string) => line(page, name).locator('.theirs').textContent();
  const isOpen = async (page: Page, name: string) => (await line(page, name).locator('.todo').count()) === 1;

  /** The wide file with a column of a summer that no usual name tells. */
  const withSummer = WIDE.split('\r\n')
    .map((row, nth) => (row === '' ? '' : `${row}\t${nth === 0 ? 'Summer Cr Reg' : nth % 2 === 0 ? '' : 6}`))
    .join('\r\n');

  test.each([
    ['beside each other', WIDE, 'Spring'],
    ['in rows', OFFICE, 'Spring 2027'],
  ])('are optional one by one: %s', async (_, content, spring) => {
    const page = await open(content, 'file.csv');
    if (content === OFFICE) await place(page, /^Term(?!s)/, 'Semester');
    const fall = spring.replace('Spring 2027', 'Fall 2026').replace('Spring', 'Fall');
    await choose(page, 'A row is', content === WIDE ? /one student, with/ : /one term of a student$/);
    // Nothing is said in advance, or what goes without saying of a fall and a spring.
    const first = (await isOpen(page, REQUIRED)) ? '' : 'true';
    expect(await countsOf(page, spring).inputValue()).toBe(first);
    await countsOf(page, spring).selectOption({ label: NO });
    await done(page);
    const of = first === '' ? 'not said yet' : 'yes for everybody';
    expect(await saidOf(page, REQUIRED)).toBe(`${fall}: ${of}; ${spring}: no for everybody`);
    expect(await isOpen(page, REQUIRED)).toBe(first === '');
    expect(await isOpen(page, 'Terms, in the order of the year')).toBe(first === '');
    if (first === '') await choose(page, REQUIRED, `Yes for ${fall}`);
    expect(await saidOf(page, REQUIRED)).toBe(`${fall}: yes for everybody; ${spring}: no for everybody`);
    expect(await isOpen(page, 'Terms, in the order of the year')).toBe(false);
    await choose(page, REQUIRED, 'Every term counts');
    expect(await countsOf(page, spring).inputValue()).toBe('true');
  });

  test('that are new are placed with their first column, and nothing is said of them by what was said before', async () => {
    const page = await open(withSummer, 'wide.tsv');
    await workThrough(page, {
      ...USUAL_LINES,
      'rows-line': ['2'],
      'line-degree_level': ['2', '3'],
      'line-dependency_status': ['1'],
      'line-grade_level': ['1'],
      'column-Spring-w-Reg': ['1'],
      'column-Summer-w-Cr-w-Reg': ['1'],
    });
    await choose(page, 'Summer Cr Reg', 'Is one of these fields');
    await page.keyboard.type('Credits enrolled, a new term');
    await page.keyboard.press('Enter');
    await done(page);
    expect(await page.evaluate('document.activeElement.id')).toBe('terms-line-counts-Summer');
    const names = await page.getByLabel(/^Name of term/).all();
    expect(await Promise.all(names.map((box) => box.inputValue()))).toEqual(['Fall', 'Spring', 'Summer']);
    expect(await saidOf(page, REQUIRED)).toBe('Fall and Spring: yes for everybody; Summer: not said yet');
    expect(await saidOf(page, 'Full-time credits')).toBe(
      'Fall and Spring: 12 for undergraduates; Summer: not said yet',
    );
    await countsOf(page, 'Summer').selectOption({ label: NO });
    await done(page);
    await countsOf(page, 'Summer').press('Enter');
    expect(await focusedLine(page)).toBe('line-term_ft_credits');
    const credits = page.getByLabel('Full-time credits, undergraduate, Summer');
    await credits.fill('6');
    await credits.press('Enter');
    await done(page);
    expect(await saidOf(page, 'Full-time credits')).toBe(
      'Fall and Spring: 12 for undergraduates; Summer: 6 for undergraduates',
    );
    expect(await line(page, 'Credits enrolled, Summer').textContent()).toContain('Summer Cr Reg');
  });

  test('that no column names are asked for their name', async () => {
    const page = await open(withSummer.replace('Summer Cr Reg', 'Extra Reg'), 'wide.tsv');
    await choose(page, 'Extra Reg', 'Is one of these fields');
    await page.keyboard.type('Credits enrolled, a new term…');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Summer');
    await page.keyboard.press('Enter');
    await line(page, 'Credits enrolled, Summer').getByText('Extra Reg').waitFor();
  });

  test('are not covered, either, where a label of rows becomes a term', async () => {
    const { page } = await scene.open('/file');
    await openOffice(page);
    await page.getByText('with nothing open').click();
    const spring = page.getByLabel('Place of Spring 2027 in the year');
    await spring.selectOption('no term: its rows are left out');
    await done(page);
    await spring.selectOption('term 2 of the year');
    await done(page);
    expect(await saidOf(page, REQUIRED)).toBe('Fall 2026: yes for everybody; Spring 2027: not said yet');
    await countsOf(page, 'Spring 2027').selectOption({ label: YES });
    await done(page);
    expect(await isOpen(page, REQUIRED)).toBe(false);
  });

  test('have full-time credits whose boxes are all in sight, and of which a click selects what is there', async () => {
    const { page } = await scene.open('/file', { viewport: { width: 1280, height: 800 } });
    const four = withSummer
      .replace('Spring Reg', 'WINTER_CREDITS')
      .replace('Summer Cr Reg', 'SUMMER_CREDITS');
    await giveFile(page, 'wide.tsv', four.replaceAll(/\t(?:EN|WD)\t/g, '\t12\t'));
    await choose(page, 'Full-time credits', 'A number for each level');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await done(page);
    const box = page.getByLabel('Full-time credits, undergraduate, Summer');
    await box.click();
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await done(page);
    expect(await box.inputValue()).toBe('6');
    const frame = byId(page, 'line-term_ft_credits').locator('.wide');
    expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });
});
