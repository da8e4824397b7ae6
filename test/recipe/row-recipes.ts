import { expect } from 'vitest';
import { plainAnswer } from '../../src/recipe/format/answers.js';
import type { Question } from '../../src/recipe/format/examination.js';
import { OUR_FIELDS } from '../../src/recipe/format/our-fields.js';
import type { FieldRules, Recipe } from '../../src/recipe/format/recipe.js';
import { BLANK_RECIPE, pathText, withAnswer } from '../../src/recipe/format/recipe.js';
import type { TableToRead } from '../../src/table/column-facts.js';
import { answerTo, examined, ourText, tableOf } from './small-table.js';

/** Small tables with one header, recipes for them, what their rows ask, and the dollars by each answer. */

export const HEADER = 'ID,Term,Hrs,Dep,Need';

/** Second-years with 12 credits full time: 4,500 subsidized, and 6,500 (dependent) or 10,500 in total. */
export const FIELDS: FieldRules = {
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
/** Dependency status that is blank below a student's first row. */
export const PRINTED_ONCE = { column: 'Dep', values: { D: 'dependent', I: 'independent', '': '' } } as const;

/** Maps the labels of two parts of the fall to the fall. */
export const IN_PARTS = {
  term_label: { column: 'Term', values: { 'Fall A': 'Fall 2026', 'Fall B': 'Fall 2026' } },
};

export const PAID = { term_prior_disbursement_unsub: { column: 'Paid' } } as const;

export const termsOf = (...labels: readonly string[]) => labels.map((label) => ({ label }));
export const FALL = termsOf('Fall 2026');
export const TERMS = termsOf('Fall 2026', 'Spring 2027');

export function recipeWith(own: Partial<Recipe>): Recipe {
  const course: FieldRules =
    own.rows === 'course' ? { course: 'none' } : own.rows === 'fund' ? { payment_number: 'none' } : {};
  const fields = { ...FIELDS, ...course, ...own.fields };
  // Most of these students have no need; other tests cover what a need of 0 means.
  const decisions = { 'zero:subsidized_amount': 'most_none', ...own.decisions };
  const usual = { ...BLANK_RECIPE, confirmed: true, rows: 'term', terms: TERMS, status: [] } as const;
  return { ...usual, ...own, fields, decisions };
}

export const TERM_RECIPE = recipeWith({});

/** A recipe for rows of payments; `values` maps each fund to its loan. */
export function fundRecipe(values: Readonly<Record<string, string>>, own: Partial<Recipe> = {}): Recipe {
  const fields = { fund: { column: 'Fund', values }, fund_paid: { column: 'Paid' }, ...own.fields };
  return recipeWith({ rows: 'fund', ...own, fields });
}

/** A recipe for rows of students; `credits` names the column of each term's credits. */
export function studentRecipe(
  credits: Readonly<Record<string, string>>,
  own: FieldRules = {},
  ofTerm: (label: string) => FieldRules = () => ({}),
): Recipe {
  const { term_label: _, term_credits_enrolled: __, ...usual } = FIELDS;
  const terms = Object.entries(credits).map(([label, column]) => ({
    label,
    fields: { term_credits_enrolled: { column }, ...ofTerm(label) },
  }));
  return { ...TERM_RECIPE, rows: 'student', fields: { ...usual, ...own }, terms };
}

/** A table in which the labels `F` and `S` mean fall and spring; `more` names extra columns. */
export function rowsOf(lines: string | readonly string[], more = ''): TableToRead {
  const text = [lines].flat().join('\n').trim();
  const labelled = text.replace(/,F(?=[,\s])/g, ',Fall 2026').replace(/,S(?=[,\s])/g, ',Spring 2027');
  return tableOf(`${HEADER}${more && `,${more}`}\n${labelled}`);
}

export const rowsOfEach = <Each>(
  all: readonly Each[],
  more: string,
  linesOf: (each: Each, nth: number) => string,
) => rowsOf(all.map(linesOf), more);
export const rowsOfA = (lines: readonly string[], more = '') => rowsOfEach(lines, more, (row) => `a,${row}`);

/** A student with 12 credits in each of these terms, and the recipe that lists them in this order. */
export function inTerms(...labels: readonly string[]): [table: TableToRead, recipe: Recipe] {
  const lines = labels.map((label) => `a,${label},12,D,0`);
  return [tableOf([HEADER, ...lines].join('\n')), recipeWith({ terms: termsOf(...labels) })];
}

export const questionsOf = (table: TableToRead, recipe: Recipe = TERM_RECIPE): readonly Question[] =>
  examined(table, recipe).examination.questions.filter(
    ({ path: [, key], answer }) => key !== 'zero:subsidized_amount' || answer === null,
  );
export const pathsOf = (table: TableToRead, recipe: Recipe = TERM_RECIPE): readonly string[] =>
  questionsOf(table, recipe).map(({ path }) => pathText(path));
export const effectsOf = (table: TableToRead, recipe: Recipe = TERM_RECIPE) =>
  questionsOf(table, recipe)[0]?.choices.map(({ effect }) => effect?.text);
export const decided = (recipe: Recipe, key: string, answer: string): Recipe =>
  withAnswer(recipe, ['decisions', key], answer);

/** {@link decided} with the choice that the question at this key offers for an answer. */
export function answered(table: TableToRead, recipe: Recipe, key: string, answer: string): Recipe {
  const question = questionsOf(table, recipe).find(({ path }) => path[1] === key);
  const choice = question?.choices.find(({ value }) => plainAnswer(value) === answer);
  if (choice === undefined) throw new Error(`Nothing asks ${key}, or it has no answer ${answer}.`);
  return decided(recipe, key, choice.value);
}

/** Each student's year: percent, subsidized and unsubsidized dollars; or the error. */
export function dollarsOf(table: TableToRead, recipe: Recipe): Readonly<Record<string, string>> {
  const { open, students } = answerTo(table, recipe);
  if (students === null) throw new Error(open.join(', '));
  return Object.fromEntries(
    [...students].map(([id, { result, error }]) => {
      const year = result as Record<string, unknown> | null;
      const names = ['reduced_annual_pct', 'annual_basic_eligibility_sub', 'annual_basic_eligibility_unsub'];
      return [id, year === null ? messageOf(error) : names.map((name) => String(year[name])).join(' ')];
    }),
  );
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** The dollars by each answer (without its share, such as `most_`) to the only open question. */
export function byAnswer(table: TableToRead, recipe = TERM_RECIPE): Readonly<Record<string, unknown>> {
  const [question, ...others] = questionsOf(table, recipe).filter(({ answer }) => answer === null);
  if (question === undefined || others.length > 0) throw new Error(JSON.stringify(pathsOf(table, recipe)));
  expect(answerTo(table, recipe).open).toEqual([pathText(question.path)]);
  const said = examined(table, recipe).open[0]?.message;
  for (const { value, label } of question.choices) expect(said).toContain(`"${value}" (${label})`);
  return Object.fromEntries(
    question.choices.map(({ value }) => [
      plainAnswer(value),
      dollarsOf(table, withAnswer(recipe, question.path, value)),
    ]),
  );
}

export function oursOf(table: TableToRead, recipe: Recipe): readonly (readonly string[])[] {
  const [, ...lines] = ourText(table, recipe).trim().split('\r\n');
  return lines.map((line) => line.split(','));
}

/** Credits and payment of the first row, for a recipe with one column of payments. */
export const paidIn = (table: TableToRead, recipe: Recipe) => oursOf(table, recipe)[0]?.slice(-2);
