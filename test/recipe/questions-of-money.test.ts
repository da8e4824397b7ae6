import { describe, expect, it } from 'vitest';
import { unplaced } from '../../src/recipe/columns/place-columns.js';
import { type FieldRule, type FieldRules, pathText, withAnswer } from '../../src/recipe/format/recipe.js';
import type { TableToRead } from '../../src/table/column-facts.js';
import {
  answered,
  byAnswer,
  decided,
  dollarsOf,
  effectsOf,
  FALL,
  FIELDS,
  fundRecipe,
  IN_PARTS,
  oursOf,
  PAID,
  paidIn,
  pathsOf,
  questionsOf,
  recipeWith,
  rowsOf,
  rowsOfEach,
  studentRecipe,
  TERM_RECIPE,
} from './row-recipes.js';
import { answerTo, examined, openOf, says, tableOf } from './small-table.js';

/** What needs, limits, costs and payments are for (year or term, row or all rows), and what 0 means. */

const GRADUATES: FieldRules = { degree_level: { value: 'graduate' }, grade_level: 'none' };
const SO_FAR = 'paid_so_far';
const OF_PARTS = 'paid_of_parts';

describe('the rows ask of needs and limits', () => {
  const withNeeds = (...needs: readonly number[]) =>
    rowsOf(needs.map((need, at) => `${at},F,12,D,${need}\n${at},S,12,D,${need}`));

  it('what a need of 0 for most means, who have a limit of subsidized loans', () => {
    const recipe = { ...TERM_RECIPE, decisions: {} };
    expect(byAnswer(withNeeds(0, 0), recipe)).toEqual({
      none: { 0: '100 0 6500', 1: '100 0 6500' },
      not_known: { 0: says('The need is 0. Write'), 1: says('need is 0') },
    });
    const two = withNeeds(0, 0, 4500);
    expect(pathsOf(two, recipe)).toEqual(['decisions["zero:subsidized_amount"]']);
    expect(pathsOf(withNeeds(0, 0, 4500, 4500), recipe)).toEqual([]);
    const notKnown = decided(recipe, 'zero:subsidized_amount', 'most_not_known');
    expect(dollarsOf(two, notKnown)).toMatchObject({ 2: '100 4500 2000' });
    // A month later, most students are packaged; the others have no need, or are late.
    expect(byAnswer(withNeeds(0, 4500, 1000), notKnown)).toMatchObject({
      none: { 0: '100 0 6500', 2: '100 1000 5500' },
      not_known: { 0: says('need is 0'), 2: '100 1000 5500' },
    });
    const graduates = { ...recipe, fields: { ...recipe.fields, ...GRADUATES } };
    expect(pathsOf(withNeeds(0, 0), graduates)).toEqual([]);
    // With a need for each term, zeros in the spring alone are asked about, too.
    const subsidized_amount = { column: 'Need', per: 'rises_term' } as const;
    const perTerm = { ...recipe, fields: { ...FIELDS, subsidized_amount } };
    const spring = rowsOf('a,F,12,D,2000\na,S,12,D,0\nb,F,12,D,1000\nb,S,12,D,0');
    expect(pathsOf(spring, perTerm)).toContain('decisions["zero:subsidized_amount"]');
  });

  it('what a limit of the program of 0 means, and a cost of 0 for legacy graduates', () => {
    const table = rowsOf('a,F,12,D,0,0\na,S,12,D,0,0\nb,F,12,D,0,5000\nb,S,12,D,0,5000', 'Cap');
    const total_limit = { column: 'Cap', per: 'most_year' };
    expect(byAnswer(table, recipeWith({ fields: { total_limit } }))).toEqual({
      none: { a: '100 0 6500', b: '100 0 5000' },
      not_known: { a: says('The limit of the program is 0'), b: '100 0 5000' },
    });
    const cost_of_attendance = { column: 'Need' };
    const legacy = { is_legacy_borrower: { value: 'true' }, subsidized_amount: 'none' } as const;
    const graduates = recipeWith({ fields: { ...GRADUATES, ...legacy, cost_of_attendance } });
    const costs = rowsOf('a,F,12,I,0\na,S,12,I,0');
    expect(questionsOf(costs, graduates)[0]?.path).toEqual(['decisions', 'zero:cost_of_attendance']);
    expect(questionsOf(costs, recipeWith({ fields: { cost_of_attendance } }))).toEqual([]);
    const ofYear = withAnswer(graduates, ['fields', 'cost_of_attendance', 'per'], 'most_year');
    expect(pathsOf(withNeeds(0, 30_000, 30_000, 30_000), ofYear)).toContain(
      'decisions["zero:cost_of_attendance"]',
    );
    // With a cost for each term, 0 in one term is not 0 for the year.
    const perTerm = { ...graduates.fields, cost_of_attendance: { column: 'Need', per: 'rises_term' } };
    const some = rowsOf('a,F,12,I,9000\na,S,12,I,0');
    expect(pathsOf(some, { ...graduates, fields: perTerm })).toEqual(['fields.cost_of_attendance.per']);
  });

  it('what need above the maximum, below 0, and none at all is', () => {
    const above = { maximum: { 0: '100 4500 2000' }, not_calculated: { 0: says('4,500') } };
    expect(byAnswer(withNeeds(12000))).toEqual(above);
    expect(byAnswer(rowsOf('a,F,12,D,(500)\na,S,12,D,$-500'))).toMatchObject({
      none: { a: '100 0 6500' },
      not_calculated: { a: says('subsidized_amount') },
    });
    // Graduates have no subsidized loan.
    const graduates = recipeWith({ fields: GRADUATES });
    expect(pathsOf(rowsOf('a,F,12,D,-500\na,S,12,D,-500'), graduates)).toEqual([]);
    expect(byAnswer(rowsOf('a,F,12,D,\na,S,12,D,\nb,F,12,D,4500\nb,S,12,D,4500'))).toMatchObject({
      none: { a: '100 0 6500', b: '100 4500 2000' },
      not_calculated: { a: says('The need is blank'), b: '100 4500 2000' },
    });
    // The need for a term without a row is unknown, too.
    const ofTerms = withAnswer(TERM_RECIPE, ['fields', 'subsidized_amount', 'per'], 'rises_term');
    const noRow = withAnswer(ofTerms, ['terms', 1, 'no_row'], 'many_not_enrolled');
    expect(byAnswer(rowsOf('a,F,12,D,2000\nb,F,12,D,1500\nb,S,12,D,2000'), noRow)).toMatchObject({
      none: { a: '50 1000 2250', b: '100 3500 3000' },
      not_calculated: { a: says('The need is blank') },
    });
  });

  it('for which time need is, only where that changes dollars', () => {
    const saying = (per?: string) =>
      recipeWith({ fields: { subsidized_amount: { column: 'Need', ...(per && { per }) } } });
    const times = { year: { 0: '100 2000 4500' }, term: { 0: '100 4000 2500' } };
    expect(byAnswer(withNeeds(2000), saying())).toEqual(times);
    expect(questionsOf(withNeeds(4500, 0), saying())).toEqual([]);
    expect(byAnswer(rowsOf('a,F,12,D,1500\na,S,12,D,2000'), saying())).toMatchObject({
      year: { a: says('1500 and 2000') },
      term: { a: '100 3500 3000' },
    });
    // An answer for yearly needs does not cover needs that look like a term's, and vice versa.
    for (const [fall, spring, per, other, right] of [
      [3000, 3000, 'year', 'most_term', '100 3000 3500'],
      [1500, 2000, 'rises_term', 'most_term', '100 3500 3000'],
      [1500, 1500, 'most_year', 'rises_term', '100 1500 5000'],
      [1800, 1800, 'most_term', 'year', '100 3600 2900'],
    ] as const) {
      const table = rowsOf(`a,F,12,D,${fall}\na,S,12,D,${spring}`);
      expect(dollarsOf(table, saying(per))).toEqual({ a: right });
      expect(openOf(table, saying(other))).toContain('fields.subsidized_amount.per');
    }
    // Halves that are each rounded up to cents are not too much for the year.
    const halves = rowsOf('a,F,12,D,2250.01\na,S,12,D,2250.01');
    expect(openOf(halves, saying('year'))).toContain('fields.subsidized_amount.per');
  });
});

describe('an amount', () => {
  const LEGACY = { ...GRADUATES, is_legacy_borrower: { value: 'true' }, subsidized_amount: 'none' } as const;

  it('of the year that the file has for each term is added up once that is said', () => {
    const rows = (...cost: readonly [number, number]) => rowsOf(`a,F,12,I,${cost[0]}\na,S,12,I,${cost[1]}`);
    const costs = recipeWith({ fields: { ...LEGACY, cost_of_attendance: { column: 'Need' } } });
    const costBy = (table: TableToRead, answer: string) =>
      oursOf(table, withAnswer(costs, ['fields', 'cost_of_attendance', 'per'], answer))[0];
    expect(pathsOf(rows(15000, 15000), costs)).toEqual(['fields.cost_of_attendance.per']);
    expect(costBy(rows(15000, 15000), 'most_term')).toContain('30000');
    expect(costBy(rows(25000, 25000), 'most_year')).toContain('25000');
    expect(byAnswer(rows(14000, 16000), costs)).toMatchObject({
      year: { a: says('a cost of attendance of 14000 and 16000 for the year') },
    });
    const limits = recipeWith({ fields: { subsidized_amount: 'none', total_limit: { column: 'Need' } } });
    const times = { year: { a: '100 0 2000' }, term: { a: '100 0 4000' } };
    expect(byAnswer(rows(2000, 2000), limits)).toMatchObject(times);
    // A limit of 0 in one term is not a limit of 0 for the year.
    const ofTerms = withAnswer(limits, ['fields', 'total_limit', 'per'], 'rises_term');
    expect(dollarsOf(rows(0, 2000), ofTerms)).toEqual({ a: '100 0 2000' });
    // Students who cannot have this loan are not asked about, and do not fail.
    const cost_of_attendance = { column: 'Need' };
    const others = recipeWith({ fields: { ...LEGACY, is_legacy_borrower: 'none', cost_of_attendance } });
    expect(pathsOf(rows(15000, 15000), others)).toEqual([]);
    expect(dollarsOf(rows(14000, 16000), others)).toEqual({ a: '100 0 20500' });
  });

  it('may be what one column says less what another does', () => {
    const cost = { columns: ['Need', 'Aid'], less: ['Aid'], per: 'most_year' } as const;
    const costs = recipeWith({ fields: { ...LEGACY, cost_of_attendance: cost } });
    const ours = oursOf(rowsOf('a,F,12,I,30000,5000\na,S,12,I,30000,5000', 'Aid'), costs);
    expect(ours[0]).toContain('25000');
    // Subtracting numbers below 0 would add them.
    for (const other of ['0', '5000']) {
      const below = rowsOf(`a,F,12,I,30000,-1500\na,S,12,I,30000,${other}`, 'Aid');
      expect(openOf(below, costs)).toContain('fields.cost_of_attendance');
    }
    const said = examined(rowsOf('a,F,12,I,30000,5000', 'Aid'), costs).examination.sentences;
    expect(said.map(({ text }) => text)).toContainEqual(says('"Need", less "Aid"'));
    // Need and cost may both be differences, but they cannot be the same column.
    const subsidized_amount = { columns: ['Need', 'SAI', 'Aid'], less: ['SAI', 'Aid'], per: 'most_year' };
    const formulas = { ...costs, fields: { ...costs.fields, subsidized_amount } };
    expect(openOf(rowsOf('a,F,12,I,30000,5000,2000', 'Aid,SAI'), formulas)).toEqual(['terms[1].no_row']);
    const same = { ...costs, fields: { ...costs.fields, subsidized_amount: { column: 'Need' } } };
    expect(openOf(rowsOf('a,F,12,I,30000,5000', 'Aid'), same)).toContain('fields.cost_of_attendance');
  });

  it('of credits may be subtracted from the planned and from the final ones, of which a blank stays blank', () => {
    const rows = rowsOf('a,F,12,D,0,12,3\nb,F,12,D,0,,3\nc,F,12,D,0,12,', 'Final,Free');
    const term_credits_enrolled = { columns: ['Hrs', 'Free'], less: ['Free'] };
    const gross = { column: 'Final' };
    const net = { columns: ['Final', 'Free'], less: ['Free'] };
    const recipe = (term_actual_final_credits: FieldRule) =>
      recipeWith({ terms: FALL, fields: { term_credits_enrolled, term_actual_final_credits } });
    const of = 'Fall 2026';
    const decisions = {
      [`blank_final:${of}`]: '',
      [`blank_part:term_credits_enrolled:${of}:Free`]: 'many_none',
      [`blank_part:term_actual_final_credits:${of}:Free`]: 'many_none',
    };
    const asked = Object.keys(decisions).map((key) => pathText(['decisions', key]));
    expect(pathsOf(rows, recipe(net))).toEqual(asked);
    const said = answered(rows, { ...recipe(net), decisions }, `blank_final:${of}`, 'planned');
    const credits = oursOf(rows, decided(said, 'zero:subsidized_amount', 'most_none')).map((cells) =>
      cells.slice(-2).join(),
    );
    expect(credits).toEqual(['9,9', '9,', '12,12']);
    const warnings = (rule: FieldRule) =>
      examined(rows, recipe(rule)).examination.lines.flatMap((line) => line.warnings);
    // The sign of credits may be turned; a returned payment is subtracted once.
    const turned = { column: 'Final', less: ['Final'] };
    expect(oursOf(rowsOf('a,F,12,D,3500,-6,0', 'Final,Free'), recipe(turned))[0]?.at(-1)).toBe('6');
    const paid = { less: ['Free'], columns: ['Final', 'Free'] };
    const loans = { term_prior_disbursement_sub: paid, term_prior_disbursement_unsub: paid };
    const twice = openOf(rows, recipeWith({ terms: FALL, fields: loans }));
    expect(twice).toContain('fields.term_prior_disbursement_unsub');
    expect([warnings(net), warnings(gross)]).toEqual([
      [],
      [says('"Free" is subtracted from credits enrolled')],
    ]);
  });

  it('of which a part is blank is asked about, and not known unless the blank is 0', () => {
    const table = rowsOf('a,F,12,I,30000,5000\na,S,12,I,30000,5000\nb,F,12,I,30000,\nb,S,12,I,30000,', 'Aid');
    const costs = (values?: Readonly<Record<string, string>>) => {
      const cost = { columns: ['Need', 'Aid'], less: ['Aid'], per: 'most_year', ...(values && { values }) };
      return recipeWith({ fields: { ...LEGACY, cost_of_attendance: cost } });
    };
    expect(examined(table, costs()).open).toEqual([
      {
        path: ['fields', 'cost_of_attendance', 'values', 'blank Aid'],
        message: says('Expected a number ("0" counts as nothing), "" for not known, or "not_calculated"'),
      },
    ]);
    const ours = oursOf(table, costs({ 'blank Aid': '0' })).map((cells) => cells.join());
    expect(ours).toContainEqual(expect.stringMatching(/^b,.*,30000,/));
    expect(dollarsOf(table, costs({ 'blank Aid': '' }))['b']).toContain(
      'A part of Cost of attendance less other aid is blank. Write it',
    );
    // The answers were given for the difference, not for the cost alone.
    expect(unplaced(costs({ 'blank Aid': '0' }), 'Aid').fields.cost_of_attendance).toEqual({
      column: 'Need',
    });
  });

  it('of the year that is blank for one of the terms is not known', () => {
    const cost = { column: 'Need', per: 'most_term' };
    const costs = recipeWith({ fields: { ...LEGACY, cost_of_attendance: cost } });
    const { a, b } = dollarsOf(rowsOf('a,F,12,I,15000\na,S,12,I,\nb,F,12,I,15000\nb,S,12,I,15000'), costs);
    expect([a, b]).toEqual([says('The cost of attendance is blank for a term'), '100 0 20500']);
  });

  it('of a ledger in which payments are negative has its sign turned', () => {
    const lines = ['a,F,12,D,0,DL,-2000', 'a,F,12,D,0,DL,500', 'a,S,12,D,0,DL,'];
    const fund_paid = { column: 'Paid', less: ['Paid'] };
    const ours = oursOf(rowsOf(lines, 'Fund,Paid'), fundRecipe({ DL: 'unsub' }, { fields: { fund_paid } }));
    expect(ours.map((cells) => cells.at(-1))).toEqual(['1500', '']);
  });

  it('that terms have is asked of those of the year alone, and added up', () => {
    const having = (of: string) =>
      rowsOf(`a,F,12,D,1000\na,S,12,D,1000\na,Summer 2027,,D,${of}\na,Winter 2027,0,D,${of}`);
    const subsidized_amount = { column: 'Need', per: 'most_term' } as const;
    const terms = [
      ...TERM_RECIPE.terms,
      { label: 'Summer 2027', blank: 'most_not_in_year' },
      { label: 'Winter 2027', fields: { term_required: { value: 'false' } } },
    ] as const;
    const recipe = recipeWith({
      fields: { subsidized_amount },
      terms,
      decisions: { term_order: 'Fall 2026 > Spring 2027 > Summer 2027 > Winter 2027' },
    });
    for (const need of ['1000', '']) expect(dollarsOf(having(need), recipe)).toEqual({ a: '100 2000 4500' });
  });

  it('of terms is asked about apart where it is blank, and where a term has no row', () => {
    const terms = [{ label: 'Fall 2026' }, { label: 'Spring 2027', no_row: 'some_not_enrolled' }] as const;
    const recipe = recipeWith({
      fields: { subsidized_amount: { column: 'Need', per: 'rises_term' } },
      terms,
    });
    const both = 'abcdefghijkl'.replace(/./g, (id) => `${id},F,12,D,1000\n${id},S,12,D,1500\n`);
    const having = (...lines: readonly string[]) => rowsOf(`${both}${lines.join('\n')}`);
    expect(openOf(having('x,F,12,D,1000'), recipe)).toEqual(['decisions["need_blank:a term has no row"]']);
    const said = decided(recipe, 'need_blank:a term has no row', 'some_none');
    expect(openOf(having('x,F,12,D,1000'), said)).toBeNull();
    // It was not said of a need that is blank.
    for (const [need, kind] of Object.entries({ '': 'every term is blank', 1000: 'a term is blank' }))
      expect(openOf(having(`x,F,12,D,${need}`, 'x,S,12,D,'), said)).toEqual([
        `decisions["need_blank:${kind}"]`,
      ]);
  });

  it('that a row of a student has for each term is added up', () => {
    const table = tableOf('ID,FC,SC,FN,SN\na,12,12,1500,2000');
    const having = (per?: string) =>
      studentRecipe(
        { Fall: 'FC', Spring: 'SC' },
        {
          dependency_status: { value: 'dependent' },
          subsidized_amount: { columns: ['FN', 'SN'], ...(per && { per }) },
        },
      );
    expect(dollarsOf(table, having())).toEqual({ a: '100 3500 3000' });
    // A row covers all terms, so its amounts are for the year.
    expect(openOf(table, having('term'))).toContain('fields.subsidized_amount.per');
  });
});

describe('the rows ask of payments', () => {
  it('what several of one fund in a term are', () => {
    const recipe = fundRecipe({ DL: 'unsub', PELL: 'none' }, { terms: FALL, not_used: { Date: 'texts' } });
    const rows = (next: string) => rowsOf(`a,F,12,D,0,DL,500,1/9\na,F,12,D,0,${next},2/9`, 'Fund,Paid,Date');
    const paid = (second: string, answer: string) =>
      paidIn(rows(second), decided(recipe, 'alike_rows:Date | ? Paid', answer));
    const [same, other] = ['alike_rows:Date', 'alike_rows:Date | Paid'];
    for (const [second, each, key] of [
      ['DL,500', '1000', same],
      ['DL,200', '700', other],
    ] as const) {
      expect(pathsOf(rows(second), recipe)).toEqual([`decisions["${key}"]`]);
      expect(paid(second, 'most_each')).toEqual(['12', each]);
    }
    // Payments of different amounts say nothing about one that is listed twice.
    expect(pathsOf(rows('DL,500'), decided(recipe, other, 'most_each'))).toHaveLength(1);
    expect(paid('DL,500', 'most_once')).toEqual(['12', '500']);
    const fall = 'In rows 2 and 3 more is taken back than was paid for Fall 2026. Write what was paid';
    expect(dollarsOf(rows('DL,-900'), recipe)).toEqual({ a: says(fall) });
    const fails = { a: says('are of one payment, and are not equal') };
    expect(dollarsOf(rows('DL,200'), decided(recipe, other, 'most_once'))).toEqual(fails);
    for (const next of ['PELL,500', 'DL,0', 'DL,-100']) expect(pathsOf(rows(next), recipe)).toEqual([]);
    // If rows are listed twice, returns may be, too; or they are two returns of one payment.
    const returned = ['DL,500,1/9', 'DL,-100,2/9', 'DL,500,3/9', 'DL,-100,4/9'];
    const all = (of: readonly string[]) => rowsOfEach(of, 'Fund,Paid,Date', (line) => `a,F,12,D,0,${line}`);
    const doubled = all(returned);
    const both = (answer: string) => decided(decided(recipe, same, answer), other, answer);
    expect(pathsOf(doubled, recipe)).toEqual([other, same].map((key) => `decisions["${key}"]`));
    expect(dollarsOf(doubled, both('most_once'))).toEqual(fails);
    expect(paidIn(doubled, both('most_each'))).toEqual(['12', '800']);
    expect(paidIn(all(returned.slice(1)), both('most_once'))).toEqual(['12', '300']);
    // A formula error in the fund column is not a fund.
    expect(openOf(rows('#N/A,200'), recipe)).toContain('fields.fund.values["#N/A"]');
    // A value written by hand that is not one of the choices does not answer the question.
    expect(openOf(rows('DL,500'), decided(recipe, same, 'constructor'))).toHaveLength(1);
    const payment_number = { column: 'Date' };
    const numbered = { ...recipe, fields: { ...recipe.fields, payment_number }, not_used: {} };
    expect(pathsOf(rows('DL,500'), numbered)).toEqual([]);
    const ofOne = { ...recipe, fields: { ...recipe.fields, fund: { value: 'unsub' } } };
    expect(pathsOf(rows('DL,200'), { ...ofOne, not_used: { ...recipe.not_used, Fund: 'texts' } })).toEqual([
      `decisions["${other}"]`,
    ]);
  });

  it('whether a row of one that was not made takes back a row of the same', () => {
    const status = [{ column: 'Stat', values: { Paid: 'counts', Cancelled: 'not_paid' } as const }];
    const unanswered = fundRecipe({ DL: 'unsub', SUB: 'sub' }, { terms: FALL, status });
    const rows = (fund: string, amount = '500') =>
      rowsOf(`a,F,12,D,0,DL,500,Paid\na,F,,D,0,${fund},${amount},Cancelled`, 'Fund,Paid,Stat');
    // A loan may be canceled after some of it was paid.
    const unpaid = 'left_out_payments:"Stat" is "Cancelled"';
    expect(pathsOf(rows('SUB'), unanswered)).toEqual([pathText(['decisions', unpaid])]);
    expect(pathsOf(rows('SUB', '0'), unanswered)).toEqual([]);
    const recipe = decided(unanswered, unpaid, 'most_left_out');
    const key = 'taken_back:"Stat" is "Cancelled"';
    const path = pathText(['decisions', key]);
    expect(openOf(rows('DL'), recipe)).toEqual([path]);
    expect(paidIn(rows('DL'), decided(recipe, key, 'most_each'))).toEqual(['', '500']);
    expect(dollarsOf(rows('DL'), decided(recipe, key, 'most_not_calculated'))).toEqual({
      a: says('are of the same thing, and only some of them count'),
    });
    // `most_last`, which an older recipe may contain, is not an answer for payments.
    expect(openOf(rows('DL'), decided(recipe, key, 'most_last'))).toEqual([path]);
    // What was said of one code does not hold for another.
    const ofVoid = decided(recipe, 'taken_back:"Stat" is "Void"', 'most_each');
    expect(openOf(rows('DL'), ofVoid)).toEqual([path]);
    // A word may replace the amount of a payment that was not made.
    const fund_paid = { column: 'Paid', values: { void: '' } };
    const words = fundRecipe({ DL: 'unsub' }, { terms: FALL, fields: { fund_paid } });
    const lines = 'a,F,12,D,0,DL,500\na,F,12,D,0,DL,void';
    expect(pathsOf(rowsOf(lines, 'Fund,Paid'), words)).toEqual(['decisions["taken_back:nothing was paid"]']);
  });

  it('whether the same one on each row of a term is of the row, or of the whole term', () => {
    const byParts = recipeWith({ fields: { ...PAID, ...IN_PARTS } });
    const paying = (a: number, b: number) =>
      rowsOf(`1,Fall A,6,D,0,${a}\n1,Fall B,3,D,0,${b}\n1,S,12,D,0,0`, 'Paid');
    const said = (answer: string) => decided(byParts, OF_PARTS, answer);
    const [same, different] = [paying(800, 800), paying(800, 0)];
    expect(pathsOf(same, byParts)).toEqual([`decisions.${OF_PARTS}`]);
    expect(paidIn(same, said('most_of_part'))).toEqual(['9', '1600']);
    expect(paidIn(same, said('most_of_term'))).toEqual(['9', '800']);
    expect(pathsOf(different, byParts)).toEqual([]);
    expect(paidIn(different, byParts)).toEqual(['9', '800']);
    // An answer for equal payments does not cover different ones.
    expect(pathsOf(different, said('most_of_term'))).toEqual([`decisions.${OF_PARTS}`]);
    const both = { ...PAID, ...IN_PARTS, term_prior_disbursement_sub: { column: 'Sub' } } as const;
    const credits = { 'credits_of_parts:term_credits_enrolled': 'most_of_part' };
    // One loan may be repeated on each part of the term while the other is not.
    const one = rowsOf('1,Fall A,6,D,4500,800,1000\n1,Fall B,6,D,4500,0,1000', 'Paid,Sub');
    const ofOne = recipeWith({ fields: both, terms: FALL, decisions: credits });
    expect(pathsOf(one, ofOne).slice(1)).toEqual([`decisions.${OF_PARTS}`]);
    for (const earlier of ['most_of_term', 'of_part'])
      expect(openOf(one, decided(ofOne, OF_PARTS, earlier))).toContain(`decisions.${OF_PARTS}`);
    // For rows with the same label, an answer is right, too.
    const rows = rowsOf('1,F,6,D,0,800\n1,F,3,D,0,800\n1,S,12,D,0,0', 'Paid');
    const added = recipeWith({ fields: PAID, decisions: { differing_rows: 'most_each' } });
    expect(pathsOf(rows, added)).toContain(`decisions.${OF_PARTS}`);
    expect(paidIn(rows, decided(added, OF_PARTS, 'most_of_term'))).toEqual(['9', '800']);
  });

  it('whether one on several courses is of each or of the whole term', () => {
    const recipe = recipeWith({ rows: 'course', fields: PAID, not_used: { Course: 'texts' }, terms: FALL });
    const courses = (...paid: readonly (number | '')[]) =>
      rowsOfEach(paid, 'Course,Paid', (each, nth) => `1,F,4,D,0,C${nth},${each}`);
    const said = (answer: string) => decided(recipe, OF_PARTS, answer);
    expect(paidIn(courses(600, '', ''), recipe)).toEqual(['12', '600']);
    for (const table of [courses(200, 200, 200), courses(300, 400, 300)])
      expect(pathsOf(table, recipe)).toEqual([`decisions.${OF_PARTS}`]);
    expect(paidIn(courses(200, 200, 200), said('most_of_term'))).toEqual(['12', '200']);
    expect(paidIn(courses(200, 200, 200), said('most_of_part'))).toEqual(['12', '600']);
    expect(paidIn(courses(300, 400, 300), said('of_part'))).toEqual(['12', '1000']);
    expect(dollarsOf(courses(300, 400, 300), said('of_term'))).toEqual({ 1: says('differ in "Paid"') });
    // A dropped course says nothing about what was paid for the term.
    const dropped = rowsOf('1,F,4,D,0,C1,R,600\n1,F,4,D,0,C2,W,0\n1,F,4,D,0,C3,R,600', 'Course,Stat,Paid');
    const status = [{ column: 'Stat', values: { R: 'counts', W: 'no_credits' } as const }];
    expect(paidIn(dropped, { ...said('of_term'), status })).toEqual(['8', '600']);
  });

  it('whether those of funds are of the term, only where each of everybody is the same', () => {
    const recipe = fundRecipe({ DL: 'unsub' });
    const table = (...spring: readonly number[]) =>
      rowsOfEach(spring, 'Fund,Paid', (paid, id) => `${id},F,12,D,0,DL,1000\n${id},S,12,D,0,DL,${paid}`);
    expect(pathsOf(table(1000, 1000), recipe)).toEqual([`decisions.${SO_FAR}`]);
    expect(pathsOf(table(1000, 0), recipe)).toEqual([]);
    const once = oursOf(table(1000), decided(recipe, SO_FAR, 'most_so_far'));
    expect(once.map((cells) => cells.at(-1))).toEqual(['1000', '0']);
  });

  it('whether amounts that hardly fall, or are the same on the row of each term, are of the term', () => {
    const same = rowsOf('a,F,12,D,0,3000\na,S,12,D,0,3000\nb,F,12,D,0,0\nb,S,12,D,0,0', 'Paid');
    const recipe = recipeWith({ fields: PAID });
    expect(pathsOf(same, recipe)).toEqual([`decisions.${SO_FAR}`]);
    const paid = [says('; $6,000 is paid, '), says('; $3,000 is paid, ')];
    expect(effectsOf(same, recipe)).toEqual([...paid, says('is not of one term')]);
    const above = rowsOf('a,F,12,D,0,9000\na,S,12,D,0,9000', 'Paid');
    const inWords = /^not calculated \(Fall 2026: Unsubsidized paid for the term: Cannot exceed/;
    expect(effectsOf(above, recipe)).toContainEqual(expect.stringMatching(inWords));
    const rising = Array.from({ length: 9 }, (_, at) => `${at},F,12,D,0,1000\n${at},S,12,D,0,1500`);
    const returned = '10,F,12,D,0,1000\n10,S,12,D,0,500';
    const fallen = (...nth: readonly number[]) =>
      rowsOf(
        [...rising.slice(nth.length), ...nth.map((at) => returned.replace(/10(?=,[FS])/g, `${at}`))],
        'Paid',
      );
    for (const some of [rowsOf(rising, 'Paid'), fallen(10), fallen(10, 11)])
      expect(pathsOf(some, recipe)).toEqual([`decisions.${SO_FAR}`]);
    expect(pathsOf(fallen(10, 11, 12), recipe)).toEqual([]);
    const saying = (answer: string) => decided(recipe, SO_FAR, answer);
    expect(dollarsOf(same, saying('most_so_far'))).toMatchObject({ a: '100 0 6500' });
    // If a running total falls, the amount paid for the term is unknown.
    expect(dollarsOf(fallen(10), saying('rises_so_far'))).toMatchObject({
      8: expect.any(String),
      10: says('has less than was paid before'),
    });
    // An answer for rising amounts does not cover amounts that mostly fall a month later.
    expect(openOf(fallen(10, 11, 12), saying('rises_so_far'))).toEqual([`decisions.${SO_FAR}`]);
    // Unpaid terms show 0 or a blank. The paid ones decide; a few do if none is equal or falls.
    const unpaid = ['0', ''].map((paid, at) => `${20 + at},F,12,D,0,1000\n${20 + at},S,12,D,0,${paid}`);
    const mixed = (some: readonly string[]) => rowsOf([...some, ...unpaid], 'Paid');
    for (const some of [rising, rising.slice(5)])
      expect(pathsOf(mixed(some), recipe)).toEqual([`decisions.${SO_FAR}`]);
    const equal = rising.map((lines) => lines.replace('1500', '1000'));
    const renamed = (lines: string, at: number) => lines.replace(/^\d+/gm, String(at));
    for (const some of [[...rising.slice(5), returned], equal, [...equal.slice(2), ...rising.slice(0, 2)]])
      expect(pathsOf(mixed(some), recipe)).toEqual([]);
    // Among students whose amounts rise or fall, nearly all rise.
    const third = [...equal, ...rising, ...equal.map((lines) => lines.replace(/,1000$/, ',0'))];
    expect(pathsOf(rowsOf(third.map(renamed), 'Paid'), recipe)).toEqual([`decisions.${SO_FAR}`]);
    // A few students without a second payment make no difference.
    expect(
      pathsOf(rowsOf([...equal, ...equal, ...equal, unpaid[0] ?? ''].map(renamed), 'Paid'), recipe),
    ).toEqual([`decisions.${SO_FAR}`]);
    const { students } = answerTo(mixed(rising), saying('most_so_far'));
    expect(students?.get('20')?.result).toMatchObject({
      terms: [{ equal: { unsubsidized: 1000 } }, { equal: { unsubsidized: 5500 } }],
    });
  });

  const BESIDE = { F: 'Hrs F', S: 'Hrs S' };

  it('whether one column of them, where a row is a student, is of each term', () => {
    const table = tableOf('ID,Dep,Need,Hrs F,Hrs S,Paid\na,D,4500,12,12,1000\nb,I,0,12,12,');
    const recipe = studentRecipe(BESIDE, PAID);
    expect(questionsOf(table, recipe)[0]?.path).toEqual(['decisions', SO_FAR]);
    const paid = [says('; $2,000 is paid, '), says('; $1,000 is paid, ')];
    expect(effectsOf(table, recipe)).toEqual([...paid, says('not calculated (')]);
  });

  it('whether columns of each term that are the same for everybody are running totals', () => {
    const table = (...spring: readonly number[]): TableToRead => {
      const lines = spring.map((paid, id) => `${id},D,0,12,12,1000,${paid}`);
      return tableOf(['ID,Dep,Need,Hrs F,Hrs S,Paid F,Paid S', ...lines].join('\n'));
    };
    const recipe = studentRecipe(BESIDE, {}, (at) => ({
      term_prior_disbursement_unsub: { column: `Paid ${at}` },
    }));
    expect(pathsOf(table(1000, 1000), recipe)).toEqual([`decisions.${SO_FAR}`]);
    expect(pathsOf(table(1000, 0), recipe)).toEqual([]);
  });
});
