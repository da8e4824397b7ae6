import { DEGREE_LEVELS, type DegreeLevel } from '../engine/limits.js';
import type { Facts } from './facts.js';
import { isAddedUp } from './grouped-rows.js';
import { blankMeaning, saidOf } from './labels.js';
import { decision, type Option, of, type Question, type Raised, raised } from './question.js';
import type { Tally } from './tally.js';
import { termTime } from './term-order.js';

/** Asks what blank credits mean, for each term that has any. */
export function blankQuestions(facts: Facts): readonly Raised[] {
  const { recipe, labels, isContract } = facts;
  if (isContract) return [];
  const isSum = recipe.shape.rows === 'course' || isAddedUp(recipe.decisions);
  return [...facts.blank].map(([place, tally]) => {
    const label = labels.texts[place] ?? '';
    const path = ['decisions', 'blank_credits', label];
    const choices: Option[] = [
      { path, value: 'not_enrolled', label: 'not enrolled: 0 credits, and the term counts for the year' },
      { path, value: 'full_time', label: 'full time' },
      { path, value: 'no_term', label: 'no such term in the year of these students' },
      { path, value: 'leave_out', label: 'not known: leave these students out' },
    ];
    const meaning = blankMeaning(recipe.decisions, label);
    const question: Question = {
      name: 'blank_credits',
      of: label,
      open: meaning === undefined,
      question: `What do blank credits${label === '' ? '' : ` for ${label}`} mean?`,
      why: `${of(facts, tally, 'has', 'have')} blank credits${label === '' ? '' : ` for ${label}`}${asWords(facts)}.${tally.count === facts.credits.get(place)?.all.count ? NOT_OPEN : ''}`,
      choices: choices.filter(({ value }) => !isSum || (value !== 'full_time' && value !== 'no_term')),
    };
    const made = raised(facts, question, tally);
    const chosen = question.choices.findIndex(({ value }) => value === meaning);
    return { ...made, chosen: chosen < 0 ? null : chosen };
  });
}

const NOT_OPEN = ' Nobody has credits there: registration may not have opened yet.';

/** A term with rows of 0 credits that may say something else than that these students are not enrolled. */
interface ZeroTerm {
  readonly label: string;
  readonly zero: Tally;
  /** Whether nobody has credits in it. */
  readonly isEverybody: boolean;
}

/** Terms that not every student attends, such as a summer, or nobody, with their rows of 0 credits. */
export function zeroTerms({ credits, labels, saysRequired, blank, recipe }: Facts): readonly ZeroTerm[] {
  if (saysRequired) return [];
  return [...credits].flatMap(([place, { all, zero }]) => {
    const label = labels.texts[place] ?? '';
    const isSummer = termTime(label)?.season === 'Summer';
    const isOften = labels.texts.length > 2 && zero.students * 3 >= all.students;
    const isBlankZero = blankMeaning(recipe.decisions, label) === 'not_enrolled';
    const isEverybody = zero.count + ((isBlankZero && blank.get(place)?.count) || 0) === all.count;
    return zero.students > 0 && (isSummer || isOften || isEverybody) ? [{ label, zero, isEverybody }] : [];
  });
}

/** Asks what 0 credits mean in a term that not every student attends, or nobody. */
export function zeroQuestions(facts: Facts): readonly Raised[] {
  return zeroTerms(facts).map(({ label, zero, isEverybody }) => {
    const path = ['decisions', 'zero_credits', label];
    const who = `${of(facts, zero, 'has', 'have')} 0 credits for ${label}.`;
    const question: Question = {
      name: 'zero_credits',
      of: label,
      open: saidOf(facts.recipe.decisions.zero_credits ?? {}, label) == null,
      question: isEverybody
        ? `Is nobody enrolled in ${label}?`
        : `Is ${label} a term of the year for students with 0 credits there?`,
      why: isEverybody
        ? who + NOT_OPEN
        : `${who} If it is a term of their year, they are less than full time.`,
      choices: [
        ...(isEverybody
          ? [
              {
                path,
                value: 'full_time',
                label: 'Not known yet: all of them are taken as enrolled full time',
              },
            ]
          : []),
        {
          path,
          value: 'no_term',
          label: isEverybody
            ? 'It is not a term of their year'
            : 'No: it counts only for those who attend it',
        },
        { path, value: 'not_enrolled', label: 'Yes: they are not enrolled in it' },
      ],
    };
    return raised(facts, question, zero);
  });
}

/**
 * Terms whose final credits are 0 for nearly every student with planned ones: the system may not have filled them in
 * yet.
 */
export function zeroFinals({ finals, labels }: Facts): readonly (readonly [label: string, zero: Tally])[] {
  return [...finals].flatMap(([place, { all, zero }]) =>
    zero.students * NEARLY_ALL >= all.students * (NEARLY_ALL - 1) && zero.students > 0
      ? [[labels.texts[place] ?? '', zero] as const]
      : [],
  );
}

/** Nearly all means all but one in this many. */
const NEARLY_ALL = 10;

/** Asks what final credits of 0 mean in a term in which nearly every student has them. */
export function finalQuestions(facts: Facts): readonly Raised[] {
  return zeroFinals(facts).map(([label, tally]) => {
    const path = ['decisions', 'zero_final_credits', label];
    const decided = facts.recipe.decisions.zero_final_credits;
    const question: Question = {
      name: 'zero_final_credits',
      of: label,
      open: saidOf(decided ?? {}, label) == null,
      question: `What do final credits of 0 for ${label} mean?`,
      why: `${of(facts, tally, 'has', 'have')} planned credits for ${label} and final credits of 0, nearly everybody there. Systems write 0 before a term is over.`,
      choices: [
        { path, value: 'not_known', label: 'not known yet: the planned credits are used' },
        { path, value: 'not_enrolled', label: 'not enrolled: these students have 0 credits' },
      ],
    };
    return raised(facts, question, tally);
  });
}

/** Lists the words that count as blank. */
export function asWords({ raw: { noNumbers } }: Facts): string {
  return noNumbers.size === 0
    ? ''
    : ` (or ${[...noNumbers]
        .slice(0, 4)
        .map((word) => JSON.stringify(word))
        .join(', ')})`;
}

const FULL_TIME: Readonly<Record<DegreeLevel, readonly string[]>> = {
  undergraduate: ['12', '15', '9', '6'],
  graduate: ['9', '12', '6', '8'],
  professional: ['12', '9', '6', '15'],
};

/** Asks what more than twice the full-time credits of a term mean. */
export function manyCreditsQuestion(facts: Facts): readonly Raised[] {
  const { manyCredits, recipe, isContract } = facts;
  if (isContract || manyCredits.students === 0) return [];
  const question: Question = {
    name: 'many_credits',
    open: recipe.decisions.many_credits == null,
    question: 'Are more than twice the full-time credits really the credits of one term?',
    why: `${of(facts, manyCredits, 'has', 'have')} more than twice the full-time credits in a term. Clock hours and credits earned so far look like this.`,
    choices: [
      decision('many_credits', 'other', 'No: these students fail and are not calculated'),
      decision('many_credits', 'credits', 'Yes: they are enrolled full time'),
    ],
  };
  return [raised(facts, question, manyCredits)];
}

/** Asks how many credits are full time, for each degree level without a column that says so. */
export function fullTimeQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return DEGREE_LEVELS.flatMap((level) => {
    const tally = facts.withoutFullTime.get(level);
    if (tally === undefined) return [];
    const path = ['decisions', 'full_time_credits', level];
    const question: Question = {
      name: 'full_time_credits',
      of: level,
      open: facts.recipe.decisions.full_time_credits?.[level] == null,
      question: `How many credits are full time in a term for ${level} students?`,
      why: facts.raw.filled.has('term_ft_credits')
        ? `${of(facts, tally, 'is', 'are')} ${level} and have blank full-time credits.`
        : `No column is read for it. ${of(facts, tally, 'is', 'are')} ${level}.${facts.labels.texts.length > 2 ? ' If it differs by term, as in a summer, add a column that says it in each row.' : ''}`,
      choices: FULL_TIME[level].map((value) => ({ path, value, label: `${value} credits` })),
    };
    return [raised(facts, question, tally)];
  });
}
