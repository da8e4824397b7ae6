import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withHeld } from '../../src/recipe/columns/column-changes.js';
import { columnLines } from '../../src/recipe/columns/column-lines.js';
import { suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { BLANK_RECIPE, type Recipe } from '../../src/recipe/format/recipe.js';
import type { TableToRead } from '../../src/table/column-facts.js';
import { forAll } from '../support/runs.js';
import { answerTo, factsIn, noneElse, notUsed, tableWith, withStatus } from './small-table.js';

/** Nothing new in a file may pass silently. */

const [HEADER = [], ...ROWS] = `
CWID,Name,Semester,Hours,FT Hours,Career,Class,Dependency,Need,Sub Paid,Reg Status,GPA
1,Ann,Fall 2026,12,12,UG,SO,D,4500,2250,RE,3.1
1,Ann,Spring 2027,9,12,UG,SO,D,4500,,RE,2.2
2,Ben,Fall 2026,6,9,GR,,,0,,RE,3.9
2,Ben,Spring 2027,9,9,GR,,,0,,DW,3.0
3,Cat,Fall 2026,15,12,UG,FR,I,3500,1000,RE,1.7
3,Cat,Spring 2027,6,12,UG,FR,I,3500,,RE,2.5
4,Dan,Fall 2026,12,12,UG,SR,I,5500,,DW,3.3
4,Dan,Spring 2027,12,12,UG,SR,I,5500,,RE,3.2`
  .trim()
  .split('\n')
  .map((line) => line.split(','));

const TABLE = tableWith(HEADER, ...ROWS);
const RECIPE: Recipe = (() => {
  const facts = factsIn(TABLE);
  const draft = notUsed(noneElse(suggestRecipe(facts)), facts, 'Name', 'GPA');
  return { ...withStatus(draft, facts, 'Reg Status', { RE: 'counts', DW: 'no_credits' }), confirmed: true };
})();
const RIGHT = answerTo(TABLE, RECIPE);

/** Students whose dollars changed although nothing is open and they did not fail. */
function wronged(table: TableToRead, recipe: Recipe): readonly string[] {
  const { students } = answerTo(table, recipe);
  if (students === null || RIGHT.students === null) return [];
  return [...RIGHT.students].flatMap(([id, { result }]) => {
    const now = students.get(id)?.result ?? null;
    return now === null || JSON.stringify(now) === JSON.stringify(result) ? [] : [id];
  });
}

it('every student of the file is calculated', () => {
  expect(RIGHT.open).toBeNull();
  expect([...(RIGHT.students?.values() ?? [])].map(({ error }) => error)).toEqual([null, null, null, null]);
});

it('a file of the same rows with a column renamed, added, or a cell that is another never has other dollars in silence', () => {
  const cell = fc.constantFrom('', 'X', '7', 'W', 'Total', '2026-27', 'Summer 2027', '1,000', 'n/a', 'D');
  const place = fc.nat(HEADER.length - 1);
  const kind = fc.constantFrom('cell', 'column', 'name');
  const change = fc.record({ row: fc.nat(ROWS.length - 1), place, cell, kind });
  forAll(300, fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
    const header = [...HEADER];
    const rows = ROWS.map((cells) => [...cells]);
    for (const { row, place: at, cell: text, kind } of changes) {
      if (kind === 'name') header[at] = `${header[at]} x`;
      else if (kind === 'column') {
        header.push(`New ${header.length}`);
        for (const [nth, cells] of rows.entries()) cells.push(nth === row ? text : '');
      } else {
        const cells = rows[row];
        // Another number, a known code or a blank payment would describe another student.
        const isFilled = text !== '' || HEADER[at] === 'Sub Paid';
        const isKnown = (ROWS.some((each) => each[at] === text) && isFilled) || /^[\d,]+$/.test(text);
        if (cells !== undefined && !isKnown && at !== 0) cells[at] = text;
      }
    }
    expect(wronged(tableWith(header, ...rows), RECIPE)).toEqual([]);
  });
});

it('a recipe keeps the codes of a column that is not used, and no names of students in rows of courses', () => {
  const heldOf = (students: number) => {
    const courses = Array.from({ length: students }, (_, nth) =>
      ['ENG', 'MAT', 'BIO', 'ART'].map(
        (course) => `A${nth},Student ${nth},${course},${nth % 2 === 0 ? 'Enrolled' : 'Withdrawn'},3`,
      ),
    ).flat();
    const facts = factsIn(`ID,Name,Course,State,Credits\n${courses.join('\n')}`);
    const held = (of: Recipe) => ['Name', 'State'].map((name) => notUsed(of, facts, name).not_used[name]);
    return { suggested: held(suggestRecipe(facts)), withoutIds: held(BLANK_RECIPE) };
  };
  const suggested = ['texts', { codes: ['Enrolled', 'Withdrawn'] }];
  expect([heldOf(20).suggested, heldOf(8).suggested]).toEqual([suggested, suggested]);
  // If no column is known to identify students, any text may be a name.
  expect(heldOf(20).withoutIds).toEqual(['texts', 'texts']);
});

it('two columns of one name are never told apart by their place, but one that is blank or a copy says nothing', () => {
  const openOf = (...seconds: readonly string[]) => {
    const lines = seconds.map((second, nth) => `${nth},Fall 2026,${nth + 6},${second}`);
    const facts = factsIn(`ID,Term,Hours,Hours\n${lines.join('\n')}`);
    const recipe = suggestRecipe(facts);
    return columnLines(recipe, facts).open.filter(({ message }) => message.includes('same name in the file'));
  };
  expect(openOf('6', '7', '8', '8')).toHaveLength(1);
  for (const harmless of ['6,7,8,9', ',,,']) expect(openOf(...harmless.split(','))).toEqual([]);
});

it('what a column with codes holds is kept once it is known who the students are', () => {
  const statusOf = (nth: number) => (nth % 3 ? 'Alta' : 'Reingreso');
  const lines = Array.from({ length: 12 }, (_, nth) => `${nth},Fall 2026,12,${statusOf(nth)}`);
  const facts = factsIn(`Matrícula,Term,Hours,Estado\n${lines.join('\n')}`);
  const early = notUsed({ ...BLANK_RECIPE, rows: 'term' }, facts, 'Estado');
  const { open } = columnLines({ ...early, not_used: {} }, facts);
  expect(open.find(({ path }) => path[1] === 'Estado')?.message).toMatch(
    /or, once the student id is placed, say that it is not used\.$/,
  );
  const placed = withHeld({ ...early, fields: { student_id: { column: 'Matrícula' } } }, facts);
  expect([early.not_used['Estado'], placed.not_used['Estado']]).toEqual([
    'texts',
    { codes: ['Alta', 'Reingreso'] },
  ]);
});
