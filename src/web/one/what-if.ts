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
import { resolveTerm } from '../../engine/resolved-term.js';
import {
  type CalculationResult,
  type DisbursementOption,
  type Student,
  totalDollars,
} from '../../engine/student.js';
import type { Answered } from './answer.js';
import { LOANS, limitOf, limitsOf } from './loan-dollars.js';

/** The year if one term had other credits. */
export interface Outcome {
  /** Credits of the term: exact text. */
  readonly credits: string;
  /** Why this number of credits is listed; empty for the current credits. */
  readonly marks: readonly Mark[];
  readonly isNow: boolean;
  /** Dollars of all loan types for the year. */
  readonly limit: number;
  /** The difference from the current credits. */
  readonly change: number;
  /** Paid for the term in equal installments. */
  readonly paid: number;
  /** The part of the limit that can no longer be paid in any term. */
  readonly lost: number;
}

export type Mark = 'one fewer' | 'one more' | 'half time' | 'full time' | 'below half time';

/** The effect of other credits in one term. Once its final credits are known the term is over, and has no outcomes. */
export interface TermWhatIf {
  readonly label: string;
  readonly outcomes: readonly Outcome[];
  /** The minimum credits for any payment in this term: exact text. */
  readonly halfTime: string;
}

/** For each term: one credit more, one fewer, the next step up, and the highest whole credits below half time. */
export function whatIf({
  student,
  result: now,
  awardYear,
}: Pick<Answered, 'student' | 'result' | 'awardYear'>): readonly TermWhatIf[] {
  return student.terms.map((term, index) => {
    const { label, fullTimeCredits, plannedCredits } = resolveTerm(term, index);
    const halfTime: Exact = half(fullTimeCredits);
    const name = { label: label.trim(), halfTime: toText(halfTime) };
    if (term.actual_final_credits !== null) return { ...name, outcomes: [] };
    const outcomes = creditsToTry(plannedCredits, halfTime, fullTimeCredits).map(({ credits, marks }) => {
      const result = calculate(withCredits(student, index, credits), awardYear);
      const limit = limitOf(result);
      return {
        credits: toText(credits),
        marks,
        isNow: compare(credits, plannedCredits) === 0,
        limit,
        change: limit - limitOf(now),
        paid: totalDollars(result.terms[index]?.equal ?? NOTHING),
        lost: unpayable(result),
      };
    });
    return { ...name, outcomes };
  });
}

/** Per loan type: too much of one does not make up for another. */
function unpayable(result: CalculationResult): number {
  const limits = limitsOf(result);
  const lost = LOANS.map((loan) => Math.max(0, limits[loan] - result.total_equal[loan]));
  return lost.reduce((sum, dollars) => sum + dollars, 0);
}

const NOTHING: DisbursementOption = { subsidized: 0, unsubsidized: 0, grad_plus: 0 };
const ONE = exact(1);

interface Candidate {
  readonly credits: Exact;
  readonly marks: readonly Mark[];
}

/** In ascending order, without duplicates. */
function creditsToTry(now: Exact, halfTime: Exact, fullTime: Exact): Candidate[] {
  const candidates: Candidate[] = [
    { credits: now, marks: [] },
    { credits: subtract(now, ONE), marks: ['one fewer'] },
    { credits: add(now, ONE), marks: ['one more'] },
  ];
  const isBelowHalf = compare(now, halfTime) < 0;
  if (isBelowHalf) candidates.push({ credits: halfTime, marks: ['half time'] });
  else candidates.push({ credits: exact(ceiling(halfTime) - 1), marks: ['below half time'] });
  if (compare(now, fullTime) < 0) candidates.push({ credits: fullTime, marks: ['full time'] });
  const found: Candidate[] = [];
  for (const candidate of candidates.sort((a, b) => compare(a.credits, b.credits))) {
    const last = found.at(-1);
    if (isNegative(candidate.credits)) continue;
    if (last === undefined || compare(last.credits, candidate.credits) !== 0) found.push(candidate);
    else found[found.length - 1] = { ...last, marks: [...last.marks, ...candidate.marks] };
  }
  return found;
}

function withCredits(student: Student, index: number, credits: Exact): Student {
  const terms = student.terms.map((term, each) =>
    each === index ? { ...term, credits_enrolled: credits } : term,
  );
  return { ...student, terms };
}
