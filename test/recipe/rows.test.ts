import { describe, expect, it } from 'vitest';
import { joined } from '../../src/csv/text.js';
import { calculateCsv } from '../../src/library/csv.js';
import { applyRecipe } from '../../src/recipe/apply-recipe.js';
import { placeRule, placeStatus } from '../../src/recipe/columns/place-columns.js';
import type { StatusMeaning } from '../../src/recipe/format/our-fields.js';
import { isOurRecipe, ourRecipe, pathText, type Recipe } from '../../src/recipe/format/recipe.js';
import {
  byAnswer,
  decided,
  dollarsOf,
  FALL,
  fundRecipe,
  IN_PARTS,
  oursOf,
  PAID,
  paidIn,
  pathsOf,
  recipeWith,
  rowsOf,
  studentRecipe,
  TERM_RECIPE,
} from './row-recipes.js';
import { columnOf, examined, factsIn, openOf, ourText, says, tableOf } from './small-table.js';

describe('rows', () => {
  it('are added up once nothing is asked, without students who fail, so that a person can compare the totals', () => {
    const lines = ['a,F,12,D,4500,1000', 'a,S,9,D,4500,', 'b,F,7.5,I,2000,500', 'c,F,9,D,0,0'];
    const table = rowsOf(lines, 'Paid');
    const totals = (recipe: Recipe) =>
      examined(table, recipe)
        .examination.sentences.slice(-3)
        .map(({ text }) => text);
    const recipe = recipeWith({ fields: PAID });
    expect(totals(recipe).join()).not.toContain('totals');
    const terms = (no_row: string) => [{ label: 'Fall 2026' }, { label: 'Spring 2027', no_row }];
    expect(totals({ ...recipe, terms: terms('most_not_in_year') })).toEqual([
      'To compare with your own totals: 3 students. Subsidized need: $6,500 (2 students).',
      'Fall 2026: 3 students. Credits enrolled: 28.5 (3 students). Unsubsidized paid for the term: $1,500 (2 students).',
      'Spring 2027: 1 student. Credits enrolled: 9 (1 student).',
    ]);
    expect(totals({ ...recipe, terms: terms('most_not_calculated') })[0]).toContain(
      'own totals, without 2 students who cannot be calculated: 1 student. ',
    );
  });

  it('may say a choice in several columns, each combination of which has a meaning', () => {
    const values = { 'D |': 'dependent', 'D | I': 'independent', '| I': 'independent' };
    const fields = { dependency_status: { columns: ['Dep', 'Override'], values } };
    const recipe = recipeWith({ fields, terms: FALL });
    const table = rowsOf('a,F,12,D,0,\nb,F,12,D,0,I\nc,F,12,,0,I', 'Override');
    expect(dollarsOf(table, recipe)).toEqual({ a: '100 0 6500', b: '100 0 10500', c: '100 0 10500' });
    expect(openOf(rowsOf('a,F,12,D,0,\nb,F,12,I,0,D', 'Override'), recipe)).toEqual([
      'fields.dependency_status.values["I | D"]',
    ]);
  });

  it('may say an amount in a column that counts instead of others where it is filled', () => {
    const lines = ['a,F,12,D,0,6', 'b,F,12,D,0,', 'c,F,12,D,0,0', 'd,F,,D,0,9', 'e,F,12,D,0,n/a'];
    const table = rowsOf(lines, 'Corrected');
    const by = (values: Readonly<Record<string, string>>) => {
      const credits = { columns: ['Hrs', 'Corrected'], instead: ['Corrected'], values };
      return recipeWith({ fields: { term_credits_enrolled: credits }, terms: FALL });
    };
    const creditsBy = (zero: string) =>
      oursOf(table, by({ 'n/a': '', '0 Corrected': zero })).map((cells) => cells.at(-1));
    expect(openOf(table, by({ 'n/a': '' }))).toEqual(['fields.term_credits_enrolled.values["0 Corrected"]']);
    expect(creditsBy('0')).toEqual(['6', '12', '0', '9', '12']);
    expect(creditsBy('')).toEqual(['6', '12', '12', '9', '12']);
    // A blank in the only other column means what it means in a single column.
    const needs = { columns: ['Need', 'Corrected'], instead: ['Corrected'], per: 'most_year' } as const;
    const ofNeed = recipeWith({ fields: { subsidized_amount: needs }, terms: FALL });
    expect(dollarsOf(rowsOf('a,F,12,D,,2000\nb,F,12,D,1000,', 'Corrected'), ofNeed)).toEqual({
      a: '100 2000 4500',
      b: '100 1000 5500',
    });
    const sentences = examined(table, by({ 'n/a': '', '0 Corrected': '' })).examination.sentences;
    expect(sentences.map(({ text }) => text)).toContainEqual(
      says('"Hrs", or "Corrected" where that is filled'),
    );
  });

  it('that say what is not known fail their students, a dash and a number too', () => {
    const values = { '-': 'not_calculated', 9999: 'not_calculated' };
    const fields = { subsidized_amount: { column: 'Need', values, per: 'most_year' } } as const;
    const table = rowsOf('a,F,12,D,-\nb,F,12,D,9999\nc,F,12,D,0');
    expect(dollarsOf(table, recipeWith({ fields, terms: FALL }))).toEqual({
      a: says('is "-"'),
      b: says('is "9999"'),
      c: '100 0 6500',
    });
    const corrected = { columns: ['Hrs', 'More'], instead: ['More'], values: { '0 More': 'not_calculated' } };
    const parts = { columns: ['Need', 'More'], values: { 'blank More': 'not_calculated' }, per: 'most_year' };
    const oneColumn = rowsOf('a,F,12,D,0,0\nb,F,12,D,0,', 'More');
    const by = (of: Recipe['fields']) => dollarsOf(oneColumn, recipeWith({ fields: of, terms: FALL }));
    const credits = { a: says('Credits enrolled is "0"'), b: '100 0 6500' };
    expect(by({ term_credits_enrolled: corrected })).toEqual(credits);
    const need = { a: '100 0 6500', b: says('Subsidized need is a blank cell') };
    expect(by({ subsidized_amount: parts })).toEqual(need);
  });

  it.each([
    ['spaces of thousands', '4 500', '4\u202f500'],
    ['the name of the currency', 'USD 4500.00', 'US$4500'],
    ['apostrophes of thousands, and the currency behind', "4'500.00", '4500 USD'],
    ['the sign of the currency behind', '4500 $', '4 500.00$'],
  ])('with %s are numbers', (_, one, other) => {
    const rows = rowsOf(`a,F,12,D,${one}\na,S,12,D,${other}`);
    expect(dollarsOf(rows, TERM_RECIPE)).toEqual({ a: '100 4500 2000' });
  });

  it('with a number that cannot be read fail their student, and are never blank', () => {
    const table = rowsOf('a,F,12*,D,0\na,S,12,D,0\nb,F,12,D,0\nb,S,12,D,0');
    const star = recipeWith({ fields: { term_credits_enrolled: { column: 'Hrs', values: {} } } });
    expect(openOf(table, star)).toEqual(['fields.term_credits_enrolled.values["12*"]']);
    expect(ourText(table, star, { ...examined(table, star), open: [] })).toContain('12*');
  });

  it('of parts of a term are added up', () => {
    const table = rowsOf('a,Fall A,3,D,0\na,Fall B,6,D,0\na,S,12,D,0');
    const recipe = recipeWith({ fields: IN_PARTS });
    expect(dollarsOf(table, recipe)).toEqual({ a: '88 0 5720' });
    const [said] = examined(table, recipe).examination.sentences.filter(({ text }) => /^Term:/.test(text));
    expect(said?.text).toBe(
      'Term: "Term". Fall A (1) is Fall 2026 and Fall B (1) is Fall 2026. Rows of one term are added up, unless an answer says otherwise.',
    );
  });

  it('without a level fail their student, who is not taken for an undergraduate, unless another row says it', () => {
    const degree_level = { column: 'Level', values: { G: 'graduate', '': '' } } as const;
    const levels = recipeWith({ fields: { degree_level, dependency_status: { value: 'independent' } } });
    const rows = rowsOf('a,F,12,D,0,G\na,S,12,D,0,\nb,F,12,D,0,\nb,S,12,D,0,', 'Level');
    const b = says('No row of this student says a degree level');
    expect(dollarsOf(rows, levels)).toEqual({ a: '100 0 20500', b });
  });

  it('of which a choice or a flag says that the student is not calculated fail that student', () => {
    const degree_level = { column: 'Level', values: { UG: 'undergraduate', C: 'not_calculated' } } as const;
    const plus_denied = { column: 'PLUS', values: { N: 'false', '?': 'not_calculated' } } as const;
    const recipe = recipeWith({ fields: { degree_level, plus_denied }, terms: FALL });
    const table = rowsOf('a,F,12,D,0,UG,N\nb,F,12,D,0,C,N\nc,F,12,D,0,UG,?', 'Level,PLUS');
    expect(openOf(table, recipe)).toBeNull();
    expect(dollarsOf(table, recipe)).toEqual({
      a: '100 0 6500',
      b: says('Degree level is "C"'),
      c: says('is "?"'),
    });
  });

  it('of funds have words among the payments that mean nothing, or a number, once that is said', () => {
    const table = rowsOf('a,F,12,D,0,DL,all\na,S,12,D,0,DL,n/a', 'Fund,Paid');
    const open = ['fields.fund_paid.values.all', 'fields.fund_paid.values["n/a"]'];
    expect(openOf(table, fundRecipe({ DL: 'unsub' }))).toEqual(open);
    const fund_paid = { column: 'Paid', values: { 'n/a': '', all: '3500' } };
    const ours = oursOf(table, fundRecipe({ DL: 'unsub' }, { fields: { fund_paid } }));
    expect(ours.map((cells) => cells.at(-1))).toEqual(['3500', '']);
  });

  it('of funds fail whose credits are taken away on a row that does not repeat them', () => {
    const status: Recipe['status'] = [{ column: 'Stat', values: { W: 'no_credits', '': 'counts' } }];
    const recipe = fundRecipe({ DL: 'unsub', PELL: 'none' }, { status, terms: FALL });
    const { a } = dollarsOf(rowsOf('a,F,12,D,0,DL,500,\na,F,,D,0,PELL,500,W', 'Fund,Paid,Stat'), recipe);
    expect(a).toContain('Rows 3 and 2 are of one term, and the status of only one says');
  });
});

describe('a status', () => {
  const statusOf = (W: StatusMeaning): Recipe['status'] => [{ column: 'Stat', values: { R: 'counts', W } }];
  const LINES = 'a,F,12,D,0,R\na,S,9,D,0,W\nb,F,12,D,0,R\nb,S,12,D,0,R';
  const TABLE = rowsOf(LINES, 'Stat');
  const LEAVES_OUT = recipeWith({ status: statusOf('leave_out') });

  it('takes credits away that are there', () => {
    const recipe = recipeWith({ status: statusOf('no_credits') });
    expect(dollarsOf(TABLE, recipe)).toEqual({ a: '50 0 3250', b: '100 0 6500' });
    // The status does not explain blank credits, so they are asked about.
    expect(pathsOf(rowsOf(LINES.replace('a,S,9', 'a,S,'), 'Stat'), recipe)).toEqual(['terms[1].blank']);
  });

  it('that takes credits away fails students with final credits beside it', () => {
    const fields = { term_actual_final_credits: { column: 'Final' } };
    const recipe = recipeWith({ status: statusOf('no_credits'), fields, terms: FALL });
    const table = rowsOf('a,F,12,D,0,W,3\nb,F,12,D,0,R,12\nc,F,12,D,0,W,0', 'Stat,Final');
    expect(dollarsOf(table, recipe)).toEqual({
      a: says('Row 2 has final credits, and "Stat" is "W"'),
      b: '100 0 6500',
      c: '0 0 0',
    });
    // Of two parts that repeat the credits of the term, one that was dropped says nothing about the other.
    const inLabels = recipeWith({
      ...recipe,
      fields: { ...fields, ...IN_PARTS },
      decisions: { 'credits_of_parts:term_credits_enrolled': 'most_of_term' },
    });
    const halves = rowsOf('a,Fall A,12,D,0,W,0\na,Fall B,6,D,0,R,6', 'Stat,Final');
    expect(dollarsOf(halves, inLabels)).toEqual({ a: '50 0 3250' });
    // With final credits of 0, the planned ones stay: the eligibility as planned depends on them.
    const ofC = rowsOf('c,F,12,D,0,W,0\nd,F,9,D,0,W,', 'Stat,Final');
    const credits = oursOf(ofC, recipe).map((cells) => cells.slice(-2).join());
    expect(credits).toEqual(['12,0', '0,']);
  });

  it('with a new code is a reason to check the others, once the recipe was confirmed', () => {
    const status: Recipe['status'] = [{ column: 'Stat', values: { R: 'counts', W: 'no_credits' } }];
    const table = rowsOf('a,F,12,D,0,W\nb,F,12,D,0,R\nc,F,12,D,0,AU', 'Stat');
    const said = (confirmed: boolean) =>
      examined(table, { ...recipeWith({ status, terms: FALL }), confirmed }).open[0]?.message;
    expect(said(true)).toContain('Check that the other codes still mean the same.');
    expect(said(false)).not.toContain('Check that');
  });

  it('that is a date has one meaning for all dates of a year, those of next month included', () => {
    const withdrew = (on: string) => rowsOf(`a,F,12,D,0,\na,S,9,D,0,${on}\nb,F,12,D,0,\nb,S,12,D,0,`, 'Left');
    const last = withdrew('2027-02-14');
    const draft = placeStatus({ ...TERM_RECIPE, status: null }, columnOf(factsIn(last), 'Left'));
    expect(openOf(last, draft)).toEqual(['status[0].values[""]', 'status[0].values["a date of 2027"]']);
    const left = { 'a date of 2026': 'no_credits', 'a date of 2027': 'no_credits' } as const;
    const values = { '': 'counts', ...left } as const;
    const asked = recipeWith({ status: [{ column: 'Left', values }] });
    expect(byAnswer(last, asked)).toMatchObject({
      always: { a: '50 0 3250' },
      not_calculated: { a: says('A date in "Left" may be in the future') },
    });
    const failing = { ...values, 'a date of 2027': 'not_calculated' } as const;
    expect(pathsOf(last, recipeWith({ status: [{ column: 'Left', values: failing }] }))).toEqual([]);
    const recipe = decided(asked, 'dates:Left', 'most_always');
    const days = `2027-02-14|3/2/2027|15-MAR-2027|05OCT2026|Oct 5 2026|14-FEB-27|2027-02-14 09:30|20270214|15 Jan 2027|
      Mon Sept. 14 2026|2027-02-14T00:00:00.000Z|14 de septiembre de 2026|1 fév. 2027|02142027|15-ene-2027`;
    for (const date of days.split(/\|\s*/))
      expect(dollarsOf(withdrew(date), recipe)).toEqual({ a: '50 0 3250', b: '100 0 6500' });
    // A date of another year is from an earlier enrollment, or a placeholder.
    for (const [date, year] of Object.entries({ '2024-10-05': 2024, '31-DEC-99 00:00:00': 2099 }))
      expect(openOf(withdrew(date), recipe)).toEqual([`status[0].values["a date of ${year}"]`]);
    const word = { 'W a date of 2027': 'no_credits', '': 'counts' } as const;
    const words = { ...recipe, status: [{ column: 'Left', values: word }] };
    expect(dollarsOf(withdrew('W 3/2/2027'), words)).toEqual({ a: '50 0 3250', b: '100 0 6500' });
    // A date with more text, or a placeholder for no date, is a code of its own.
    for (const code of [
      '3/2/2027 Reinstated',
      '12/31/9999',
      '1900-01-00',
      '2026-27',
      '12-34-56',
      '1-2-3',
      '20271340',
      '202710',
    ])
      expect(openOf(withdrew(code), recipe)).toEqual([`status[0].values[${JSON.stringify(code)}]`]);
    // So is a date with its own meaning.
    const own = {
      ...recipe,
      status: [{ column: 'Left', values: { ...values, '2027-02-14': 'counts' } }],
    } as const;
    expect(dollarsOf(last, own)).toEqual({ a: '88 0 5720', b: '100 0 6500' });
  });

  it('that is a date by which payments count or not asks whether that day is in the future', () => {
    const on = (date: string) => rowsOf(`a,F,12,D,0,DL,900,N/A\na,S,9,D,0,DL,800,${date}`, 'Fund,Paid,Date');
    const status = [{ column: 'Date', values: { 'N/A': 'counts', 'a date of 2027': 'not_paid' } as const }];
    const decisions = { 'left_out_payments:"Date" is "a date of 2027"': 'most_left_out' };
    const recipe = fundRecipe({ DL: 'unsub' }, { status, decisions });
    expect(byAnswer(on('3/5/2027'), recipe)).toEqual({
      always: { a: '88 0 5720' },
      not_calculated: { a: says('A date in "Date" may be in the future') },
    });
    // Dates that count may be in the future, too.
    const counts = [{ column: 'Date', values: { 'N/A': 'counts', 'a date of 2027': 'counts' } as const }];
    expect(pathsOf(on('3/5/2027'), { ...recipe, status: counts })).toEqual(['decisions["dates:Date"]']);
    const always = decided(recipe, 'dates:Date', 'most_always');
    expect(oursOf(on('20270305'), always).map((cells) => cells.at(-1))).toEqual(['900', '']);
  });

  it('of a payment that was not made leaves the term and its credits', () => {
    const values = { Paid: 'counts', Planned: 'not_paid', Returned: 'paid_back', Void: 'leave_out' } as const;
    const decisions = {
      'taken_back:? "Stat" is "Planned" | ? "Stat" is "Void"': 'most_each',
      'left_out_payments:"Stat" is "Planned"': 'most_left_out',
    };
    const recipe = fundRecipe({ DL: 'unsub' }, { status: [{ column: 'Stat', values }], decisions });
    const withLast = (...lines: readonly string[]) => {
      const all = ['F,12,D,0,DL,900,Paid', 'S,9,D,0,DL,800,Planned', ...lines.map((line) => `F,${line}`)];
      return rowsOf(
        all.map((line) => `a,${line}`),
        'Fund,Paid,Stat',
      );
    };
    expect(paidIn(withLast(), recipe)).toEqual(['12', '900']);
    expect(dollarsOf(withLast(), recipe)).toEqual({ a: '88 0 5720' });
    // A payment that was paid back is subtracted, whatever its sign.
    for (const amount of ['300', '-300', '(300.00)'])
      expect(paidIn(withLast(`12,D,0,DL,${amount},Returned`), recipe)).toEqual(['12', '600']);
    // A negative amount that was not made may cancel a payment that was made.
    expect(dollarsOf(withLast('12,D,0,DL,-200,Planned'), recipe)).toEqual({
      a: says('is below 0, and its status says that nothing was paid'),
    });
    // If returns in a term have both signs, some may reverse others.
    expect(dollarsOf(withLast('12,D,0,DL,300,Returned', '12,D,0,DL,-200,Returned'), recipe)).toEqual({
      a: says('its sign differs from one above'),
    });
    const voided = withLast('12,D,0,DL,300,Void');
    expect(byAnswer(voided, recipe)).toMatchObject({
      left_out: { a: '88 0 5720' },
      not_calculated: { a: says('which does not count, has credits or a payment') },
    });
  });

  it('of no term asks of the payments on it, and of credits where its label is blank', () => {
    const rows = 'a,F,12,D,0,100\na,AY 2026-27,6,D,0,500\nb,F,12,D,0,\nb,25,6,D,0,\nc,F,6,D,0,\nc,,6,D,0,';
    const table = rowsOf(rows, 'Paid');
    const recipe = recipeWith({ fields: PAID, terms: FALL, not_terms: ['AY 2026-27', '25', ''] });
    const keys = ['"AY 2026-27"', 'a blank cell'].map((label) => `left_out_payments:${label} is no term`);
    expect(pathsOf(table, recipe)).toEqual(keys.map((key) => pathText(['decisions', key])));
    const said = (answer: string) => keys.reduce((so, key) => decided(so, key, `many_${answer}`), recipe);
    const leftOut = { a: '100 0 6500', b: '100 0 6500', c: '50 0 3250' };
    expect(dollarsOf(table, said('left_out'))).toEqual(leftOut);
    expect(dollarsOf(table, said('not_calculated'))).toEqual({
      a: says('has credits or a payment'),
      b: '100 0 6500',
      c: says('Row 7, which'),
    });
  });

  it('that leaves out a row with a payment asks whether it was made', () => {
    const recipe = recipeWith({ status: statusOf('leave_out'), fields: PAID });
    const lines = ['a,F,12,D,0,R,0', 'a,S,12,D,0,R,0', 'b,F,12,D,0,R,0', 'b,S,12,D,0,W,700'];
    const springs = recipe.terms.map((term) => ({ ...term, no_row: 'many_not_in_year' }));
    expect(byAnswer(rowsOf(lines, 'Stat,Paid'), { ...recipe, terms: springs })).toMatchObject({
      left_out: { a: '100 0 6500', b: '100 0 6500' },
      not_calculated: { a: '100 0 6500', b: says('which does not count, has credits or a payment') },
    });
    // The amount paid for the term is repeated on each of its courses.
    const ofCourses = recipeWith({ ...recipe, rows: 'course', terms: FALL });
    const isAsked = (paid: number): boolean =>
      pathsOf(rowsOf(`a,F,9,D,0,R,700\na,F,3,D,0,W,${paid}`, 'Stat,Paid'), ofCourses).some((path) =>
        path.includes('left_out_payments'),
      );
    expect([700, 500].map(isAsked)).toEqual([false, true]);
  });

  it('that leaves a row out leaves what only that row says of the student, where it is printed once', () => {
    const dependency_status = { column: 'Dep', values: { D: 'dependent', '': '' } } as const;
    const fields = { ...LEAVES_OUT.fields, dependency_status };
    const ofIds = { rows_without_id: 'most_above', rows_without_id_said: 'most_above' };
    const ofRows = { 'taken_back:"Stat" is "W"': 'most_each', need_blank: 'most_none' };
    const decisions = { ...ofIds, ...ofRows };
    const said = recipeWith({ ...LEAVES_OUT, fields, decisions });
    // Other facts of the student may be on every row.
    for (const dep of ['', 'D'])
      expect(dollarsOf(rowsOf(`a,F,3,D,2000,W\n,F,12,${dep},,R\n,S,12,${dep},,R`, 'Stat'), said)).toEqual({
        a: '100 2000 4500',
      });
    // If the other rows have ids, too, the row that is left out may be from another year.
    const repeated = rowsOf('a,F,3,D,2000,W\na,F,12,D,,R\na,S,12,D,,R', 'Stat');
    expect(dollarsOf(repeated, said)).toEqual({
      a: says('Only row 2, which is left out, says Subsidized need. Write it'),
    });
  });

  it('of a row with several terms is placed on the term that it is of, but for one of the whole student', () => {
    const table = tableOf('ID,Dep,Need,FC,SC,Stat\na,D,0,12,12,R\nb,D,0,12,12,W');
    const recipe = studentRecipe({ Fall: 'FC', Spring: 'SC' });
    const open = ['status[0].values["W"]'];
    for (const meaning of ['no_credits', 'not_paid', 'paid_back'] as const)
      expect(openOf(table, { ...recipe, status: statusOf(meaning) })).toEqual(open);
    const unsaid = { ...recipe, status: [{ column: 'Stat', values: { R: 'counts', W: null } as const }] };
    expect(examined(table, unsaid).open).toEqual([
      { path: ['status', 0, 'values', 'W'], message: expect.not.stringContaining('no_credits') },
    ]);
    expect(dollarsOf(table, { ...recipe, status: statusOf('leave_out') })).toEqual({ a: '100 0 6500' });
    const terms = recipe.terms.map((term, at) =>
      at === 0 ? term : { ...term, status: statusOf('no_credits') ?? [] },
    );
    expect(dollarsOf(table, { ...recipe, terms })).toEqual({ a: '100 0 6500', b: '50 0 3250' });
  });

  it('that leaves out every row of a student, or none any longer, is told', () => {
    const textsOf = (lines: string) =>
      examined(rowsOf(lines, 'Stat'), LEAVES_OUT).examination.sentences.map(({ text }) => text);
    const left = 'Not calculated, as all of their rows are left out: 1 student.';
    expect(textsOf('a,F,12,D,0,R\na,S,12,D,0,R\nb,F,12,D,0,W')).toContain(left);
    const gone = ['Dep". D (1) is dependent. No row has "I".', 'R (1): the row counts. No row has "W".'];
    for (const text of gone) expect(textsOf('a,F,12,D,0,R')).toContainEqual(says(text));
  });

  it('fails its student, named', () => {
    expect(dollarsOf(TABLE, recipeWith({ status: statusOf('not_calculated') }))).toMatchObject({
      a: says('"Stat" is "W"'),
      b: '100 0 6500',
    });
  });
});

it('of five terms beside each other, one that is optional and without credits adds nothing to the year', () => {
  const labels = ['Early', 'Fall', 'Winter', 'Spring', 'Late'];
  const table = tableOf(`ID,Dep,Need,${labels.join(',')}\na,D,0,0,12,12,12,0\nb,D,0,0,12,12,12,6`);
  const recipe = studentRecipe(Object.fromEntries(labels.map((label) => [label, label])), {}, (label) =>
    /[EL]a/.test(label) ? { term_required: { value: 'false' } } : {},
  );
  expect(dollarsOf(table, decided(recipe, 'term_order', labels.join(' > ')))).toEqual({
    a: '100 0 6500',
    b: '88 0 5720',
  });
});

describe('a recipe is applied', () => {
  const table = rowsOf('a,F,12,D,0\na,S,9,D,0\nb,F,6,I,0\nb,S,6,I,0');
  const apply = (recipe: Recipe) => applyRecipe(table, recipe, examined(table, recipe), '2026-27');

  it('never while a place is open, or before somebody has confirmed it', () => {
    const { term_ft_credits: _, ...fields } = TERM_RECIPE.fields;
    for (const recipe of [
      { ...TERM_RECIPE, fields },
      { ...TERM_RECIPE, confirmed: false },
    ])
      expect(() => apply(recipe)).toThrow(RangeError);
  });

  it('to a file in our own names as its cells are', () => {
    const text = 'student_id,dependency_status,term_label,term_credits_enrolled\r\na,Dependent, Fall ,12\r\n';
    const own = tableOf(text);
    const recipe = ourRecipe(own.header);
    const { pieces, origins } = applyRecipe(own, recipe, examined(own, recipe), '2026-27');
    expect(Buffer.from(joined(pieces)).toString()).toBe(text);
    expect(origins.fileRowsOf(2)).toEqual([2]);
    const rule = { column: 'term_credits_enrolled', less: ['term_credits_enrolled'] };
    expect(isOurRecipe(placeRule(recipe, 'term_credits_enrolled', rule))).toBe(false);
    expect(isOurRecipe(placeRule(recipe, 'term_ft_credits', { by_level: { graduate: '9' } }))).toBe(false);
  });

  it('to everybody said to be a graduate, beside a first year, with the warning of the service', () => {
    const graduates = { degree_level: { value: 'graduate' }, grade_level: { value: 'first_year' } };
    const { pieces } = apply(recipeWith({ fields: graduates }));
    const { bytes } = calculateCsv(new Uint8Array(joined(pieces)), { awardYear: '2026-27' });
    expect(Buffer.from(bytes).toString()).toContain('grade_level has no effect');
  });
});
