import type { CalculationResult, TermResult } from '../../engine/answer-format.js';
import { half, toText } from '../../engine/exact.js';
import type { ResolvedTerm } from '../../engine/figures.js';
import type { EnrollmentStatus } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';

/** The loan types: how the rules, an answer and the page name each, and its limit for the year. In the order of the page. */
export const LOANS = [
  { type: 'sub', name: 'subsidized', label: 'Subsidized', limit: 'annual_basic_eligibility_sub' },
  { type: 'unsub', name: 'unsubsidized', label: 'Unsubsidized', limit: 'annual_basic_eligibility_unsub' },
  { type: 'grad_plus', name: 'grad_plus', label: 'Grad PLUS', limit: 'annual_basic_eligibility_grad_plus' },
] as const;
export type Loan = (typeof LOANS)[number];

/** The loan types that concern a student: subsidized for undergraduates, Grad PLUS if there is some. */
export function loansIn({ student, result }: Answered): readonly Loan[] {
  return LOANS.filter(
    ({ type, name, limit }) =>
      type === 'unsub' ||
      (type === 'sub' && student.degree_level === 'undergraduate') ||
      result[limit] > 0 ||
      result.total_equal[name] > 0,
  );
}

/** Equal installments, or installments by credits. */
export type Way = 'equal' | 'proportional';

export const WAY_LABELS: Readonly<Record<Way, string>> = {
  equal: 'in equal installments',
  proportional: 'by credits',
};

/** The ways in which an answer may be paid. */
export function waysOf({ show_both_options }: CalculationResult): readonly Way[] {
  return show_both_options ? ['equal', 'proportional'] : ['equal'];
}

/** What was paid already, and what may be paid now in one way or the other: whole dollars. */
export type Amounts = Readonly<Record<'paid' | Way, number>>;

export interface LoanPayment extends Amounts {
  readonly loan: Loan;
  /** Whether what was paid stays, so that nothing more of this loan is paid for the term. */
  readonly isSettled: boolean;
}

/** The amounts of a term, by loan and together, and why: the officer's own question. */
export interface TermPayment extends Amounts {
  readonly name: string;
  readonly index: number;
  readonly loans: readonly LoanPayment[];
  readonly why: readonly string[];
  readonly status: EnrollmentStatus;
}

/** The payments of each term, in order. */
export function paymentsOf(answer: Answered): readonly TermPayment[] {
  const shown = loansIn(answer);
  return answer.working.terms.map((term, index): TermPayment => {
    const own = answer.result.terms[index];
    const loans = shown.map((loan): LoanPayment => {
      const paid = term.settled[loan.type];
      if (paid !== null) return { loan, isSettled: true, paid, equal: 0, proportional: 0 };
      const equal = own?.equal[loan.name] ?? 0;
      return {
        loan,
        isSettled: false,
        paid: 0,
        equal,
        proportional: own?.proportional?.[loan.name] ?? equal,
      };
    });
    return {
      name: term.name,
      index,
      loans,
      ...together(loans),
      why: reasonsOf(term, own, loans),
      status: term.status,
    };
  });
}

/** Amounts added up. */
export function together(parts: readonly Amounts[]): Amounts {
  const sum = (column: keyof Amounts) => parts.reduce((total, part) => total + part[column], 0);
  return { paid: sum('paid'), equal: sum('equal'), proportional: sum('proportional') };
}

function reasonsOf(
  term: ResolvedTerm,
  answer: TermResult | undefined,
  loans: readonly LoanPayment[],
): string[] {
  const { paid, equal } = together(loans);
  const isOpen = loans.some((loan) => !loan.isSettled);
  const reasons = [enrollmentText(term)];
  if (paid > 0) reasons.push(`${wholeDollars(paid)} was paid.`);
  else if (!isOpen) reasons.push('$0 is recorded with final credits, so nothing is paid.');
  if (isOpen && !term.isPayable) reasons.push('Nothing may be paid now.');
  else if (isOpen && equal === 0) reasons.push('None of the limit for the year is left for this term.');
  const adjustment = answer?.adjustment_explanation ?? '';
  return adjustment === '' ? reasons : [...reasons, adjustment];
}

/** `At least half time: 9 of 12 credits.` */
function enrollmentText(term: ResolvedTerm): string {
  const { status, effectiveCredits, fullTimeCredits, plannedCredits, isChanged } = term;
  const names = {
    'Full-Time': 'Full time',
    'Part-Time': 'At least half time',
    'Less Than Half-Time': `Less than half time (${toText(half(fullTimeCredits))})`,
    'Not Enrolled': 'Not enrolled',
  };
  const change = isChanged ? `; ${toText(plannedCredits)} were planned` : '';
  return `${names[status]}: ${toText(effectiveCredits)} of ${toText(fullTimeCredits)} credits${change}.`;
}
