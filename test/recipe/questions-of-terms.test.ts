import { describe, expect, it } from 'vitest';
import { termsIn } from '../../src/recipe/columns/suggest.js';
import { pathText, withAnswer } from '../../src/recipe/format/recipe.js';
import {
  answered,
  byAnswer,
  decided,
  dollarsOf,
  effectsOf,
  FALL,
  fundRecipe,
  inTerms,
  oursOf,
  PRINTED_ONCE,
  pathsOf,
  questionsOf,
  recipeWith,
  rowsOf,
  rowsOfEach,
  TERM_RECIPE,
  TERMS,
  termsOf,
} from './row-recipes.js';
import { factsIn, openOf, says } from './small-table.js';

describe('the rows ask of terms', () => {
  it('what it means that a student has no row for a term', () => {
    const table = rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0');
    expect(byAnswer(table)).toEqual({
      not_enrolled: { a: '88 3960 1760', b: '38 0 3990' },
      not_in_year: { a: '88 3960 1760', b: '75 0 7875' },
      not_calculated: { a: '88 3960 1760', b: says('There is no row for Spring 2027') },
    });
    const [question] = questionsOf(table);
    expect(question).toMatchObject({ path: ['terms', 1, 'no_row'], students: 1, examples: [{ row: 4 }] });
    expect(question?.choices.map(({ effect }) => effect)).toEqual([
      { student: 'b', text: says('$0 subsidized and $3,990 unsubsidized'), isRefused: false },
      { student: 'b', text: says('$0 subsidized and $7,875 unsubsidized'), isRefused: false },
      { student: 'b', text: says('no row for Spring 2027'), isRefused: true },
    ]);
  });

  it('nothing of full-time credits in an optional term that is skipped, and fails who has a term without any', () => {
    const lines = ['a,F,12,D,0,Y,12', 'a,Summer 2027,0,D,0,N,', 'b,F,12,D,0,Y,12', 'b,Summer 2027,6,D,0,N,'];
    const term_required = { column: 'Req', values: { Y: 'true', N: 'false' } };
    const fields = { term_required, term_ft_credits: { column: 'FT' } } as const;
    const recipe = recipeWith({ fields, terms: [...FALL, { label: 'Summer 2027' }] });
    expect(dollarsOf(rowsOf(lines, 'Req,FT'), recipe)).toEqual({
      a: '100 0 6500',
      b: says('Summer 2027, row 5 has no full-time credits'),
    });
  });

  it('what it means that a student has no row for a term, unless that was said to be optional', () => {
    const lines = ['1,F,12,D,0,Y', '1,S,12,D,0,Y', '1,Summer 2027,6,D,0,N', '2,F,12,D,0,Y'];
    const table = rowsOf(lines, 'Req');
    const optional = { label: 'Summer 2027', fields: { term_required: { value: 'false' } } };
    const summer = recipeWith({ terms: [...TERMS, optional], not_used: { Req: { codes: ['N', 'Y'] } } });
    const all = { not_enrolled: { 2: '50 0 3250' }, not_in_year: { 2: '100 0 6500' } };
    expect(byAnswer(table, summer)).toMatchObject(all);
    const fields = { term_required: { column: 'Req', values: { Y: 'true', N: 'false' } } };
    const byColumn = recipeWith({ fields, terms: [...TERMS, { label: 'Summer 2027' }] });
    expect(pathsOf(table, byColumn)).toEqual(['terms[1].no_row']);
    const counting = rowsOf([...lines, '3,Summer 2027,6,D,0,Y', '3,F,6,D,0,Y', '3,S,6,D,0,Y'], 'Req');
    expect(pathsOf(counting, byColumn)).toEqual(['terms[1].no_row', 'terms[2].no_row']);
    // The number of terms in the year answers it, unless an optional term could replace the missing one.
    const years = (lines: string, count: number) => {
      const academic_year_terms = { value: String(count) };
      return pathsOf(rowsOf(lines, 'Req'), { ...summer, fields: { ...summer.fields, academic_year_terms } });
    };
    const skipping = '1,F,12,D,0,Y\n1,S,12,D,0,Y\n1,Summer 2027,6,D,0,N\n2,F,12,D,0,Y\n2,Summer 2027,6,D,0,N';
    expect(years(lines.join('\n'), 2)).toEqual([]);
    expect(years(skipping, 2)).toEqual(['terms[1].no_row']);
    expect(years(skipping, 3)).toEqual([]);
  });

  it('what blank credits of a term mean', () => {
    expect(byAnswer(rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0\nb,S,,I,0'))).toMatchObject({
      not_enrolled: { b: '38 0 3990' },
      full_time: { b: '88 0 9240' },
      not_in_year: { b: '75 0 7875' },
      not_calculated: { a: '88 3960 1760', b: says('Spring 2027, row 5 has no credits') },
    });
  });

  it('anew of most students what was said of a few, and not the other way round', () => {
    const lines = 'a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0';
    for (const [place, few, most] of [
      ['no_row', lines, 'a,F,12,D,4500\nb,F,9,I,0'],
      ['blank', `${lines}\nb,S,,I,0`, 'a,F,12,D,0\na,S,,D,0\nb,F,9,I,0\nb,S,,I,0'],
    ] as const) {
      const said = (value: string) => withAnswer(TERM_RECIPE, ['terms', 1, place], value);
      expect(openOf(rowsOf(few), said('many_not_enrolled'))).toBeNull();
      expect(openOf(rowsOf(most), said('many_not_enrolled'))).toEqual([`terms[1].${place}`]);
      expect(dollarsOf(rowsOf(few), said('most_not_enrolled'))).toMatchObject({ b: '38 0 3990' });
    }
    // An answer that most will be full time does not cover the few who have not come.
    const fullTime = withAnswer(TERM_RECIPE, ['terms', 1, 'blank'], 'most_full_time');
    expect(openOf(rowsOf(`${lines}\nb,S,,I,0`), fullTime)).toEqual(['terms[1].blank']);
    const [again] = questionsOf(rowsOf(`${lines}\nb,S,,I,0`), fullTime);
    expect(again?.choices[1]?.label).toBe('Enrolled full time (your earlier answer)');
  });

  it('anew what will change, once it is of other students, or there is news of the same ones', () => {
    const key = 'zero_final:Fall 2026';
    const recipe = recipeWith({ fields: FINAL, terms: FALL, not_used: { Major: 'texts' } });
    const finals = (...cells: readonly string[]) =>
      rowsOf(cells.map((cell, at) => `${at},F,${cell}`).join('\n'), 'Final,Major');
    const said = answered(finals('9,D,0,0,ART', '9,I,0,9,LAW', '9,I,0,9,LAW'), recipe, key, 'not_known');
    const isAsked = (...cells: readonly string[]) => openOf(finals(...cells), said)?.join();
    expect(isAsked('9,D,0,0,LAW', '9,I,0,7,LAW', '9,I,0,9,ART')).toBeUndefined();
    expect(isAsked('9,D,0,9,ART', '9,I,0,0,LAW', '9,I,0,9,LAW')).toBe(`decisions["${key}"]`);
    expect(isAsked('6,D,0,0,ART', '9,I,0,9,LAW', '9,I,0,9,LAW')).toBe(`decisions["${key}"]`);
  });

  it('nothing of a term that is printed once with the id', () => {
    const fields = { dependency_status: PRINTED_ONCE, course: { column: 'Course' } };
    const recipe = recipeWith({ rows: 'course', fields, terms: FALL });
    const lines = 'a,F,6,D,0,20110\n,,3,,,20111\nb,F,3,D,0,20110\n,,3,,,20111';
    const ofAbove = { a: '75 0 4875', b: '50 0 3250' };
    expect(byAnswer(rowsOf(lines, 'Course'), recipe)).toMatchObject({ above: ofAbove });
    // A row that has only numbers may be a grand total.
    expect(byAnswer(rowsOf('a,F,3,D,0,ART\nb,F,3,D,0,ART\n,,6,,,', 'Course'), recipe)).toMatchObject({
      above: { b: says('Row 4 has no student id, and may be a total') },
    });
    // A fund may be a number, too.
    const funds = { dependency_status: PRINTED_ONCE, payment_number: 'none' } as const;
    const paid = fundRecipe({ 101: 'unsub' }, { fields: funds, terms: FALL, decisions: recipe.decisions });
    const above = decided(paid, 'rows_without_id', 'most_above');
    expect(
      dollarsOf(
        rowsOf('a,F,12,D,0,101,500\n,,,,,101,250', 'Fund,Paid'),
        decided(above, 'alike_rows:Dep | Hrs | Need | Paid', 'most_each'),
      ),
    ).toEqual({ a: '100 0 6500' });
    expect(openOf(rowsOf('a,F,6,D,0\na,,3,,'), recipeWith({ ...recipe, fields: {} }))).toContain('terms');
  });

  it('whether terms whose labels do not tell it follow each other as they are listed', () => {
    const [question] = questionsOf(...inTerms('Fall', 'Spring', 'Summer'));
    expect(question?.choices.map(({ value }) => value)).toEqual(['Fall > Spring > Summer']);
    const [table, recipe] = inTerms('Summer', 'Fall', 'Spring');
    // An answer for another order is asked again.
    const other = decided(recipe, 'term_order', 'Fall > Spring > Summer');
    expect(pathsOf(table, other)).toEqual(['decisions.term_order']);
    const said = decided(recipe, 'term_order', 'Summer > Fall > Spring');
    expect(openOf(table, said)).toBeNull();
    expect(questionsOf(...inTerms('Fall', 'Spring'))).toEqual([]);
    // 8W means eight weeks, not winter.
    expect(pathsOf(...inTerms('8W1', '8W2', 'Fall 26'))).toEqual(['decisions.term_order']);
  });

  it('nothing of planned credits that are blank where final ones are known: these are taken for them', () => {
    const table = rowsOf('a,F,,D,0,9\na,S,6,D,0,', 'Final');
    const recipe = recipeWith({ fields: { term_actual_final_credits: { column: 'Final' } } });
    expect(pathsOf(table, recipe)).toEqual([]);
    expect(oursOf(table, recipe).map((cells) => cells.slice(-2).join())).toEqual(['9,9', '6,']);
  });

  it('of terms in the order of the rows, whichever has the most, where labels do not tell theirs', () => {
    const table = rowsOf('a,Module 1,12,D,0\na,Module 2,12,D,0\nb,Module 2,12,D,0');
    expect(termsIn(factsIn(table).columns[1]?.codes ?? []).terms).toEqual(termsOf('Module 1', 'Module 2'));
  });

  it('whether terms of one season and year are parts of one, which have its label as their meaning', () => {
    const [table, apart] = inTerms('Fall 2026 8W1', 'Fall 2026 8W2');
    const [order] = questionsOf(table, apart);
    expect(order?.path).toEqual(['decisions', 'term_order']);
    expect(order?.text).toContain('If some are parts of one term, such as sessions, say so there');
    const term_label = { column: 'Term', values: { 'Fall 2026 8W2': 'Fall 2026 8W1' } };
    const parts = recipeWith({ terms: [{ label: 'Fall 2026 8W1' }], fields: { term_label } });
    const sessions = rowsOf('a,Fall 2026 8W1,6,D,0\na,Fall 2026 8W2,3,D,0');
    expect(dollarsOf(sessions, parts)).toEqual({ a: '75 0 4875' });
  });

  it('nothing of the order where letters and years tell it, and of it where the month comes first', () => {
    const told =
      'F26,S 2027; Fall Term,Spring Term; 2026F,2027S; 2026fa,2027sp; F,S; 2026-1,2026-2; 2026/2,2027/1; Summer 2026,Fall 2026,Spring 2027,Summer 2027';
    const asked = '092026,012027; 82026,12027; 0926,0127; Herbst 2026,Sommer 2026; S 2027,F26';
    const pathsBy = (labels: string) => pathsOf(...inTerms(...labels.split(',')));
    for (const labels of told.split('; ')) expect(pathsBy(labels), labels).toEqual([]);
    for (const labels of asked.split('; ')) expect(pathsBy(labels), labels).toEqual(['decisions.term_order']);
  });

  it('nothing of terms of different years, in any language, which are sorted', () => {
    const [table] = inTerms('Frühjahr 2027', 'Herbst 2026');
    const codes = factsIn(table).columns[1]?.codes ?? [];
    const recipe = recipeWith({ terms: termsIn(codes).terms });
    expect(pathsOf(table, recipe)).toEqual([]);
    const labels = oursOf(table, recipe).map((cells) => cells.at(-3));
    expect(labels).toEqual(['Herbst 2026', 'Frühjahr 2027']);
  });

  it('nothing of terms a year apart: a file is of one academic year', () => {
    const terms = termsOf('Fall 2025', 'Spring 2026', 'Fall 2026', 'Spring 2027');
    const lines = ['a,Fall 2025,12,D,0', 'a,F,12,D,0', 'a,S,12,D,0', 'b,Spring 2026,12,D,0'];
    expect(openOf(rowsOf(lines), recipeWith({ terms }))).toEqual(['terms[2]', 'terms[3]']);
    for (const listed of ['202580,202610,202680', '20253,20261,20263', 'Otoño 2025,Otoño 2026']) {
      const labels = listed.split(',');
      expect(openOf(...inTerms(...labels))).toEqual([`terms[${labels.length - 1}]`]);
    }
    expect(openOf(...inTerms('Summer 2026', 'Fall 2026', 'Summer 2027'))).toBeNull();
    // Without a fall, a winter begins the year.
    expect(openOf(...inTerms('2026W', '2027S'))).toBeNull();
    for (const later of ['2027W', '2028S']) expect(openOf(...inTerms('2026W', later))).toEqual(['terms[1]']);
    expect(openOf(...inTerms('Winter 2026', 'Fall 2026', 'Spring 2027'))).toEqual(['terms[2]']);
    const summers = inTerms('Verano 2026', 'Otoño 2026', 'Verano  2027');
    expect(openOf(...summers)).toEqual(['decisions.term_order']);
    const [table, recipe] = inTerms('Fall 2026', 'Spring 2027');
    expect(openOf(table, { ...recipe, not_terms: ['Spring 2027'] })).toEqual(['terms[1]']);
  });
});

const FINAL = { term_actual_final_credits: { column: 'Final' } } as const;
const ENDS = { term_actual_final_credits: { columns: ['End A', 'End B'] } } as const;
const OF_FALL = recipeWith({ fields: FINAL, terms: FALL });

/** Students with 12 credits in the fall and these final credits. */
const withFinals = (...finals: readonly string[]) =>
  rowsOfEach(finals, 'Final', (final, at) => `${at},F,12,D,0,${final}`);

const FINAL_PART = 'blank_part:term_actual_final_credits:Fall 2026';
const PART_OF_FALL = `decisions["${FINAL_PART}"]`;

describe('the rows ask of credits', () => {
  it('with the dollars of a student who can be calculated', () => {
    const table = rowsOf('a,F,12,D,12000\na,S,0,D,12000\nb,F,12,D,0\nb,S,0,D,0');
    const recipe = decided(TERM_RECIPE, 'need_above_maximum', 'many_not_calculated');
    const loans = '$0 subsidized and $3,250 unsubsidized ($3,250 for Fall 2026 and $0 for Spring 2027)';
    expect(effectsOf(table, recipe)).toEqual([
      loans,
      says('not calculated (Spring 2027, row 5 has 0 credits'),
    ]);
  });

  it('whether credits that are far above full time for many are of the term alone', () => {
    const table = rowsOf('a,F,12,D,0\na,S,24,D,0\nb,F,9,I,0\nb,S,18,I,0\nc,F,9,I,0\nc,S,9,I,0');
    expect(byAnswer(table)).toEqual({
      of_term: { a: '100 0 6500', b: '100 0 10500', c: '75 0 7875' },
      so_far: {
        a: says('has credits and full-time credits of different times'),
        b: '100 0 10500',
        c: '75 0 7875',
      },
    });
    expect(pathsOf(rowsOf('a,F,12,D,0\na,S,18,D,0\nb,F,9,I,0\nb,S,18,I,0'))).toEqual([]);
  });

  it('what credits of 0 for many mean, planned or final: earned ones are 0 until the term is over', () => {
    const table = rowsOf('a,F,12,D,0\na,S,0,D,0\nb,F,9,I,0\nb,S,0,I,0');
    expect(byAnswer(table)).toMatchObject({
      not_enrolled: { a: '50 0 3250', b: '38 0 3990' },
      not_known: { a: says('has 0 '), b: says('has 0 ') },
    });
    const some = (...springs: readonly number[]) =>
      rowsOf(springs.map((spring, at) => `${at},F,12,D,0\n${at},S,${spring},D,0`));
    const registered = (many: number): readonly number[] => Array<number>(many).fill(6);
    for (const table of [some(0, 0, 6), some(0, 0, 0, 0, 0, ...registered(15))])
      expect(pathsOf(table)).toEqual(['decisions["zero_credits:Spring 2027"]']);
    for (const all of [some(0, 6), some(0, 0, 0, 0, 0, ...registered(16))]) expect(pathsOf(all)).toEqual([]);
    // In a term that is over, a student with 0 credits is not waiting for credits.
    const over = rowsOf('a,F,12,D,0,12\nb,F,0,D,0,', 'Final');
    const inFall = recipeWith({ fields: FINAL, terms: FALL });
    expect(pathsOf(over, inFall)).toEqual([]);
    // Where registered credits are 0 once grades are there, final ones count alone.
    const emptied = rowsOf('a,F,0,D,0,12\nb,F,0,D,0,9\nc,F,0,D,0,\nd,F,9,D,0,9', 'Final');
    expect(byAnswer(emptied, inFall)).toMatchObject({
      not_enrolled: { a: '100 0 6500', c: '0 0 0' },
      not_known: { a: '100 0 6500', c: says('has 0 credits') },
    });
    const one = rowsOf(['9,F,0,D,0,9', ...registered(9).map((_, at) => `${at},F,12,D,0,12`)], 'Final');
    expect(pathsOf(one, inFall)).toEqual(['decisions["zero_credits:Fall 2026"]']);
    const fields = { term_credits_enrolled: 'none', term_actual_final_credits: { column: 'Hrs' } } as const;
    const finalAlone = answered(table, recipeWith({ fields }), 'zero_final:Spring 2027', 'not_known');
    expect(byAnswer(table, finalAlone)).toMatchObject({ not_calculated: { a: says('no credits') } });
    // A student who has no planned credits either may not be enrolled.
    const unplanned = rowsOf('a,F,,D,0,0\nb,F,9,I,0,0', 'Final');
    const notOver = answered(unplanned, inFall, 'zero_final:Fall 2026', 'not_known');
    expect(byAnswer(unplanned, notOver)).toMatchObject({
      not_enrolled: { a: '0 0 0', b: '75 0 7875' },
      not_calculated: { a: says('has no credits'), b: '75 0 7875' },
    });
  });

  it('what final credits of 0 mean, and 0 paid of all loans or of one of those that a student may have', () => {
    const table = rowsOf('a,F,12,D,0,0,\na,S,12,D,0,,\nb,F,9,I,0,0,\nb,S,9,I,0,,', 'Final,Paid');
    expect(byAnswer(table, recipeWith({ fields: FINAL, not_used: { Paid: 'blank' } }))).toMatchObject({
      not_known: { a: '100 0 6500', b: '75 0 7875' },
      not_enrolled: { a: '50 0 3250', b: '38 0 3990' },
    });
    const paid = rowsOf('a,F,12,D,0,12,0\na,S,12,D,0,,\nb,F,12,I,0,9,0\nb,S,9,I,0,,', 'Final,Paid');
    const recipe = recipeWith({ fields: { ...FINAL, term_prior_disbursement_unsub: { column: 'Paid' } } });
    expect(questionsOf(paid, recipe)[0]).toMatchObject({
      path: ['decisions', 'zero_paid:Fall 2026'],
      choices: [
        { value: expect.stringMatching(/^2-[0-9a-f]{4}_not_yet$/) },
        { value: 'most_settled' },
        { value: 'most_not_calculated' },
      ],
    });
    const split = (loans: string, fall: string, spring: string) =>
      `${loans} unsubsidized (${fall} for Fall 2026 and ${spring} for Spring 2027)`;
    expect(effectsOf(paid, recipe)).toEqual([
      split('$0 subsidized and $6,500', '$3,250', '$3,250'),
      split('$0 subsidized and $6,500', '$0', '$6,500'),
      says('has 0 paid'),
    ]);
    // A payment that was not made, by its status, is asked about in the same way.
    const status = [{ column: 'Stat', values: { '': 'counts', X: 'not_paid' } as const }];
    const key = 'left_out_payments:"Stat" is "X"';
    const left = decided(recipeWith({ fields: recipe.fields, status }), key, 'most_left_out');
    const notMade = rowsOf('a,F,12,D,0,12,900,X\na,S,12,D,0,,,', 'Final,Paid,Stat');
    expect(openOf(notMade, left)).toEqual(['decisions["zero_paid:Fall 2026"]']);
    const ofBoth = { ...recipe.fields, term_prior_disbursement_sub: { column: 'Sub' } };
    const oneOfTwo = (need: number) =>
      rowsOf(`a,F,12,D,${need},12,1000,0\na,S,12,D,${need},,,`, 'Final,Paid,Sub');
    const ofLimit = '; $1,000 is paid, of the limit of $6,500';
    expect(effectsOf(oneOfTwo(2000), recipeWith({ fields: ofBoth }))).toEqual([
      `${split('$2,000 subsidized and $4,500', '$2,000', '$4,500')}${ofLimit}`,
      `${split('$2,000 subsidized and $4,500', '$1,000', '$5,500')}${ofLimit}`,
      says('has 0 paid'),
    ]);
    expect(questionsOf(oneOfTwo(0), recipeWith({ fields: ofBoth }))).toEqual([]);
  });

  it('what blank final credits mean where a later term has some', () => {
    const later = rowsOf('a,F,12,D,0,\na,S,12,D,0,9', 'Final');
    expect(byAnswer(later, recipeWith({ fields: FINAL }))).toMatchObject({
      planned: { a: '88 0 5720' },
      none: { a: '38 0 2470' },
      not_calculated: { a: says('has no final credits') },
    });
  });

  it('what zeros of a few mean that were of nearly everybody when it was said that they are not known yet', () => {
    const key = 'zero_final:Fall 2026';
    const path = `decisions["${key}"]`;
    const [some, most] = [withFinals('12', '0', '9'), withFinals('0', '0', '9')];
    const all = withFinals('0', '0', '0');
    const notKnown = answered(all, OF_FALL, key, 'not_known');
    expect(dollarsOf(all, notKnown)).toMatchObject({ 1: '100 0 6500' });
    expect(byAnswer(some, notKnown)).toMatchObject({
      not_known: { 0: '100 0 6500', 1: '100 0 6500', 2: '75 0 4875' },
      not_enrolled: { 0: '100 0 6500', 1: '0 0 0', 2: '75 0 4875' },
      not_calculated: { 0: '100 0 6500', 1: says('0 final credits'), 2: '75 0 4875' },
    });
    expect(pathsOf(some, OF_FALL)).toEqual([path]);
    // An answer for one student of three does not cover most of them.
    const one = decided(OF_FALL, key, 'many_not_enrolled');
    const many = Array.from({ length: 30 }, (_, at) => (at % 5 < 4 ? '0' : '12'));
    expect(pathsOf(some, one)).toEqual([path]);
    expect(openOf(some, one)).toBeNull();
    expect(openOf(withFinals(...many), one)).toEqual([path]);
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
      not_calculated: { 1: says('has no final credits'), 2: '75 0 4875' },
    });
    const nobody = { ...OF_FALL, held: { Final: 'blank' as const } };
    expect(pathsOf(all, nobody)).toEqual([]);
    // An answer for one does not cover all, nor does an answer for most cover one.
    const path = ['decisions', 'blank_final:Fall 2026'];
    expect(openOf(some, withAnswer(OF_FALL, path, 'most_planned'))).toEqual([pathText(path)]);
    expect(pathsOf(all, withAnswer(nobody, path, 'none'))).toEqual([pathText(path)]);
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
      planned: { 1: says('has final credits for a part of it') },
      none: { 1: '75 0 4875' },
      not_calculated: { 1: says('a part of the term') },
    });
    // A code that means nothing is treated as a blank.
    const ends = { columns: ['End A', 'End B'], values: { IP: '' } };
    const open = { ...recipe, fields: { ...recipe.fields, term_actual_final_credits: ends } };
    expect(pathsOf(rowsOf(`${other}\n1,F,6,D,0,6,6,IP\n1,S,6,D,0,6,,`, more), open)).toEqual([
      'decisions["blank_part:term_actual_final_credits:Fall 2026:End B"]',
    ]);
    // Planned credits may become 0 once a part is over; of one without any, no final ones are expected.
    const inFall = { ...recipe, terms: FALL };
    expect(pathsOf(rowsOf('2,F,6,D,0,6,6,6\n1,F,0,D,0,6,6,', more), inFall)).toEqual([
      `decisions["${FINAL_PART}:End B"]`,
    ]);
    expect(pathsOf(rowsOf('2,F,6,D,0,6,6,6\n1,F,6,D,0,0,3,', more), inFall)).toEqual([]);
    // Final credits replace planned ones, so blank planned ones do not matter.
    expect(pathsOf(rowsOf('1,F,6,D,0,,6,6\n1,S,6,D,0,6,,', more), recipe)).toEqual([]);
    const planned = rowsOf(`${other}\n1,F,6,D,0,6,6,6\n1,S,6,D,0,,,`, more);
    expect(questionsOf(planned, recipe)[0]?.text).toContain('If one column corrects the others');
    expect(byAnswer(planned, recipe)).toMatchObject({
      none: { 1: '75 0 4875' },
      not_calculated: { 1: says('a part of the term') },
    });
    const zero = { columns: ['Hrs', 'Hrs B'], values: { '': '0' } } as const;
    const said = recipeWith({ fields: { term_credits_enrolled: zero }, not_used: { 'End A': 'blank' } });
    expect(dollarsOf(rowsOf('1,F,6,D,0,\n1,S,6,D,0,6', 'Hrs B'), said)).toEqual({ 1: '75 0 4875' });
  });

  it('what a row without credits beside another one of its term means', () => {
    expect(byAnswer(rowsOf('a,F,3,D,0\na,F,,D,0'), recipeWith({ rows: 'course', terms: FALL }))).toEqual({
      none: { a: '25 0 1625' },
      not_calculated: { a: says('a part of the term') },
    });
  });

  it.each([
    ['column', '1,F,12,D,0,6,0', ENDS, 'term'],
    ['row', '1,F,6,D,0,6,\n1,F,6,D,0,0,', { term_actual_final_credits: { column: 'End A' } }, 'course'],
  ] as const)('what final credits of 0 in one %s of two mean', (_, lines, fields, rows) => {
    const recipe = recipeWith({ rows, fields, terms: FALL });
    const placed = rows === 'term' ? recipe : { ...recipe, not_used: { 'End B': 'blank' as const } };
    expect(byAnswer(rowsOf(lines, 'End A,End B'), placed)).toMatchObject({
      not_known: { 1: says('has 0 final credits for a part of it') },
      not_enrolled: { 1: '50 0 3250' },
      not_calculated: { 1: says('has 0 final credits') },
    });
    // An answer for one student does not cover others a month later.
    const key = 'zero_final:Fall 2026';
    const notOver = answered(rowsOf(lines, 'End A,End B'), placed, key, 'not_known');
    const later = [lines, lines.replaceAll(/^1/gm, '2')];
    expect(openOf(rowsOf(lines, 'End A,End B'), notOver)).toBeNull();
    expect(openOf(rowsOf(later.join('\n'), 'End A,End B'), notOver)).toEqual([`decisions["${key}"]`]);
    // If final credits reach the planned ones, none are outstanding.
    const all = lines.replace('F,12', 'F,6').replace('F,6,D,0,0,', 'F,0,D,0,0,');
    expect(pathsOf(rowsOf(all, 'End A,End B'), placed)).toEqual([]);
  });

  it('of courses, blank final credits apart from those of 0, which may be right', () => {
    const fields = { term_actual_final_credits: { column: 'End' } };
    const recipe = recipeWith({ rows: 'course', fields, terms: FALL });
    const table = rowsOf('1,F,6,D,0,\n1,F,3,D,0,0\n1,F,3,D,0,', 'End');
    expect(pathsOf(table, recipe)).toEqual(['decisions["zero_final:Fall 2026"]', PART_OF_FALL]);
    const [ofZeros] = questionsOf(table, recipe);
    expect(ofZeros?.text).toContain('Fall 2026, or for a part of it, are 0 for 1 of 1 student.');
    const zeros = answered(table, recipe, 'zero_final:Fall 2026', 'not_enrolled');
    expect(pathsOf(table, zeros)).toHaveLength(2);
    const by = (blank: string) => dollarsOf(table, answered(table, zeros, FINAL_PART, blank));
    expect(by('none')).toEqual({ 1: '0 0 0' });
    // Of what is not over, planned credits count beside the final ones of the other courses.
    expect(by('planned')).toEqual({ 1: '75 0 4875' });
    expect(by('not_calculated')).toEqual({ 1: says('no final credits for a part of the term') });
    // In a file of final credits alone, nothing tells whether more are expected.
    const finals = { term_credits_enrolled: 'none', term_actual_final_credits: { column: 'Hrs' } } as const;
    const alone = recipeWith({ rows: 'course', fields: finals, terms: FALL });
    const planned = { 1: says('has final credits for a part of it') };
    expect(byAnswer(rowsOf('1,F,6,D,0\n1,F,,D,0'), alone)).toMatchObject({ planned });
    // A course whose credits a status takes away does not show that the others are over, either.
    const status = [{ column: 'Reg', values: { W: 'no_credits', R: 'counts' } as const }];
    const left = rowsOf('1,F,6,D,0,,R\n1,F,3,D,0,0,W\n1,F,3,D,0,,R', 'End,Reg');
    expect(dollarsOf(left, { ...recipe, status })).toEqual({ 1: '75 0 4875' });
    // A text mapped to 0 credits is not asked about.
    const W = { column: 'End', values: { W: '0' } };
    const words = rowsOf('1,F,6,D,0,W\n1,F,6,D,0,6', 'End');
    expect(dollarsOf(words, recipeWith({ ...recipe, fields: { term_actual_final_credits: W } }))).toEqual({
      1: '50 0 3250',
    });
  });

  it('what blank credits mean, but never that a status takes them away from who is full time', () => {
    const status = [{ column: 'Reg', values: { W: 'no_credits', '': 'counts' } as const }];
    const recipe = recipeWith({ status, terms: FALL });
    expect(byAnswer(rowsOf('a,F,,D,0,\nb,F,,D,0,W\nc,F,12,D,0,', 'Reg'), recipe)).toMatchObject({
      full_time: { a: '100 0 6500', b: says('a status that takes them away') },
      not_enrolled: { a: '0 0 0', b: '0 0 0' },
    });
  });

  it('of credits far beyond full time of a single student, as a total has', () => {
    const others = Array.from({ length: 9 }, (_, at) => `${at},F,12,D,0`);
    const table = rowsOf([...others, '9,F,108,D,0']);
    const recipe = recipeWith({ terms: FALL });
    expect(pathsOf(table, recipe)).toEqual(['decisions["high_credits:Fall 2026"]']);
    expect(pathsOf(rowsOf([...others, '9,F,21,D,0']), recipe)).toEqual([]);
  });
});
