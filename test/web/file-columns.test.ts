import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { GERMAN, OFFICE, OFFICE_OURS, sixtyFiveColumns, WIDE } from './exports.js';
import { openFile, SAVE_CSV, typed, USUAL_LINES } from './file-steps.js';

describePages('the columns of a file', (scene) => {
  const rowsOf = (bytes: Uint8Array | string): Record<string, string>[] =>
    parse(Buffer.from(bytes), { columns: true });
  const dollarsOf = (rows: readonly Record<string, string>[]) =>
    rows.map((row) => [
      row['student_id'],
      row['term_label'],
      row['term_equal_subsidized'],
      row['term_equal_unsubsidized'],
      row['error'],
    ]);

  test('are placed once, and the answer is that of the same students in our columns', async () => {
    const { file } = await openFile(scene);
    await file.placeOffice();
    await file.calculate();
    const { bytes } = await file.save(SAVE_CSV);
    const { text } = await scene.client.bulk(OFFICE_OURS);
    expect(dollarsOf(rowsOf(bytes))).toEqual(dollarsOf(rowsOf(text)));
    expect(rowsOf(text).every(({ error }) => error === '')).toBe(true);
  });

  test('that vary are a line each, which nobody gets past', async () => {
    const { page, file } = await openFile(scene, OFFICE);
    for (const name of ['Name', 'Hours Dropped', 'Reg', 'GPA']) {
      expect(await file.line(name).locator('.todo').count(), name).toBe(1);
    }
    await file.line('Hours Dropped').getByText('its name or a value says').waitFor();
    await file.press('These are my columns');
    expect(await page.getByRole('heading', { name: 'Before calculating' }).count()).toBe(0);
    expect(await file.focusedLine()).toMatch(/^(?:rows-)?line/);
    await file.choose('Hours Dropped', 'Is one of these fields');
    await file.enter('Final credits');
    expect(await file.focusedLine()).toBe('column-Reg');
  });

  test('whose name suggests a field that the file was said not to have have it as their first choice', async () => {
    const { file } = await openFile(scene, OFFICE);
    const paid = 'Subsidized paid for the term';
    await file.choose(paid, 'No subsidized loans have been paid yet');
    await file.choose('Paid Sub', `Is ${paid}`);
    expect(await file.line(paid).textContent()).toContain('Paid Sub');
    // In other names, too, what was typed seldom means the end of a word.
    await file.choose(paid, 'No subsidized loans have been paid yet');
    await file.choose('GPA', 'Is one of these fields');
    await file.enter('subsidized p');
    expect(await file.line(paid).textContent()).toContain('GPA');
  });

  test('of a status map each value, blank too, and nothing is chosen for anybody', async () => {
    const { file } = await openFile(scene, OFFICE.replace('12,0,RE,3.1', '12,0,,3.1'));
    expect(await file.line('Whether a row counts').locator('.todo').count()).toBe(1);
    await file.choose('Reg', 'Says whether a row counts');
    expect(await file.line('Whether a row counts').textContent()).toContain('Reg');
    expect(await file.line('Whether a row counts').locator('.todo').count()).toBe(0);
    const meanings = await file.line('Reg').getByRole('combobox').all();
    expect(await Promise.all(meanings.map((list) => list.inputValue()))).toEqual(['', '', '']);
    await file.setCode('Reg', 'RE', 'the row counts');
    await file.setCode('Reg', 'WD', 'its credits are 0');
    expect(await file.line('Reg').locator('.todo').count()).toBe(1);
    await file.setCode('Reg', 'blank', 'the row counts');
    expect(await file.line('Reg').locator('.todo').count()).toBe(0);
  });

  test('have the focus on the first code without a meaning, and a key that is pressed twice or held down says one thing', async () => {
    const { page, file } = await openFile(scene, OFFICE);
    await file.line('Parent cannot borrow').focus();
    await file.keys('2', '2');
    await file.done();
    expect(await file.line('Parent cannot borrow').locator('.todo').count()).toBe(1);
    await file.place('Parent cannot borrow', 'Reg');
    await file.keys('n', 'Tab', 'y');
    expect(await file.focusedLine()).toBe('line-plus_denied');
    expect(await file.line('Parent cannot borrow').locator('.todo').count()).toBe(0);
    await file.line('Name').focus();
    for (let nth = 0; nth < 3; nth++) await page.keyboard.down('1');
    await page.keyboard.up('1');
    await file.done();
    expect(await file.line('Name').locator('.todo').count()).toBe(0);
    expect(await file.line('Hours Dropped').locator('.todo').count()).toBe(1);
  });

  test('and codes are stepped through with the arrow keys, and nothing is done on the way', async () => {
    const { page, file } = await openFile(scene, `${OFFICE.split('\n')[0]}\n${OFFICE}`);
    await file.choose('Reg', 'Says whether a row counts');
    await file.setCode('Reg', 'RE', 'the row counts');
    const withdrawn = file.line('Reg').getByLabel(/^WD /);
    await withdrawn.focus();
    await file.keys('ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(await withdrawn.inputValue()).toBe('leave_out');
    const semester = page.getByLabel('Place of Fall 2026 in the year');
    await file.place(/^Term(?!s)/, 'Semester');
    await semester.focus();
    await file.keys('ArrowDown', 'ArrowDown', 'ArrowUp');
    expect(await semester.inputValue()).toBe('1');
    await file.choose('Name', 'Is one of these fields');
    await file.keys('ArrowDown', 'ArrowDown');
    await file.line('Name').getByText('open', { exact: true }).waitFor();
    await file.unfold('Was the file read incorrectly?');
    await page.getByLabel('Column separator').focus();
    await file.keys('ArrowDown', 'ArrowDown');
    await page.getByLabel('Row of the header').fill('2');
    await page.keyboard.press('Tab');
    expect(await withdrawn.inputValue()).toBe('leave_out');
    const readAgain = () => file.press('Read it again');
    expect(await file.whenAsked('keep', readAgain)).toContain('Discard what you said about its columns');
    expect(await withdrawn.inputValue()).toBe('leave_out');
    await file.whenAsked('discard', readAgain);
    await page.getByText('The file has only one column.').waitFor();
    expect(await withdrawn.inputValue()).toBe('leave_out');
    await page.getByLabel('Column separator').selectOption('commas');
    await file.whenAsked('discard', () => page.getByLabel('Row of the header').press('Enter'));
    await page.getByText('12 columns · separated by commas · header in row 2').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('and a label that is a part of a term is placed there, and taken away again', async () => {
    const { page, file } = await openFile(scene, OFFICE);
    await file.place(/^Term(?!s)/, 'Semester');
    const [fall, spring] = ['Fall 2026', 'Spring 2027'].map((label) =>
      page.getByLabel(`Place of ${label} in the year`),
    );
    await spring?.selectOption('a part of Fall 2026');
    expect(await spring?.inputValue()).toBe('part of Fall 2026');
    const places = ['term 1 of the year', 'no term: its rows are left out'];
    expect(await fall?.locator('option').allInnerTexts()).toEqual(places);
    await spring?.selectOption('term 2 of the year');
    await expect.poll(() => spring?.inputValue()).toBe('1');
    expect(await fall?.locator('option').allInnerTexts()).toContain('a part of Spring 2027');
    await fall?.selectOption('a part of Spring 2027');
    await spring?.selectOption('no term: its rows are left out');
    await expect.poll(() => fall?.inputValue()).toBe('none');
  });

  test('are placed by a press on the list of the box, in browsers that only say that its text was replaced, too', async () => {
    const { page, file } = await openFile(scene, OFFICE);
    await file.choose('Student ID', /A column/);
    await page.evaluate(`{
      document.activeElement.value = 'Student';
      document.activeElement.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
    }`);
    await file.line('Student ID').getByText('Another column instead…').waitFor();
  });

  test('that are rivals say how they differ, on the line of either', async () => {
    const { file } = await openFile(scene);
    const census = OFFICE.replace('Hours Dropped', 'Census').replace('12,0,RE,3.8', '12,9,RE,3.8');
    await file.giveFile('office.csv', census.replaceAll(',12,0,', ',12,12,').replace(',9,3,', ',9,9,'));
    await file.place('Credits enrolled', 'Hours');
    const differs = 'Census holds values like these, but is lower in 1 of 6 rows.';
    await file.line('Credits enrolled').getByText(differs).waitFor();
    await file.line('Census').getByText(`Credits enrolled: ${differs}`).waitFor();
  });

  test('that are rivals are told of up to three, and the others named', async () => {
    const { page, file } = await openFile(scene, sixtyFiveColumns(), 'many.csv');
    const notes = (text: string) => page.locator('.note').filter({ hasText: text });
    await file.place('Credits enrolled', 'Enrolled Hrs');
    await file
      .line('Credits enrolled')
      .getByText(/^29 more columns .* and 21 others\.$/)
      .waitFor();
    expect(await notes('holds values like these, but').count()).toBe(6);
    expect(await notes('Beside your column for Credits enrolled').count()).toBe(3);
  });

  test('several on one field are added up, subtracted, or one corrects another, and it is said', async () => {
    const parts = 'Student,Term,1st 8-Wk,2nd 8-Wk,Late\nC1,Fall 2026,3,6,3\nC1,Spring 2027,6,3,0\n';
    const { page, file } = await openFile(scene, parts, 'parts.csv');
    const credits = file.line('Credits enrolled');
    await file.choose('Credits enrolled', /column/);
    await page.keyboard.type('8-wk');
    await credits.getByText('2 names contain that').waitFor();
    await credits.getByRole('combobox', { name: 'Your column' }).fill('1st');
    await page.keyboard.press('Enter');
    const also = async (column: string, field: string) => {
      await file.choose(column, 'Is one of these fields');
      await file.line(column).getByLabel(`${column} is`).fill(field);
      await page.keyboard.press('Enter');
    };
    await also('2nd 8-Wk', 'Credits enrolled, added');
    await credits.getByText('1st 8-Wk', { exact: true }).waitFor();
    await credits.getByText(', added up').waitFor();
    await also('Late', 'Credits enrolled, subtracted');
    await credits.getByText(', less "Late"').waitFor();
    // The same from the line of the field.
    await file.place('Credits enrolled', '1st');
    await file.place('Credits enrolled', 'Late', 'Subtract another column');
    await credits.getByText(', less "Late"').waitFor();
    expect(await credits.getByText(', added up').count()).toBe(0);
    await file.place('Credits enrolled', '1st');
    await file.place('Credits enrolled', 'Late', 'Replace where another column is filled');
    await credits.getByText(', or "Late" where that is filled').waitFor();
    await file.setCode('Credits enrolled', '0 Late', 'as a blank cell');
  });

  test('of one student in a row have a part for each term', async () => {
    const { page, file } = await openFile(scene, WIDE, 'wide.tsv');
    await file.choose('A row is', 'one student, with the terms beside each other');
    await file.line('Credits enrolled, FALL').getByText('FALL_CREDITS').waitFor();
    await file.choose('Spring Reg', 'Says whether SPRING counts');
    await file.setCode('Spring Reg', 'EN', 'the row counts');
    await file.setCode('Spring Reg', 'WD', 'its credits are 0');
    await file.workThrough({
      ...USUAL_LINES,
      'line-degree_level': ['2', '3'],
      'line-dependency_status': ['1'],
      'line-grade_level': ['1'],
    });
    const names = page.getByLabel(/^Name of term/);
    const shown = async () => Promise.all((await names.all()).map((box) => box.inputValue()));
    await file.press('Add a term');
    await page.getByLabel('Name of term 3').fill('Summer');
    await page.getByLabel('Name of term 3').blur();
    await page.getByLabel('Place of Summer in the year').selectOption('term 2 of the year');
    await expect.poll(shown).toEqual(['Fall', 'Summer', 'Spring']);
    await page.getByLabel('Place of Summer in the year').selectOption('no term: remove it');
    await expect.poll(shown).toEqual(['Fall', 'Spring']);
    await file.confirm();
    await file.calculate();
    const credits = page.locator('[aria-label="Students"] tbody tr td:nth-last-child(2)');
    await expect.poll(() => credits.allInnerTexts()).toEqual(['12', '6', '9', '0', '12', '0', '15', '3']);
  });

  test('are placed term by term where a row is a student, with the keyboard alone', async () => {
    const { page, file } = await openFile(scene, GERMAN, 'deutsch.csv');
    const pick = (column: string) => ['1', typed(column), 'Enter'];
    await file.workThrough({
      ...USUAL_LINES,
      'rows-line': ['2'],
      'line-student_id': pick('mat'),
      'line-dependency_status': [...pick('abh'), 'd', 'Tab', 'i', 'Tab'],
      'line-degree_level': ['2', '3'],
      'line-grade_level': [...pick('stud'), 'f', 'Tab', 's', 'Tab'],
      'line-subsidized_amount': pick('bed'),
      'line-academic_year_terms': ['3'],
      'terms-line': ['Tab', 'Enter', typed('Herbst'), 'Enter', 'Enter', typed('Frühjahr'), 'Enter', 'Tab'],
      'line-term_required': ['3'],
      'line-term_credits_enrolled': pick('herbst'),
      'line-term_credits_enrolled-Fr-70-hjahr': pick('jahr c'),
      'column-Fr-70-hjahr-w-Status': ['4', 't', 'Tab', 'i', 'Tab'],
    });
    // A choice that opened an editor also closes it.
    const picker = file.line('Student ID').getByRole('combobox');
    for (const count of [1, 0]) {
      await file.choose('Student ID', 'Another column');
      expect(await picker.count()).toBe(count);
    }
    // A digit meant for the next line must not change a settled one.
    await file.line('Student ID').focus();
    await page.keyboard.press('1');
    expect(await picker.count()).toBe(0);
    await file.confirm();
    await file.choose(/^Do the terms Herbst/, /^1?Yes/);
    await file.calculate();
    const credits = page.locator('[aria-label="Students"] tbody tr td:nth-last-child(2)');
    await expect.poll(() => credits.allInnerTexts()).toEqual(['12', '6', '9', '0', '7.5', '12']);
  });

  test('are read with rows that were set aside once a person says so, and without them again', async () => {
    const { page, file } = await openFile(scene);
    const [header = '', first = '', second = ''] = OFFICE_OURS.split('\n');
    await file.giveFile('totals.csv', [header, first, second, 'Total,,,,7000,,24,21,0', ''].join('\n'));
    await page.getByText('Rows that were set aside (1)').waitFor();
    await file.press(/^Show the line of: Set aside/);
    await file.press('Read them as students instead');
    await file.done();
    expect(await page.getByText('Rows that were set aside').count()).toBe(0);
    // As with Caps Lock.
    await page.keyboard.press('Control+Z');
    await file.done();
    await page.getByText('Rows that were set aside (1)').waitFor();
    await file.calculate('1 student calculated.');
  });

  test('have a line for rows without a term', async () => {
    const { page, file } = await openFile(scene, OFFICE.replace('"Cruz, Cy",Spring 2027', '"Cruz, Cy",'));
    await file.choose('A row is', /one term of a student$/);
    await file.place(/^Term(?!s)/, 'Semester');
    const terms = file.line('Terms, in the order of the year');
    expect(await terms.locator('.todo').count()).toBe(1);
    await page.getByLabel('Place of blank in the year').selectOption('no term: its rows are left out');
    await file.done();
    expect(await terms.locator('.todo').count()).toBe(0);
  });

  test('are found by a part of their name, and what was said can be taken back', async () => {
    const { page, file } = await openFile(scene, sixtyFiveColumns(), 'many.csv');
    const find = page.getByLabel('Find a column or a field');
    await find.fill('no such name');
    await page.getByText('No name of a column or field contains that.').waitFor();
    // A search must not hide the line that the page goes to next.
    await file.press('Next open line');
    expect(await file.focusedLine()).toBe('line-plus_denied');
    await find.fill('extra 17');
    expect(await page.locator('fieldset.line').count()).toBe(1);
    await file.choose('Extra 17', 'Not used');
    expect(await file.line('Extra 17').locator('.todo').count()).toBe(0);
    await file.press('Undo');
    await file.line('Extra 17').locator('.todo').waitFor();
    await find.fill('extra 2');
    await find.press('Enter');
    expect(await file.focusedLine()).toBe('column-Extra-w-2');
  });

  test('that are harmless are found, too', async () => {
    const { page } = await openFile(
      scene,
      OFFICE.replaceAll(/\n(?=S)/g, '\n2027,').replace('Student', 'Aid Year,Student'),
    );
    const said = page.getByText(/^Not read, and not asked about/);
    expect(await said.textContent()).toContain('"Aid Year" (2027 on all rows)');
    const find = page.getByLabel('Find a column or a field');
    await find.fill('aid y');
    await said.and(page.getByRole('status')).waitFor();
    expect(await page.getByText('No name of a column or field contains that.').count()).toBe(0);
    await find.fill('no such name');
    await page.getByText('No name of a column or field contains that.').waitFor();
    expect(await said.count()).toBe(0);
  });

  test('sixty-five are worked through with the keyboard alone, with one key for each that is not used', async () => {
    const { page, file } = await openFile(scene, sixtyFiveColumns(), 'many.csv');
    const keys = await file.workThrough({
      ...USUAL_LINES,
      'line-term_credits_enrolled': ['1', typed('enrolled'), 'Enter'],
      'line-term_ft_credits': ['2', typed('12'), 'Enter', typed('9'), 'Enter'],
    });
    expect(keys).toBeLessThan(110);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Before calculating' }).waitFor();
    for (let id = await file.focusedLine(); id.startsWith('question-'); id = await file.focusedLine()) {
      await page.keyboard.press('1');
    }
    await page.locator('#calculate:not([aria-disabled])').press('Enter');
    await page.locator('#results-heading:focus').waitFor();
    await page.getByText('40 students calculated.').waitFor();
  });

  test('ask whose rows are before what they say, and hand the focus on to that', async () => {
    const { page, file } = await openFile(scene);
    const terms = {
      'C1,Fall 2026': '334',
      'C1,Spring 2027': '333',
      'C2,Fall 2026': '33',
      'C2,Spring 2027': '333',
    };
    const rows = Object.entries(terms).flatMap(([term, courses]) =>
      [...courses].map((credits, nth) => `${term},UG,FR,D,3500,A ${nth},${credits},0`),
    );
    // This word is the only id without a spring row.
    rows.push('Mittelwert,Fall 2026,UG,FR,,3500,A 1,9,0');
    const header = 'Student,Term,Level,Class,Dep,Need,Course,Credits,Paid Sub';
    await file.giveFile('courses.csv', [header, ...rows].join('\n'));
    // The need here is the maximum of 2026-27, so choose that year if the page offers several.
    for (const year of await page.locator('#award-year').all()) await year.selectOption('2026-27');
    await file.place('Student ID', 'Student');
    await file.workThrough({ ...USUAL_LINES, 'rows-line': ['4'] });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 question about your rows' }).waitFor();
    await page.keyboard.press('2');
    await page.locator('fieldset:focus', { hasText: 'Spring 2027 has no row for 1 of 3 students' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('fieldset', { hasText: 'words in place of a student id' }).focus();
    await page.keyboard.press('1');
    await file.done();
    await page.locator('#before-heading:focus').waitFor();
  });

  test('are confirmed, and calculated, by a click that ends typing', async () => {
    const { page, file } = await openFile(scene);
    // As long as a person presses a button.
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click({ delay: 100 });
    await file.placeOffice();
    await file.unfold('with nothing open');
    const credits = page.getByLabel('Full-time credits, undergraduate, every term');
    await credits.fill('');
    await credits.press('Enter');
    await file.line('Full-time credits').locator('.todo').waitFor();
    await credits.fill('15');
    await click('These are my columns');
    await page.getByRole('heading', { name: 'Before calculating' }).waitFor();
    await credits.fill('16');
    await click('Calculate');
    await page.getByText('3 students calculated.').first().waitFor();
    expect(await credits.inputValue()).toBe('16');
  });

  test('are what a person means who is slow, presses twice, or holds a key down', async () => {
    const { page, file } = await openFile(scene);
    await file.placeOffice();
    await file.unfold('with nothing open');
    // Text typed next must go where the pointer was pressed.
    await file.choose('Hours Dropped', 'Says whether a row counts');
    await file.choose('Program', 'One value for all');
    await page.getByLabel('annual limit, for everybody').fill('9000');
    await page.getByRole('searchbox').click({ delay: 100 });
    await page.keyboard.type('15', { delay: 50 });
    expect(await page.getByRole('searchbox').inputValue()).toBe('15');
    await page.getByRole('searchbox').fill('');
    await file.unfold('with nothing open');
    // The next column moves under the pointer.
    await file.choose('Reg', 'Not used');
    await file.choose('Reg', 'Says whether a row counts');
    await file
      .line('Hours Dropped')
      .getByRole('button', { name: /Not used/ })
      .dblclick({ delay: 50 });
    await file.done();
    expect(await file.line('Hours Dropped').locator('.todo').count()).toBe(0);
    expect(await file.line('Reg').locator('.todo').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await file.line('Hours Dropped').locator('.todo').count()).toBe(1);
    expect(await file.line('Reg').locator('.todo').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).dblclick();
    await file
      .line('Reg')
      .getByRole('button', { name: /^2?Says whether/, pressed: true })
      .waitFor();
  });

  test('are asked about no more in a file in our own names, but for those that are not ours', async () => {
    const { page, file } = await openFile(scene, OFFICE_OURS, 'ours.csv');
    await file.press(/^Show the line of: Degree level/);
    expect(await file.focusedLine()).toBe('line-degree_level');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    const [header = '', ...rows] = OFFICE_OURS.trimEnd().split('\n');
    const more = rows.map((row, nth) => `${row},C${nth % 2}`);
    await file.giveFile('more.csv', [`${header},Campus`, ...more].join('\n'));
    expect(await page.locator('fieldset.line legend:visible').allInnerTexts()).toEqual([
      expect.stringContaining('Campus'),
    ]);
    await file.choose('Campus', 'Not used');
    await file.confirm();
    await file.calculate();
  });
});
