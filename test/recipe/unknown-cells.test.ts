import { expect, it } from 'vitest';
import { suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { examine } from '../../src/recipe/examine.js';
import type { Recipe } from '../../src/recipe/format/recipe.js';
import type { TableToRead } from '../../src/table/column-facts.js';
import { answerTo, factsIn, noneElse, notUsed, openOf, run, tableOf, withStatus } from './small-table.js';

/** A cell is unknown if its formula was not saved, it is merged, or its point may mark thousands. */

const TABLE = tableOf(`ID,Term,Credits,FT Credits,Dependency,Level,Class,Need,Sub Paid,Status
1,Fall 2026,12,12,D,UG,FR,3500,1750,RE
1,Spring 2027,9,12,D,UG,FR,3500,,RE
2,Fall 2026,12,12,I,UG,FR,3500,500,RE
2,Spring 2027,12,12,I,UG,FR,3500,,DW`);
const RECIPE: Recipe = (() => {
  const facts = factsIn(TABLE);
  const values = { RE: 'counts', DW: 'no_credits', '': 'counts' } as const;
  return withStatus(noneElse(suggestRecipe(facts)), facts, 'Status', values);
})();

function withCell(column: string, state: 'unsaved' | 'shared'): TableToRead {
  const at = TABLE.header.indexOf(column);
  const rows = [...TABLE.rows()].map((row, nth) => {
    if (nth > 0) return row;
    return state === 'unsaved'
      ? { ...row, cells: row.cells.with(at, ''), unsaved: [at] }
      : { ...row, shared: [at] };
  });
  return { ...TABLE, rows: () => rows };
}

function withText(column: string, from: string, to: string): TableToRead {
  const at = TABLE.header.indexOf(column);
  const rows = [...TABLE.rows()].map((row) =>
    row.cells[at] === from ? { ...row, cells: row.cells.with(at, to) } : row,
  );
  return { ...TABLE, rows: () => rows };
}

it.each([
  ['ID', 'fields.student_id'],
  ['Term', 'fields.term_label'],
  ['Credits', 'fields.term_credits_enrolled'],
  ['Need', 'fields.subsidized_amount'],
  ['Sub Paid', 'fields.term_prior_disbursement_sub'],
  ['Status', 'status[0]'],
])('a formula without its result is open where "%s" is placed', (column, path) => {
  expect(openOf(withCell(column, 'unsaved'), RECIPE)).toContain(path);
});

it('a column of formulas without results is not taken for a blank one', () => {
  const rows = [...TABLE.rows()].map((row) => ({
    ...row,
    cells: [...row.cells, ''],
    unsaved: [row.cells.length],
  }));
  const table = { header: [...TABLE.header, 'Adjusted'], rows: () => rows };
  expect(openOf(table, RECIPE)).toEqual(['not_used["Adjusted"]']);
  expect(openOf(table, notUsed(RECIPE, factsIn(table), 'Adjusted'))).toBeNull();
});

it.each([
  ['Credits', ['fields.term_credits_enrolled']],
  ['Sub Paid', ['fields.term_prior_disbursement_sub']],
  ['Need', null],
])('a number of several rows in "%s" is open if each row counts', (column, open) => {
  expect(openOf(withCell(column, 'shared'), RECIPE)).toEqual(open);
});

it('the need of several rows is open where it is added up', () => {
  const fields = { ...RECIPE.fields, subsidized_amount: { column: 'Need', per: 'term' as const } };
  expect(openOf(withCell('Need', 'shared'), { ...RECIPE, fields })).toEqual(['fields.subsidized_amount']);
});

it('dollars with a point that may mark thousands are open until they are written without it', () => {
  expect(openOf(withText('Need', '3500', '3.500'), RECIPE)).toEqual(['fields.subsidized_amount']);
  const table = withText('Need', '3500', '3500.00');
  expect(answerTo(table, RECIPE).students).toEqual(answerTo(TABLE, RECIPE).students);
});

it('credits with three decimal places are not in doubt', () => {
  const table = withText('Credits', '12', '12.000');
  expect(answerTo(table, RECIPE).students).toEqual(answerTo(TABLE, RECIPE).students);
});

it('another sheet with the same students is asked about, and a further one again', () => {
  const other = (name: string) => ({ name, isHidden: false, columns: ['id', 'Term'], isAsWide: false });
  const table = {
    ...TABLE,
    sheet: 'Fall',
    otherSheets: [other('Spring'), { ...other('Codes'), columns: ['Code'] }],
  };
  const path = 'other_sheets:Spring';
  expect(openOf(table, RECIPE)).toEqual([`decisions["${path}"]`]);
  const hidden = { ...table, otherSheets: [{ ...other('Spring'), isHidden: true }] };
  const { examination } = run(examine(hidden, factsIn(hidden), RECIPE, '2026-27'));
  expect(examination.questions[0]?.text).toContain('students that you need in "Spring", a hidden sheet?');
  const said = { ...RECIPE, decisions: { ...RECIPE.decisions, [path]: 'not_needed' } };
  expect(openOf(table, said)).toBeNull();
  const more = { ...table, otherSheets: [...table.otherSheets, other('Summer')] };
  expect(openOf(more, said)).toEqual(['decisions["other_sheets:Spring, Summer"]']);
  const wide = { name: 'Page 2', isHidden: false, columns: [], isAsWide: true };
  expect(openOf({ ...table, otherSheets: [wide] }, RECIPE)).toEqual(['decisions["other_sheets:Page 2"]']);
});

it('an id that a spreadsheet has shortened is of nobody known', () => {
  const table = withText('ID', '1', '1.23E+08');
  const open = openOf(table, RECIPE);
  expect(open).toEqual(['fields.student_id']);
  const later = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', '9.00123E+11'].map((id) => `${id},12,Fall 2026`);
  expect(openOf(tableOf(['ID,Hrs,Term', ...later].join('\n')), RECIPE)).toContain('fields.student_id');
});

it('a time status is no number of credits', () => {
  const openFor = (code: string, meaning: string) => {
    const term_credits_enrolled = { column: 'Credits', values: { [code]: meaning } };
    return openOf(withText('Credits', '9', code), {
      ...RECIPE,
      fields: { ...RECIPE.fields, term_credits_enrolled },
    });
  };
  expect(openFor('HT', '6')).toEqual(['fields.term_credits_enrolled.values["HT"]']);
  expect(openFor('NONE', '')).toEqual(['terms[1].blank']);
  expect(openFor('6.00 cr', '6')).toBeNull();
});
