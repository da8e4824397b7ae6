import { describe, expect, it } from 'vitest';
import { joined } from '../../src/csv/text.js';
import { calculateCsv } from '../../src/library/csv.js';
import { plainAnswer } from '../../src/recipe/answers.js';
import { applyRecipe, type Edit } from '../../src/recipe/apply-recipe.js';
import type { Question, TableToRead } from '../../src/recipe/examination.js';
import { examine } from '../../src/recipe/examine.js';
import { OUR_FIELDS, type StatusMeaning } from '../../src/recipe/our-fields.js';
import {
  answered,
  BLANK_RECIPE,
  type FieldRules,
  ownRecipe,
  pathText,
  type Recipe,
} from '../../src/recipe/recipe.js';
import { termsIn } from '../../src/recipe/suggest.js';
import { NAME_HINTS } from '../../src/recipe/usual-names.js';
import { openTable, type ReadSettings } from '../../src/table/open-table.js';
import { answerTo, factsIn, run, tableOf } from './small-table.js';

/** Rows of the four shapes, the questions that only rows ask, and who is not calculated. */

const HEADER = 'ID,Term,Hrs,Dep,Need';
/** Second years who are independent or not, of 12 credits full time: 4,500 subsidized at most, 6,500 or 10,500 in all. */
const FIELDS: FieldRules = {
  ...Object.fromEntries(OUR_FIELDS.map((field) => [field, 'none'])),
  student_id: { column: 'ID' },
  dependency_status: { column: 'Dep', values: { D: 'dependent', I: 'independent' } },
  degree_level: { value: 'undergraduate' },
  grade_level: { value: 'second_year' },
  subsidized_amount: { column: 'Need', per: 'year' },
  term_label: { column: 'Term' },
  term_ft_credits: { value: '12' },
  term_credits_enrolled: { column: 'Hrs' },
};
const TERMS = [{ label: 'Fall 2026' }, { label: 'Spring 2027' }];

function recipeWith(own: Partial<Recipe>): Recipe {
  const course: FieldRules = own.rows === 'course' ? { course: 'none' } : {};
  const fields = { ...FIELDS, ...course, ...own.fields };
  // Most of these students have no need: what a need of 0 is, is asked on its own below.
  const decisions = { zero_need: 'most_none', ...own.decisions };
  return {
    ...BLANK_RECIPE,
    confirmed: true,
    rows: 'term',
    terms: TERMS,
    status: [],
    ...own,
    fields,
    decisions,
  };
}

const TERM_RECIPE = recipeWith({});

/** A table in which `F` and `S` are the fall and the spring. */
function rowsOf(lines: string, header = HEADER): TableToRead {
  const text = lines
    .trim()
    .replace(/,F(?=[,\s])/g, ',Fall 2026')
    .replace(/,S(?=[,\s])/g, ',Spring 2027');
  return tableOf(`${header}\n${text}`);
}

const examined = (table: TableToRead, recipe: Recipe) =>
  run(examine(table, factsIn(table), recipe, '2026-27'));
const questionsOf = (table: TableToRead, recipe: Recipe = TERM_RECIPE): readonly Question[] =>
  examined(table, recipe).examination.questions.filter(
    ({ path: [, key], answer }) => key !== 'zero_need' || answer === null,
  );
const pathsOf = (table: TableToRead, recipe: Recipe = TERM_RECIPE): readonly string[] =>
  questionsOf(table, recipe).map(({ path }) => pathText(path));

/** The dollars of each student for the year: percent, subsidized, unsubsidized; the error of one who fails. */
function dollarsOf(table: TableToRead, recipe: Recipe): Readonly<Record<string, string>> {
  const { open, students } = answerTo(table, recipe);
  if (students === null) throw new Error(open.join(', '));
  return Object.fromEntries(
    [...students].map(([id, { result, error }]) => {
      const year = result as Record<string, unknown> | null;
      const amounts = [
        'reduced_annual_pct',
        'annual_basic_eligibility_sub',
        'annual_basic_eligibility_unsub',
      ];
      return [id, year === null ? messageOf(error) : amounts.map((name) => String(year[name])).join(' ')];
    }),
  );
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** The dollars by each answer to the only question of a table, for however many it would be given. */
function byAnswer(table: TableToRead, recipe: Recipe = TERM_RECIPE): Readonly<Record<string, unknown>> {
  const [question, ...others] = questionsOf(table, recipe).filter(({ answer }) => answer === null);
  if (question === undefined || others.length > 0) throw new Error(JSON.stringify(pathsOf(table, recipe)));
  expect(answerTo(table, recipe).open).toEqual([pathText(question.path)]);
  return Object.fromEntries(
    question.choices.map(({ value }) => [
      plainAnswer(value),
      dollarsOf(table, answered(recipe, question.path, value)),
    ]),
  );
}

/** Credits and payment of the first row of ours, of a recipe with one column of payments. */
function paidIn(table: TableToRead, recipe: Recipe): readonly string[] | undefined {
  const { pieces } = applyRecipe(table, recipe, examined(table, recipe), '2026-27');
  const [, first] = Buffer.from(joined(pieces)).toString().split('\r\n');
  return first?.split(',').slice(-2);
}

describe('the rows ask', () => {
  it('nothing, where they say all', () => {
    const table = rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,6,I,0\nb,S,12,I,0');
    expect(questionsOf(table)).toEqual([]);
    expect(dollarsOf(table, TERM_RECIPE)).toEqual({ a: '88 3960 1760', b: '75 0 7875' });
  });

  it('what it means that a student has no row for a term', () => {
    const table = rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0');
    const all = byAnswer(table);
    expect(all).toEqual({
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

  it('anew of most students what was said of a few, and not the other way round', () => {
    const lines = 'a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0';
    const [few, nobody] = [rowsOf(lines), rowsOf('a,F,12,D,4500\nb,F,9,I,0')];
    const [fewBlank, most] = [
      rowsOf(`${lines}\nb,S,,I,0`),
      rowsOf('a,F,12,D,0\na,S,,D,0\nb,F,9,I,0\nb,S,,I,0'),
    ];
    const cases = [
      ['no_row', few, nobody],
      ['blank', fewBlank, most],
    ] as const;
    for (const [place, ofFew, ofMost] of cases) {
      const said = (value: string) => answered(TERM_RECIPE, ['terms', 1, place], value);
      expect(answerTo(ofFew, said('not_enrolled')).open).toBeNull();
      expect(answerTo(ofMost, said('not_enrolled')).open).toEqual([`terms[1].${place}`]);
      expect(dollarsOf(ofFew, said('most_not_enrolled'))).toMatchObject({ b: '38 0 3990' });
    }
  });

  describe('anew of more than an answer was given for', () => {
    /** Students with two rows each; the first few have no id. */
    const students = (all: number, without: number) =>
      Array.from({ length: all }, (_, at) => {
        const id = at < without ? '' : `s${at}`;
        return `${id},F,12,D,0\n${id},S,12,D,0`;
      });
    const path = 'decisions.rows_without_id';
    const said = (answer: string) => recipeWith({ decisions: { rows_without_id: answer } });

    it('one row of a thousand, some in a hundred, many in ten, and most of them; it holds for fewer', () => {
      const sizes = [
        ['', 1],
        ['some_', 10],
        ['many_', 50],
        ['most_', 400],
      ] as const;
      for (const [at, [, without]] of sizes.entries()) {
        const table = rowsOf(students(500, without).join('\n'));
        for (const [other, [beginning]] of sizes.entries()) {
          const { open } = answerTo(table, said(`${beginning}each_row`));
          if (other < at) expect(open).toContain(path);
          else expect(open ?? []).not.toContain(path);
        }
      }
    });
  });

  it('nothing anew of a file of failed rows, which is a part of the whole', () => {
    const reason = 'Need: It is above the maximum.';
    const lines = `a,F,12,D,12000,${reason}\na,S,12,D,12000,${reason}`;
    const recipe = recipeWith({ decisions: { need_above_maximum: 'maximum' }, not_used: { error: 'texts' } });
    expect(dollarsOf(rowsOf(lines, `${HEADER},error`), recipe)).toEqual({ a: '100 4500 2000' });
    const whole = rowsOf(lines, `${HEADER},Note`);
    expect(answerTo(whole, { ...recipe, not_used: { Note: 'texts' } }).open).toEqual([
      'decisions.need_above_maximum',
    ]);
    // A column of that name that does not say of each row why it failed is one of the file.
    const own = rowsOf(lines.replace(reason, ''), `${HEADER},error`);
    expect(answerTo(own, recipe).open).toEqual(['decisions.need_above_maximum']);
  });

  it('what a need of 0 for most means, who have a limit of subsidized loans', () => {
    const recipe = { ...TERM_RECIPE, decisions: {} };
    const lines = (needs: readonly number[]) =>
      rowsOf(needs.map((need, at) => `${at},F,12,D,${need}\n${at},S,12,D,${need}`).join('\n'));
    expect(byAnswer(lines([0, 0]), recipe)).toEqual({
      none: { 0: '100 0 6500', 1: '100 0 6500' },
      not_known: {
        0: expect.stringContaining('The need is 0. Write'),
        1: expect.stringContaining('need is 0'),
      },
    });
    const two = [0, 0, 4500];
    expect(pathsOf(lines(two), recipe)).toEqual(['decisions.zero_need']);
    expect(pathsOf(lines([...two, 4500]), recipe)).toEqual([]);
    const notKnown = answered(recipe, ['decisions', 'zero_need'], 'most_not_known');
    expect(dollarsOf(lines(two), notKnown)).toMatchObject({ 2: '100 4500 2000' });
    // A month later most have been packaged, and the others have no need, or are late.
    expect(byAnswer(lines([0, 4500, 1000]), notKnown)).toMatchObject({
      none: { 0: '100 0 6500', 2: '100 1000 5500' },
      not_known: { 0: expect.stringContaining('need is 0'), 2: '100 1000 5500' },
    });
    const graduate = recipeWith({
      fields: { degree_level: { value: 'graduate' }, grade_level: 'none' },
      decisions: {},
    });
    expect(pathsOf(lines([0, 0]), { ...graduate, decisions: {} })).toEqual([]);
    // Of spring, too, where each term has its own.
    const perTerm = {
      ...recipe,
      fields: { ...FIELDS, subsidized_amount: { column: 'Need', per: 'most_term' } },
    };
    expect(pathsOf(rowsOf('a,F,12,D,2000\na,S,12,D,0\nb,F,12,D,1000\nb,S,12,D,0'), perTerm)).toContain(
      'decisions.zero_need',
    );
  });

  it('what a limit of the program of 0 means, and a cost of 0 for legacy graduates', () => {
    const table = rowsOf('a,F,12,D,0,0\na,S,12,D,0,0\nb,F,12,D,0,5000\nb,S,12,D,0,5000', `${HEADER},Cap`);
    expect(byAnswer(table, recipeWith({ fields: { total_limit: { column: 'Cap' } } }))).toEqual({
      no_limit: { a: '100 0 6500', b: '100 0 5000' },
      not_calculated: { a: expect.stringContaining('total_limit'), b: '100 0 5000' },
    });
    const graduates = recipeWith({
      fields: {
        degree_level: { value: 'graduate' },
        grade_level: 'none',
        is_legacy_borrower: { value: 'true' },
        subsidized_amount: 'none',
        cost_of_attendance: { column: 'Need' },
      },
    });
    const costs = rowsOf('a,F,12,I,0\na,S,12,I,0');
    const [question] = questionsOf(costs, graduates);
    expect(question?.path).toEqual(['decisions', 'zero_cost']);
    expect(question?.choices.map(({ effect }) => effect?.dollars)).toEqual([
      { sub: 0, unsub: 20500, gradPlus: 0, paid: 0 },
      { refused: expect.stringContaining('The cost of attendance is 0') },
    ]);
    expect(questionsOf(costs, recipeWith({ fields: { cost_of_attendance: { column: 'Need' } } }))).toEqual(
      [],
    );
  });

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

  it('what blank credits of a term mean', () => {
    const all = byAnswer(rowsOf('a,F,12,D,4500\na,S,9,D,4500\nb,F,9,I,0\nb,S,,I,0'));
    expect(all).toMatchObject({
      not_enrolled: { b: '38 0 3990' },
      full_time: { b: '88 0 9240' },
      not_in_year: { b: '75 0 7875' },
      not_calculated: { a: '88 3960 1760', b: expect.stringContaining('Spring 2027, row 5 has no credits') },
    });
  });

  it('what rows of a student and term are that are equal, and those that differ', () => {
    expect(byAnswer(rowsOf('a,F,6,D,4500\na,F,6,D,4500\na,S,9,D,4500\nb,F,9,I,0\nb,S,9,I,0'))).toMatchObject({
      once: { a: '63 2835 1260', b: '75 0 7875' },
      each: { a: '88 3960 1760' },
    });
    const differing = rowsOf('a,F,6,D,4500\na,F,9,D,4500\na,S,9,D,4500');
    expect(byAnswer(differing)).toMatchObject({
      not_calculated: { a: expect.stringContaining('Rows 2 and 3 are of the same student and term') },
      add_up: { a: '100 4500 2000' },
      last: { a: '75 3375 1500' },
    });
    // What was said of those that differ is not said of equal ones that come to them.
    const said = recipeWith({ decisions: { differing_rows: 'most_add_up' } });
    expect(byAnswer(rowsOf('a,F,6,D,4500\na,F,3,D,4500\na,F,3,D,4500\na,S,12,D,4500'), said)).toMatchObject({
      once: { a: '88 3960 1760' },
      each: { a: '100 4500 2000' },
    });
  });

  it('what equal rows of courses are, and adds up the others', () => {
    const table = rowsOf(
      'a,F,3,D,4500,X1\na,F,6,D,4500,X2\na,S,4,D,4500,X1\na,S,4,D,4500,X1',
      `${HEADER},Course`,
    );
    const recipe = recipeWith({ rows: 'course', fields: { course: { column: 'Course' } } });
    expect(byAnswer(table, recipe)).toMatchObject({
      once: { a: '54 2430 1080' },
      each: { a: '71 3195 1420' },
    });
  });

  it('in which order terms follow each other whose labels do not tell', () => {
    const lines = 'a,Fall,12,D,4500\na,Spring,12,D,4500\na,Summer,6,D,4500';
    const recipe = recipeWith({ terms: ['Fall', 'Spring', 'Summer'].map((label) => ({ label })) });
    const [question] = questionsOf(tableOf(`${HEADER}\n${lines}`), recipe);
    expect(question?.choices.map(({ value }) => value)).toEqual([
      'Fall > Spring > Summer',
      'Fall > Summer > Spring',
      'Summer > Fall > Spring',
    ]);
    // Eight weeks are no winter.
    const halves = ['8W1', '8W2', 'Fall 26'];
    const halvesRecipe = recipeWith({ terms: halves.map((label) => ({ label })) });
    const parts = tableOf(`${HEADER}\n${halves.map((label) => `a,${label},12,D,0`).join('\n')}`);
    expect(questionsOf(parts, halvesRecipe)[0]?.choices).toHaveLength(6);
    for (const labels of [
      ['F26', 'S 2027'],
      ['2026F', '2027S'],
      ['F', 'S'],
    ]) {
      const letters = recipeWith({ terms: labels.map((label) => ({ label })) });
      const table = tableOf(`${HEADER}\n${labels.map((label) => `a,${label},12,D,0`).join('\n')}`);
      expect(pathsOf(table, letters)).toEqual([]);
    }
    // The month comes first.
    for (const labels of [
      ['092026', '012027'],
      ['82026', '12027'],
      ['0926', '0127'],
    ]) {
      const codes = recipeWith({ terms: labels.map((label) => ({ label })) });
      const table = tableOf(`${HEADER}\n${labels.map((label) => `a,${label},12,D,0`).join('\n')}`);
      expect(pathsOf(table, codes)).toEqual(['decisions.term_order']);
    }
    const dated = { ...recipe, terms: recipe.terms.slice(0, 2) };
    expect(questionsOf(tableOf(`${HEADER}\n${lines.split('\n').slice(0, 2).join('\n')}`), dated)).toEqual([]);
  });

  it('what need above the maximum and below 0 is', () => {
    expect(byAnswer(rowsOf('a,F,12,D,12000\na,S,12,D,12000'))).toEqual({
      maximum: { a: '100 4500 2000' },
      not_calculated: { a: expect.stringContaining('4,500') },
    });
    expect(byAnswer(rowsOf('a,F,12,D,"(500)"\na,S,12,D,-500'.replaceAll('"', '')))).toMatchObject({
      none: { a: '100 0 6500' },
      not_calculated: { a: expect.stringContaining('subsidized_amount') },
    });
  });

  it('what blank need is', () => {
    expect(byAnswer(rowsOf('a,F,12,D,\na,S,12,D,\nb,F,12,D,4500\nb,S,12,D,4500'))).toMatchObject({
      none: { a: '100 0 6500', b: '100 4500 2000' },
      not_calculated: { a: expect.stringContaining('The need is blank'), b: '100 4500 2000' },
    });
  });

  it('for which time need is, only where that changes dollars', () => {
    const recipe = recipeWith({ fields: { subsidized_amount: { column: 'Need' } } });
    expect(byAnswer(rowsOf('a,F,12,D,2000\na,S,12,D,2000'), recipe)).toEqual({
      year: { a: '100 2000 4500' },
      term: { a: '100 4000 2500' },
    });
    expect(questionsOf(rowsOf('a,F,12,D,4500\na,S,12,D,4500\nb,F,12,D,0\nb,S,12,D,0'), recipe)).toEqual([]);
    const differing = byAnswer(rowsOf('a,F,12,D,1500\na,S,12,D,2000'), recipe);
    expect(differing).toMatchObject({
      year: { a: expect.stringContaining('1500 and 2000') },
      term: { a: '100 3500 3000' },
    });
    // What was said of needs of the year is not said of those that look like a term's, and the other way round.
    const [ofYear, ofTerms, halves] = [3000, 1500, 1800].map((need) =>
      rowsOf(`a,F,12,D,${need}\na,S,12,D,${need === 1500 ? 2000 : need}`),
    );
    const saying = (per: string) => recipeWith({ fields: { subsidized_amount: { column: 'Need', per } } });
    for (const [table, per, right] of [
      [ofYear, 'year', '100 3000 3500'],
      [ofTerms, 'most_term', '100 3500 3000'],
      [halves, 'most_term', '100 3600 2900'],
    ] as const) {
      if (table === undefined) throw new RangeError();
      expect(dollarsOf(table, saying(per))).toEqual({ a: right });
      const other = per === 'year' ? 'most_term' : 'year';
      expect(answerTo(table, saying(other)).open).toContain('fields.subsidized_amount.per');
    }
  });

  it('whether ids that look alike are one student', () => {
    const table = rowsOf('0a,F,12,D,0\nA,S,6,D,0');
    const recipe = recipeWith({ terms: TERMS.map((term) => ({ ...term, no_row: 'not_in_year' })) });
    expect(pathsOf(table, recipe)).toContain('decisions.alike_ids');
    const same = answered(recipe, ['decisions', 'alike_ids'], 'most_same');
    expect(dollarsOf(table, same)).toEqual({ '0a': '75 0 4875' });
    expect(dollarsOf(table, answered(recipe, ['decisions', 'alike_ids'], 'most_different'))).toEqual({
      '0a': '100 0 6500',
      A: '50 0 3250',
    });
  });

  it('whose rows without an id are', () => {
    const table = rowsOf('a,F,12,D,0\n,S,6,,');
    const blank = { values: { D: 'dependent', I: 'independent', '': '' } };
    const recipe = recipeWith({
      fields: { dependency_status: { column: 'Dep', ...blank } },
      terms: [{ label: 'Fall 2026' }, { label: 'Spring 2027', no_row: 'most_not_in_year' }],
    });
    const answer = (value: string) => answered(recipe, ['decisions', 'rows_without_id'], `most_${value}`);
    expect(pathsOf(table, recipe)).toContain('decisions.rows_without_id');
    expect(dollarsOf(table, answer('above'))).toEqual({ a: '75 0 4875' });
    expect(dollarsOf(table, answer('leave_out'))).toEqual({ a: '100 0 6500' });
  });

  it.each([
    ['sums of groups in another language', 'Zwischensumme,S,15,D,0'],
    ['averages', 'Durchschnitt,S,10,D,0'],
    ['a count', '12 students,S,12,D,0'],
  ])('what rows are that have words in place of an id: %s', (_, line) => {
    const table = rowsOf(`a1,F,12,D,0\na1,S,12,D,0\n${line}`);
    const recipe = recipeWith({
      terms: [{ label: 'Fall 2026', no_row: 'most_not_in_year' }, { label: 'Spring 2027' }],
    });
    const all = byAnswer(table, recipe);
    expect(all).toMatchObject({ leave_out: { a1: '100 0 6500' }, read: { a1: '100 0 6500' } });
    expect(Object.keys(all['leave_out'] ?? {})).toEqual(['a1']);
    // Where most ids are words, none of them is passed over for what was said of a few.
    const said = answered(recipe, ['decisions', 'word_ids'], 'many_leave_out');
    expect(pathsOf(rowsOf('Ann,F,12,D,0\nAnn,S,12,D,0'), recipe)).toEqual([]);
    expect(answerTo(rowsOf('Ann,F,12,D,0\nAnn,S,12,D,0'), said).open).toContain('decisions.word_ids');
  });

  it('what it means that a student has no row for a term, unless that was said to be optional', () => {
    const labels = ['Fall 2026', 'Spring 2027', 'Summer 2027'];
    const table = tableOf(
      `${HEADER},Req\n1,Fall 2026,12,D,0,Y\n1,Spring 2027,12,D,0,Y\n1,Summer 2027,6,D,0,N\n2,Fall 2026,12,D,0,Y`,
    );
    const optional = { label: 'Summer 2027', fields: { term_required: { value: 'false' } } };
    const summer = recipeWith({ terms: [...TERMS, optional], not_used: { Req: { codes: ['N', 'Y'] } } });
    expect(byAnswer(table, summer)).toMatchObject({
      not_enrolled: { 2: '50 0 3250' },
      not_in_year: { 2: '100 0 6500' },
    });
    const fields = { term_required: { column: 'Req', values: { Y: 'true', N: 'false' } } };
    const byColumn = recipeWith({ fields, terms: labels.map((label) => ({ label })) });
    expect(pathsOf(table, byColumn)).toEqual(['terms[1].no_row', 'terms[2].no_row']);
  });

  it('nothing of a term that is printed once with the id', () => {
    const fields = {
      dependency_status: { column: 'Dep', values: { D: 'dependent', I: 'independent', '': '' } },
    } as const;
    const recipe = recipeWith({ rows: 'course', fields, terms: [{ label: 'Fall 2026' }] });
    const table = rowsOf('a,F,6,D,0\n,,3,,\nb,F,3,D,0\n,,3,,');
    expect(byAnswer(table, recipe)).toMatchObject({ above: { a: '75 0 4875', b: '50 0 3250' } });
    expect(answerTo(rowsOf('a,F,6,D,0\na,,3,,'), recipe).open).toEqual(['terms']);
  });

  it.each([
    ['with a word of another language', 'Insgesamt', '12'],
    ['without a word', '', '12'],
    ['with a course', 'CHE 1', '12'],
  ])('what the last row is whose numbers are a sum, %s', async (_, word, sum) => {
    const lines = `a,Fall 2026,ART 1,3,D\n,,BIO 1,3,\nb,Fall 2026,ART 1,3,D\n,,MAT 1,3,\n,,${word},${sum},`;
    const bytes = Buffer.from(`ID,Term,Course,Hrs,Dep\n${lines}`);
    const recipe = recipeWith({
      rows: 'course',
      fields: {
        subsidized_amount: 'none',
        dependency_status: { column: 'Dep', values: { D: 'dependent', '': '' } },
        course: { column: 'Course' },
      },
      terms: [{ label: 'Fall 2026' }],
      decisions: { rows_without_id: 'most_above' },
    });
    const opened = (read?: ReadSettings) => openTable(bytes, { read, hints: NAME_HINTS });
    const table = await opened();
    expect(answerTo(table, recipe).open).toEqual(['read.sums']);
    const [question] = questionsOf(table, recipe);
    expect(question).toMatchObject({ rows: 1, examples: [{ row: 6, cells: ['', '', word, sum, ''] }] });
    const dollars = question?.choices.map(({ effect }) => effect?.dollars);
    expect(dollars).toMatchObject([{ unsub: 3250 }, { unsub: 6500 }]);
    const answers = { leave_out: '50 0 3250', read: '100 0 6500' };
    for (const [sums, b] of Object.entries(answers)) {
      const said = answered(recipe, ['read', 'sums'], sums);
      expect(dollarsOf(await opened(said.read), said)).toMatchObject({ a: '50 0 3250', b });
    }
    const unread = { ...recipe, fields: { ...recipe.fields, term_credits_enrolled: { value: '6' } } };
    expect(pathsOf(table, { ...unread, not_used: { Hrs: 'numbers' } })).not.toContain('read.sums');
  });

  it.each([
    ['a word', 'Summe'],
    ['a blank cell', ''],
  ])('what rows are that hold the sum of others of their student, with %s for a course', (_, word) => {
    const header = 'ID,Term,Course,Hrs,Dep';
    const lines = `a,F,B 1,3,D\na,F,M 2,3,D\na,F,${word},6,D\na,S,B 1,6,D\na,S,${word},6,D
b,F,B 1,6,D\nb,F,M 2,3,D\nb,F,${word},9,D\nb,S,B 1,3,D\nb,S,M 2,3,D\nb,S,${word},6,D`;
    const table = rowsOf(lines, header);
    const recipe = recipeWith({
      rows: 'course',
      fields: { subsidized_amount: 'none', course: { column: 'Course' } },
    });
    const [question] = questionsOf(table, recipe);
    expect(question).toMatchObject({
      path: ['decisions', `sum_rows:Course=${word}`],
      text: `4 of 4 rows with ${word === '' ? 'nothing' : '"Summe"'} in "Course" hold the sum of other rows of the same student. What are such rows?`,
      rows: 4,
      students: 2,
    });
    expect(question?.choices.map(({ effect }) => effect?.dollars)).toMatchObject([
      { unsub: 3250 },
      { unsub: 6500 },
    ]);
    expect(byAnswer(table, recipe)).toEqual({
      leave_out: { a: '50 0 3250', b: '63 0 4095' },
      read: { a: '100 0 6500', b: '100 0 6500' },
    });
    // Most such rows are no sums of one course, which a single student may take with others of as many credits.
    const course = rowsOf(`a,F,B 1,3,D\na,F,M 2,3,D\na,F,T,6,D\nb,F,B 1,6,D\nb,F,M 2,3,D\nb,F,T,6,D`, header);
    expect(pathsOf(course, { ...recipe, terms: TERMS.slice(0, 1) })).toEqual([]);
  });

  it('what payments are that hold the sum of others of their student', () => {
    const header = 'ID,Term,Fund,Paid,Memo';
    const table = rowsOf(
      'a,F,SUB,750,\na,F,UNSUB,500,\na,F,SUB,1250,Sum\nb,F,SUB,500,\nb,F,UNSUB,500,\nb,F,SUB,1000,Sum',
      header,
    );
    const recipe = recipeWith({
      rows: 'fund',
      fields: {
        subsidized_amount: { value: '1500' },
        dependency_status: { value: 'dependent' },
        term_credits_enrolled: { value: '12' },
        fund: { column: 'Fund', values: { SUB: 'sub', UNSUB: 'unsub' } },
        fund_paid: { column: 'Paid' },
      },
      terms: TERMS.slice(0, 1),
      not_used: { Memo: { codes: ['', 'Sum'] } },
    });
    const [question] = questionsOf(table, recipe);
    expect(question?.path).toEqual(['decisions', 'sum_rows:Memo=Sum']);
    const paid = question?.choices.map(({ effect }) => effect?.dollars);
    expect(paid).toMatchObject([{ paid: 1250 }, { refused: expect.any(String) }]);
  });

  it('what a remark between the rows means for those below it', async () => {
    const of = (...sections: readonly string[]) => {
      const term = (id: string) =>
        ['Fall 2026', 'Spring 2027'].map((label) => `${id},${label},12,D,0\n`).join('');
      const text = sections
        .map((section) => (section.includes(' ') ? `${section},,,,\n` : term(section)))
        .join('');
      return openTable(Buffer.from(`${HEADER}\n${text}`), { hints: NAME_HINTS });
    };
    const sections = await of('All students', 'a1', 'Withdrawn students', 'b1', 'End of report');
    expect(pathsOf(sections)).toEqual(['decisions["remarks:Withdrawn students"]']);
    const said = answered(TERM_RECIPE, ['decisions', 'remarks:Withdrawn students'], 'not_needed');
    expect(dollarsOf(sections, said)).toEqual({ a1: '100 0 6500', b1: '100 0 6500' });
    // What was said of one is not said of another.
    expect(pathsOf(await of('a1', 'Loans on hold', 'b1'))).toEqual(['decisions["remarks:Loans on hold"]']);
    // Above all rows, and below, they are only told; and so are titles of pages.
    expect(pathsOf(await of('All students', 'a1', 'b1', '* Legacy borrowers'))).toEqual([]);
    const many = 'abcdefghij'.split('').flatMap((id) => [`Department of ${id}`, `${id}1`]);
    expect(pathsOf(await of(...many))).toEqual(['decisions.remarks']);
  });

  it('whether hidden rows are read', () => {
    const { header, rows } = rowsOf('a,F,12,D,0\na,S,12,D,0\nb,F,6,D,0\nb,S,6,D,0');
    const hidden = [...rows()].map((row) => (row.row > 3 ? { ...row, isHidden: true } : row));
    const table = { header, rows: () => hidden };
    expect(byAnswer(table)).toEqual({
      leave_out: { a: '100 0 6500' },
      read: { a: '100 0 6500', b: '50 0 3250' },
    });
  });

  it('what final credits and payments of 0 for nearly everybody mean', () => {
    const table = rowsOf('a,F,12,D,0,0,\na,S,12,D,0,,\nb,F,9,I,0,0,\nb,S,9,I,0,,', `${HEADER},Final,Paid`);
    const recipe = recipeWith({
      fields: { term_actual_final_credits: { column: 'Final' } },
      not_used: { Paid: 'blank' },
    });
    expect(byAnswer(table, recipe)).toMatchObject({
      not_known: { a: '100 0 6500', b: '75 0 7875' },
      not_enrolled: { a: '50 0 3250', b: '38 0 3990' },
    });
    const paid = rowsOf('a,F,12,D,0,12,0\na,S,12,D,0,,\nb,F,12,I,0,9,0\nb,S,9,I,0,,', `${HEADER},Final,Paid`);
    const fields = {
      term_actual_final_credits: { column: 'Final' },
      term_prior_disbursement_unsub: { column: 'Paid' },
    } as const;
    const [question] = questionsOf(paid, recipeWith({ fields }));
    expect(question?.path).toEqual(['decisions', 'zero_paid:Fall 2026']);
    expect(question?.choices.map(({ effect }) => effect?.dollars)).toEqual([
      { sub: 0, unsub: 6500, gradPlus: 0, paid: 0 },
      { sub: 0, unsub: 6500, gradPlus: 0, paid: 0 },
    ]);
  });

  it('what zeros of a few mean that were of nearly everybody when it was said that they are not known yet', () => {
    const rows = (...finals: readonly string[]) =>
      rowsOf(finals.map((final, at) => `${at},F,12,D,0,${final}`).join('\n'), `${HEADER},Final`);
    const fields = { term_actual_final_credits: { column: 'Final' } } as const;
    const decisions = { 'zero_final:Fall 2026': 'most_not_known' };
    const recipe = recipeWith({ fields, decisions, terms: [{ label: 'Fall 2026' }] });
    expect(dollarsOf(rows('0', '0', '0'), recipe)).toMatchObject({ 1: '100 0 6500' });
    expect(byAnswer(rows('12', '0', '9'), recipe)).toMatchObject({
      not_known: { 0: '100 0 6500', 1: '100 0 6500', 2: '75 0 4875' },
      not_enrolled: { 0: '100 0 6500', 1: '0 0 0', 2: '75 0 4875' },
    });
    const path = 'decisions["zero_final:Fall 2026"]';
    expect(pathsOf(rows('12', '0', '9'), recipeWith({ fields, terms: recipe.terms }))).toEqual([path]);
    // And what was said of one is not said of many.
    const one = answered(recipe, ['decisions', 'zero_final:Fall 2026'], 'not_enrolled');
    const many = Array.from({ length: 30 }, (_, at) => (at % 5 < 3 ? '0' : '12'));
    expect(pathsOf(rows('12', '0', '9'), one)).toEqual([path]);
    expect(answerTo(rows('12', '0', '9'), one).open).toBeNull();
    expect(answerTo(rows(...many), one).open).toEqual([path]);
    expect(byAnswer(rows('0', '0', '9'), recipeWith({ fields, terms: recipe.terms }))).toMatchObject({
      not_known: { 0: '100 0 6500', 2: '75 0 4875' },
      not_enrolled: { 0: '0 0 0', 2: '75 0 4875' },
    });
  });

  it('what blank final credits mean where others have some', () => {
    const rows = (...finals: readonly string[]) =>
      rowsOf(finals.map((final, at) => `${at},F,12,D,0,${final}`).join('\n'), `${HEADER},Final`);
    const fields = { term_actual_final_credits: { column: 'Final' } } as const;
    const recipe = recipeWith({ fields, terms: [{ label: 'Fall 2026' }] });
    expect(byAnswer(rows('12', '', '9'), recipe)).toMatchObject({
      planned: { 1: '100 0 6500', 2: '75 0 4875' },
      none: { 1: '0 0 0', 2: '75 0 4875' },
      not_calculated: { 1: expect.stringContaining('has no final credits'), 2: '75 0 4875' },
    });
    const nobody = { ...recipe, held: { Final: 'blank' as const } };
    expect(pathsOf(rows('', '', ''), nobody)).toEqual([]);
    // What was said of one is not said of all, nor what was said of most of one.
    const path = ['decisions', 'blank_final:Fall 2026'];
    expect(answerTo(rows('12', '', '9'), answered(recipe, path, 'most_planned')).open).toEqual([
      pathText(path),
    ]);
    expect(pathsOf(rows('', '', ''), answered(nobody, path, 'none'))).toEqual([pathText(path)]);
  });

  it('whether credits are of each term alone that are higher in each later term for nearly everybody', () => {
    const rows = (...springs: readonly number[]) =>
      rowsOf(springs.map((spring, at) => `${at},F,6,D,0\n${at},S,${spring},D,0`).join('\n'));
    expect(byAnswer(rows(12, 9, 12, 9, 12))).toMatchObject({
      of_term: { 0: '75 0 4875' },
      so_far: { 0: expect.stringContaining('Credits are of the terms before, too') },
    });
    for (const others of [rows(12, 9, 6, 9, 12), rows(12, 9, 12)]) expect(pathsOf(others)).toEqual([]);
  });

  it('which fact counts that differs from term to term for many, and fails the few', () => {
    const fields = {
      grade_level: { column: 'Class', values: { FR: 'first_year', SO: 'second_year' } },
    } as const;
    const rows = (...springs: readonly string[]) =>
      rowsOf(
        springs.map((spring, at) => `${at},S,12,D,0,${spring}\n${at},F,12,D,0,FR`).join('\n'),
        `${HEADER},Class`,
      );
    expect(byAnswer(rows('SO', 'SO', 'SO', 'SO', 'SO', 'FR'), recipeWith({ fields }))).toMatchObject({
      first: { 0: '100 0 5500', 5: '100 0 5500' },
      last: { 0: '100 0 6500', 5: '100 0 5500' },
      not_calculated: { 0: expect.stringContaining('differ in "Class"'), 5: '100 0 5500' },
    });
    // Of a flag that is printed once, a blank says no.
    const plus_denied = { column: 'Class', values: { Y: 'true', '': 'false' } } as const;
    const flags = rowsOf(
      [0, 1, 2, 3, 4, 5].map((at) => `${at},S,12,D,0,Y\n${at},F,12,D,0,`).join('\n'),
      `${HEADER},Class`,
    );
    expect(byAnswer(flags, recipeWith({ fields: { plus_denied } }))).toMatchObject({
      first: { 0: '100 0 6500' },
      filled: { 0: '100 0 10500' },
    });
    expect(dollarsOf(rows('SO', 'FR'), recipeWith({ fields }))).toMatchObject({
      0: expect.stringContaining('differ in "Class"'),
      1: '100 0 5500',
    });
  });

  it('which credits count that differ between the payments of a term', () => {
    const fields: FieldRules = {
      fund: { column: 'Fund', values: { DL: 'unsub' } },
      fund_paid: { column: 'Paid' },
    };
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const lines = ids.map((id) => `${id},F,12,D,0,DL,100\n${id},F,9,D,0,DL,200\n${id},S,9,D,0,DL,50`);
    const table = rowsOf(lines.join('\n'), `${HEADER},Fund,Paid`);
    expect(byAnswer(table, recipeWith({ rows: 'fund', fields }))).toMatchObject({
      first: { a: '88 0 5720' },
      last: { a: '75 0 4875' },
      not_calculated: { a: expect.stringContaining('differ in "Hrs": "12" and "9"') },
    });
  });

  it('what rows of one course are, whatever else differs between them', () => {
    const header = `${HEADER},Course,Section,Day,Room`;
    const recipe = recipeWith({
      rows: 'course',
      terms: [{ label: 'Fall 2026' }],
      fields: { course: { columns: ['Course', 'Section'] } },
      not_used: { Day: { codes: ['M', 'W'] }, Room: 'texts' },
    });
    const twice = rowsOf('a,F,3,D,0,X1,1,M,R 1\na,F,3,D,0,X1,1,W,R 2\na,F,6,D,0,X1,2,M,R 1', header);
    expect(byAnswer(twice, recipe)).toMatchObject({ once: { a: '75 0 4875' }, each: { a: '100 0 6500' } });
    const sections = rowsOf('a,F,6,D,0,X1,1,M,R 1\na,F,3,D,0,X1,2,M,R 1\na,F,3,D,0,,,M,R 1', header);
    expect(dollarsOf(sections, recipe)).toEqual({ a: '100 0 6500' });
    // One that was dropped and taken again is there once.
    const dropped = {
      ...recipe,
      not_used: { Room: 'texts' },
      status: [{ column: 'Day', values: { M: 'counts', W: 'no_credits' } }],
    } as const;
    expect(pathsOf(twice, dropped)).toEqual([]);
    const differing = rowsOf('a,F,3,D,0,X1,1,M,R 1\na,F,4,D,0,X1,1,W,R 2', header);
    expect(byAnswer(differing, recipe)).toMatchObject({
      once: { a: expect.stringContaining('Rows 2 and 3 are of one course, and are not equal') },
    });
  });

  it('what payments of one fund and amount in a term are', () => {
    const recipe = recipeWith({
      rows: 'fund',
      fields: {
        fund: { column: 'Fund', values: { DL: 'unsub', PELL: 'none' } },
        fund_paid: { column: 'Paid' },
      },
      terms: [{ label: 'Fall 2026' }],
      not_used: { Date: 'texts' },
    });
    const rows = (second: string) =>
      rowsOf(`a,F,12,D,0,DL,500,1/9\na,F,12,D,0,${second},2/9`, `${HEADER},Fund,Paid,Date`);
    const paid = (answer: string) =>
      paidIn(rows('DL,500'), answered(recipe, ['decisions', 'alike_rows'], `most_${answer}`));
    expect(pathsOf(rows('DL,500'), recipe)).toEqual(['decisions.alike_rows']);
    expect([paid('once'), paid('each')]).toEqual([
      ['12', '500'],
      ['12', '1000'],
    ]);
    for (const other of ['DL,600', 'PELL,500', 'DL,0']) expect(pathsOf(rows(other), recipe)).toEqual([]);
  });

  it('what a blank means in one of several columns of credits', () => {
    const fields = {
      term_credits_enrolled: { columns: ['Hrs', 'Hrs B'] },
      term_actual_final_credits: { columns: ['End A', 'End B'] },
    } as const;
    const recipe = recipeWith({ fields });
    const header = `${HEADER},Hrs B,End A,End B`;
    const other = '2,F,6,D,0,6,6,6\n2,S,6,D,0,6,,';
    expect(byAnswer(rowsOf(`${other}\n1,F,6,D,0,6,6,\n1,S,6,D,0,6,,`, header), recipe)).toMatchObject({
      not_over: { 1: '100 0 6500' },
      none: { 1: '75 0 4875' },
      not_calculated: { 1: expect.stringContaining('a part of the term') },
    });
    // Final credits replace the planned ones.
    expect(pathsOf(rowsOf('1,F,6,D,0,,6,6\n1,S,6,D,0,6,,', header), recipe)).toEqual([]);
    expect(byAnswer(rowsOf(`${other}\n1,F,6,D,0,6,6,6\n1,S,6,D,0,,,`, header), recipe)).toMatchObject({
      none: { 1: '75 0 4875' },
      not_calculated: { 1: expect.stringContaining('a part of the term') },
    });
    const of = (values: Record<string, string>) => ({ columns: ['Hrs', 'Hrs B'], values }) as const;
    const said = recipeWith({
      fields: { term_credits_enrolled: of({ '': '0' }) },
      not_used: { 'End A': 'blank' },
    });
    expect(dollarsOf(rowsOf('1,F,6,D,0,\n1,S,6,D,0,6', `${HEADER},Hrs B`), said)).toEqual({ 1: '75 0 4875' });
  });

  it('nothing of the order of terms of different years, in any language', () => {
    const { terms } = termsIn(['Frühjahr 2027', 'Herbst 2026']);
    const table = tableOf(`${HEADER}\na,Frühjahr 2027,9,D,0\na,Herbst 2026,12,D,0`);
    const recipe = recipeWith({ terms });
    expect(pathsOf(table, recipe)).toEqual([]);
    const { pieces } = applyRecipe(table, recipe, examined(table, recipe), '2026-27');
    expect(Buffer.from(joined(pieces)).toString()).toMatch(/Herbst 2026.*\n.*Frühjahr 2027/s);
    const oneYear = ['Herbst 2026', 'Sommer 2026'];
    expect(
      pathsOf(
        tableOf(`${HEADER}\n${oneYear.map((label) => `a,${label},12,D,0`).join('\n')}`),
        recipeWith({ terms: oneYear.map((label) => ({ label })) }),
      ),
    ).toEqual(['decisions.term_order']);
  });

  it('whether the same payment on each row of a term is of the row, or of the whole term', () => {
    const parts = { 'Fall A': 'Fall 2026', 'Fall B': 'Fall 2026' };
    const fields = {
      term_label: { column: 'Term', values: parts },
      term_prior_disbursement_unsub: { column: 'Paid' },
    } as const;
    const path = 'decisions["paid_of_parts:term_prior_disbursement_unsub"]';
    const lines = (a: number, b: number) =>
      `1,Fall A,6,D,0,${a}\n1,Fall B,3,D,0,${b}\n1,Spring 2027,12,D,0,0`;
    const header = `${HEADER},Paid`;
    const byParts = recipeWith({ fields });
    const same = tableOf(`${header}\n${lines(800, 800)}`);
    expect(pathsOf(same, byParts)).toEqual([path]);
    const said = (answer: string) =>
      answered(byParts, ['decisions', 'paid_of_parts:term_prior_disbursement_unsub'], answer);
    expect(paidIn(same, said('most_of_part'))).toEqual(['9', '1600']);
    expect(paidIn(same, said('most_of_term'))).toEqual(['9', '800']);
    const different = tableOf(`${header}\n${lines(800, 0)}`);
    expect(pathsOf(different, byParts)).toEqual([]);
    expect(paidIn(different, byParts)).toEqual(['9', '800']);
    // What was said of equal payments is not said of those that differ.
    expect(pathsOf(different, said('most_of_term'))).toEqual([path]);
    // Rows of the same label have a right choice, too.
    const rows = rowsOf('1,F,6,D,0,800\n1,F,3,D,0,800\n1,S,12,D,0,0', header);
    const decisions = { differing_rows: 'most_add_up' };
    const added = recipeWith({ fields: { ...fields, term_label: { column: 'Term' } }, decisions });
    expect(pathsOf(rows, added)).toContain(path);
    expect(
      paidIn(
        rows,
        answered(added, ['decisions', 'paid_of_parts:term_prior_disbursement_unsub'], 'most_of_term'),
      ),
    ).toEqual(['9', '800']);
  });

  it('whether a payment on several courses of a term is of each course, or of the whole term', () => {
    const key = 'paid_of_parts:term_prior_disbursement_unsub';
    const recipe = recipeWith({
      rows: 'course',
      fields: { term_prior_disbursement_unsub: { column: 'Paid' } },
      not_used: { Course: 'texts' },
      terms: [{ label: 'Fall 2026' }],
    });
    const courses = (...paid: readonly (number | '')[]) =>
      rowsOf(paid.map((each, nth) => `1,F,4,D,0,C${nth},${each}`).join('\n'), `${HEADER},Course,Paid`);
    const [once, same, different] = [courses(600, '', ''), courses(600, 600, 600), courses(300, 400, 300)];
    expect(pathsOf(once, recipe)).toEqual([]);
    expect(pathsOf(same, recipe)).toEqual([`decisions["${key}"]`]);
    expect(pathsOf(different, recipe)).toEqual([`decisions["${key}"]`]);
    const said = (answer: string) => answered(recipe, ['decisions', key], answer);
    expect(paidIn(same, said('most_of_term'))).toEqual(['12', '600']);
    expect(paidIn(same, said('most_of_part'))).toEqual(['12', '1800']);
    expect(paidIn(different, said('of_part'))).toEqual(['12', '1000']);
    expect(dollarsOf(different, said('of_term'))).toEqual({ 1: expect.stringContaining('differ in "Paid"') });
    // What was said of equal payments is not said of those that differ.
    expect(pathsOf(different, said('most_of_term'))).toHaveLength(1);
  });

  it('whether payments of funds are of the term, only where each of everybody is the same', () => {
    const recipe = recipeWith({
      rows: 'fund',
      fields: { fund: { column: 'Fund', values: { DL: 'unsub' } }, fund_paid: { column: 'Paid' } },
    });
    const path = 'decisions["paid_so_far:term_prior_disbursement_unsub"]';
    const table = (...spring: readonly number[]) =>
      rowsOf(
        spring.map((paid, id) => `${id},F,12,D,0,DL,1000\n${id},S,12,D,0,DL,${paid}`).join('\n'),
        `${HEADER},Fund,Paid`,
      );
    expect(pathsOf(table(1000, 1000), recipe)).toEqual([path]);
    expect(pathsOf(table(1000, 0), recipe)).toEqual([]);
    const said = 'most_same_so_far';
    const once = answered(recipe, ['decisions', 'paid_so_far:term_prior_disbursement_unsub'], said);
    const { pieces } = applyRecipe(table(1000), once, examined(table(1000), once), '2026-27');
    const paid = Buffer.from(joined(pieces))
      .toString()
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1));
    expect(paid.slice(1)).toEqual(['1000', '0']);
  });

  it('whether amounts paid that hardly fall, or are the same on the row of each term, are of the term', () => {
    const fields = { term_prior_disbursement_unsub: { column: 'Paid' } } as const;
    const path = 'decisions["paid_so_far:term_prior_disbursement_unsub"]';
    const header = `${HEADER},Paid`;
    const same = rowsOf('a,F,12,D,0,3000\na,S,12,D,0,3000\nb,F,12,D,0,0\nb,S,12,D,0,0', header);
    const recipe = recipeWith({ fields });
    expect(pathsOf(same, recipe)).toEqual([path]);
    const [question] = questionsOf(same, recipe);
    expect(question?.choices.map(({ effect }) => effect?.dollars)).toMatchObject([
      { paid: 6000 },
      { paid: 3000 },
    ]);
    const rising = Array.from({ length: 9 }, (_, at) => `${at},F,12,D,0,1000\n${at},S,12,D,0,1500`);
    const returned = '10,F,12,D,0,1000\n10,S,12,D,0,500';
    expect(pathsOf(rowsOf([...rising, returned].join('\n'), header), recipe)).toEqual([path]);
    expect(pathsOf(rowsOf([...rising.slice(1), returned].join('\n'), header), recipe)).toEqual([]);
    const saying = (answer: string) =>
      recipeWith({ fields, decisions: { 'paid_so_far:term_prior_disbursement_unsub': answer } });
    expect(dollarsOf(same, saying('most_same_so_far'))).toMatchObject({ a: '100 0 6500' });
    // What was said of rising amounts is not said of the same ones.
    expect(answerTo(same, saying('most_so_far')).open).toEqual([path]);
    // A month later some fall, and nothing may be subtracted from the others in silence.
    const fallen = rowsOf([...rising.slice(1), returned].join('\n'), header);
    expect(answerTo(fallen, saying('most_so_far')).open).toEqual([path]);
    // A term that is not paid yet shows 0, or nothing: those that are tell, but not in equal parts, or of a few.
    const unpaid = ['0', ''].map((paid, at) => `${20 + at},F,12,D,0,1000\n${20 + at},S,12,D,0,${paid}`);
    const mixed = (some: readonly string[]) => rowsOf([...some, ...unpaid].join('\n'), header);
    expect(pathsOf(mixed(rising), recipe)).toEqual([path]);
    const equal = rising.map((lines) => lines.replace('1500', '1000'));
    for (const some of [rising.slice(5), equal, [...equal.slice(2), ...rising.slice(0, 2)]])
      expect(pathsOf(mixed(some), recipe)).toEqual([]);
    const students = answerTo(mixed(rising), saying('most_so_far')).students;
    expect(students?.get('20')?.result).toMatchObject({
      terms: [{ equal: { unsubsidized: 1000 } }, { equal: { unsubsidized: 5500 } }],
    });
  });

  it('whether one column of what was paid, where a row is a student, is of each term', () => {
    const table = tableOf('ID,Dep,Need,Hrs F,Hrs S,Paid\na,D,4500,12,12,1000\nb,I,0,12,12,');
    const { term_label: _, term_credits_enrolled: __, ...shared } = FIELDS;
    const recipe: Recipe = {
      ...recipeWith({}),
      rows: 'student',
      fields: { ...shared, term_prior_disbursement_unsub: { column: 'Paid' } },
      terms: [
        { label: 'Fall 2026', fields: { term_credits_enrolled: { column: 'Hrs F' } } },
        { label: 'Spring 2027', fields: { term_credits_enrolled: { column: 'Hrs S' } } },
      ],
    };
    const [question] = questionsOf(table, recipe);
    expect(question?.path).toEqual(['decisions', 'paid_so_far:term_prior_disbursement_unsub']);
    expect(question?.choices.map(({ effect }) => effect?.dollars)).toMatchObject([
      { paid: 2000 },
      { paid: 1000 },
    ]);
  });

  it('whether columns of what was paid in each term that are the same for everybody are running totals', () => {
    const table = (...spring: readonly number[]) =>
      tableOf(
        `ID,Dep,Need,Hrs F,Hrs S,Paid F,Paid S\n${spring.map((paid, id) => `${id},D,0,12,12,1000,${paid}`).join('\n')}`,
      );
    const { term_label: _, term_credits_enrolled: __, ...shared } = FIELDS;
    const termOf = (label: string, at: string) => ({
      label,
      fields: {
        term_credits_enrolled: { column: `Hrs ${at}` },
        term_prior_disbursement_unsub: { column: `Paid ${at}` },
      },
    });
    const terms = [termOf('Fall 2026', 'F'), termOf('Spring 2027', 'S')];
    const recipe: Recipe = { ...recipeWith({}), rows: 'student', fields: shared, terms };
    const path = 'decisions["paid_so_far:term_prior_disbursement_unsub"]';
    expect(pathsOf(table(1000, 1000), recipe)).toEqual([path]);
    expect(pathsOf(table(1000, 0), recipe)).toEqual([]);
  });

  it('whether terms a year apart are one academic year', () => {
    const terms = ['Fall 2025', 'Spring 2026', 'Fall 2026', 'Spring 2027'].map((label) => ({ label }));
    const lines = (id: string, labels: readonly string[]) =>
      labels.map((label) => `${id},${label},12,D,0`).join('\n');
    const both = ['Fall 2025', 'Fall 2026', 'Spring 2027'];
    const table = tableOf(`${HEADER}\n${lines('a', both)}\n${lines('b', ['Fall 2026', 'Spring 2027'])}`);
    const recipe = recipeWith({ terms });
    expect(byAnswer(table, recipe)).toEqual({
      not_calculated: { a: expect.stringContaining('a year apart'), b: '100 0 6500' },
      one_year: { a: '100 0 6500', b: '100 0 6500' },
    });
    for (const labels of [
      ['202580', '202610', '202680'],
      ['Otoño 2025', 'Otoño 2026'],
    ])
      expect(
        pathsOf(
          tableOf(`${HEADER}\n${lines('a', labels)}`),
          recipeWith({ terms: labels.map((label) => ({ label })) }),
        ),
      ).toContain('decisions.terms_apart');
    const summers = ['Summer 2026', 'Fall 2026', 'Spring 2027', 'Summer 2027'];
    const year = tableOf(`${HEADER}\n${lines('a', summers)}`);
    expect(pathsOf(year, recipeWith({ terms: summers.map((label) => ({ label })) }))).toEqual([]);
  });

  it('what credits of 0 for nearly everybody mean, planned or final: earned ones are 0 until the term is over', () => {
    const table = rowsOf('a,F,12,D,0\na,S,0,D,0\nb,F,9,I,0\nb,S,0,I,0');
    const right = {
      not_enrolled: { a: '50 0 3250', b: '38 0 3990' },
      not_known: { a: expect.stringContaining('has 0 '), b: expect.stringContaining('has 0 ') },
    };
    expect(byAnswer(table)).toMatchObject(right);
    const some = Array.from({ length: 3 }, (_, at) => `${at},F,12,D,0\n${at},S,${at === 2 ? 6 : 0},D,0`);
    expect(pathsOf(rowsOf(some.join('\n')))).toEqual(['decisions["zero_credits:Spring 2027"]']);
    const fields = { term_credits_enrolled: 'none', term_actual_final_credits: { column: 'Hrs' } } as const;
    expect(byAnswer(table, recipeWith({ fields }))).toMatchObject(right);
  });
});

describe('rows', () => {
  it('of one student that are far from each other are the same as those that are together', () => {
    const recipe = recipeWith({ rows: 'course' });
    const lines = ['a,F,6,D,4500', 'a,F,3,D,4500', 'a,S,12,D,4500', 'b,F,3,I,0', 'b,S,9,I,0', 'b,S,3,I,0'];
    const scattered = [0, 3, 1, 4, 2, 5].map((at) => lines[at]).join('\n');
    expect(dollarsOf(rowsOf(scattered), recipe)).toEqual(dollarsOf(rowsOf(lines.join('\n')), recipe));
  });

  it('that contradict each other fail their student, named with their rows and column', () => {
    const { a, b } = dollarsOf(rowsOf('a,F,12,D,0\na,S,12,I,0\nb,F,12,D,0\nb,S,12,D,0'), TERM_RECIPE);
    expect(a).toContain('Rows 2 and 3 of the same student differ in "Dep": "D" and "I". If');
    expect(b).toBe('100 0 6500');
  });

  it('with spaces of thousands are numbers', () => {
    const table = rowsOf('a,F,12,D,4 500\na,S,12,D,4\u202f500');
    expect(dollarsOf(table, TERM_RECIPE)).toEqual({ a: '100 4500 2000' });
  });

  it('with a number that cannot be read fail their student, and are never blank', () => {
    const table = rowsOf('a,F,12*,D,0\na,S,12,D,0\nb,F,12,D,0\nb,S,12,D,0');
    const star = recipeWith({ fields: { term_credits_enrolled: { column: 'Hrs', values: {} } } });
    expect(answerTo(table, star).open).toEqual(['fields.term_credits_enrolled.values["12*"]']);
    const { pieces } = applyRecipe(table, star, { ...examined(table, star), open: [] }, '2026-27');
    expect(Buffer.from(joined(pieces)).toString()).toContain('12*');
  });

  it('with the name of the currency, or apostrophes of thousands, are numbers', () => {
    const table = rowsOf("a,F,12,D,USD 3500.00\na,S,12,D,3'500.00\nb,F,12,D,US$3500\nb,S,12,D,3500 USD");
    expect(dollarsOf(table, TERM_RECIPE)).toEqual({ a: '100 3500 3000', b: '100 3500 3000' });
  });

  it('of parts of a term are added up', () => {
    const recipe = recipeWith({
      fields: { term_label: { column: 'Term', values: { 'Fall A': 'Fall 2026', 'Fall B': 'Fall 2026' } } },
    });
    expect(dollarsOf(rowsOf('a,Fall A,3,D,0\na,Fall B,6,D,0\na,S,12,D,0'), recipe)).toEqual({
      a: '88 0 5720',
    });
  });

  it('of courses, of which one has no credits, fail their student', () => {
    const { a } = dollarsOf(rowsOf('a,F,3,D,0\na,F,,D,0\na,S,12,D,0'), recipeWith({ rows: 'course' }));
    expect(a).toContain('Row 3 has no credits, and row 2 of the same term has');
    const fields = { term_actual_final_credits: { column: 'Final' } } as const;
    const table = rowsOf('a,F,3,D,0,3\na,F,3,D,0,\na,S,12,D,0,12', `${HEADER},Final`);
    const { a: inProgress } = dollarsOf(table, recipeWith({ rows: 'course', fields }));
    expect(inProgress).toContain(
      'Row 3 has no final credits, and row 2 of the same term has. Write them, or',
    );
  });

  it('of a report that prints what it says of a student once, with the id, do not contradict the first of them', () => {
    const flag = { column: 'Denied', values: { Y: 'true', '': 'false' } };
    const recipe = recipeWith({
      fields: { plus_denied: flag },
      decisions: { rows_without_id: 'most_above' },
    });
    const header = `${HEADER},Denied`;
    // The need is on each row.
    const once = 'a,F,12,D,4500,Y\n,S,12,,4500,';
    const dep = { column: 'Dep', values: { D: 'dependent', I: 'independent', '': '' } };
    const printed = { ...recipe, fields: { ...recipe.fields, dependency_status: dep } };
    expect(dollarsOf(rowsOf(once, header), printed)).toEqual({ a: '100 4500 6000' });
    const { a } = dollarsOf(rowsOf(once.replace('\n,S', '\na,S'), header), printed);
    expect(a).toContain('differ in "Denied": "Y" and blank');
  });

  it('of funds have words among the payments that mean nothing, or a number, once that is said', () => {
    const fund = { column: 'Fund', values: { DL: 'unsub' } } as const;
    const table = rowsOf('a,F,12,D,0,DL,all\na,S,12,D,0,DL,n/a', `${HEADER},Fund,Paid`);
    expect(
      answerTo(table, recipeWith({ rows: 'fund', fields: { fund, fund_paid: { column: 'Paid' } } })).open,
    ).toEqual(['fields.fund_paid.values.all', 'fields.fund_paid.values["n/a"]']);
    const said = recipeWith({
      rows: 'fund',
      fields: { fund, fund_paid: { column: 'Paid', values: { 'n/a': '', all: '3500' } } },
    });
    const { pieces } = applyRecipe(table, said, examined(table, said), '2026-27');
    const lines = Buffer.from(joined(pieces)).toString().trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(['3500', '']);
  });

  it('of funds add up what was paid and what came back, and count the credits once', () => {
    const recipe = recipeWith({
      rows: 'fund',
      fields: {
        fund: { column: 'Fund', values: { DL: 'unsub', PELL: 'none' } },
        fund_paid: { column: 'Paid' },
      },
    });
    const table = rowsOf(
      'a,F,12,D,0,DL,2000\na,F,12,D,0,DL,-500\na,F,12,D,0,PELL,900\na,S,12,D,0,DL,0',
      `${HEADER},Fund,Paid`,
    );
    const { pieces } = applyRecipe(table, recipe, examined(table, recipe), '2026-27');
    const lines = Buffer.from(joined(pieces)).toString().trim().split('\r\n');
    expect(lines.slice(1)).toEqual([
      'a,dependent,undergraduate,second_year,0,Fall 2026,12,12,1500',
      'a,dependent,undergraduate,second_year,0,Spring 2027,12,12,0',
    ]);
  });
});

describe('a status', () => {
  const withStatus = (lines: string, meaning: StatusMeaning) => {
    const table = rowsOf(lines, `${HEADER},Stat`);
    const status = [{ column: 'Stat', values: { R: 'counts', W: meaning } as const }];
    return { table, recipe: recipeWith({ status }) };
  };
  const LINES = 'a,F,12,D,0,R\na,S,9,D,0,W\nb,F,12,D,0,R\nb,S,12,D,0,R';

  it('takes credits away that are there', () => {
    const { table, recipe } = withStatus(LINES, 'no_credits');
    expect(dollarsOf(table, recipe)).toEqual({ a: '50 0 3250', b: '100 0 6500' });
  });

  it('says nothing of blank credits, which are asked about', () => {
    const { table, recipe } = withStatus(LINES.replace('a,S,9', 'a,S,'), 'no_credits');
    expect(pathsOf(table, recipe)).toEqual(['terms[1].blank']);
  });

  it('leaves rows out, whose term then has no row', () => {
    const { table, recipe } = withStatus(LINES, 'leave_out');
    expect(pathsOf(table, recipe)).toEqual(['terms[1].no_row']);
  });

  it('of a payment that was not made leaves the term and its credits', () => {
    const recipe = recipeWith({
      rows: 'fund',
      fields: { fund: { column: 'Fund', values: { DL: 'unsub' } }, fund_paid: { column: 'Paid' } },
      status: [
        {
          column: 'Stat',
          values: { Paid: 'counts', Scheduled: 'not_paid', Returned: 'paid_back', Void: 'leave_out' },
        },
      ],
    });
    const lines = 'a,F,12,D,0,DL,900,Paid\na,S,9,D,0,DL,800,Scheduled';
    const table = rowsOf(lines, `${HEADER},Fund,Paid,Stat`);
    expect(paidIn(table, recipe)).toEqual(['12', '900']);
    expect(dollarsOf(table, recipe)).toEqual({ a: '88 0 5720' });
    // One that was paid back is subtracted, whatever its sign.
    for (const amount of ['300', '-300', '(300.00)']) {
      const returned = rowsOf(`${lines}\na,F,12,D,0,DL,${amount},Returned`, `${HEADER},Fund,Paid,Stat`);
      expect(paidIn(returned, recipe)).toEqual(['12', '600']);
    }
    const voided = rowsOf(`${lines}\na,F,12,D,0,DL,300,Void`, `${HEADER},Fund,Paid,Stat`);
    const said = (answer: string) => answered(recipe, ['decisions', 'left_out_payments'], answer);
    expect(paidIn(voided, said('most_paid'))).toEqual(['12', '1200']);
    expect(paidIn(voided, said('most_left_out'))).toEqual(['12', '900']);
  });

  it('that leaves out a row with a payment asks whether it was made', () => {
    const status = [{ column: 'Stat', values: { R: 'counts', W: 'leave_out' } as const }];
    const recipe = recipeWith({ status, fields: { term_prior_disbursement_unsub: { column: 'Paid' } } });
    const table = rowsOf(
      'a,F,12,D,0,R,0\nb,S,12,D,0,W,700\nb,F,12,D,0,R,0\na,S,12,D,0,R,0',
      `${HEADER},Stat,Paid`,
    );
    expect(pathsOf(table, recipe)).toEqual(['decisions.left_out_payments']);
    const no = answered(recipe, ['decisions', 'left_out_payments'], 'many_left_out');
    expect(
      answerTo(table, answered(recipe, ['decisions', 'left_out_payments'], 'many_paid')).open,
    ).toBeNull();
    expect(pathsOf(table, no)).toContain('terms[1].no_row');
    // A student who has no other row is not lost with it.
    const alone = rowsOf('a,F,12,D,0,R,0\na,S,12,D,0,R,0\nb,F,12,D,0,W,700', `${HEADER},Stat,Paid`);
    const paid = answered(recipe, ['decisions', 'left_out_payments'], 'most_paid');
    expect(Object.keys(dollarsOf(alone, answered(paid, ['terms', 1, 'no_row'], 'most_not_in_year')))).toEqual(
      ['a', 'b'],
    );
  });

  it('that leaves out a row with a payment leaves the other row of its term as it is', () => {
    const status = [{ column: 'Stat', values: { R: 'counts', W: 'leave_out' } as const }];
    const recipe = recipeWith({
      status,
      fields: { term_prior_disbursement_unsub: { column: 'Paid' } },
      decisions: { left_out_payments: 'most_paid' },
    });
    const rows = (credits: string) =>
      rowsOf(`a,F,${credits},D,0,R,200\na,F,6,D,0,W,700\na,S,12,D,0,R,`, `${HEADER},Stat,Paid`);
    expect(paidIn(rows('9'), recipe)).toEqual(['9', '900']);
    // It says nothing of blank credits, which are asked about.
    expect(answerTo(rows(''), recipe).open).toEqual(['terms[0].blank']);
  });

  it('that leaves a row out leaves what only that row says of the student', () => {
    const { table, recipe } = withStatus('a,F,3,D,2000,W\na,F,12,,,R\na,S,12,,,R', 'leave_out');
    const dependency_status = { column: 'Dep', values: { D: 'dependent', '': '' } } as const;
    const said = { ...recipe, fields: { ...recipe.fields, dependency_status } };
    expect(dollarsOf(table, said)).toEqual({ a: '100 2000 4500' });
    // Others of its facts may be on every row.
    const { table: partly } = withStatus('a,F,3,D,2000,W\na,F,12,D,,R\na,S,12,D,,R', 'leave_out');
    expect(dollarsOf(partly, said)).toEqual({ a: '100 2000 4500' });
  });

  it('that leaves out every row of a student is told', () => {
    const { table, recipe } = withStatus('a,F,12,D,0,R\na,S,12,D,0,R\nb,F,12,D,0,W', 'leave_out');
    const texts = examined(table, recipe).examination.sentences.map(({ text }) => text);
    expect(texts).toContain('Not calculated, as all of their rows are left out: 1 student.');
  });

  it('fails its student, named', () => {
    const { table, recipe } = withStatus(LINES, 'not_calculated');
    expect(dollarsOf(table, recipe)).toMatchObject({
      a: expect.stringContaining('"Stat" is "W"'),
      b: '100 0 6500',
    });
  });
});

describe('a recipe is applied', () => {
  const table = rowsOf('a,F,12,D,0\na,S,9,D,0\nb,F,6,I,0\nb,S,6,I,0');
  const apply = (recipe: Recipe, edits: readonly Edit[] = []) =>
    applyRecipe(table, recipe, examined(table, recipe), '2026-27', edits);

  it('to all but the rows that were left out, with the cells that were edited', () => {
    const cells = [{ rows: [3], value: '12' }];
    const edits = [{ column: 'term_credits_enrolled', cells, leftOut: [4] }];
    const text = Buffer.from(joined(apply(TERM_RECIPE, edits).pieces)).toString();
    expect(text.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
      'term_credits_enrolled',
      '12',
      '12',
      '',
      '6',
      '',
    ]);
  });

  it('so that each row of ours is known by its rows of the file', () => {
    const { pieces, origins } = apply(recipeWith({ rows: 'course' }));
    joined(pieces);
    expect([2, 3, 4].map((row) => origins.of(row))).toEqual([[2], [3], [4]]);
    expect(origins.columnOf('term_credits_enrolled', 2)).toBe('Hrs');
  });

  it('never while a place is open, or before somebody has confirmed it', () => {
    const { term_ft_credits: _, ...fields } = TERM_RECIPE.fields;
    expect(() => apply({ ...TERM_RECIPE, fields })).toThrow('fields.term_ft_credits');
    expect(() => apply({ ...TERM_RECIPE, confirmed: false })).toThrow('confirmed');
  });

  it('to a file in our own names as its cells are', () => {
    const text = 'student_id,dependency_status,term_label,term_credits_enrolled\r\na,Dependent, Fall ,12\r\n';
    const own = tableOf(text);
    const recipe = ownRecipe(own.header);
    const { pieces, origins } = applyRecipe(own, recipe, examined(own, recipe), '2026-27');
    expect(Buffer.from(joined(pieces)).toString()).toBe(text);
    expect(origins.of(2)).toEqual([2]);
  });
});

it('everybody said to be a graduate, beside a column of first years, has the warning of the service', () => {
  const table = rowsOf('A1,F,9,I,0\nA1,S,9,I,0');
  const recipe = recipeWith({
    fields: { degree_level: { value: 'graduate' }, grade_level: { value: 'first_year' } },
  });
  const { pieces } = applyRecipe(table, recipe, examined(table, recipe), '2026-27');
  expect(new TextDecoder().decode(calculateCsv(new Uint8Array(joined(pieces))).bytes)).toContain(
    'grade_level has no effect',
  );
});
