import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { GERMAN, OFFICE, OFFICE_OURS } from './exports.js';
import { OFFICE_RECIPE, openFile } from './file-steps.js';

describePages('the focus on the page for a file', (scene) => {
  test('goes on from the codes of a line by Enter, to those that are open first', async () => {
    const { file } = await openFile(scene, OFFICE);
    await file.place('Parent cannot borrow', 'Reg');
    await file.keys('n', 'Enter', 'y');
    expect(await file.focusedLine()).toBe('line-plus_denied');
    expect(await file.line('Parent cannot borrow').locator('.todo').count()).toBe(0);
    await file.keys('Enter');
    expect(await file.focusedLine()).toBe('line-total_limit');
  });

  test('stays on the page where a line becomes one for each term', async () => {
    const { page, file } = await openFile(scene, GERMAN, 'deutsch.csv');
    await file.choose('A row is', /one student, with/);
    for (const term of ['Herbst', 'Frühjahr']) {
      await page.getByRole('button', { name: 'Add a term' }).click();
      await page.keyboard.type(term);
      await file.keys('Enter');
    }
    await file.choose('Final credits', 'Final credits are not known yet');
    await file.place('Final credits', 'Herbst Credits');
    expect(await file.focusedLine()).toBe('line-term_actual_final_credits-Fr-70-hjahr');
  });

  test('is on a question above the columns before it is on the first open line', async () => {
    const { page, file } = await openFile(scene, OFFICE.replace('S3,"Cruz', ',"Cruz'));
    await file.choose('A row is', /one term of a student/);
    await file.place('Student ID', 'Student');
    await page.getByText(/^1 question open, \d+ of \d+ open$/).waitFor();
    await page.locator('#next-open').click();
    expect(await file.focusedLine()).toMatch(/^question-/);
    await file.keys('1');
    expect(await file.focusedLine()).toMatch(/^line-/);
  });

  test('comes to the questions of rows once the columns are confirmed, and after the last to what will be done', async () => {
    const { page, file } = await openFile(scene, OFFICE.replace('S3,"Cruz', ',"Cruz'));
    const recipe = await readFile(OFFICE_RECIPE, 'utf8');
    await file.unfold('Use a recipe that was saved');
    await file.giveRecipe(recipe.replace('"confirmed": true', '"confirmed": false'));
    const questions = page.locator('#questions fieldset.open');
    expect(await questions.count()).toBe(0);
    await file.confirm();
    for (let open = await questions.count(); open > 0; open = await questions.count()) {
      expect(await file.focusedLine()).toMatch(/^question-/);
      await file.keys('1');
      await file.done();
    }
    expect(await file.focusedLine()).toBe('before-heading');
  });

  test('is on a column that is found without its accents, and never on the first of two that are alike', async () => {
    const { page, file } = await openFile(scene, OFFICE.replace('Student,Name', 'Núm. ID,NUM. ID'));
    const picker = file.line('Student ID').getByRole('combobox', { name: 'Your column' });
    await file.choose('Student ID', /column/);
    await picker.fill('num. id');
    await file.keys('Enter');
    await file.line('Student ID').getByText('2 names contain that').waitFor();
    await picker.fill('Núm. ID');
    await file.keys('Enter');
    await file.line('Student ID').locator('strong', { hasText: 'Núm. ID' }).waitFor();
    const find = page.getByLabel('Find a column or a field');
    await find.fill('num');
    expect(await page.locator('fieldset.line').count()).toBe(2);
  });

  test('is on a second column that is said together with the first, or instead of it', async () => {
    const { page, file } = await openFile(scene, OFFICE);
    await file.place('Dependency status', 'Dep');
    await file.choose('Dependency status', 'Combine with another column');
    await file.enter('Reg');
    await file.line('Dependency status').getByText(', read together').waitFor();
    // The next question is about the codes of both columns together.
    await page.locator('#line-dependency_status:is(:focus, :focus-within)').waitFor();
    await file.choose('Dependency status', 'Another column instead');
    await file.enter('Dep');
    expect(await file.line('Dependency status').getByText(', read together').count()).toBe(0);
    await file.place('Credits enrolled', 'Hours');
    await file.choose('Credits enrolled', 'Add another column');
    await file.enter('Hours Dropped');
    await file.line('Credits enrolled').getByText(', added up').waitFor();
    // More columns can be added; Enter goes on.
    expect(await file.focusedLine()).toBe('line-term_credits_enrolled');
    await file.keys('Enter');
    expect(await file.focusedLine()).not.toBe('line-term_credits_enrolled');
  });

  test('leaves a code that is 0 said once', async () => {
    const { page, file } = await openFile(scene, OFFICE.replace('12,0,RE,3.1', 'WD,0,RE,3.1'));
    await file.place('Credits enrolled', 'Hours');
    await file.setCode('Credits enrolled', 'WD', '0');
    expect(await file.line('Credits enrolled').getByLabel(/^WD /).inputValue()).toBe('0');
    expect(await page.getByLabel('The number that WD is').inputValue()).toBe('');
  });

  test('and the id of a student stay in sight in a wide answer', async () => {
    const viewport = { width: 1280, height: 800 };
    const { page, file } = await openFile(scene, OFFICE_OURS, 'ours.csv', { viewport });
    await file.calculate();
    const frame = page.locator('[aria-label="Students"]');
    await frame.evaluate((each) => each.scrollTo(5000, 0));
    const [around, id] = await Promise.all([
      frame.boundingBox(),
      frame.locator('tbody tr').first().locator('td').nth(1).boundingBox(),
    ]);
    expect(id?.x).toBeGreaterThanOrEqual(around?.x ?? 0);
    expect(id?.x).toBeLessThan((around?.x ?? 0) + 10);
  });
});
