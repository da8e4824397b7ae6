import { describe, expect, it } from 'vitest';
import { answered } from '../../src/recipe/recipe.js';
import { termsIn } from '../../src/recipe/suggest.js';
import {
  byAnswer,
  dollarsOf,
  FALL,
  inTerms,
  oursOf,
  PRINTED_ONCE,
  pathsOf,
  questionsOf,
  recipeWith,
  rowsOf,
  TERM_RECIPE,
  TERMS,
  termsOf,
} from './row-recipes.js';
import { answerTo } from './small-table.js';

describe('the rows ask', () => {
  it('nothing, where they say all', () => {
    const table = rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,6,I,0\nb,S,12,I,0');
    expect(questionsOf(table)).toEqual([]);
    expect(dollarsOf(table, TERM_RECIPE)).toEqual({ a: '88 3960 1760', b: '75 0 7875' });
  });

  it('what it means that a student has no row for a term', () => {
    const table = rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0');
    expect(byAnswer(table)).toEqual({
      not_enrolled: { a: '88 3960 1760', b: '38 0 3990' },
      not_in_year: { a: '88 3960 1760', b: '75 0 7875' },
    });
    const [question] = questionsOf(table);
    expect(question).toMatchObject({ path: ['terms', 1, 'no_row'], students: 1, examples: [{ row: 4 }] });
    expect(question?.choices.map(({ effect }) => effect)).toEqual([
      { student: 'b', dollars: { sub: 0, unsub: 3990, gradPlus: 0, paid: 0 } },
      { student: 'b', dollars: { sub: 0, unsub: 7875, gradPlus: 0, paid: 0 } },
    ]);
  });

  it('what it means that nobody has a row for a term that was there last month', () => {
    const fall = rowsOf('a,F,12,D,4500\nb,F,9,I,0');
    expect(pathsOf(fall)).toEqual(['terms[1].no_row']);
    expect(byAnswer(fall)).toMatchObject({
      not_enrolled: { b: '38 0 3990' },
      not_in_year: { b: '75 0 7875' },
    });
  });

  it('what it means that a student has no row for a term, unless that was said to be optional', () => {
    const lines = ['1,F,12,D,0,Y', '1,S,12,D,0,Y', '1,Summer 2027,6,D,0,N', '2,F,12,D,0,Y'];
    const table = rowsOf(lines, 'Req');
    const optional = { label: 'Summer 2027', fields: { term_required: { value: 'false' } } };
    const summer = recipeWith({ terms: [...TERMS, optional], not_used: { Req: { codes: ['N', 'Y'] } } });
    expect(byAnswer(table, summer)).toMatchObject({
      not_enrolled: { 2: '50 0 3250' },
      not_in_year: { 2: '100 0 6500' },
    });
    const fields = { term_required: { column: 'Req', values: { Y: 'true', N: 'false' } } };
    const byColumn = recipeWith({ fields, terms: [...TERMS, { label: 'Summer 2027' }] });
    expect(pathsOf(table, byColumn)).toEqual(['terms[1].no_row', 'terms[2].no_row']);
  });

  it('what blank credits of a term mean', () => {
    expect(byAnswer(rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0\nb,S,,I,0'))).toMatchObject({
      not_enrolled: { b: '38 0 3990' },
      full_time: { b: '88 0 9240' },
      not_in_year: { b: '75 0 7875' },
      not_calculated: { a: '88 3960 1760', b: expect.stringContaining('Spring 2027, row 5 has no credits') },
    });
  });

  it('anew of most students what was said of a few, and not the other way round', () => {
    const lines = 'a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0';
    for (const [place, few, most] of [
      ['no_row', lines, 'a,F,12,D,4500\nb,F,9,I,0'],
      ['blank', `${lines}\nb,S,,I,0`, 'a,F,12,D,0\na,S,,D,0\nb,F,9,I,0\nb,S,,I,0'],
    ] as const) {
      const said = (value: string) => answered(TERM_RECIPE, ['terms', 1, place], value);
      expect(answerTo(rowsOf(few), said('not_enrolled')).open).toBeNull();
      expect(answerTo(rowsOf(most), said('not_enrolled')).open).toEqual([`terms[1].${place}`]);
      expect(dollarsOf(rowsOf(few), said('most_not_enrolled'))).toMatchObject({ b: '38 0 3990' });
    }
  });

  it('nothing of a term that is printed once with the id', () => {
    const recipe = recipeWith({ rows: 'course', fields: { dependency_status: PRINTED_ONCE }, terms: FALL });
    expect(byAnswer(rowsOf('a,F,6,D,0\n,,3,,\nb,F,3,D,0\n,,3,,'), recipe)).toMatchObject({
      above: { a: '75 0 4875', b: '50 0 3250' },
    });
    expect(answerTo(rowsOf('a,F,6,D,0\na,,3,,'), recipe).open).toEqual(['terms']);
  });

  it('in which order terms follow each other whose labels do not tell', () => {
    const [question] = questionsOf(...inTerms('Fall', 'Spring', 'Summer'));
    expect(question?.choices.map(({ value }) => value)).toEqual([
      'Fall > Spring > Summer',
      'Fall > Summer > Spring',
      'Summer > Fall > Spring',
    ]);
    expect(questionsOf(...inTerms('Fall', 'Spring'))).toEqual([]);
    // Eight weeks are no winter.
    expect(questionsOf(...inTerms('8W1', '8W2', 'Fall 26'))[0]?.choices).toHaveLength(6);
  });

  it('nothing of the order where letters and years tell it, and of it where the month comes first', () => {
    for (const labels of [
      'F26,S 2027',
      '2026F,2027S',
      'F,S',
      'Summer 2026,Fall 2026,Spring 2027,Summer 2027',
    ])
      expect(pathsOf(...inTerms(...labels.split(',')))).toEqual([]);
    for (const labels of ['092026,012027', '82026,12027', '0926,0127', 'Herbst 2026,Sommer 2026'])
      expect(pathsOf(...inTerms(...labels.split(',')))).toEqual(['decisions.term_order']);
  });

  it('nothing of terms of different years, in any language, which are sorted', () => {
    const [table] = inTerms('Frühjahr 2027', 'Herbst 2026');
    const recipe = recipeWith({ terms: termsIn(['Frühjahr 2027', 'Herbst 2026']).terms });
    expect(pathsOf(table, recipe)).toEqual([]);
    const labels = oursOf(table, recipe).map((cells) => cells.at(-3));
    expect(labels).toEqual(['Herbst 2026', 'Frühjahr 2027']);
  });

  it('whether terms a year apart are one academic year', () => {
    const lines = ['a,Fall 2025,12,D,0', 'a,F,12,D,0', 'a,S,12,D,0', 'b,F,12,D,0', 'b,S,12,D,0'];
    const recipe = recipeWith({ terms: termsOf('Fall 2025', 'Spring 2026', 'Fall 2026', 'Spring 2027') });
    expect(byAnswer(rowsOf(lines), recipe)).toEqual({
      not_calculated: { a: expect.stringContaining('a year apart'), b: '100 0 6500' },
      one_year: { a: '100 0 6500', b: '100 0 6500' },
    });
    for (const labels of [
      ['202580', '202610', '202680'],
      ['Otoño 2025', 'Otoño 2026'],
    ])
      expect(pathsOf(...inTerms(...labels))).toContain('decisions.terms_apart');
  });
});
