import { expect, it } from 'vitest';
import type { TableToRead } from '../../src/recipe/examination.js';
import { examine } from '../../src/recipe/examine.js';
import type { Recipe } from '../../src/recipe/recipe.js';
import { ownRecipe } from '../../src/recipe/recipe.js';
import { suggestRecipe } from '../../src/recipe/suggest.js';
import { answerTo, factsIn, noneElse, notUsed, run, tableOf, withStatus } from './small-table.js';

/** What a cell holds is not known where a formula was not saved, a cell is merged, or a point may mark thousands. */

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
const place = (column: string): number => TABLE.header.indexOf(column);

/** The table with the first row's cell of a column in another state. */
function withCell(column: string, state: 'unsaved' | 'shared', table = TABLE): TableToRead {
  const at = table.header.indexOf(column);
  const rows = [...table.rows()].map((row, nth) => {
    if (nth > 0) return row;
    return state === 'unsaved'
      ? { ...row, cells: row.cells.with(at, ''), unsaved: [at] }
      : { ...row, shared: [at] };
  });
  return { ...table, rows: () => rows };
}

/** The table with another text for one. */
function withText(column: string, from: string, to: string): TableToRead {
  const at = place(column);
  const rows = [...TABLE.rows()].map((row) =>
    row.cells[at] === from ? { ...row, cells: row.cells.with(at, to) } : row,
  );
  return { ...TABLE, rows: () => rows };
}

it('nothing is open in the table as it is', () => {
  expect(answerTo(TABLE, RECIPE).open).toBeNull();
});

it.each([
  ['ID', 'fields.student_id'],
  ['Term', 'fields.term_label'],
  ['Credits', 'fields.term_credits_enrolled'],
  ['Need', 'fields.subsidized_amount'],
  ['Sub Paid', 'fields.term_prior_disbursement_sub'],
  ['Status', 'status[0]'],
])('a formula without its result is open where "%s" is placed', (column, path) => {
  expect(answerTo(withCell(column, 'unsaved'), RECIPE).open).toContain(path);
});

it('a column of formulas without results is not taken for a blank one', () => {
  const rows = [...TABLE.rows()].map((row) => ({
    ...row,
    cells: [...row.cells, ''],
    unsaved: [row.cells.length],
  }));
  const table = { header: [...TABLE.header, 'Adjusted'], rows: () => rows };
  expect(answerTo(table, RECIPE).open).toEqual(['not_used["Adjusted"]']);
  expect(answerTo(table, notUsed(RECIPE, factsIn(table), 'Adjusted')).open).toBeNull();
});

it.each([
  ['Credits', ['fields.term_credits_enrolled']],
  ['Sub Paid', ['fields.term_prior_disbursement_sub']],
  ['Need', null],
])('a number of several rows in "%s" is open if each row counts', (column, open) => {
  expect(answerTo(withCell(column, 'shared'), RECIPE).open).toEqual(open);
});

it('the need of several rows is open where it is added up', () => {
  const fields = { ...RECIPE.fields, subsidized_amount: { column: 'Need', per: 'term' as const } };
  expect(answerTo(withCell('Need', 'shared'), { ...RECIPE, fields }).open).toEqual([
    'fields.subsidized_amount',
  ]);
});

it('dollars with a point that may mark thousands are open until they are written without it', () => {
  expect(answerTo(withText('Need', '3500', '3.500'), RECIPE).open).toEqual(['fields.subsidized_amount']);
  const table = withText('Need', '3500', '3500.00');
  expect(answerTo(table, RECIPE).students).toEqual(answerTo(TABLE, RECIPE).students);
});

it('credits with three decimal places are not in doubt', () => {
  const table = withText('Credits', '12', '12.000');
  expect(answerTo(table, RECIPE).students).toEqual(answerTo(TABLE, RECIPE).students);
});

it('another sheet with the same students is asked about, and a further one again', () => {
  const other = (name: string) => ({ name, isHidden: false, columns: ['id', 'Term'] });
  const table = {
    ...TABLE,
    sheet: 'Fall',
    otherSheets: [other('Spring'), { ...other('Codes'), columns: ['Code'] }],
  };
  const path = 'other_sheets:Spring';
  expect(answerTo(table, RECIPE).open).toEqual([`decisions["${path}"]`]);
  const hidden = { ...table, otherSheets: [{ ...other('Spring'), isHidden: true }] };
  const { examination } = run(examine(hidden, factsIn(hidden), RECIPE, '2026-27'));
  expect(examination.questions[0]?.text).toContain('students in "Spring", a hidden sheet, too');
  const said = { ...RECIPE, decisions: { ...RECIPE.decisions, [path]: 'not_needed' } };
  expect(answerTo(table, said).open).toBeNull();
  const more = { ...table, otherSheets: [...table.otherSheets, other('Summer')] };
  expect(answerTo(more, said).open).toEqual(['decisions["other_sheets:Spring, Summer"]']);
});

it('a workbook in our own names has the same questions', () => {
  const own = tableOf(`student_id,dependency_status,grade_level,term_label,term_credits_enrolled
1,independent,first_year,Fall,12
1,independent,first_year,Spring,6`);
  const recipe = ownRecipe(own.header);
  expect(answerTo(own, recipe).open).toBeNull();
  for (const state of ['unsaved', 'shared'] as const)
    expect(answerTo(withCell('term_credits_enrolled', state, own), recipe).open).toEqual([
      'fields.term_credits_enrolled',
    ]);
  const hidden = { ...own, rows: () => [...own.rows()].map((row) => ({ ...row, isHidden: true })) };
  expect(answerTo(hidden, recipe).open).toEqual(['decisions.hidden_rows']);
});

it('an id that a spreadsheet has shortened is of nobody known', () => {
  const table = withText('ID', '1', '1.23E+08');
  const { open } = answerTo(table, RECIPE);
  expect(open).toEqual(['fields.student_id']);
  const later = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', '9.00123E+11'].map((id) => `${id},12,Fall 2026`);
  expect(answerTo(tableOf(['ID,Hrs,Term', ...later].join('\n')), RECIPE).open).toContain('fields.student_id');
});

it('a time status is no number of credits', () => {
  const openOf = (code: string, meaning: string) => {
    const term_credits_enrolled = { column: 'Credits', values: { [code]: meaning } };
    return answerTo(withText('Credits', '9', code), {
      ...RECIPE,
      fields: { ...RECIPE.fields, term_credits_enrolled },
    }).open;
  };
  expect(openOf('HT', '6')).toEqual(['fields.term_credits_enrolled.values["HT"]']);
  expect(openOf('NONE', '')).toEqual(['terms[1].blank']);
  expect(openOf('6.00 cr', '6')).toBeNull();
});
