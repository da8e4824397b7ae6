import { counted } from '../engine/texts.js';
import type { Choice, Decision, DecisionName, Json } from './decisions.js';
import type { Facts } from './facts.js';
import { valueAt } from './recipe-path.js';
import type { Tally } from './tally.js';

/** The students a question concerns: how many, some rows, the number of the first one, and the others if they are known. */
export type Concerned = Pick<Tally, 'students' | 'rows' | 'first'> & Partial<Pick<Tally, 'has'>>;

/** A decision, and the numbers of some students it concerns: its effect is shown on the first who can be calculated. */
export interface Raised extends Omit<Decision, 'choices'> {
  readonly choices: readonly Omit<Choice, 'effect'>[];
  readonly examples: readonly number[];
}

export type Option = Omit<Choice, 'effect'>;

export interface Question {
  readonly name: DecisionName;
  readonly of?: string | null;
  readonly open: boolean;
  readonly question: string;
  readonly why: string;
  readonly choices: readonly Option[];
}

/** A question with the recipe's answer, and the students it concerns. */
export function raised(facts: Facts, question: Question, tally: Concerned): Raised {
  const { choices } = question;
  const said = choices.map(({ path, value }) => isSame(valueAt(facts.recipe, path), value));
  const chosen = question.open ? -1 : said.indexOf(true);
  return {
    of: null,
    ...question,
    students: tally.students,
    rows: tally.rows,
    examples: examplesOf(facts.students.size, tally),
    chosen: chosen < 0 ? null : chosen,
  };
}

/** Where in a file other examples are looked for: who comes first often has something in common with the next. */
const PARTS_OF_FILE = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 7 / 8];

function examplesOf(count: number, tally: Concerned): readonly number[] {
  const others = PARTS_OF_FILE.flatMap((part) => {
    let student = Math.floor(count * part);
    while (student < count && tally.has?.(student) === false) student += 1;
    return tally.has === undefined || student >= count ? [] : [student];
  });
  return [...new Set([Math.max(tally.first, 0), ...others])];
}

/** Whether two values of a recipe are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** All students of a file, for a question that concerns everybody. */
export function everybody({ students }: Facts): Concerned {
  return { students: students.size, rows: [], first: 0, has: () => true };
}

/** `3 of 20 students`; followed by the verb form that agrees with the number, if given. */
export function of(facts: Facts, tally: Pick<Tally, 'students'>, one = '', many = one): string {
  const who = `${tally.students.toLocaleString('en-US')} of ${counted(facts.students.size, 'student')}`;
  return `${who} ${tally.students === 1 ? one : many}`.trimEnd();
}

/** A choice that is written to the decisions of a recipe. */
export function decision(name: string, value: Json, label: string): Option {
  return { path: ['decisions', name], value, label };
}

/** A choice that makes a column of the file one of ours. */
export function columnOption(ours: string, column: string): Option {
  return { path: ['columns', ours], value: { column }, label: `The column "${column}"` };
}

/** A choice saying that the file has no column for one of ours. */
export function noColumn(ours: string): Option {
  return { path: ['decisions', 'columns', ours], value: 'none', label: 'The file has no such column' };
}

/** What a column of ours holds, after a noun: `has the grade level`, `says whether a term is required`. */
export function holds(ours: string): string {
  const name = words(ours);
  if (name.startsWith('whether ')) return `says ${name}`;
  return name.startsWith('the ') ? `has ${name}` : `has the ${name}`;
}

/** One of our names or words as a person would say it. */
export function words(name: string): string {
  const own = NAMES[name];
  return own ?? name.replaceAll('_', ' ');
}

const NAMES: Readonly<Record<string, string | undefined>> = {
  term_label: 'the term',
  term_credits_enrolled: 'the credits',
  term_actual_final_credits: 'the final credits',
  term_ft_credits: 'the full-time credits of the term',
  term_required: 'whether a term is required',
  plus_denied: 'whether a parent was denied a PLUS loan',
  is_legacy_borrower: 'whether the student is a legacy borrower',
  term_prior_disbursement_sub: 'subsidized loan paid',
  term_prior_disbursement_unsub: 'unsubsidized loan paid',
  term_prior_disbursement_grad_plus: 'Grad PLUS loan paid',
  third_year_and_beyond: 'third year and beyond',
};
