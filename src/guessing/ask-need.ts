import { asWords } from './ask-amounts.js';
import { exactCell } from './cell-rules.js';
import { filledAt } from './cells.js';
import { candidates } from './column-candidates.js';
import type { Facts } from './facts.js';
import type { Guess } from './guess-columns.js';
import { seasonOf } from './guess-shape.js';
import {
  ask,
  askOfColumn,
  columnOption,
  concerned,
  everybody,
  type Option,
  of,
  type Raised,
} from './question.js';
import { columnRead } from './recipe.js';

const MISTAKE = 'A mistake: these students fail and are not calculated';

/** Asks about subsidized need: its column, what blank need means, and need above the maximum. */
export function needQuestions(facts: Facts, guesses: readonly Guess[]): readonly Raised[] {
  if (facts.isContract) return [];
  const flags = flagQuestions(facts);
  if (!facts.raw.filled.has('subsidized_amount')) return [...flags, ...sourceQuestion(facts, guesses, flags)];
  const { blank, above, negative } = facts.need;
  const ifAny = (tally: typeof blank, asked: Parameters<typeof ask>[2]): readonly Raised[] =>
    tally.students === 0 ? [] : ask(facts, tally, asked);
  return [
    ...flags,
    ...periodQuestion(facts),
    ...ifAny(blank, {
      name: 'values:subsidized_amount',
      of: '',
      at: ['columns', 'subsidized_amount', 'blank'],
      open: true,
      question: 'What does blank subsidized need mean?',
      why: `${of(facts, blank, 'has', 'have')} blank subsidized need${asWords(facts)}.`,
      answers: {
        '0': 'no need: nothing is subsidized',
        unknown: 'not known: these students fail and are not calculated',
      },
    }),
    ...ifAny(above, {
      name: 'need_above_maximum',
      question: 'What does need above the subsidized maximum mean?',
      why: `${of(facts, above, 'has', 'have')} more need than may be subsidized.`,
      answers: { maximum: 'Use the maximum ($0 for graduate students)', fail: MISTAKE },
    }),
    ...ifAny(negative, {
      name: 'need_below_zero',
      question: 'What does subsidized need below 0 mean?',
      why: `${of(facts, negative, 'has', 'have')} need below 0.`,
      answers: { none: 'No need: nothing is subsidized', fail: MISTAKE },
    }),
  ];
}

/** Asks where need comes from, if no column is read for it. */
function sourceQuestion(
  facts: Facts,
  guesses: readonly Guess[],
  flags: readonly Raised[],
): readonly Raised[] {
  const { mayBeSubsidized } = facts.need;
  if (mayBeSubsidized.students === 0) return [];
  const guess = guesses.find(
    ({ ours, is, theirs }) => ours === 'subsidized_amount' && is !== 'taken' && theirs !== null,
  );
  const columns =
    guess?.is !== 'in doubt' ? needColumns(facts) : candidates(guesses, 'subsidized_amount', facts, []);
  // One of them alone is a part of the year's need.
  const ofTerms = columns.filter(({ label }) => seasonOf(label) !== null);
  const isParts = new Set(ofTerms.map(({ label }) => seasonOf(label)?.label)).size > 1;
  const sum = isParts ? ` ${SUM_OF_TERMS}` : '';
  const isByFlag = flags.some(({ choices, chosen }) => choices[chosen ?? -1]?.value !== 'ignored');
  return ask(facts, concerned(facts, mayBeSubsidized), {
    name: 'need',
    question: 'How much subsidized need does each student have?',
    why: `${guess?.why ?? 'No column was found for sure.'} Need decides how much of the limit is subsidized, for ${of(facts, mayBeSubsidized)}.${sum}`,
    choices: isParts ? columns.filter((each) => !ofTerms.includes(each)) : columns,
    answers: {
      none: 'Nobody has any: nothing is subsidized',
      maximum: `Everybody${isByFlag ? ' with need' : ''} has the subsidized maximum`,
    },
  });
}

const SUM_OF_TERMS =
  'The file has a column of need for each of several terms: add them up in one column, such as "Sub Need", and choose that file.';

/** Asks whether only students with a yes in a column such as `Sub Eligible` have subsidized need. */
function flagQuestions(facts: Facts): readonly Raised[] {
  return facts.others.needFlags.flatMap(({ isFlag, name, without, noWords }) => {
    if (!isFlag) return [];
    return askOfColumn(facts, without, name, {
      name: 'need_flag',
      question: `Have students without a yes in "${name}" any subsidized need?`,
      why: `${of(facts, without, 'has', 'have')} ${noWords} there.`,
      answers: {
        only: 'No: nothing is subsidized for them, whatever holds for the others',
        ignored: 'They may: the column says something else',
      },
    });
  });
}

const NEED = /_(?:need|elig\w*|sub_max\w*)_/;
const OTHER_NEED =
  /_(?:pell|grant|plus|gplus|unsub\w*|date|flag|ind|status|code|analysis|special|credits?|hours?|hrs|units?)_/;

function needColumns({ raw, sample }: Facts): readonly Option[] {
  return raw.unread.flatMap(({ place, name, words }) => {
    const filled = filledAt(sample, place);
    const isAmounts =
      filled.length > 0 && filled.every((cell) => exactCell({ kind: 'dollars' }, cell) !== null);
    return NEED.test(words) && !OTHER_NEED.test(words) && isAmounts
      ? [columnOption('subsidized_amount', name)]
      : [];
  });
}

/** Asks whether need on the rows of several terms is for the year or for each term. */
function periodQuestion(facts: Facts): readonly Raised[] {
  const { need, recipe } = facts;
  const column = columnRead(recipe.columns, 'subsidized_amount');
  if (!need.mayBeOfTerms || column === null) return [];
  return ask(facts, need.repeated, {
    name: 'need_period',
    question: `Is "${column}" the need of the year, or of each term?`,
    why: `${of(facts, need.repeated, 'has', 'have')} an amount on the rows of several terms, and nothing shows which it is.`,
    answers: {
      year: 'Of the year: each row says the same, and it counts once',
      term: "Of each term: a student's amounts are added up",
    },
  });
}

/** Asks whether amounts in a column of limits are the program's own before any reduction, if they need not be. */
export function limitQuestion(facts: Facts): readonly Raised[] {
  const { doubtfulLimit, recipe } = facts;
  const column = columnRead(recipe.columns, 'total_limit');
  const isIgnored = recipe.decisions.limit_period === 'ignored';
  if (column === null || (doubtfulLimit.students === 0 && !isIgnored)) return [];
  return ask(facts, isIgnored ? everybody(facts) : doubtfulLimit, {
    name: 'limit_period',
    question: `Is "${column}" the program's own limit of the year, before any reduction?`,
    why: `${of(facts, doubtfulLimit, 'has', 'have')} another amount there than the law's limit for a full-time student of their year. A limit that is reduced already would be reduced once more.`,
    answers: {
      year: "Yes: it is the program's own limit of the year",
      ignored:
        'No: it was worked out for each student, or is what is left. It is not read, and the limit of the law is reduced',
      term: 'No: it is of each term. The file is refused until a column has the limit of the year, or this one is taken out',
    },
  });
}
