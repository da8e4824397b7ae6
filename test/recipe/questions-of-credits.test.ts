import { describe, expect, it } from 'vitest';
import { answered, pathText } from '../../src/recipe/recipe.js';
import {
  byAnswer,
  decided,
  dollarsOf,
  effectsOf,
  FALL,
  pathsOf,
  questionsOf,
  recipeWith,
  rowsOf,
} from './row-recipes.js';
import { answerTo } from './small-table.js';

/** What credits of 0, blank ones, and more than anybody takes may mean. */

const FINAL = { term_actual_final_credits: { column: 'Final' } } as const;
const OF_FALL = recipeWith({ fields: FINAL, terms: FALL });

/** Students of 12 credits in the fall, with these final ones. */
const withFinals = (...finals: readonly string[]) =>
  rowsOf(
    finals.map((final, at) => `${at},F,12,D,0,${final}`),
    'Final',
  );

describe('the rows ask', () => {
  it('whether credits that are far above full time for many are of the term alone', () => {
    const table = rowsOf('a,F,12,D,0\na,S,24,D,0\nb,F,9,I,0\nb,S,18,I,0\nc,F,9,I,0\nc,S,9,I,0');
    expect(byAnswer(table)).toEqual({
      of_term: { a: '100 0 6500', b: '100 0 10500', c: '75 0 7875' },
      so_far: {
        a: expect.stringContaining('has credits of other terms, too'),
        b: '100 0 10500',
        c: '75 0 7875',
      },
    });
    expect(pathsOf(rowsOf('a,F,12,D,0\na,S,18,D,0\nb,F,9,I,0\nb,S,18,I,0'))).toEqual([]);
  });

  it('whether credits are of each term alone that are higher in each later term for nearly everybody', () => {
    const rows = (...springs: readonly number[]) =>
      rowsOf(springs.map((spring, at) => `${at},F,6,D,0\n${at},S,${spring},D,0`));
    expect(byAnswer(rows(12, 9, 12, 9, 12))).toMatchObject({
      of_term: { 0: '75 0 4875' },
      so_far: { 0: expect.stringContaining('Credits are of the terms before, too') },
    });
    for (const others of [rows(12, 9, 6, 9, 12), rows(12, 9, 12)]) expect(pathsOf(others)).toEqual([]);
  });

  it('what credits of 0 for nearly everybody mean, planned or final: earned ones are 0 until the term is over', () => {
    const table = rowsOf('a,F,12,D,0\na,S,0,D,0\nb,F,9,I,0\nb,S,0,I,0');
    const right = {
      not_enrolled: { a: '50 0 3250', b: '38 0 3990' },
      not_known: { a: expect.stringContaining('has 0 '), b: expect.stringContaining('has 0 ') },
    };
    expect(byAnswer(table)).toMatchObject(right);
    const some = [0, 0, 6].map((spring, at) => `${at},F,12,D,0\n${at},S,${spring},D,0`);
    expect(pathsOf(rowsOf(some))).toEqual(['decisions["zero_credits:Spring 2027"]']);
    const fields = { term_credits_enrolled: 'none', term_actual_final_credits: { column: 'Hrs' } } as const;
    expect(byAnswer(table, recipeWith({ fields }))).toMatchObject(right);
  });

  it('what final credits and payments of 0 for nearly everybody mean', () => {
    const table = rowsOf('a,F,12,D,0,0,\na,S,12,D,0,,\nb,F,9,I,0,0,\nb,S,9,I,0,,', 'Final,Paid');
    expect(byAnswer(table, recipeWith({ fields: FINAL, not_used: { Paid: 'blank' } }))).toMatchObject({
      not_known: { a: '100 0 6500', b: '75 0 7875' },
      not_enrolled: { a: '50 0 3250', b: '38 0 3990' },
    });
    const paid = rowsOf('a,F,12,D,0,12,0\na,S,12,D,0,,\nb,F,12,I,0,9,0\nb,S,9,I,0,,', 'Final,Paid');
    const recipe = recipeWith({ fields: { ...FINAL, term_prior_disbursement_unsub: { column: 'Paid' } } });
    expect(questionsOf(paid, recipe)[0]?.path).toEqual(['decisions', 'zero_paid:Fall 2026']);
    expect(effectsOf(paid, recipe)).toEqual([
      { sub: 0, unsub: 6500, gradPlus: 0, paid: 0 },
      { sub: 0, unsub: 6500, gradPlus: 0, paid: 0 },
    ]);
  });

  it('what zeros of a few mean that were of nearly everybody when it was said that they are not known yet', () => {
    const key = 'zero_final:Fall 2026';
    const path = `decisions["${key}"]`;
    const [some, most] = [withFinals('12', '0', '9'), withFinals('0', '0', '9')];
    const notKnown = decided(OF_FALL, key, 'most_not_known');
    expect(dollarsOf(withFinals('0', '0', '0'), notKnown)).toMatchObject({ 1: '100 0 6500' });
    expect(byAnswer(some, notKnown)).toMatchObject({
      not_known: { 0: '100 0 6500', 1: '100 0 6500', 2: '75 0 4875' },
      not_enrolled: { 0: '100 0 6500', 1: '0 0 0', 2: '75 0 4875' },
    });
    expect(pathsOf(some, OF_FALL)).toEqual([path]);
    // And what was said of one is not said of many.
    const one = decided(OF_FALL, key, 'not_enrolled');
    const many = Array.from({ length: 30 }, (_, at) => (at % 5 < 3 ? '0' : '12'));
    expect(pathsOf(some, one)).toEqual([path]);
    expect(answerTo(some, one).open).toBeNull();
    expect(answerTo(withFinals(...many), one).open).toEqual([path]);
    expect(byAnswer(most, OF_FALL)).toMatchObject({
      not_known: { 0: '100 0 6500', 2: '75 0 4875' },
      not_enrolled: { 0: '0 0 0', 2: '75 0 4875' },
    });
  });

  it('what blank final credits mean where others have some', () => {
    const [some, all] = [withFinals('12', '', '9'), withFinals('', '', '')];
    expect(byAnswer(some, OF_FALL)).toMatchObject({
      planned: { 1: '100 0 6500', 2: '75 0 4875' },
      none: { 1: '0 0 0', 2: '75 0 4875' },
      not_calculated: { 1: expect.stringContaining('has no final credits'), 2: '75 0 4875' },
    });
    const nobody = { ...OF_FALL, held: { Final: 'blank' as const } };
    expect(pathsOf(all, nobody)).toEqual([]);
    // What was said of one is not said of all, nor what was said of most of one.
    const path = ['decisions', 'blank_final:Fall 2026'];
    expect(answerTo(some, answered(OF_FALL, path, 'most_planned')).open).toEqual([pathText(path)]);
    expect(pathsOf(all, answered(nobody, path, 'none'))).toEqual([pathText(path)]);
  });

  it('what a blank means in one of several columns of credits', () => {
    const more = 'Hrs B,End A,End B';
    const recipe = recipeWith({
      fields: {
        term_credits_enrolled: { columns: ['Hrs', 'Hrs B'] },
        term_actual_final_credits: { columns: ['End A', 'End B'] },
      },
    });
    const other = '2,F,6,D,0,6,6,6\n2,S,6,D,0,6,,';
    expect(byAnswer(rowsOf(`${other}\n1,F,6,D,0,6,6,\n1,S,6,D,0,6,,`, more), recipe)).toMatchObject({
      not_over: { 1: '100 0 6500' },
      none: { 1: '75 0 4875' },
      not_calculated: { 1: expect.stringContaining('a part of the term') },
    });
    // Final credits replace the planned ones.
    expect(pathsOf(rowsOf('1,F,6,D,0,,6,6\n1,S,6,D,0,6,,', more), recipe)).toEqual([]);
    expect(byAnswer(rowsOf(`${other}\n1,F,6,D,0,6,6,6\n1,S,6,D,0,,,`, more), recipe)).toMatchObject({
      none: { 1: '75 0 4875' },
      not_calculated: { 1: expect.stringContaining('a part of the term') },
    });
    const zero = { columns: ['Hrs', 'Hrs B'], values: { '': '0' } } as const;
    const said = recipeWith({ fields: { term_credits_enrolled: zero }, not_used: { 'End A': 'blank' } });
    expect(dollarsOf(rowsOf('1,F,6,D,0,\n1,S,6,D,0,6', 'Hrs B'), said)).toEqual({ 1: '75 0 4875' });
  });
});
