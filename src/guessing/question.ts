import { counted } from '../engine/texts.js';
import { type Choice, type Decision, type DecisionName, type Json, saidOfColumn } from './decisions.js';
import type { Facts } from './facts.js';
import { saidOf } from './labels.js';
import { type Recipe, termsIn } from './recipe.js';
import { valueAt } from './recipe-path.js';
import type { Tally } from './tally.js';

/** The students a question concerns: how many, some rows, the number of the first one, and the others if they are known. */
export type Concerned = Pick<Tally, 'students' | 'rows' | 'first'> & Partial<Pick<Tally, 'has'>>;

/** A decision, and the numbers of some students it concerns: its effect is shown on the first who can be calculated. */
export interface Raised extends Omit<Decision, 'choices'> {
  readonly choices: readonly Option[];
  readonly examples: readonly number[];
}

/** A choice before its effect is known. */
export type Option = Omit<Choice, 'effect'>;

/** What is asked about a file. */
export interface Question {
  readonly name: DecisionName;
  readonly of?: string;
  /** Where the answers are written in a recipe; by default, to the decision of this name. */
  readonly at?: readonly string[];
  /** Whether nobody has answered it; by default, whether nothing is written there, or nothing that is offered. */
  readonly open?: boolean;
  readonly question: string;
  readonly why: string;
  /** Choices that are written elsewhere, or that no word stands for. They come before the answers. */
  readonly choices?: readonly Option[];
  /** The words that may be written, each with its label. */
  readonly answers?: Readonly<Record<string, string>>;
}

/** A question about one column of the file; it is open while nothing is decided for a column of this name. */
export function askOfColumn(
  facts: Facts,
  tally: Concerned,
  column: string,
  asked: Question & { readonly name: 'need_flag' | 'paid' | 'unread_columns' | 'withdrawn_credits' },
): readonly Raised[] {
  const open = saidOfColumn<string | null>(facts.recipe.decisions[asked.name], column) == null;
  return ask(facts, tally, { of: column, open, ...asked });
}

/** The same about a term, or a title, by its label. */
export function askOfLabel(
  facts: Facts,
  tally: Concerned,
  label: string,
  asked: Question & {
    readonly name: 'titled_rows' | 'unplanned_credits' | 'zero_credits' | 'zero_final_credits' | 'zero_paid';
  },
): readonly Raised[] {
  const said = saidOf<string | null>(facts.recipe.decisions[asked.name], label);
  const chosen = Object.keys(asked.answers ?? {}).indexOf(said ?? '');
  const raised = ask(facts, tally, { of: label, open: chosen < 0, ...asked });
  return raised.map((each) => ({ ...each, chosen: chosen < 0 ? null : chosen }));
}

/** A question with the recipe's answer and the students it concerns, as a list of one. */
export function ask(facts: Facts, tally: Concerned, asked: Question): readonly Raised[] {
  const { name, of: subject = null, question, why, answers = {} } = asked;
  const path = asked.at ?? ['decisions', name, ...(subject === null ? [] : [subject])];
  const words = Object.entries(answers).map(([value, label]): Option => ({ path, value, label }));
  const choices = [...(asked.choices ?? []), ...words];
  const said = choices.findIndex((choice) => isSame(valueAt(facts.recipe, choice.path), choice.value));
  // An answer that is not offered any more was to another question.
  const isOffered = said >= 0 || asked.choices !== undefined;
  const open = asked.open ?? (valueAt(facts.recipe, path) == null || !isOffered);
  const { students, rows } = tally;
  const examples = examplesOf(facts.students.size, tally);
  const chosen = open || said < 0 ? null : said;
  const isAwaited = false;
  return [{ name, of: subject, open, isAwaited, question, why, students, rows, choices, chosen, examples }];
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

/** Those of a tally. If that is everybody, no rows are given as examples: they would say nothing. */
export function concerned(facts: Facts, tally: Tally): Concerned {
  return tally.students === facts.students.size ? everybody(facts) : tally;
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

/** Where a recipe says which column is one of ours, for all rows or for one term of several in a row. */
export function columnPath({ shape }: Recipe, ours: string, term: string | null): string[] {
  const at = termsIn(shape).findIndex(({ label }) => label === term);
  return [...(at < 0 ? [] : ['shape', 'terms', String(at)]), 'columns', ours];
}

/** A choice that makes a column of the file one of ours. */
export function columnOption(ours: string, column: string): Option {
  return { path: ['columns', ours], value: { column }, label: `The column "${column}"` };
}

/** A choice saying that the file has no column for one of ours. */
export function noColumn(ours: string): Option {
  return { path: ['decisions', 'columns', ours], value: 'none', label: 'The file has no such column' };
}

/** The name and the words of the question which column is one of ours. */
export function whichColumn(ours: string): Pick<Question, 'name' | 'question'> {
  return { name: `column:${ours}`, question: `Which column ${holds(ours)}?` };
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
