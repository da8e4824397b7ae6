import type { TermResult } from '../../engine/answer-format.js';
import { half, toText } from '../../engine/exact.js';
import type { ResolvedTerm } from '../../engine/figures.js';
import { LOAN_TYPES, type LoanType } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { LOAN_OF_TYPE, type Loan, loansIn, type Way } from './loan-dollars.js';

/** What was paid already, and what may be paid now in one way or the other: whole dollars. */
export interface Amounts {
  readonly paid: number;
  readonly now: Readonly<Record<Way, number>>;
}

/** The amounts of a term, by loan and together, and why: the officer's own question. */
export interface TermPayment extends Amounts {
  readonly name: string;
  readonly index: number;
  readonly loans: readonly LoanPayment[];
  readonly why: readonly string[];
  readonly isEnrolled: boolean;
}

export interface LoanPayment extends Amounts {
  readonly loan: Loan;
  /** Whether what was paid stays, so that nothing more of this loan is paid for the term. */
  readonly isSettled: boolean;
}

/** The payments of each term, in order. */
export function paymentsOf(answer: Answered): readonly TermPayment[] {
  const { result, working } = answer;
  const shown = loansIn(answer);
  return working.terms.map((term, index): TermPayment => {
    const own = result.terms[index];
    const loans = LOAN_TYPES.filter((type) => shown.includes(LOAN_OF_TYPE[type])).map((type) =>
      loanPayment(type, term, own),
    );
    return {
      name: term.name,
      index,
      loans,
      ...together(loans),
      why: reasonsOf(term, own, loans),
      isEnrolled: term.status !== 'Not Enrolled',
    };
  });
}

/** Amounts added up. */
export function together(parts: readonly Amounts[]): Amounts {
  const sum = (amountOf: (part: Amounts) => number) =>
    parts.reduce((total, part) => total + amountOf(part), 0);
  return {
    paid: sum(({ paid }) => paid),
    now: { equal: sum(({ now }) => now.equal), proportional: sum(({ now }) => now.proportional) },
  };
}

function loanPayment(type: LoanType, term: ResolvedTerm, answer: TermResult | undefined): LoanPayment {
  const loan = LOAN_OF_TYPE[type];
  const settled = term.settled[type];
  if (settled !== null) return { loan, paid: settled, isSettled: true, now: { equal: 0, proportional: 0 } };
  const equal = answer?.equal[loan] ?? 0;
  return {
    loan,
    paid: 0,
    isSettled: false,
    now: { equal, proportional: answer?.proportional?.[loan] ?? equal },
  };
}

function reasonsOf(
  term: ResolvedTerm,
  answer: TermResult | undefined,
  loans: readonly LoanPayment[],
): string[] {
  const { paid } = together(loans);
  const open = loans.filter((loan) => !loan.isSettled);
  const reasons = [enrollmentText(term)];
  if (paid > 0) reasons.push(`${wholeDollars(paid)} was paid.`);
  else if (open.length === 0) reasons.push('$0 is recorded with final credits, so nothing is paid.');
  if (!term.isPayable && open.length > 0) reasons.push('Nothing may be paid now.');
  else if (open.length > 0 && together(open).now.equal === 0) {
    reasons.push('None of the limit for the year is left for this term.');
  }
  if (answer !== undefined && answer.adjustment_explanation !== '') {
    reasons.push(answer.adjustment_explanation);
  }
  return reasons;
}

/** `At least half time: 9 of 12 credits.` */
function enrollmentText(term: ResolvedTerm): string {
  const { status, effectiveCredits, fullTimeCredits, plannedCredits, isChanged } = term;
  const change = isChanged ? `; ${toText(plannedCredits)} were planned` : '';
  const credits = `${toText(effectiveCredits)} of ${toText(fullTimeCredits)} credits${change}`;
  switch (status) {
    case 'Full-Time':
      return `Full time: ${credits}.`;
    case 'Part-Time':
      return `At least half time: ${credits}.`;
    case 'Less Than Half-Time':
      return `Less than half time (${toText(half(fullTimeCredits))}): ${credits}.`;
    case 'Not Enrolled':
      return `Not enrolled: ${credits}.`;
  }
}
