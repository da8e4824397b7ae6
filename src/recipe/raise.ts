import {
  blankQuestions,
  finalQuestions,
  fullTimeQuestions,
  manyCreditsQuestion,
  unplannedQuestions,
  zeroQuestions,
} from './ask-amounts.js';
import { blankFlagQuestions, codeQuestions, fundQuestions } from './ask-codes.js';
import { blankColumnQuestions, columnQuestions, sheetQuestion, studentQuestion } from './ask-columns.js';
import { legacyQuestion, plusQuestion, unreadQuestions } from './ask-flags.js';
import { limitQuestion, needQuestions } from './ask-need.js';
import { paidQuestions, returnedQuestions, yearAmountQuestions } from './ask-paid.js';
import {
  aidYearQuestions,
  alikeIdsQuestion,
  hiddenQuestion,
  statusQuestions,
  withdrawnQuestions,
  withoutIdQuestion,
} from './ask-rows.js';
import { labelQuestion, orderQuestion, repeatedQuestion } from './ask-terms.js';
import { blankYearQuestion, yearQuestion } from './ask-year.js';
import type { Facts } from './facts.js';
import type { Guess } from './guess-columns.js';
import type { Raised } from './question.js';

/**
 * Every decision that a file raises under a recipe, settled or open.
 *
 * @param known guesses from before the recipe was made; empty for a recipe that somebody has made.
 */
export function raise(facts: Facts, known: readonly Guess[], header: readonly string[]): readonly Raised[] {
  const guesses = known.length > 0 ? known : facts.newColumns;
  const flags = [...plusQuestion(facts), ...legacyQuestion(facts)];
  const columns = [
    ...columnQuestions(facts, guesses, header).filter(
      ({ name }) => !flags.some((flag) => flag.name === name),
    ),
    ...flags,
  ];
  const isReadable = ![...columns].some(({ open, name }) => open && ESSENTIAL.has(name));
  const student = [
    ...studentQuestion(facts, guesses, header),
    ...(isReadable ? [...withoutIdQuestion(facts), ...alikeIdsQuestion(facts)] : []),
  ];
  const blank = blankColumnQuestions(facts);
  const years = isReadable ? aidYearQuestions(facts) : [];
  const codes = codeQuestions(facts);
  const isStanding = ![...columns, ...codes].some(({ open, name }) => open && OF_STANDING.test(name));
  const limit = isStanding ? limitQuestion(facts) : [];
  const isLimited = isStanding && !limit.some(({ open }) => open);
  const ofRows = isReadable
    ? [
        ...years,
        ...statusQuestions(facts),
        ...withdrawnQuestions(facts),
        ...paidQuestions(facts, [...columns, ...blank]),
        ...returnedQuestions(facts),
        ...yearAmountQuestions(facts),
        ...blankQuestions(facts),
        ...zeroQuestions(facts),
        ...finalQuestions(facts),
        ...unplannedQuestions(facts),
        ...fullTimeQuestions(facts),
        ...manyCreditsQuestion(facts),
        ...needQuestions(facts, guesses).filter(({ name }) => isLimited || !OF_MAXIMUM.has(name)),
        ...limit,
      ]
    : [];
  const ofTerms =
    isReadable && ![...student, ...years].some(({ open }) => open)
      ? [
          ...labelQuestion(facts),
          ...repeatedQuestion(facts),
          ...orderQuestion(facts),
          ...yearQuestion(facts),
          ...blankYearQuestion(facts),
        ]
      : [];
  const all = [
    ...sheetQuestion(facts),
    ...hiddenQuestion(facts),
    ...student,
    ...columns,
    ...blank,
    ...codes,
    ...blankFlagQuestions(facts),
    ...fundQuestions(facts),
    ...ofRows,
    ...ofTerms,
  ];
  return isReadable ? [...all, ...unreadQuestions(facts, all)] : all;
}

/** Decisions about the level and the year of study, on which the subsidized maximum depends. */
const OF_STANDING = /^(?:column|values):(?:degree|grade)_level$/;

/** Questions that are asked once the most that may be subsidized is known. */
const OF_MAXIMUM: ReadonlySet<string> = new Set(['need_period', 'need_above_maximum']);

/** Columns without which there is nothing to ask about the rows. */
const ESSENTIAL: ReadonlySet<string> = new Set(['column:term_label', 'column:term_credits_enrolled']);
