import { type Dollars, total } from '../dollars.js';
import { add, compare, type Exact, isPositive, toText } from '../exact.js';
import { type EnrollmentStatus, LOAN_TYPE_NAMES, type LoanType, type Term } from '../student.js';
import { wholeDollars } from '../texts.js';
import { DEFAULT_FULL_TIME_CREDITS, type Loan, type ResolvedTerm } from '../working.js';
import { INTENSITY } from './rounding.js';
import type * as rule from './rule.js';
import { because, eachTerm, perLoan, perPayment, perTerm, whyNot } from './rule.js';
import * as cited from './sources.js';
import * as worked from './worked-text.js';

const OF_HALF_TIME = [cited.HALF_TIME, 'handbook: FSA Handbook 2025-26, volume 8'] as const;

/** Section 1: the term's inputs. Section 5: its enrollment and payments. Rule 6.1: payments of all terms. */
export const TERM_RULES = {
  fullTimeCredits: perTerm('full_time_credits', 'credits', '1.1 Full-time credits of the term', {
    formula: 'the full-time credits given, or the undergraduate standard where none are given',
    sources: [cited.REDUCTION_RULE],
    inputs: [['full-time credits given', 'input:full_time_credits', 'credits']],
    field: 'full_time_credits',
    of: (given: Term): Exact => given.full_time_credits ?? DEFAULT_FULL_TIME_CREDITS,
    value: ({ term }) => toText(term.fullTimeCredits),
    step: ({ student, term, limits: { effective } }) => {
      const credits = toText(term.fullTimeCredits);
      if (term.given.full_time_credits !== null) return `${credits} as given`;
      const name = 'undergraduate full-time standard, dated by the award year';
      const source = 'the usual undergraduate full-time standard';
      const forAll: cited.Source =
        'choice: no standard of graduate and professional programs is known here, so theirs is taken to be that of undergraduates';
      const choice = student.degree_level === 'undergraduate' ? [] : [forAll];
      return {
        ...because(`none given, so ${credits}`, `practice: ${source}`, ...choice),
        parameters: [{ name, value: credits, unit: 'credits', effective, source }],
      };
    },
  }),
  plannedCredits: perTerm('planned_credits', 'credits', '1.2 Credits the award was planned on', {
    formula: 'the enrolled credits given, or full time where none are given',
    sources: ['choice: the credits that the school gives are those the award was planned on'],
    inputs: [['credits enrolled', 'input:credits_enrolled', 'credits'], 'full-time credits'],
    field: 'credits_enrolled',
    of: (given: Term, fullTimeCredits: Exact): Exact => given.credits_enrolled ?? fullTimeCredits,
    value: ({ term }) => toText(term.plannedCredits),
    step: ({ term: { plannedCredits, given } }) => {
      if (given.credits_enrolled !== null) return `${toText(plannedCredits)} as given`;
      const none = `none given, so full time: ${toText(plannedCredits)}`;
      return because(none, 'practice: awards may be planned as full time until the school knows otherwise');
    },
  }),
  effectiveCredits: perTerm('effective_credits', 'credits', '1.3 Credits that count now', {
    formula: 'the final credits once they are known, before that the planned credits',
    sources: [
      'ED: Schedule of Reductions questions and answers, 10 April 2026, example 4: the final credits replace the planned ones',
    ],
    inputs: ['final credits', 'planned credits'],
    of: (given: Term, plannedCredits: Exact): Exact => given.actual_final_credits ?? plannedCredits,
    value: ({ term }) => toText(term.effectiveCredits),
    step: ({ term: { effectiveCredits, given } }) =>
      given.actual_final_credits === null
        ? `final credits are not known, so the planned ${toText(effectiveCredits)}`
        : `the final credits are ${toText(effectiveCredits)}`,
  }),
  isChanged: perTerm('credits_changed', 'yes or no', '1.4 Whether the credits changed from the plan', {
    formula: 'the credits that count now differ from the planned credits',
    sources: ['choice: a change is measured against the credits that the award was planned on'],
    inputs: ['credits that count now', 'planned credits'],
    of: (effectiveCredits: Exact, plannedCredits: Exact): boolean =>
      compare(effectiveCredits, plannedCredits) !== 0,
    value: ({ term }) => term.isChanged,
    step: ({ term: { isChanged, plannedCredits, effectiveCredits, given } }) => {
      if (given.actual_final_credits === null)
        return whyNot('The final credits are not known yet.', ['final credits']);
      const after = toText(effectiveCredits);
      return isChanged ? `from ${toText(plannedCredits)} to ${after}` : `${after} as planned`;
    },
  }),
  required: perTerm('required', 'yes or no', '1.5 Whether the term is a required part of the academic year', {
    formula: 'as the school says',
    sources: ['choice: only the school knows which terms its academic year has'],
    inputs: [['required', 'input:required', 'yes or no']],
    field: 'required',
    of: (given: Term): boolean => given.required,
    step: ({ term }) => (term.required ? 'required' : 'optional'),
  }),
  intensityPercent: perTerm('enrollment_intensity', 'percent', '5.1 Enrollment intensity of the term', {
    formula: 'credits / full-time credits of the term, not above 100 percent',
    ...INTENSITY,
    sources: [
      'choice: to the nearest whole percent of the full-time credits of the term; no dollar follows from it',
    ],
    inputs: ['credits that count now', 'full-time credits'],
    field: 'enrollment_intensity_pct',
    step: ({ term: { effectiveCredits, fullTimeCredits, intensityPercent } }) =>
      worked.share(effectiveCredits, fullTimeCredits, intensityPercent),
  }),
  status: perTerm('enrollment_status', 'word', '5.2 Enrollment status of the term', {
    formula:
      'Not Enrolled without credits, Less Than Half-Time below half of full time, Part-Time below full time, else Full-Time; on the credits, not on the percent',
    sources: [
      'choice: half time is taken as half of the full-time credits of the term; 34 CFR 668.2(b), which was not read, is said to take half of the minimum that applies',
    ],
    inputs: ['credits that count now', 'full-time credits'],
    field: 'enrollment_status',
    of: (credits: Exact, fullTimeCredits: Exact): EnrollmentStatus => {
      if (!isPositive(credits)) return 'Not Enrolled';
      if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
      return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
    },
    step: ({ term }) => {
      const credits = toText(term.effectiveCredits);
      const fullTime = toText(term.fullTimeCredits);
      const reason = {
        'Not Enrolled': 'no credits',
        'Less Than Half-Time': `${credits} is below half of ${fullTime}`,
        'Part-Time': `${credits} is half of ${fullTime} or more, and below ${fullTime}`,
        'Full-Time': `${credits} is ${fullTime} or more`,
      }[term.status];
      return `${reason}: ${term.status}`;
    },
  }),
  isPayable: perTerm('payable', 'yes or no', '5.3 Whether enrollment lets a loan be paid for the term', {
    formula: 'the enrollment status is Part-Time or Full-Time: at least half time',
    sources: OF_HALF_TIME,
    inputs: [['enrollment status', 'enrollment_status']],
    of: (status: EnrollmentStatus): boolean => status === 'Full-Time' || status === 'Part-Time',
    value: ({ term }) => term.isPayable,
    step: ({ term: { status, isPayable } }) =>
      `${status}, so ${isPayable ? 'it does' : 'nothing new may be paid'}`,
  }),
  disbursementPercent: perTerm('disbursement_percent', 'percent', '5.3 Disbursement percent of the term', {
    formula: 'the enrollment intensity where a loan may be paid, else 0',
    sources: OF_HALF_TIME,
    inputs: [['enrollment intensity', 'enrollment_intensity'], 'a loan may be paid'],
    field: 'disbursement_pct',
    of: (isPayable: boolean, intensityPercent: number): number => (isPayable ? intensityPercent : 0),
    step: ({ term }) => (term.isPayable ? `${term.disbursementPercent}%` : `${whyNotPayable(term)}, so 0%`),
  }),
  settled: perPayment('settled', 'dollars', '5.4 Disbursed for the term and kept', {
    formula:
      'what was disbursed, if it is above $0: it stays paid, and the other terms pay that much less; $0, if $0 is recorded and the final credits are known: nothing was paid for the term, and nothing will be; else nothing yet',
    sources: [
      'choice: a term without a recorded disbursement was not paid yet, and exports write 0 for that',
    ],
    inputs: ({ loanType }) => [
      ['disbursed', `input:prior_disbursement_${loanType}`, 'dollars'],
      'final credits',
    ],
    of: (prior: Dollars | null, hasFinalCredits: boolean): Dollars | null =>
      prior !== null && (prior > 0 || hasFinalCredits) ? prior : null,
    value: ({ term, loanType }) => term.settled[loanType],
    step: ({ term, loanType }) => {
      const field = `prior_disbursement_${loanType}` as const;
      const loan = LOAN_TYPE_NAMES[loanType];
      const none = `No ${loan} disbursement is on record.`;
      if (term.given[field] === null) return whyNot(none, [['disbursed', `input:${field}`, 'dollars']]);
      const kept = term.settled[loanType];
      if (kept === null) return `$0 without final credits: no ${loan} loan was paid yet`;
      if (kept > 0) return because(`${wholeDollars(kept)} was disbursed`, keptBecause(term));
      const closed = `$0 with final credits: no ${loan} loan was paid, and none will be`;
      return because(closed, cited.ZERO_CLOSES);
    },
  }),
  isOpen: perPayment('open', 'yes or no', '5.5 Whether the term still takes a disbursement', {
    formula: 'a loan may be paid for the term, and nothing is disbursed and kept yet',
    sources: [
      cited.HALF_TIME,
      'choice: a term takes one disbursement of a loan type; whether 34 CFR 685.303(d) asks for two within a loan for one term is not checked',
    ],
    inputs: ['a loan may be paid', 'disbursed and kept'],
    of: (isPayable: boolean, settled: Dollars | null): boolean => isPayable && settled === null,
    value: ({ term, loanType }) => term.isOpen[loanType],
    step: ({ term, loanType }) => {
      if (!term.isPayable) return `${whyNotPayable(term)}, so it takes none`;
      if (term.isOpen[loanType])
        return `at least half time and no ${LOAN_TYPE_NAMES[loanType]} loan paid yet, so it does`;
      return term.settled[loanType] === 0
        ? 'closed by a recorded $0 with final credits, so it takes none'
        : 'already disbursed, so it takes no more';
    },
  }),
  disbursed: perLoan('disbursed', 'dollars', '6.1 Disbursed so far', {
    formula: 'the sum of what was disbursed and is kept',
    sources: [cited.ED_NETTING],
    inputs: ({ terms }) => eachTerm('disbursed and kept', terms),
    of: total,
    value: ({ loan }) => loan.disbursed,
    step: ({ loanType, loan }) => {
      const kept = loan.settled.filter((amount) => amount !== null);
      if (kept.length > 0) return worked.arithmetic(kept);
      return whyNot(`No ${LOAN_TYPE_NAMES[loanType]} disbursement is on record.`);
    },
  }),
} satisfies rule.Rules<Omit<ResolvedTerm, 'index' | 'name' | 'given'> & Pick<Loan, 'disbursed'>>;

/** Whether the loan type was paid for a term that has no credits. */
export function isPaidWithoutCredits({ status, settled }: ResolvedTerm, loanType: LoanType): boolean {
  return status === 'Not Enrolled' && (settled[loanType] ?? 0) > 0;
}

/** The source for keeping a payment on record. */
export function keptBecause({ status }: ResolvedTerm): cited.Source {
  return status === 'Not Enrolled' ? cited.PAID_WITHOUT_CREDITS : cited.ED_NETTING;
}

/** Why a term is not payable. */
export function whyNotPayable({ status }: ResolvedTerm): string {
  return status === 'Not Enrolled' ? 'not enrolled' : 'below half time';
}
