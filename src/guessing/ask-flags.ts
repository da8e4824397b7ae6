import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { hasOnlyGraduates } from './ask-columns.js';
import { list, MOST_NAMED, quoted } from './assumption.js';
import { plain } from './column-candidates.js';
import type { Facts } from './facts.js';
import type { FlagRule } from './flag-columns.js';
import { isCostOfTerm } from './other-times.js';
import {
  ask,
  askOfColumn,
  type Concerned,
  columnOption,
  columnPath,
  everybody,
  holds,
  noColumn,
  type Option,
  of,
  type Question,
  type Raised,
  whichColumn,
  words,
} from './question.js';
import { isOfAid } from './unread-columns.js';

/** What each flag decides, and what a yes and a no in a choice say of it. */
const FLAGS = {
  plus_denied: ['A denial raises the limit of a dependent student.', 'a denial', 'no denial'],
  is_legacy_borrower: [
    'A legacy borrower may have a Grad PLUS loan, and other limits.',
    'a legacy borrower',
    'no legacy borrower',
  ],
} as const;

/** Asks which column says whose parent was denied a PLUS loan, if none is read for it and some may. */
export function plusQuestion(facts: Facts): readonly Raised[] {
  return flagQuestion(facts, 'plus_denied', everybody(facts));
}

/**
 * Asks, if there are graduate students, which column says who is a legacy borrower, and which has the cost of attendance
 * of the year, if none is read for it and some may.
 */
export function legacyQuestion(facts: Facts): readonly Raised[] {
  const [concerned] = (['graduate', 'professional'] as const).flatMap(
    (level) => facts.levels.get(level) ?? [],
  );
  if (concerned === undefined) return [];
  const costs = facts.raw.unread.map(({ name }) => name).filter(isCostOfTerm);
  const cost = 'cost_of_attendance';
  const options = costs.map((name) => ({
    ...columnOption(cost, name),
    label: `The column "${name}", which has the cost of the whole year on each row`,
  }));
  const ofYear = `The cost of the year limits a Grad PLUS loan. If this is of a term, add a column with the sum of the year to the file.`;
  return [
    ...flagQuestion(facts, 'is_legacy_borrower', concerned),
    ...columnOf(facts, cost, options, costs, ofYear, concerned),
  ];
}

function flagQuestion(facts: Facts, ours: keyof typeof FLAGS, concerned: Concerned): readonly Raised[] {
  const rules = facts.others.rulesFor(ours);
  const options = rules.map((rule) => flagOption(ours, rule));
  const names = rules.map(({ column }) => column);
  return columnOf(facts, ours, options, names, FLAGS[ours][0], concerned);
}

function columnOf(
  facts: Facts,
  ours: string,
  options: readonly Option[],
  names: readonly string[],
  why: string,
  concerned: Concerned,
): readonly Raised[] {
  if (facts.raw.filled.has(ours) || options.length === 0) return [];
  return ask(facts, concerned, {
    ...whichColumn(ours),
    open: facts.recipe.decisions.columns?.[ours] !== 'none',
    why: `${names.map(quoted).join(' and ')} may be it. ${why}`,
    choices: [...options, noColumn(ours)],
  });
}

/** A choice of a column, with what its known codes say. */
function flagOption(ours: keyof typeof FLAGS, { column, values }: FlagRule): Option {
  const option = columnOption(ours, column);
  const said = Object.entries(values).map(
    ([code, meant]) => `"${code}" is ${FLAGS[ours][meant === 'yes' ? 1 : 2]}`,
  );
  if (said.length === 0) return option;
  const named = said.length > MOST_NAMED ? '' : `: ${list(said)}`;
  return { ...option, value: { column, values }, label: `${option.label}${named}` };
}

/**
 * Asks about columns that nothing is read from: one that would be proposed for a column of ours that the recipe lacks,
 * or that may decide what a student may borrow, by its name or by what is in it.
 *
 * @param asked other questions about the file, some of which may be about such a column.
 */
export function unreadQuestions(facts: Facts, asked: readonly Raised[]): readonly Raised[] {
  const { recipe, others, isContract, newColumns } = facts;
  const askOf = (
    name: string,
    tally: Concerned,
    asks: Pick<Question, 'question' | 'why' | 'choices'>,
  ): readonly Raised[] => {
    if (isContract || asked.some((each) => isAbout(each, name))) return [];
    return askOfColumn(facts, tally, name, { name: 'unread_columns', ...asks });
  };
  const needless = hasOnlyGraduates(facts) ? OF_UNDERGRADUATES : [];
  const found = newColumns.filter(({ is, ours }) => is === 'taken' && !needless.includes(ours));
  return [
    ...found.flatMap(({ ours, term, theirs, rule }) => {
      if (theirs === null || rule === null) return [];
      const path = columnPath(recipe, ours, term);
      const has = `${holds(ours)}${term === null ? '' : ` of ${term}`}`;
      return askOf(theirs, everybody(facts), {
        question: `Is "${theirs}" the column that ${has}?`,
        why: `The file has a column that the recipe does not know: "${theirs}". The recipe reads no column that ${has}.`,
        choices: [{ path, value: plain(rule), label: 'Yes: it is read' }, ignored(theirs)],
      });
    }),
    ...others.unread.flatMap(({ name, tally, mayDecide, readFor, meanings, creditsOf, has }) => {
      if (!mayDecide || found.some(({ theirs }) => theirs === name)) return [];
      return askOf(name, tally, {
        question: `Does "${name}" change what a student may borrow?`,
        why: `Nothing is read from it, and ${of(facts, tally, 'has', 'have')} ${has}.`,
        choices: [
          ignored(name),
          ...(readFor !== null
            ? [readInstead(readFor, name, meanings)]
            : creditsOf === undefined
              ? [{ ...ignored(name), value: 'decides', label: DECIDES }]
              : creditsOptions(facts, name, creditsOf)),
        ],
      });
    }),
  ];
}

function readInstead(ours: string, column: string, meanings: Readonly<Record<string, string>>): Option {
  const option = columnOption(ours, column);
  const rule = Object.keys(meanings).length === 0 ? { column } : { column, values: meanings };
  return { ...option, value: rule, label: `Yes: it is read as the ${words(ours)}` };
}

/** Columns that nobody needs for graduate and professional students. */
const OF_UNDERGRADUATES: readonly string[] = ['grade_level', 'dependency_status'];

/** The likelier one first. @param term the label of its one term, or null. */
function creditsOptions({ recipe }: Facts, column: string, term: string | null): readonly Option[] {
  const path = columnPath(recipe, CREDIT_COLUMNS[0] ?? '', term);
  const options: readonly Option[] = [
    { path, value: { column }, label: 'Yes: it has the credits that count, and is read instead' },
    { ...ignored(column), value: 'decides', label: ON_TOP },
  ];
  // Beside columns of terms, one without a term is not read for credits.
  if (recipe.shape.rows === 'student' && term === null) return options.slice(1);
  return isOfAid(column) ? options : options.toReversed();
}

const ON_TOP = 'Yes: it counts beside those that are read. The file is refused until both are added up';
const DECIDES = 'Yes: the file is refused until the columns that are read say it';

function ignored(name: string): Option {
  const path = ['decisions', 'unread_columns', name];
  return { path, value: 'ignored', label: 'No: it is not used' };
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
