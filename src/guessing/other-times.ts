import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { wordsOf } from '../contract/name-forms.js';
import { CURRENT_AWARD_YEAR } from '../engine/current-award-year.js';

/** Words that say of a column that it holds what no longer holds, or not yet. */
const OTHER_TIME =
  /_(?:prior|previous|prev|last|past|next|future|former|projected|overturned|rescinded|reversed|expired|not|yet|ready|remaining|to_(?:be|disburse|pay)|undisbursed|unpaid|borrowed|outstanding)_/;
/** An award year in a name: `2526`, `2025_26`. */
const AWARD_YEAR = /_(?:20)?(\d\d)_?(?:20)?(\d\d)_/;

const OF_YEAR = /_(?:annual|annually|yearly|year|yr|ay)_/;
const OF_TERM = /_(?:term|terms|semester|quarter|trimester|period|fall|autumn|winter|spring|summer)_/;
const CREDITS_OF_TERM: readonly string[] = ['term_ft_credits', ...CREDIT_COLUMNS];

/** Why a column may be of another time than ours, by its name; null if nothing says so. */
export function otherTimeOf(ours: string, term: string | null, theirs: string): string | null {
  // A term with its award year, such as `Fall 2025-26`, is asked about as a term.
  if (isOfOtherTime(theirs, term?.includes('-'))) return `"${theirs}" may be of another time.`;
  if (CREDITS_OF_TERM.includes(ours) && term === null && saysYear(theirs))
    return `"${theirs}" may be of the year, and credits are read for each term. If it is of the year, it is not the column.`;
  return null;
}

/** Whether a column by this name holds what no longer holds, or not yet; its year says so unless it is that of its term. */
export function isOfOtherTime(name: string, isYearOfTerm = false): boolean {
  const words = wordsOf(name);
  return OTHER_TIME.test(words) || (!isYearOfTerm && isOfOtherYear(words));
}

/** Whether a name says that its column is of the year, and not of a term. */
export function saysYear(name: string): boolean {
  const words = wordsOf(name);
  return OF_YEAR.test(words) && !OF_TERM.test(words);
}

/** Whether a cost of attendance by this name may be that of a term, whereas it is read for the year. */
export function isCostOfTerm(name: string): boolean {
  const words = wordsOf(name);
  return /_(?:coa|cost_of_attend\w*)_/.test(words) && OF_TERM.test(words) && !OF_YEAR.test(words);
}

function isOfOtherYear(words: string): boolean {
  const [, from = '', to = ''] = AWARD_YEAR.exec(words) ?? [];
  return from !== '' && Number(to) === Number(from) + 1 && `20${from}-${to}` !== CURRENT_AWARD_YEAR;
}
