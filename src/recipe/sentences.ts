import { toText } from '../engine/exact.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/figures.js';
import { counted, listed } from '../engine/texts.js';
import type { CodeCount, FieldLine, Question, Sentence, TableFacts } from './examination.js';
import { labelsOf, statusPlaces } from './open-places.js';
import { isOwnRecipe } from './own-recipe.js';
import type { FieldRule, Ours, Recipe, RowShape, StatusMeaning } from './recipe.js';
import { placedColumns } from './suggest.js';

/** What will be done with a file, in sentences with numbers, each of which leads to the place of the recipe that says so. */

const ROWS: Readonly<Record<RowShape, string>> = {
  term: 'one term of a student',
  student: 'a student, with the terms beside each other',
  course: 'one course of a student',
  fund: 'one payment of a fund',
};
const STATUS: Readonly<Record<StatusMeaning, string>> = {
  counts: 'the row counts',
  no_credits: 'the row has no credits',
  leave_out: 'the row is left out',
  not_calculated: 'the student is not calculated',
};
const MOST_NAMED = 8;
const FULL_TIME = toText(DEFAULT_FULL_TIME_CREDITS);

/** In a file in our own names: what its documentation takes where a column is lacking that others have to settle. */
const OWN_LACKING: Readonly<Partial<Record<Ours, string>>> = {
  degree_level: 'Everybody is taken for an undergraduate: the file has no degree level.',
  term_ft_credits: `${FULL_TIME} credits are full time for everybody: the file has no full-time credits.`,
};
/** The same for blank cells. */
const OWN_BLANK: Readonly<Partial<Record<Ours, string>>> = {
  degree_level: 'undergraduate',
  subsidized_amount: '$0',
  plus_denied: 'no',
  is_legacy_borrower: 'no',
  academic_year_terms: 'the listed terms',
  term_required: 'yes',
  term_ft_credits: `${FULL_TIME} credits`,
  term_credits_enrolled: 'full time',
  term_actual_final_credits: 'not known yet',
  term_prior_disbursement_sub: 'nothing paid yet',
  term_prior_disbursement_unsub: 'nothing paid yet',
  term_prior_disbursement_grad_plus: 'nothing paid yet',
};

/** The sentences of a recipe for a table; what is open has none. `lines` are those of the same recipe. */
export function sentencesOf(
  recipe: Recipe,
  facts: TableFacts,
  lines: readonly FieldLine[],
  questions: readonly Question[] = [],
): readonly Sentence[] {
  const { rows, terms, not_terms, fund } = recipe;
  const sentences: Sentence[] = [];
  const say = (path: Sentence['path'], text: string): void => {
    sentences.push({ text, path });
  };
  const isOwn = isOwnRecipe(recipe);
  if (rows !== null) say(['rows'], `${counted(facts.rows, 'row')}, each ${ROWS[rows]}.`);
  for (const line of lines) {
    const text = fieldSentence(line, isOwn);
    if (text !== null) say(line.path, text);
  }
  if (fund?.paid != null && fund.column !== null)
    say(['fund'], `What was paid: "${fund.paid}", of the fund in "${fund.column}". ${funds(recipe)}`);
  if (terms.length > 0) say(['terms'], `Terms, in this order: ${listed(terms.map(({ label }) => label))}.`);
  const others = labelsOf(recipe, facts).filter(({ code }) => not_terms.includes(code));
  if (others.length > 0)
    say(
      ['not_terms'],
      `Rows of no term, which are left out: ${listed(others.map((each) => withRows(each)))}.`,
    );
  for (const { rule, path } of statusPlaces(recipe)) {
    const codes = facts.columns.find(({ name }) => name === rule.column)?.codes ?? [];
    const said = codes.map((each) => {
      const meaning = rule.values[each.code] ?? null;
      return meaning === null ? null : `${withRows(each)}: ${STATUS[meaning]}`;
    });
    say(
      path,
      `Whether a row counts is in "${rule.column}". ${said.filter((text) => text !== null).join('; ')}.`,
    );
  }
  const placed = placedColumns(recipe);
  const left = facts.columns.filter(({ name }) => !placed.has(name)).map(({ name }) => name);
  if (left.length > 0) say(['not_used'], `Not read: ${named(left)}.`);
  for (const { path, text, answer, choices } of questions) {
    const choice = choices.find(({ value }) => value === answer);
    if (choice !== undefined) say(path, `${text} ${choice.label}.`);
  }
  return sentences;
}

function fieldSentence(
  { field, label, term, none, rule, columns, codes }: FieldLine,
  isOwn: boolean,
): string | null {
  const of = term === null ? label : `${label} for ${term}`;
  if (rule === null) return null;
  if (rule === 'none') {
    const said = (isOwn ? OWN_LACKING[field] : undefined) ?? none;
    return term === null || said === null ? said : `${term}: ${said}`;
  }
  if ('value' in rule) return `${of}: ${rule.value.replaceAll('_', ' ')} for everybody.`;
  if ('by_level' in rule) {
    const credits = Object.entries(rule.by_level).flatMap(([level, each]) =>
      each == null ? [] : [`${each} for ${level}s`],
    );
    return `${of}: ${listed(credits)}.`;
  }
  const blanks = columns.reduce((sum, column) => sum + column.blanks, 0);
  const taken = isOwn ? OWN_BLANK[field] : undefined;
  const meant = taken === undefined ? '' : `, which is taken as ${taken}`;
  const blank = blanks === 0 ? '' : `, blank in ${counted(blanks, 'row')}${meant}`;
  const said = field === 'term_label' ? '' : meanings(codes);
  const added = 'columns' in rule && field !== 'term_label' ? ', added up' : '';
  return `${of}: ${source(rule)}${added}${blank}.${said}${period(rule)}`;
}

function source(rule: Exclude<FieldRule, null | 'none'>): string {
  if ('column' in rule) return `"${rule.column}"`;
  return 'columns' in rule ? listed(rule.columns.map((name) => `"${name}"`)) : '';
}

function period(rule: Exclude<FieldRule, null | 'none'>): string {
  if (!('column' in rule) || rule.per == null) return '';
  return rule.per === 'year' ? ' It is for the year.' : ' It is for each term.';
}

function meanings(codes: FieldLine['codes']): string {
  const said = codes.flatMap(({ code, meaning }) =>
    meaning === null ? [] : [`${code || 'blank'} is ${meaning.replaceAll('_', ' ') || 'nothing'}`],
  );
  return said.length === 0 ? '' : ` ${listed(said)}.`;
}

function funds({ fund }: Recipe): string {
  const loans = {
    sub: 'subsidized',
    unsub: 'unsubsidized',
    grad_plus: 'Grad PLUS',
    none: 'none of these loans',
  };
  const said = Object.entries(fund?.values ?? {}).flatMap(([code, loan]) =>
    loan === null ? [] : [`${code || 'blank'} is ${loans[loan]}`],
  );
  return `${listed(said)}.`;
}

function withRows({ code, rows }: CodeCount): string {
  return `${code === '' ? 'blank' : code} (${counted(rows, 'row')})`;
}

/** `Name, GPA and 41 others`. */
function named(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return listed(names);
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')} and ${counted(rest, 'other')}`;
}
