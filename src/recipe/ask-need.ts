import { wordsOf } from '../contract/name-forms.js';
import { asWords } from './ask-amounts.js';
import { candidates } from './ask-columns.js';
import { exactCell } from './cell-rules.js';
import type { Facts } from './facts.js';
import type { Guess } from './guess-columns.js';
import { needFlagMeaning } from './need-flags.js';
import {
  columnOption,
  decision,
  everybody,
  type Option,
  of,
  type Question,
  type Raised,
  raised,
} from './question.js';

/** Asks about subsidized need: its column, what blank need means, and need above the maximum. */
export function needQuestions(facts: Facts, guesses: readonly Guess[]): readonly Raised[] {
  const { raw, recipe, isContract, need } = facts;
  const { mayBeSubsidized, blank, above, negative } = need;
  if (isContract) return [];
  const flags = flagQuestions(facts);
  if (!raw.filled.has('subsidized_amount')) {
    if (mayBeSubsidized.students === 0) return flags;
    const guess = guesses.find(({ ours, sure }) => ours === 'subsidized_amount' && sure === 'ask');
    const found =
      guess === undefined ? needColumns(facts) : candidates(guesses, 'subsidized_amount', facts, []);
    const isByFlag = flags.some(({ choices, chosen }) => choices[chosen ?? -1]?.value !== 'ignored');
    const question: Question = {
      name: 'need',
      open: recipe.decisions.need == null,
      question: 'How much subsidized need does each student have?',
      why: `${guess?.why ?? 'No column for subsidized need was found.'} Need decides how much of the limit is subsidized, for ${of(facts, mayBeSubsidized)}.`,
      choices: [
        ...found,
        decision('need', 'none', 'Nobody has any: nothing is subsidized'),
        decision('need', 'maximum', `Everybody${isByFlag ? ' with need' : ''} has the subsidized maximum`),
      ],
    };
    return [...flags, raised(facts, question, mayBeSubsidized)];
  }
  const found: Raised[] = [...flags, ...periodQuestion(facts)];
  if (blank.students > 0) {
    const path = ['columns', 'subsidized_amount', 'blank'];
    const question: Question = {
      name: 'values:subsidized_amount',
      of: '',
      open: true,
      question: 'What does blank subsidized need mean?',
      why: `${of(facts, blank, 'has', 'have')} blank subsidized need${asWords(facts)}.`,
      choices: [
        { path, value: '0', label: 'no need: nothing is subsidized' },
        { path, value: 'unknown', label: 'not known: these students fail and are not calculated' },
      ],
    };
    found.push(raised(facts, question, blank));
  }
  if (above.students > 0) {
    const question: Question = {
      name: 'need_above_maximum',
      open: recipe.decisions.need_above_maximum == null,
      question: 'What does need above the subsidized maximum mean?',
      why: `${of(facts, above, 'has', 'have')} more need than may be subsidized.`,
      choices: [
        decision('need_above_maximum', 'maximum', 'Use the maximum ($0 for graduate students)'),
        decision('need_above_maximum', 'fail', 'A mistake: these students fail and are not calculated'),
      ],
    };
    found.push(raised(facts, question, above));
  }
  if (negative.students > 0) {
    const question: Question = {
      name: 'need_below_zero',
      open: recipe.decisions.need_below_zero == null,
      question: 'What does subsidized need below 0 mean?',
      why: `${of(facts, negative, 'has', 'have')} need below 0.`,
      choices: [
        decision('need_below_zero', 'none', 'No need: nothing is subsidized'),
        decision('need_below_zero', 'fail', 'A mistake: these students fail and are not calculated'),
      ],
    };
    found.push(raised(facts, question, negative));
  }
  return found;
}

/** Asks whether only students with a yes in a column such as `Sub Eligible` have subsidized need. */
function flagQuestions(facts: Facts): readonly Raised[] {
  return facts.others.needFlags.flatMap((flag) => {
    if (!flag.isFlag) return [];
    const { name, without, noWords } = flag;
    const path = ['decisions', 'need_flag', name];
    const question: Question = {
      name: 'need_flag',
      of: name,
      open: needFlagMeaning(facts.recipe.decisions, name) === null,
      question: `Have students without a yes in "${name}" any subsidized need?`,
      why: `${of(facts, without, 'has', 'have')} ${noWords} there.`,
      choices: [
        { path, value: 'only', label: 'No: nothing is subsidized for them, whatever holds for the others' },
        { path, value: 'ignored', label: 'They may: the column says something else' },
      ],
    };
    return [raised(facts, question, without)];
  });
}

const NEED = /_(?:need|elig\w*|sub_max\w*)_/;
const OTHER_NEED =
  /_(?:pell|grant|plus|gplus|unsub\w*|date|flag|ind|status|code|analysis|special|credits?|hours?|hrs|units?)_/;

/** Unread amount columns whose names mention need. */
function needColumns({ raw, header, sample }: Facts): readonly Option[] {
  return raw.unread.flatMap((place) => {
    const name = header[place] ?? '';
    const words = wordsOf(name);
    const filled = sample.flatMap((cells) => (cells[place] ?? '').trim() || []);
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
  const rule = recipe.columns['subsidized_amount'];
  if (!need.mayBeOfTerms || rule === undefined || 'constant' in rule) return [];
  const question: Question = {
    name: 'need_period',
    open: recipe.decisions.need_period == null,
    question: `Is "${rule.column}" the need of the year, or of each term?`,
    why: `${of(facts, need.repeated, 'has', 'have')} an amount on the rows of several terms, and nothing shows which it is.`,
    choices: [
      decision('need_period', 'year', 'Of the year: each row says the same, and it counts once'),
      decision('need_period', 'term', "Of each term: a student's amounts are added up"),
    ],
  };
  return [raised(facts, question, need.repeated)];
}

/** Asks whether amounts in a column of limits are the program's own before any reduction, if they need not be. */
export function limitQuestion(facts: Facts): readonly Raised[] {
  const { doubtfulLimit, recipe } = facts;
  const rule = recipe.columns['total_limit'];
  const said = recipe.decisions.limit_period ?? null;
  if (rule === undefined || 'constant' in rule) return [];
  if (doubtfulLimit.students === 0 && said !== 'ignored') return [];
  const question: Question = {
    name: 'limit_period',
    open: said === null,
    question: `Is "${rule.column}" the program's own limit of the year, before any reduction?`,
    why: `${of(facts, doubtfulLimit, 'has', 'have')} another amount there than the law's limit for a full-time student of their year. A limit that is reduced already would be reduced once more.`,
    choices: [
      decision('limit_period', 'year', "Yes: it is the program's own limit of the year"),
      decision(
        'limit_period',
        'ignored',
        'No: it was worked out for each student, or is what is left. It is not read, and the limit of the law is reduced',
      ),
      decision(
        'limit_period',
        'term',
        'No: it is of each term. The file is refused until a column has the limit of the year, or this one is taken out',
      ),
    ],
  };
  return [raised(facts, question, said === 'ignored' ? everybody(facts) : doubtfulLimit)];
}
