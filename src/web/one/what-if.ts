import { calculate } from '../../engine/calculate.js';
import {
  add,
  ceiling,
  compare,
  type Exact,
  exact,
  half,
  isNegative,
  subtract,
  toText,
} from '../../engine/exact.js';
import type { ResolvedTerm } from '../../engine/resolved-term.js';
import { type DisbursementOption, totalDollars } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { LOANS, limitOf, limitsOf } from './loan-dollars.js';

type Asked = Pick<Answered, 'student' | 'working' | 'result' | 'awardYear'>;

const ONE = exact(1);

/**
 * For each term, what other credits would do to the year: the next credit up or down, full time, and the edge of half time. A
 * term whose final credits are known is over, and has no text.
 */
export function whatIf(answer: Asked): string[] {
  return answer.working.terms.flatMap((term, index) =>
    answer.student.terms[index]?.actual_final_credits === null
      ? [sentencesFor(term, (credits) => outcomeOf(answer, index, credits)).join(' ')]
      : [],
  );
}

function sentencesFor(term: ResolvedTerm, outcomeAt: (credits: Exact) => Outcome): string[] {
  const { name, fullTimeCredits, plannedCredits: now } = term;
  const changeAt = (credits: Exact): string => {
    const { change, open } = outcomeAt(credits);
    return change > 0 && open === 0
      ? `${changeText(change)}, which cannot be paid in any term`
      : changeText(change);
  };
  const [more, fewer, halfTime] = [add(now, ONE), subtract(now, ONE), half(fullTimeCredits)];
  const found = [`1 more credit in ${name}: ${changeAt(more)}.`];
  if (!isNegative(fewer)) found.push(`1 fewer: ${changeAt(fewer)}.`);
  if (compare(more, fullTimeCredits) !== 0 && compare(now, fullTimeCredits) < 0) {
    found.push(`Full time is ${toText(fullTimeCredits)} credits: ${changeAt(fullTimeCredits)}.`);
  }
  if (compare(now, halfTime) < 0) {
    return [...found, `Half time is ${toText(halfTime)} credits: from there on, ${name} may be paid.`];
  }
  const below = exact(ceiling(halfTime) - 1);
  const { change, paid, lost, open, excess } = outcomeAt(below);
  const start =
    paid === 0
      ? `nothing may be paid for ${name}`
      : `${name} keeps the ${wholeDollars(paid)} that was paid and gets no more`;
  const limit =
    change === 0 ? 'the same' : `${wholeDollars(Math.abs(change))} ${change > 0 ? 'higher' : 'lower'}`;
  return [
    ...found,
    `Below half time (${toText(halfTime)} credits), ${start}. At ${toText(below)} credits the limit for the year is ${limit}.`,
    restText(lost, open, excess),
  ].filter((sentence) => sentence !== '');
}

/** What becomes of the rest of the limit where a term is paid nothing more. */
function restText(lost: number, open: number, excess: number): string {
  if (excess > 0) return `${wholeDollars(excess)} would then have been paid above the limit.`;
  if (lost > 0) return `${wholeDollars(lost)} cannot be paid in any term.`;
  return open > 0 ? 'The rest may be paid in the other terms.' : '';
}

/** The year if a term had other credits, in whole dollars. */
interface Outcome {
  /** The difference of the year's limit, of all loan types. */
  readonly change: number;
  /** Paid for the term in equal installments. */
  readonly paid: number;
  /** The part of the limit that can no longer be paid in any term. */
  readonly lost: number;
  /** What may still be paid in any term. */
  readonly open: number;
  /** What was paid above the limit. */
  readonly excess: number;
}

function outcomeOf({ student, result: now, awardYear }: Asked, index: number, credits: Exact): Outcome {
  const terms = student.terms.map((term, each) =>
    each === index ? { ...term, credits_enrolled: credits } : term,
  );
  const result = calculate({ ...student, terms }, awardYear);
  const [term] = result.terms.slice(index);
  const limits = limitsOf(result);
  // By loan type: too much of one does not make up for another.
  const above = (one: DisbursementOption, other: DisbursementOption): number =>
    LOANS.reduce((sum, loan) => sum + Math.max(0, one[loan] - other[loan]), 0);
  const paid = student.terms.reduce(
    (sum, each) => sum + PAID.reduce((all, field) => all + (each[field] ?? 0), 0),
    0,
  );
  return {
    change: limitOf(result) - limitOf(now),
    paid: term === undefined ? 0 : totalDollars(term.equal),
    lost: above(limits, result.total_equal),
    excess: above(result.total_equal, limits),
    open: totalDollars(result.total_equal) - paid,
  };
}

const PAID = ['prior_disbursement_sub', 'prior_disbursement_unsub', 'prior_disbursement_grad_plus'] as const;

/** `$220 more`, `$220 less`, `no change`. */
export function changeText(change: number): string {
  if (change === 0) return 'no change';
  return `${wholeDollars(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`;
}
