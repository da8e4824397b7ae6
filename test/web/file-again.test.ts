import { expect, test } from 'vitest';
import { describePages } from '../support/page-scene.js';
import { OFFICE } from './exports.js';
import { type FilePage, openFile, SAVE_CSV } from './file-steps.js';

describePages('a file like one before', (scene) => {
  async function calculatedOnce(placed = (file: FilePage) => file.openOffice()) {
    const { page, file } = await openFile(scene);
    await placed(file);
    await file.calculate();
    return { page, file };
  }

  async function giveNext(file: FilePage, content: string): Promise<void> {
    const asked = await file.whenAsked('discard', () => file.giveFile('next-month.csv', content));
    expect(asked).toContain('Discard your unsaved work on office.csv?');
    await file.done();
    await file.press('Use as last time');
    await file.done();
  }

  const openLines = ({ page }: FilePage) => page.locator('fieldset.line:has(.todo) legend').allInnerTexts();

  test('is calculated and saved with six keys where nothing is new', async () => {
    const { page, file } = await calculatedOnce((file) => file.placeOffice());
    await file.save(SAVE_CSV);
    await file.giveFile('next-month.csv', OFFICE.replaceAll('S1', 'S7'));
    for (const next of ['last-time', 'before', 'results']) {
      await page.locator(`#${next}-heading:focus`).waitFor();
      await page.keyboard.press('Tab');
      if (next !== 'results') await page.keyboard.press('Enter');
    }
    await page.getByText('3 students calculated.').waitFor();
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await saved).suggestedFilename()).toBe('next-month-answer.xlsx');
  });

  test('asks about a new code, alone', async () => {
    const { page, file } = await calculatedOnce();
    await giveNext(file, OFFICE.replace(',SR,I,2000,12,0,RE', ',SR,I,2000,12,0,AU'));
    expect(await openLines(file)).toEqual([expect.stringContaining('Reg')]);
    expect(await page.locator('fieldset.line:visible').count()).toBe(1);
    await file.line('Reg').getByText('Check that the other codes still mean the same.').waitFor();
    await file.setCode('Reg', 'AU', 'the student is not calculated');
    await file.confirm();
    await file.calculate('2 of 3 students calculated, 1 failed.');
    await page.getByText('A value in a column says that the student is not calculated.').first().waitFor();
    expect(await page.getByText('Correct these rows in your file').count()).toBe(0);
  });

  test('asks about a new term in the list of the terms, in words that are on the page', async () => {
    const { page, file } = await calculatedOnce();
    await giveNext(file, OFFICE.replace('"Cruz, Cy",Spring 2027', '"Cruz, Cy",Summer 2027'));
    expect(await openLines(file)).toEqual([expect.stringContaining('Terms, in the order of the year')]);
    const terms = page.locator('#terms-line');
    expect(await terms.locator('[aria-invalid]').count()).toBe(1);
    expect(await terms.locator('.error').count()).toBe(0);
  });

  test('says what a column held that was harmless, and now varies', async () => {
    const withYear = (last: string) =>
      OFFICE.trimEnd()
        .split('\n')
        .map((row, nth) => `${row},${nth === 0 ? 'Aid Year' : nth === 6 ? last : '2027'}`)
        .join('\n');
    const { page, file } = await calculatedOnce((file) => file.placeOffice(withYear('2027')));
    await giveNext(file, withYear('2026'));
    expect(await openLines(file)).toEqual([expect.stringContaining('Aid Year')]);
    await page.getByText('It held one value on all rows last time.').waitFor();
  });

  test('asks about a new column that varies, and a lost one', async () => {
    const { file } = await calculatedOnce();
    const more = OFFICE.trimEnd()
      .split('\n')
      .map((row, nth) => `${row.replace('Hours,', 'Credit Hours,')},${nth === 0 ? 'Campus' : `C${nth % 2}`}`);
    await giveNext(file, `${more.join('\n')}\n`);
    const open = await openLines(file);
    expect(open).toContainEqual(expect.stringContaining('Campus'));
    expect(open).toContainEqual(expect.stringContaining('Credits enrolled'));
    expect(open.some((text) => text.includes('Degree level'))).toBe(false);
    await file.place('Credits enrolled', 'Credit Hours');
    await file.choose('Campus', 'Not used');
    await file.confirm();
    await file.calculate('3 students calculated.');
  });

  test('asks in two where the column of a status is gone', async () => {
    const { file } = await calculatedOnce();
    await giveNext(file, OFFICE.replace(/,(?:RE|WD|Reg),/g, ','));
    expect(await openLines(file)).toEqual([expect.stringContaining('Reg')]);
    await file.press(/It is gone$/);
    await file.done();
    expect(await openLines(file)).toEqual(['Whether a row counts open']);
    await file.choose('Whether a row counts', 'Every row counts');
    expect(await openLines(file)).toEqual([]);
    await file.confirm();
    await file.calculate();
  });

  test('is read by a recipe that was saved (-u writes it), and a hand-edited one is refused with every wrong place', async () => {
    const { page, file } = await calculatedOnce((file) => file.placeOffice());
    const { bytes, name } = await file.save('Save these choices as a recipe');
    expect(name).toBe('office-recipe.json');
    // Other tests open this export with the snapshot.
    await expect(bytes.toString()).toMatchFileSnapshot('office-recipe.txt');
    await page.reload();
    await file.giveFile('office.csv', OFFICE);
    await file.unfold('Use a recipe that was saved');
    const edited = bytes
      .toString()
      .replace('"rows": "term"', '"rows": "week"')
      .replace('"none"', '"nothing"');
    await file.giveRecipe(edited);
    const notice = page.locator('#notice.bad');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/rows: Expected .*fields\.\w+: Expected /s);
    await file.giveRecipe('{"format":"prorata-recipe/2"}');
    await notice.filter({ hasText: 'Place the columns again' }).waitFor();
    await file.giveRecipe(bytes);
    await file.calculate('3 students calculated.');
  });

  test('keeps names of columns and codes alone, nothing of a mistake that was corrected, and forgets when it is told to', async () => {
    const { page, file } = await openFile(scene);
    await file.openOffice();
    await file.unfold('with nothing open');
    await file.place('Grade level', 'Name');
    await file.place('Grade level', 'Class');
    await file.choose('Name', 'Not used');
    await file.setCode('Grade level', 'FR', 'First year');
    await file.setCode('Grade level', 'SR', 'Third year and beyond');
    await file.setCode('Grade level', 'SO', 'Second year');
    await file.confirm();
    await file.calculate();
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(kept).toContain('Semester');
    for (const secret of ['Ames', 'S1', '3500', '2.7']) expect(kept).not.toContain(secret);
    await file.press('Forget all of it');
    expect(await page.evaluate("localStorage.getItem('prorata-recipes')")).toBeNull();
  });

  test('asks with one key where a placed column is blank now, and nothing where one that was not used is gone', async () => {
    const { page, file } = await calculatedOnce();
    const withoutGpa = OFFICE.replace(',GPA', '')
      .replace(/,\d\.\d,/g, ',')
      .replaceAll('1000\n', '0\n');
    await giveNext(file, withoutGpa);
    expect(await openLines(file)).toEqual([expect.stringContaining('Subsidized paid for the term')]);
    await page
      .getByText('Paid Sub held numbers alone when the recipe was written, and now holds 0 (6).')
      .waitFor();
    await file.press('This is how it is now');
    await file.done();
    expect(await openLines(file)).toEqual([]);
    await file.confirm();
    await file.calculate();
  });
});
