import { DEGREE_LEVELS, type DegreeLevel } from '../engine/limits.js';
import { saysUndergraduate } from './ask-columns.js';
import { list, quoted } from './assumption.js';
import type { Facts } from './facts.js';
import { fullTimeKey } from './facts-reader.js';
import { isAddedUp } from './grouped-rows.js';
import { blankMeaning, saidOf } from './labels.js';
import { ask, askOfLabel, concerned, of, type Raised } from './question.js';
import { columnsRead } from './recipe.js';
import type { Tally } from './tally.js';
import { INTERIM, oddTerms } from './term-labels.js';
import { termTime } from './term-order.js';

/** Asks what blank credits mean, for each term that has any. */
export function blankQuestions(facts: Facts): readonly Raised[] {
  const { recipe, labels, isContract } = facts;
  if (isContract) return [];
  const isOfCourses = recipe.shape.rows === 'course';
  const isSum = isOfCourses || isAddedUp(recipe.decisions);
  return [...facts.blank].flatMap(([place, tally]) => {
    const label = labels.at(place);
    const ofTerm = label === '' ? '' : ` for ${label}`;
    const meaning = blankMeaning(recipe.decisions, label);
    const answers = {
      not_enrolled: 'not enrolled: 0 credits, and the term counts for the year',
      // Each of the rows that are added up would be full time.
      ...(isSum ? {} : { full_time: 'full time' }),
      ...(isOfCourses ? {} : { no_term: 'no such term in the year of these students' }),
      leave_out: 'not known: leave these students out',
    };
    const chosen = Object.keys(answers).indexOf(meaning ?? '');
    return ask(facts, tally, {
      name: 'blank_credits',
      of: label,
      open: chosen < 0,
      question: `What do blank credits${ofTerm} mean?`,
      why: `${of(facts, tally, 'has', 'have')} blank credits${ofTerm}${asWords(facts)}.${tally.count === facts.credits.get(place)?.all.count ? NOT_OPEN : ''}`,
      answers,
    }).map((asked) => ({ ...asked, chosen: chosen < 0 ? null : chosen }));
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

/** Terms that not every student attends, such as a summer or a J-Term, or nobody, with their rows of 0 credits. */
export function zeroTerms({ credits, labels, saysRequired, blank, recipe }: Facts): readonly ZeroTerm[] {
  if (saysRequired) return [];
  return [...credits].flatMap(([place, { all, zero }]) => {
    const label = labels.at(place);
    const isShort = termTime(label)?.season === 'Summer' || INTERIM.test(label);
    const isOften = labels.texts.length > 2 && zero.students * 3 >= all.students;
    const isBlankZero = blankMeaning(recipe.decisions, label) === 'not_enrolled';
    const isEverybody = zero.count + ((isBlankZero && blank.get(place)?.count) || 0) === all.count;
    return zero.students > 0 && (isShort || isOften || isEverybody) ? [{ label, zero, isEverybody }] : [];
  });
}

/** Asks what 0 credits mean in a term that not every student attends, or nobody. */
export function zeroQuestions(facts: Facts): readonly Raised[] {
  return zeroTerms(facts).flatMap(({ label, zero, isEverybody }) => {
    const name = 'zero_credits';
    const who = `${of(facts, zero, 'has', 'have')} 0 credits for ${label}.`;
    const enrolled = { not_enrolled: 'Yes: they are not enrolled in it' };
    if (!isEverybody)
      return askOfLabel(facts, zero, label, {
        name,
        question: `Is ${label} a term of the year for students with 0 credits there?`,
        why: `${who} If it is a term of their year, they are less than full time.`,
        answers: { no_term: 'No: it counts only for those who attend it', ...enrolled },
      });
    return askOfLabel(facts, zero, label, {
      name,
      question: `Is nobody enrolled in ${label}?`,
      why: who + NOT_OPEN,
      answers: {
        full_time: 'Not known yet: all of them are taken as enrolled full time',
        no_term: 'It is not a term of their year',
        ...enrolled,
      },
    });
  });
}

/**
 * Terms whose final credits are 0 for nearly every student with planned ones: the system may not have filled them in
 * yet.
 */
export function zeroFinals({ finals, labels }: Facts): readonly (readonly [label: string, zero: Tally])[] {
  return [...finals].flatMap(([place, { all, zero }]) =>
    zero.students * NEARLY_ALL >= all.students * (NEARLY_ALL - 1) && zero.students > 0
      ? [[labels.at(place), zero] as const]
      : [],
  );
}

/** Nearly all means all but one in this many. */
const NEARLY_ALL = 10;

/** Asks what final credits of 0 mean in a term in which nearly every student has them. */
export function finalQuestions(facts: Facts): readonly Raised[] {
  return zeroFinals(facts).flatMap(([label, tally]) =>
    askOfLabel(facts, tally, label, {
      name: 'zero_final_credits',
      question: `What do final credits of 0 for ${label} mean?`,
      why: `${of(facts, tally, 'has', 'have')} planned credits for ${label} and final credits of 0, nearly everybody there. Systems write 0 before a term is over.`,
      answers: {
        not_known: 'not known yet: the planned credits are used',
        not_enrolled: 'not enrolled: these students have 0 credits',
      },
    }),
  );
}

/** Asks whether a term is over that has final credits and no planned ones. */
export function unplannedQuestions(facts: Facts): readonly Raised[] {
  return [...facts.unplanned].flatMap(([place, tally]) => {
    const label = facts.labels.at(place);
    return askOfLabel(facts, tally, label, {
      name: 'unplanned_credits',
      question: `Is ${label} over for students with ${finalNames(facts, label)} and no planned credits?`,
      why: `${of(facts, tally, 'has', 'have')} only these for ${label}. Once a term is over, 0 paid means that nothing more is paid for it.`,
      answers: {
        enrolled: 'No: they are enrolled in these credits',
        as_planned: 'Yes, and the same credits were planned',
        full_time: 'Yes, and full time was planned',
      },
    });
  });
}

/** Credits of a day in the term, on which it is not over. */
const OF_CENSUS = /census|freeze|frozen|load/i;

/**
 * Asks what 0 paid means for students of a term who may be paid, if what is read as final may be a count in the middle
 * of the term. Otherwise the term is settled [section 5.4 of the rules].
 */
export function zeroPaidQuestions(facts: Facts): readonly Raised[] {
  return [...facts.zeroPaid].flatMap(([place, tally]) => {
    const label = facts.labels.at(place);
    if (!OF_CENSUS.test(finalNames(facts, label))) return [];
    return askOfLabel(facts, tally, label, {
      name: 'zero_paid',
      question: `Is 0 paid for ${label} final?`,
      why: `${of(facts, tally, 'has', 'have')} at least half-time credits in ${finalNames(facts, label)}, which is read as final, and 0 paid for ${label}.`,
      answers: {
        not_yet: 'No: it was not paid yet, and may be paid now',
        settled: 'Yes: nothing more is paid for this term',
      },
    });
  });
}

function finalNames({ recipe }: Facts, label: string): string {
  return list(columnsRead(recipe, ['term_actual_final_credits'], label).map(quoted));
}

/** Lists the words that count as blank. */
export function asWords({ raw: { noNumbers } }: Facts): string {
  const words = [...noNumbers].slice(0, 4).map((word) => JSON.stringify(word));
  return words.length === 0 ? '' : ` (or ${words.join(', ')})`;
}

/** Asks what more than twice the full-time credits of a term mean, or credits that may be those of the year. */
export function manyCreditsQuestion(facts: Facts): readonly Raised[] {
  const { manyCredits, isContract, yearCredits } = facts;
  if (yearCredits.areLikely)
    return ask(facts, yearCredits.high, {
      name: 'many_credits',
      question: 'Are the credits on each row those of its term?',
      why: `Every student has the same credits in each term, and ${of(facts, yearCredits.high, 'has', 'have')} more than one and a half times full time. Credits of the year look like this.`,
      answers: {
        credits: 'Yes: they are enrolled in as many in each term',
        other: 'No: the file is refused until it has the credits of each term',
      },
    });
  if (isContract || manyCredits.students === 0) return [];
  return ask(facts, manyCredits, {
    name: 'many_credits',
    question: 'Are more than twice the full-time credits really the credits of one term?',
    why: `${of(facts, manyCredits, 'has', 'have')} more than twice the full-time credits in a term. Clock hours and credits earned so far look like this.`,
    answers: {
      other: 'No: these students fail and are not calculated',
      credits: 'Yes: they are enrolled full time',
    },
  });
}

/** Asks whether the credits in a column of full-time credits are those of a term, if they look like those of the year. */
export function fullTimePeriodQuestion(facts: Facts): readonly Raised[] {
  const { yearFullTime } = facts;
  if (yearFullTime.students === 0) return [];
  return ask(facts, yearFullTime, {
    name: 'full_time_period',
    question: 'Are the full-time credits in the file those of one term?',
    why: `${of(facts, yearFullTime, 'has', 'have')} as many as are full time for a whole year at most schools.`,
    answers: {
      term: 'Yes, of a term',
      year: 'No, of the year: the file is refused until it has those of a term',
    },
  });
}

const FULL_TIME: Readonly<Record<DegreeLevel, readonly string[]>> = {
  undergraduate: ['12', '15', '9', '6'],
  graduate: ['9', '12', '6', '8'],
  professional: ['12', '9', '6', '15'],
};

/** Asks how many credits are full time, for each degree level without a column that says so. */
export function fullTimeQuestions(facts: Facts): readonly Raised[] {
  const { isContract, withoutFullTime, raw, labels, recipe } = facts;
  if (isContract) return [];
  return DEGREE_LEVELS.flatMap((level) => {
    const tally = withoutFullTime.get(level);
    if (tally === undefined) return [];
    const path = ['decisions', 'full_time_credits', level];
    const isOdd = recipe.decisions.terms == null && oddTerms(labels.texts) !== null;
    const others = isOdd ? [] : otherTerms(labels.texts);
    const advice = ' If it differs by term, as in a summer, add a column that says it in each row.';
    // Otherwise the level is asked about as well.
    const isSaid = raw.filled.has('degree_level') || saysUndergraduate(facts);
    const who = isSaid
      ? `${of(facts, tally, 'is', 'are')} ${level}.`
      : `It applies to ${level} students only.`;
    const question = ask(facts, concerned(facts, tally), {
      name: 'full_time_credits',
      of: level,
      question: `How many credits are full time in a term for ${level} students?`,
      why: raw.filled.has('term_ft_credits')
        ? `${of(facts, tally, 'is', 'are')} ${level} and have blank full-time credits.`
        : `No column is read for it. ${who}${labels.texts.length > 2 && others.length === 0 ? advice : ''}`,
      choices: FULL_TIME[level].map((value) => ({ path, value, label: `${value} credits` })),
    });
    return [...question, ...others.flatMap((label) => fullTimeInTerm(facts, level, label))];
  });
}

/** Asks the same about a term that may have other full-time credits than the rest. */
function fullTimeInTerm(facts: Facts, level: DegreeLevel, label: string): readonly Raised[] {
  const tally = facts.withoutFullTimeIn.get(fullTimeKey(level, facts.labels.find(label) ?? -1));
  if (tally === undefined) return [];
  const path = ['decisions', 'full_time_in_term', level, label];
  return ask(facts, tally, {
    name: 'full_time_credits',
    of: `${level}, ${label}`,
    open: saidOf(facts.recipe.decisions.full_time_in_term?.[level] ?? {}, label) == null,
    question: `How many credits are full time in ${label} for ${level} students?`,
    why: `${of(facts, tally, 'has', 'have')} this term, which may be shorter than the others.`,
    choices: IN_OTHER_TERM[level].map((value) => ({ path, value, label: `${value} credits` })),
  });
}

const IN_OTHER_TERM: Readonly<Record<DegreeLevel, readonly string[]>> = {
  undergraduate: ['12', '6', '9', '3'],
  graduate: ['9', '6', '5', '3'],
  professional: ['12', '6', '9', '3'],
};

/** Terms that may be shorter than the others: a summer, or one without a season among terms with one. */
function otherTerms(labels: readonly string[]): readonly string[] {
  const isUsual = (label: string): boolean => !['Summer', undefined].includes(termTime(label)?.season);
  return labels.some(isUsual) ? labels.filter((label) => !isUsual(label)) : [];
}
