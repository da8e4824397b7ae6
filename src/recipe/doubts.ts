import { add, compare, exact, isPositive } from '../engine/exact.js';
import { type Ours, PAID_FIELDS } from './our-fields.js';
import { amountOf } from './read-cells.js';
import type { OwnTerm, Student } from './student-facts.js';

/** What a number may mean that many students have, such as a 0: that it is so, or that nothing is known yet. */
interface Doubt {
  /** The share of those of whom it can be said from which on it is asked. */
  readonly most: number;
  /** Who that share is. */
  readonly those: string;
  /** The answer that takes each number as it is, and the other. */
  readonly itself: string;
  readonly unknown: string;
  readonly choices: Readonly<Record<string, string>>;
}

/** A doubt about a number of a term. */
export interface TermDoubt extends Doubt {
  readonly key: 'zero_credits' | 'zero_final' | 'zero_paid' | 'high_credits';
  text(label: string, of: string): string;
  /** Null for a term of which it cannot be said. */
  isSo(term: OwnTerm, fullTime: string): boolean | null;
  /** What becomes of a term whose number was said not to be known. */
  clear(term: OwnTerm, student: Student, at: string): void;
}

/** A 0 that is said of a student. */
export interface FactDoubt extends Doubt {
  readonly key: 'zero_need' | 'zero_cost';
  readonly field: 'subsidized_amount' | 'cost_of_attendance';
  readonly name: string;
}

/** Nine of ten are nearly all. */
export const NEARLY_ALL = 0.9;
/** A term for which so many are not enrolled is hardly open, and one in which so many have completed nothing hardly over. */
const MOST = 2 / 3;

export const FACT_DOUBTS: readonly FactDoubt[] = [
  {
    key: 'zero_need',
    field: 'subsidized_amount',
    name: 'need',
    most: NEARLY_ALL,
    those: 'nearly everybody for whom it matters',
    itself: 'none',
    unknown: 'not_known',
    choices: {
      none: 'They have no need for a subsidized loan',
      not_known: 'Not known yet, as before aid is packaged: these students are not calculated',
    },
  },
  {
    key: 'zero_cost',
    field: 'cost_of_attendance',
    name: 'cost of attendance',
    most: NEARLY_ALL,
    those: 'nearly everybody for whom it matters',
    itself: 'none',
    unknown: 'not_known',
    choices: {
      none: 'Nothing is left of their cost: they have no Grad PLUS loan',
      not_known: 'Not known yet: these students are not calculated',
    },
  },
];

export const TERM_DOUBTS: readonly TermDoubt[] = [
  {
    key: 'zero_credits',
    most: MOST,
    those: 'most of those there',
    itself: 'not_enrolled',
    unknown: 'not_known',
    choices: {
      not_enrolled: 'They are not enrolled',
      not_known: 'Not known yet: these students are not calculated',
    },
    text: (label, of) => `Credits for ${label} are 0 for ${of}. What does this mean?`,
    isSo: ({ cells, isCleared }) => {
      const planned = amountIn(cells, 'term_credits_enrolled');
      const isNone = isCleared || planned === null || cells.term_actual_final_credits !== '';
      return isNone ? null : !isPositive(planned);
    },
    clear: (_, student, at) => student.fail('zero', `${at} has 0 credits`),
  },
  {
    key: 'zero_final',
    most: MOST,
    those: 'most of those there',
    itself: 'not_enrolled',
    unknown: 'not_known',
    choices: {
      not_known:
        'The term is not over: the planned credits count, and students without any are not calculated',
      not_enrolled: 'They completed no credits',
    },
    text: (label, of) => `Final credits for ${label} are 0 for ${of}. What does this mean?`,
    isSo: ({ cells }) => {
      const planned = amountIn(cells, 'term_credits_enrolled');
      const final = amountIn(cells, 'term_actual_final_credits');
      return final === null || (planned !== null && !isPositive(planned)) ? null : !isPositive(final);
    },
    clear: (term, student, at) => {
      term.cells.term_actual_final_credits = '';
      if (isBlank(term)) student.fail('zero', `${at} has 0 final credits`);
    },
  },
  {
    key: 'zero_paid',
    most: NEARLY_ALL,
    those: 'nearly everybody there',
    itself: 'settled',
    unknown: 'not_yet',
    choices: {
      not_yet: 'Not paid yet: it may still be paid',
      settled: 'The term is settled: nothing more is paid for it',
    },
    text: (label, of) => `${label} has final credits, and 0 was paid to ${of}. What does this mean?`,
    // Of a term that is over, with at least half of the full-time credits.
    isSo: (term, fullTime) => {
      const final = amountIn(term.cells, 'term_actual_final_credits');
      const full = amountOf('term_ft_credits', fullTime);
      if (final === null || full === null || compare(add(final, final), full) < 0) return null;
      if (PAID_FIELDS.every((field) => term.cells[field] === '')) return null;
      return !isPaid(term);
    },
    clear: ({ cells }) => {
      for (const field of PAID_FIELDS) cells[field] = '';
    },
  },
  {
    key: 'high_credits',
    most: 1 / 3,
    those: 'many of those there',
    itself: 'of_term',
    unknown: 'so_far',
    choices: {
      of_term: 'Yes: they are of this term alone',
      so_far: 'No: they are of other terms, too, and these students are not calculated',
    },
    text: (label, of) =>
      `Credits for ${label} are more than one and a half times full time for ${of}. Are they of this term alone?`,
    isSo: ({ cells }, fullTime) => {
      const planned = amountIn(cells, 'term_credits_enrolled');
      const full = amountOf('term_ft_credits', fullTime);
      if (planned === null || full === null || !isPositive(planned)) return null;
      return compare(add(planned, planned), add(full, add(full, full))) > 0;
    },
    clear: (_, student, at) => student.fail('credits so far', `${at} has credits of other terms, too`),
  },
];

/** Whether neither planned nor final credits of a term are known. */
export function isBlank({ cells }: OwnTerm): boolean {
  return cells.term_credits_enrolled === '' && cells.term_actual_final_credits === '';
}

/** Whether some of the columns of these credits are blank, and others filled; final credits replace those planned. */
export function isPartUnknown({ cells, halfBlank }: OwnTerm, field: Ours): boolean {
  const isReplaced = field === 'term_credits_enrolled' && cells.term_actual_final_credits !== '';
  return halfBlank.includes(field) && (!isReplaced || halfBlank.includes('term_actual_final_credits'));
}

/** Whether anything was paid for a term, or may have been. */
export function isPaid({ cells }: OwnTerm): boolean {
  return PAID_FIELDS.some((field) => cells[field] !== '' && amountIn(cells, field) !== exact(0));
}

function amountIn(cells: OwnTerm['cells'], field: Ours) {
  return amountOf(field, cells[field]);
}
