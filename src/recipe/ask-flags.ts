import { counted } from '../engine/texts.js';
import { list, MOST_NAMED } from './assumption.js';
import type { Facts } from './facts.js';
import type { PlusRule } from './plus-columns.js';
import {
  columnOption,
  everybody,
  holds,
  noColumn,
  type Option,
  of,
  type Question,
  type Raised,
  raised,
} from './question.js';
import { unreadMeaning } from './unread-columns.js';

/** Asks which column says whose parent was denied a PLUS loan, if none is read for it and some may. */
export function plusQuestion(facts: Facts): readonly Raised[] {
  if (facts.raw.filled.has('plus_denied')) return [];
  const found = facts.others.plus.flatMap(({ name, rule }) => (rule === null ? [] : [{ name, rule }]));
  if (found.length === 0) return [];
  const question: Question = {
    name: 'column:plus_denied',
    open: facts.recipe.decisions.columns?.['plus_denied'] !== 'none',
    question: `Which column ${holds('plus_denied')}?`,
    why: `${found.map(({ name }) => `"${name}"`).join(' and ')} may say it. A denial raises the limit of a dependent student.`,
    choices: [...found.map(({ rule }) => plusOption(rule)), noColumn('plus_denied')],
  };
  return [raised(facts, question, everybody(facts))];
}

/** A choice of a column, with what its known codes say. */
function plusOption({ column, values }: PlusRule): Option {
  const option = columnOption('plus_denied', column);
  const said = Object.entries(values).map(
    ([code, meant]) => `"${code}" is ${meant === 'yes' ? 'a denial' : 'no denial'}`,
  );
  if (said.length === 0) return option;
  const named = said.length > MOST_NAMED ? '' : `: ${list(said)}`;
  return { ...option, value: { column, values }, label: `${option.label}${named}` };
}

/**
 * Asks which column says who is a legacy borrower, if there are graduate students, none is read for it and some may.
 */
export function legacyQuestion(facts: Facts): readonly Raised[] {
  const ours = 'is_legacy_borrower';
  const graduates = (['graduate', 'professional'] as const).flatMap((level) => facts.levels.get(level) ?? []);
  const found = facts.others.legacy.filter(({ isFlag }) => isFlag);
  const [concerned] = graduates;
  if (facts.raw.filled.has(ours) || found.length === 0 || concerned === undefined) return [];
  const question: Question = {
    name: `column:${ours}`,
    open: facts.recipe.decisions.columns?.[ours] !== 'none',
    question: `Which column ${holds(ours)}?`,
    why: `${found.map(({ name }) => `"${name}"`).join(' and ')} may say it. A legacy borrower may have a Grad PLUS loan, and other limits.`,
    choices: [...found.map(({ name }) => columnOption(ours, name)), noColumn(ours)],
  };
  return [raised(facts, question, concerned)];
}

/**
 * Asks whether columns that nothing is read from decide what a student may borrow, if their names say that they may.
 *
 * @param asked other questions about the file, some of which may be about such a column.
 */
export function unreadQuestions(facts: Facts, asked: readonly Raised[]): readonly Raised[] {
  return facts.others.unread.flatMap((column) => {
    const { name, tally } = column;
    if (facts.isContract || !column.mayDecide || asked.some((each) => isAbout(each, name))) return [];
    const path = ['decisions', 'unread_columns', name];
    const question: Question = {
      name: 'unread_columns',
      of: name,
      open: unreadMeaning(facts.recipe.decisions, name) === null,
      question: `Does "${name}" change what a student may borrow?`,
      why: `Nothing is read from it, and ${of(facts, tally, 'has', 'have')} something in it on ${counted(tally.count, 'row')} that may decide which credits count, or whose limit is another one.`,
      choices: [
        { path, value: 'ignored', label: 'No: it is left out of account' },
        {
          path,
          value: 'decides',
          label:
            'Yes: the file is refused until the columns that are read say it, or the recipe names this one',
        },
      ],
    };
    return [raised(facts, question, tally)];
  });
}

/** Whether a question is about a column of the file, or may still make it one that is read. */
function isAbout({ name, of: subject, open, choices }: Raised, column: string): boolean {
  const isOffered = choices.some(
    ({ value }) =>
      typeof value === 'object' && value !== null && 'column' in value && value['column'] === column,
  );
  const mayBeRead = isOffered && (open || name !== 'need');
  return subject === column || name === `row_status:${column}` || mayBeRead;
}
