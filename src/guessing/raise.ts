import {
  blankQuestions,
  finalQuestions,
  fullTimePeriodQuestion,
  fullTimeQuestions,
  manyCreditsQuestion,
  unplannedQuestions,
  zeroPaidQuestions,
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
  titledQuestions,
  withdrawnQuestions,
  withoutIdQuestion,
} from './ask-rows.js';
import { labelQuestion, orderQuestion, otherYearQuestion, repeatedQuestion } from './ask-terms.js';
import { blankYearQuestion, yearQuestion } from './ask-year.js';
import type { Json } from './decisions.js';
import type { Facts } from './facts.js';
import type { Guess } from './guess-columns.js';
import type { Raised } from './question.js';

/** What a file raises under a recipe. */
export interface Questions {
  /** Every decision that can be made now or has been made. */
  readonly asked: readonly Raised[];
  /** Those that wait for another one. */
  readonly waiting: readonly Raised[];
}

/**
 * Every decision that a file raises under a recipe, settled or open.
 *
 * @param known guesses from before the recipe was made; empty for a recipe that somebody has made.
 */
export function raise(facts: Facts, known: readonly Guess[], header: readonly string[]): Questions {
  const guesses = known.length > 0 ? known : facts.newColumns;
  const flags = [...plusQuestion(facts), ...legacyQuestion(facts)];
  const columns = [
    ...columnQuestions(facts, guesses, header).filter(
      ({ name }) => !flags.some((flag) => flag.name === name),
    ),
    ...flags,
  ];
  const blank = blankColumnQuestions(facts);
  const first = [
    ...sheetQuestion(facts),
    ...hiddenQuestion(facts),
    ...titledQuestions(facts),
    ...studentQuestion(facts, guesses, header),
    ...withoutIdQuestion(facts),
    ...alikeIdsQuestion(facts),
    ...columns,
    ...blank,
    ...codeQuestions(facts),
    ...blankFlagQuestions(facts),
    ...fundQuestions(facts),
    ...aidYearQuestions(facts),
    ...statusQuestions(facts),
    ...withdrawnQuestions(facts),
    ...paidQuestions(facts, [...columns, ...blank]),
    ...returnedQuestions(facts),
    ...yearAmountQuestions(facts),
    ...blankQuestions(facts),
    ...zeroQuestions(facts),
    ...finalQuestions(facts),
    ...unplannedQuestions(facts),
    ...zeroPaidQuestions(facts),
    ...fullTimeQuestions(facts),
    ...fullTimePeriodQuestion(facts),
    ...manyCreditsQuestion(facts),
    ...needQuestions(facts, guesses),
    ...limitQuestion(facts),
    ...labelQuestion(facts),
    ...otherYearQuestion(facts),
    ...repeatedQuestion(facts),
    ...orderQuestion(facts),
    ...yearQuestion(facts),
    ...blankYearQuestion(facts),
  ];
  const all = [...first, ...unreadQuestions(facts, first)];
  const open = all.filter((each) => each.open);
  const waits = new Map(all.map((each) => [each, open.filter((other) => isFirst(facts, other, each))]));
  const waiting = all.filter((each) => waits.get(each)?.length !== 0);
  const awaited = new Set(waiting.flatMap((each) => (each.open ? (waits.get(each) ?? []) : [])));
  return {
    asked: all.flatMap((each) => (waiting.includes(each) ? [] : [{ ...each, isAwaited: awaited.has(each) }])),
    waiting,
  };
}

/** Whether an open question has to be answered before another one can be asked. */
function isFirst(facts: Facts, open: Raised, later: Raised): boolean {
  if (open === later) return false;
  const [name, ofLater] = [open, later].map(({ name: own, of }) => (of === null ? own : `${own}/${of}`));
  const isAfter = ([names, first, isNeedless]: (typeof ORDER)[number]): boolean =>
    names.test(ofLater ?? '') && first.test(name ?? '') && isNeedless?.(facts) !== true;
  return ORDER.some(isAfter) || (ABOUT_COLUMN.test(later.name) && isLikely(open, columnOf(later)));
}

/** Whether some students are known to be undergraduates, whatever the codes mean that nobody has explained. */
const hasUndergraduates = ({ levels }: Facts): boolean => levels.has('undergraduate');

/**
 * Questions, and those that come first, since their answers say which rows, terms and students the later ones are about,
 * or settle them; unless they are asked in any case.
 */
const ORDER: readonly (readonly [later: RegExp, first: RegExp, isAsked?: (facts: Facts) => boolean])[] = [
  [/^/, /^sheet$/],
  [
    /^(?:rows_without_id|alike_ids|aid_year|row_status|withdrawn|paid|blank_cr|zero_|unplanned|full_time|many_|unread|limit_|need_[pab]|other_award|values:(?:subsidized|academic)|terms|repeated|term_order|year_terms)/,
    /^column:(?:term_label$|term_credits_enrolled)/,
  ],
  [
    /^(?:terms|repeated|term_order|year_terms|values:academic)/,
    /^(?:student|rows_without_id|alike_ids|hidden_rows|aid_year)/,
  ],
  [
    /^(?:blank_cr|zero_|unplanned|full_time_credits.*,|repeated|term_order|year_terms|other_award)/,
    /^(?:aid_year|terms)/,
  ],
  [/^(?:blank_cr|zero_)/, /^column:term_actual_final_credits$/],
  [/^values:grade_level/, /:degree_level/],
  [
    /^(?:column:(?:grade_level|dependency_status)|need$|need_flag|full_time_credits\/undergraduate)/,
    /^values:degree_level/,
    hasUndergraduates,
  ],
  [/^limit_period$/, /:(?:degree_level|grade_level|dependency_status|plus_denied)/],
  [/^(?:need_[pa]|values:subsidized)/, /^limit_period$|:(?:degree|grade)_level/],
];

/** Questions about a column that nothing is read from. */
const ABOUT_COLUMN = /^(?:row_status:|withdrawn_credits$|paid$)/;

function columnOf({ name, of }: Raised): string | null {
  return name.startsWith('row_status:') ? name.slice('row_status:'.length) : of;
}

/** Whether a column is among the likely answers to a question, which come before those without a column. */
function isLikely({ choices }: Raised, column: string | null): boolean {
  const rules = choices.map(({ value }) => value);
  const given = (value: Json): string | null =>
    typeof value === 'object' && value !== null && 'column' in value ? String(value['column']) : null;
  const end = rules.findIndex((value) => given(value) === null);
  return rules.slice(0, end < 0 ? undefined : end).some((value) => given(value) === column);
}
