import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseRecipe } from '../../src/recipe/format/recipe-file.js';
import { csvFile } from '../support/requests.js';
import { folder, IN_2026, namesIn, prorata } from './cli-run.js';

/** Courses of three students; one course is audited, which only a person can tell. */
const EXPORT = [
  'CWID,Semester,Course,Credit Hours,Class,Dependency,Need,Aud,Printed',
  ...['A1,Fall 2026', 'A1,Spring 2027', 'A2,Fall 2026', 'A2,Spring 2027'].flatMap((term) =>
    ['ENG', 'MAT', 'BIO', 'ART'].map((course) => {
      const isAudited = term === 'A2,Fall 2026' && course === 'ART';
      return `${term},${course},3,SO,D,4500,${isAudited ? 'X' : ''},today`;
    }),
  ),
  '',
].join('\n');

/** A person's answers to what the draft leaves open. */
const SAID = {
  degree_level: { value: 'undergraduate' },
  term_ft_credits: { value: '12' },
  plus_denied: 'none',
  is_legacy_borrower: 'none',
  cost_of_attendance: 'none',
  total_limit: 'none',
  term_actual_final_credits: 'none',
  term_prior_disbursement_sub: 'none',
  term_prior_disbursement_unsub: 'none',
  term_prior_disbursement_grad_plus: 'none',
};

const draftSchema = z.looseObject({ fields: z.record(z.string(), z.unknown()), held: z.looseObject({}) });

let cwd = '';
beforeEach(() => {
  cwd = folder({ 'export.csv': EXPORT });
});
const run = (...args: string[]) => prorata([...args, ...IN_2026], { cwd });
const byRecipe = (command: string, file = 'export.csv', ...more: string[]) =>
  run(command, file, '--recipe', 'r.json', ...more);
const writeRecipe = (recipe: object) => writeFile(join(cwd, 'r.json'), JSON.stringify(recipe));

/** The draft of `check`, completed as by a person. */
async function completed(): Promise<Record<string, unknown>> {
  await run('check', 'export.csv', '--recipe-out', 'draft.json');
  const draft = draftSchema.parse(JSON.parse(await readFile(join(cwd, 'draft.json'), 'utf8')));
  const { open: _, ...recipe } = draft;
  return {
    ...recipe,
    confirmed: true,
    fields: { ...recipe.fields, ...SAID },
    status: [{ column: 'Aud', values: { X: 'leave_out', '': 'counts' } }],
  };
}

describe('check of an export without a recipe', () => {
  test('says line by line what is understood, names every column that varies, then all that is open, and ends with 2', async () => {
    const { code, stdout, stderr } = await run('check', 'export.csv');
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^export\.csv: the columns are in row 1\.\n16 rows, each one course of a student\.\n/,
    );
    expect(stdout).toContain('\nCredits enrolled: "Credit Hours".\n  3 (16)\n');
    expect(stdout).toContain('\nCourse: "Course".\n  ENG (4) · MAT (4) · BIO (4) · ART (4)\n');
    expect(stdout).toContain('\nDependency status: "Dependency". D (16) is dependent.\n');
    expect(stdout).toContain('  Not asked about: "Printed" (today on all rows).\n');
    const places = [
      ...Object.keys(SAID).map((field) => `fields.${field}`),
      'status: Whether a row counts: place the columns that say it, ',
      'not_used["Aud"]: "Aud" holds blank (15) · X (1). Place it on a field, say in "status" whether rows count by it, or say that it is not used: {"codes":["","X"]}.\n',
    ];
    for (const place of places) expect(stderr.split(`\n  ${place}`)).toHaveLength(2);
    expect(stderr).toContain(
      `Nothing is calculated while anything is open. ${places.length} places are open:\n`,
    );
    expect(stderr).toContain('run: prorata check export.csv --recipe-out recipe.json');
  });

  test('tells of the three nearest of many columns that hold values like those placed, and names the others', async () => {
    const wide = EXPORT.trimEnd()
      .split('\n')
      .map((row, nth) => `${row},${[5, 4, 3, 2, 1].map((at) => (nth === 0 ? `N${at}` : nth <= at ? 2 : 3))}`);
    await writeFile(join(cwd, 'export.csv'), wide.join('\n'));
    const { stdout } = await run('check', 'export.csv');
    const nearest = [1, 2, 3].map(
      (rows) => `  N${rows} holds values like these, but is lower in ${rows} of 16 rows.\n`,
    );
    expect(stdout).toContain(
      `\nCredits enrolled: "Credit Hours".\n  3 (16)\n${nearest.join('')}  2 more columns hold values like these: N4 and N5.\n`,
    );
  });

  test('writes the draft, unconfirmed, with null where a value is missing', async () => {
    const { code, stderr } = await run('check', 'export.csv', '--recipe-out', 'draft.json', '--quiet');
    expect(code).toBe(2);
    expect(stderr).toContain('Complete draft.json, write "confirmed": true');
    const draft = parseRecipe(await readFile(join(cwd, 'draft.json'), 'utf8'));
    expect(draft.confirmed).toBe(false);
    for (const field of Object.keys(SAID)) expect(draft.fields).toMatchObject({ [field]: null });
    expect(draft.fields.student_id).toEqual({ column: 'CWID' });
    expect(draft.open).toContainEqual(expect.stringMatching(/^not_used\["Aud"\]: /));
  });

  test('tells programs every open place with its path', async () => {
    const { code, stdout } = await run('check', 'export.csv', '--json');
    expect(code).toBe(2);
    const { status, open } = JSON.parse(stdout);
    expect(status).toBe('failed');
    expect(open.map(({ path }: { path: string }) => path)).toContain('not_used["Aud"]');
  });
});

/** The rows that a report adds: the header again in row 8, a total in row 19 and a remark in row 20. */
const REPORT = EXPORT.replace(/^((?:.*\n){7})/, (top) => `${top}${EXPORT.split('\n')[0]}\n`).concat(
  'Min,,,48,,,,,\nPrinted 2026-11-01,,,,,,,,\n',
);
const SET_ASIDE =
  'Set aside, and not calculated: 1 repeated header (row 8), 1 total (row 19 "Min") and 1 remark (row 20 "Printed 2026-11-01").\n';

test('rows that are set aside are told, with their numbers, by every command', async () => {
  await writeRecipe(await completed());
  await writeFile(join(cwd, 'report.csv'), REPORT);
  expect((await run('check', 'report.csv')).stdout).toContain(SET_ASIDE);
  for (const command of ['check', 'bulk', 'convert']) {
    const { code, stdout, stderr } = await byRecipe(command, 'report.csv');
    expect({ code, told: (stdout + stderr).split(SET_ASIDE).length - 1 }).toEqual({ code: 0, told: 1 });
  }
  const { sentences } = JSON.parse((await byRecipe('check', 'report.csv', '--json')).stdout);
  expect(sentences).toContainEqual({ path: 'read.keep', text: SET_ASIDE.trim() });
});

test('what stands above columns of one name is told with them', async () => {
  const above = '\n,Herbst 2026,,Frühjahr 2027,\n,Teil A,Teil B,Teil A,Teil B\n';
  await writeFile(join(cwd, 'terms.csv'), `${above}Nr,LP,LP,LP,LP\n40001,6,3,12,3\n40002,9,0,6,6\n`);
  expect((await run('check', 'terms.csv')).stdout).toContain(
    'Row 2, above the columns: "Herbst 2026" over "LP" and "Frühjahr 2027" over "LP [3]".\n',
  );
});

test('in a plain file of ours no row is set aside: a total fails as any student does', async () => {
  await writeFile(join(cwd, 'ours.csv'), `${csvFile('1,dependent,first_year,Fall,12')}Total,,,,12\n`);
  const { code, stdout } = await run('check', 'ours.csv');
  expect(code).toBe(1);
  expect(stdout).toContain('2 rows, each one term of a student.\n');
  expect(stdout).not.toContain('Set aside');
  expect(stdout).toMatch(/^2 rows of 2 students in [\d.]+ s\.\n1 student failed:\n/m);
  expect(await namesIn(cwd)).toEqual(['export.csv', 'ours.csv']);
});

describe('a completed recipe', () => {
  test('is checked and calculated, with sentences above the results', async () => {
    await writeRecipe(await completed());
    const checked = await byRecipe('check');
    expect(checked.code).toBe(0);
    expect(checked.stdout).not.toContain('Open');
    const need = { columns: ['Need', 'Credit Hours'], less: ['Credit Hours'] };
    const { fields, ...rest } = await completed();
    await writeRecipe({ ...rest, fields: { ...Object(fields), subsidized_amount: need } });
    expect((await byRecipe('check')).stdout).toContain('\n  "Need": 4500 (16)\n  "Credit Hours": 3 (16)\n');
    await writeRecipe(await completed());
    const { code, stderr } = await byRecipe('bulk', 'export.csv', '-o', 'out.csv');
    expect(code).toBe(0);
    expect(stderr).toContain('X (1): the row is left out.');
    expect(stderr).toMatch(/No program has a limit of its own\.\n.*4 rows of 2 students/s);
    expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toMatch(/\r\nA2,Fall 2026,Part-Time,75,/);
  });

  test('converts the export to a file of ours, which has the same answer', async () => {
    await writeRecipe(await completed());
    expect((await byRecipe('convert', 'export.csv', '-o', 'ours.csv')).code).toBe(0);
    const ours = await run('bulk', 'ours.csv', '--quiet');
    expect(ours).toEqual(await byRecipe('bulk', 'export.csv', '--quiet'));
    expect(ours.stdout).toContain('A1,Fall 2026,Full-Time');
  });

  test('names columns and rows of the export in errors, and finds its failed rows, which can be used again', async () => {
    const recipe = await completed();
    const broken = EXPORT.replaceAll('A1,Fall 2026,ENG,3,', 'A1,Fall 2026,ENG,-30,');
    await writeFile(join(cwd, 'export.csv'), broken);
    await writeRecipe(recipe);
    const { code } = await byRecipe('bulk', 'export.csv', '-o', 'out.csv', '--failed', 'f.csv');
    expect(code).toBe(1);
    expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toMatch(
      /A1,Fall 2026,.*Credit Hours: Row 2: Expected 0 or more/,
    );
    const failed = await readFile(join(cwd, 'f.csv'), 'utf8');
    expect(failed.split('\r\n')[0]).toBe(
      '\uFEFFCWID,Semester,Course,Credit Hours,Class,Dependency,Need,Aud,Printed,error',
    );
    expect(failed).toContain('Credit Hours');
    await writeFile(join(cwd, 'mended.csv'), failed.replaceAll(',-30,', ',3,'));
    // The settings for reading the original file do not apply to the file of failed rows.
    for (const read of [undefined, { delimiter: ';', header_row: 3 }]) {
      await writeRecipe({ ...recipe, ...(read && { read }) });
      expect((await byRecipe('check', 'mended.csv', '--quiet')).code).toBe(0);
    }
  });

  test.each(['bulk', 'convert', 'check'])(
    '%s is refused while it is not confirmed, or leaves a place open',
    async (command) => {
      const recipe = await completed();
      await writeRecipe({ ...recipe, confirmed: false });
      const refused = (words: RegExp) => ({ code: 2, stderr: expect.stringMatching(words) });
      const unread =
        /One place is open:\n {2}confirmed: Nobody has confirmed yet that these are the columns\./;
      expect(await byRecipe(command, 'export.csv', '--quiet')).toMatchObject(refused(unread));
      await writeRecipe({ ...recipe, status: [{ column: 'Aud', values: { X: null, '': 'counts' } }] });
      const open = /One place is open:\n {2}status\[0\]\.values\["X"\]: .* in "Aud" \(row 13\)\. /;
      expect(await byRecipe(command, 'export.csv', '--quiet')).toMatchObject(refused(open));
      expect(await namesIn(cwd)).toEqual(['draft.json', 'export.csv', 'r.json']);
    },
  );

  test('keeps what its columns held, names one that holds something else, and takes what it says to write', async () => {
    const { held: _, ...forgetful } = await completed();
    await writeRecipe(forgetful);
    expect((await byRecipe('bulk')).stderr).toContain('The recipe does not record what CWID, ');
    await byRecipe('check', 'export.csv', '--recipe-out', 'r.json');
    const { stderr } = await byRecipe('bulk');
    expect(stderr).not.toContain('does not record');
    await writeFile(join(cwd, 'next.csv'), EXPORT.replace(',X,', ',,'));
    const changed = await byRecipe('bulk', 'next.csv');
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain(
      'held["Aud"]: "Aud" held texts when the recipe was written, and now holds blank (16). Correct the file, place another column, or, if this is how it is now, write "blank".',
    );
    const { held, ...recipe } = draftSchema.parse(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')));
    expect(held).toMatchObject({ CWID: 'texts', 'Credit Hours': 'one value', Aud: 'texts' });
    await writeRecipe({ ...recipe, held: { ...held, Aud: 'blank' } });
    // The recipe does not yet record a column that is no longer blank.
    expect((await byRecipe('bulk')).stderr).toContain('The recipe does not record what Aud held');
    expect((await byRecipe('bulk', 'next.csv', '--quiet')).code).toBe(0);
  });

  test('keeps what a column holds on the rows that count, where a recipe leaves out all others', async () => {
    await writeFile(
      join(cwd, 'export.csv'),
      EXPORT.replaceAll(',today', ',').replace(',X,', ',X,3').replace('Printed', 'Final'),
    );
    const { fields, held, ...recipe } = draftSchema.parse(await completed());
    const placed = { ...fields, term_actual_final_credits: { column: 'Final' } };
    await writeRecipe({ ...recipe, fields: placed, held: { ...held, Final: 'numbers' } });
    expect((await byRecipe('bulk')).stderr).toContain(
      '"Final" held numbers alone when the recipe was written, and now holds blank (15) on the rows that count. ',
    );
    await writeRecipe({ ...recipe, fields: placed, held: { ...held, Final: 'blank' } });
    await byRecipe('check', 'export.csv', '--recipe-out', 'r.json');
    expect((await byRecipe('bulk', 'export.csv', '--quiet')).code).toBe(0);
  });
});

test('a recipe that cannot be used is refused with the next step', async () => {
  await writeRecipe({ format: 'prorata-recipe/2' });
  const words = /expected "prorata-recipe\/3"[\s\S]*prorata check export\.csv --recipe-out/;
  expect(await byRecipe('bulk')).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
});

describe('without a recipe', () => {
  test('an export in other names is not calculated', async () => {
    const { code, stderr } = await run('bulk', 'export.csv', '-o', 'out.csv');
    expect(code).toBe(2);
    expect(stderr).toBe(
      'export.csv does not have the columns of the service: every file has dependency_status, term_label, and term_credits_enrolled or term_actual_final_credits. A recipe says what columns of other names mean. To write one that you can complete, run: prorata check export.csv --recipe-out recipe.json\n',
    );
    expect(await namesIn(cwd)).toEqual(['export.csv']);
  });

  test('a file in our names has no column that nobody has placed', async () => {
    const csv = csvFile('1,dependent,first_year,Fall,12').replace(/$/gm, ',x').replace(/^,x$/gm, '');
    await writeFile(join(cwd, 'ours.csv'), csv.replace(',x', ',GPA'));
    const refused = { code: 2, stderr: expect.stringContaining(`--ignore-columns 'GPA'`) };
    for (const command of ['bulk', 'check', 'convert'])
      expect(await run(command, 'ours.csv', '--quiet')).toMatchObject(refused);
    const done = { code: 0, stderr: expect.stringContaining('Not read: GPA.') };
    const args = ['--ignore-columns', 'GPA', '-o', 'out.csv'];
    expect(await run('bulk', 'ours.csv', ...args)).toMatchObject(done);
  });
});
