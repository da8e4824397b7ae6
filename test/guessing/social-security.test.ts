import { expect, test } from 'vitest';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { holdsSocialSecurity } from '../../src/guessing/social-security.js';
import { openSource } from '../../src/guessing/source.js';

test.each([
  'SSN',
  'ssn',
  'Student SSN',
  'SOC_SEC_NBR',
  'Social Security Number',
  'STU_SSN',
  'SS #',
  'Taxpayer ID',
  'ITIN',
])('a column named %s holds social security numbers', (name) => {
  expect(holdsSocialSecurity(name, ['123456789'])).toBe(true);
});

test.each(['Student ID', 'Class No', 'Session', 'Business Number', 'Passno', 'PIDM', 'Lessons'])(
  'a column named %s does not, unless its values look so',
  (name) => {
    expect(holdsSocialSecurity(name, ['900123456', '123-45-678', ''])).toBe(false);
    expect(holdsSocialSecurity(name, ['219-09-9999', '', '457-55-5462'])).toBe(true);
  },
);

test.each([
  ['by its name', 'SSN,Term,Credits\n123456789,Fall,9\n'],
  ['by its values', 'ID,Term,Credits\n219-09-9999,Fall,9\n457-55-5462,Fall,9\n'],
])('a social security number is never proposed as student id: %s', async (_, text) => {
  const { recipe, guesses } = proposeRecipe(await openSource(Buffer.from(text)));
  expect(recipe.columns['student_id']).toBeUndefined();
  expect(guesses.find(({ ours }) => ours === 'student_id')).toMatchObject({
    theirs: null,
    rule: null,
    why: expect.stringContaining('has social security numbers'),
  });
});

test('beside a social security number the other id is proposed', async () => {
  const { recipe } = proposeRecipe(await openSource(Buffer.from('SSN,EMPLID,Term\n123456789,0012,Fall\n')));
  expect(recipe.columns['student_id']).toEqual({ column: 'EMPLID' });
});
