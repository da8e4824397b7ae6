import type { CalculationResult, TermResult } from '../../engine/answer-format.js';
import { half, toText } from '../../engine/exact.js';
import { type EnrollmentStatus, LOAN_TYPE_NAMES } from '../../engine/student.js';
import { listed, wholeDollars } from '../../engine/texts.js';
import type { ResolvedTerm } from '../../engine/working.js';
import type { Answered } from './answer.js';

/** The loan types in page order: their names in the rules, answers and page, and their limit for the year. */
export const LOANS = [
  { type: 'sub', name: 'subsidized', label: 'Subsidized', limit: 'annual_basic_eligibility_sub' },
  { type: 'unsub', name: 'unsubsidized', label: 'Unsubsidized', limit: 'annual_basic_eligibility_unsub' },
  { type: 'grad_plus', name: 'grad_plus', label: 'Grad PLUS', limit: 'annual_basic_eligibility_grad_plus' },
] as const;
export type Loan = (typeof LOANS)[number];

/** The loan types that concern a student: subsidized for undergraduates, Grad PLUS if there is any. */
export function loansIn({ student, result }: Answered): readonly Loan[] {
  return LOANS.filter(
    ({ type, name, limit }) =>
      type === 'unsub' ||
      (type === 'sub' && student.degree_level === 'undergraduate') ||
      result[limit] > 0 ||
      result.total_equal[name] > 0,
  );
}

/** Equal installments, or installments in proportion to credits. */
export type Way = 'equal' | 'proportional';

export const WAY_LABELS: Readonly<Record<Way, string>> = {
  equal: 'in equal installments',
  proportional: 'by credits',
};

/** The ways in which an answer may be paid. */
export function waysOf({ show_both_options }: CalculationResult): readonly Way[] {
  return show_both_options ? ['equal', 'proportional'] : ['equal'];
}

/** Whole dollars: paid already, and payable in either way. */
export type Amounts = Readonly<Record<'paid' | Way, number>>;

export interface LoanPayment extends Amounts {
  readonly loan: Loan;
  /** Whether the paid amount is final, so that nothing more of this loan is paid for the term. */
  readonly isSettled: boolean;
}

/** The amounts of a term, by loan and in total, and the reasons for them. */
export interface TermPayment extends Amounts {
  readonly name: string;
  readonly loans: readonly LoanPayment[];
  readonly why: readonly string[];
  readonly status: EnrollmentStatus;
}

/** The payments of each term, in order. */
export function paymentsOf(answer: Answered): readonly TermPayment[] {
  const shown = loansIn(answer);
  return answer.working.terms.map((term, place): TermPayment => {
    const own = answer.result.terms[place];
    const loans = shown.map((loan): LoanPayment => {
      const paid = term.settled[loan.type];
      if (paid !== null) return { loan, isSettled: true, paid, equal: 0, proportional: 0 };
      const equal = own?.equal[loan.name] ?? 0;
      const proportional = own?.proportional?.[loan.name] ?? equal;
      return { loan, isSettled: false, paid: 0, equal, proportional };
    });
    const { name, status } = term;
    return { name, status, loans, ...together(loans), why: reasonsOf(term, own, loans) };
  });
}

/** The sum of amounts. */
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

/** First what the officer has to do, then what stays paid, then what is wrong. */
export function firstSentences(answer: Answered): string[] {
  const payments = paymentsOf(answer);
  const open = payments.filter(({ loans }) => loans.some(({ isSettled }) => !isSettled));
  const paying = open.filter(({ equal, proportional }) => equal > 0 || proportional > 0);
  const unpaid = open.filter((term) => !paying.includes(term));
  const kept = payments.filter(({ paid }) => paid > 0);
  const overawards = excesses(answer, true);
  const others = excesses(answer, false);
  const sentences: string[] = [];
  // Until an overaward is resolved, no federal aid may be paid.
  if (overawards.length > 0) {
    sentences.push(
      `Pay nothing yet. ${listed(overawards)} ${overawards.length === 1 ? 'was' : 'were'} paid above the limit: an overaward to resolve before any more federal aid is paid.`,
    );
    if (paying.length > 0) sentences.push('Once it is resolved:');
  }
  if (paying.length > 0) sentences.push(`Pay up to ${byTerm(paying, 'equal')}.`);
  else if (overawards.length === 0 && open.length === 0)
    sentences.push('Pay nothing more. No term has anything left to pay.');
  if (paying.length > 0 && answer.result.show_both_options)
    sentences.push(`Or by credits: ${byTerm(paying, 'proportional')}.`);
  if (unpaid.length > 0 && (paying.length > 0 || overawards.length === 0))
    sentences.push(`Pay $0 for ${listed(unpaid.map(({ name }) => name))}.`);
  if (kept.length > 0) sentences.push(keptText(kept, overawards.length + others.length > 0));
  if (others.length > 0)
    sentences.push(
      `Of that, ${listed(others)} ${others.length === 1 ? 'is' : 'are'} above the limit for the year.`,
    );
  return sentences;
}

/** Amounts paid above the limit for the year, by loan; overawards are above the limit as planned, too. */
function excesses({ working: { loans } }: Answered, isOveraward: boolean): string[] {
  return LOANS.map(({ type }) => type)
    .filter((type) => loans[type].excess > 0 && loans[type].isOveraward === isOveraward)
    .map((type) => `${wholeDollars(loans[type].excess)} ${LOAN_TYPE_NAMES[type]}`);
}

/** `$2,420 for Fall and $2,420 for Spring` */
function byTerm(terms: readonly TermPayment[], column: keyof Amounts): string {
  return listed(terms.map((term) => `${wholeDollars(term[column])} for ${term.name}`));
}

/** What was paid, and whether it stays, unless too much was paid or a term has no credits. */
function keptText(kept: readonly TermPayment[], isTooMuch: boolean): string {
  const [only] = kept;
  if (isTooMuch || kept.some(({ status }) => status === 'Not Enrolled'))
    return `Paid so far: ${byTerm(kept, 'paid')}.`;
  if (kept.length === 1 && only !== undefined)
    return `${only.name} keeps the ${wholeDollars(only.paid)} that was paid.`;
  return `What was paid stays: ${byTerm(kept, 'paid')}.`;
}
