import { add, cappedPercent, compare, type Exact, FULL_PERCENT, isPositive, toText } from '../exact.js';
import type { EnrollmentFigures, ResolvedTerm } from '../figures.js';
import type { EnrollmentStatus, LoanType } from '../student.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import type { TraceSource } from '../trace/trace-format.js';
import { given, type Rules, type StepInput, taken } from './rule.js';
import {
  choice,
  ED_NETTING,
  HALF_OF_OWN_FULL_TIME,
  HANDBOOK_HALF_TIME,
  PAID_WITHOUT_CREDITS,
  RULE_HALF_TIME,
  ZERO_CLOSES,
  ZERO_MEANS_NOTHING_YET,
} from './sources.js';
import { isCapped, percentText } from './worked-text.js';

const ONE_DISBURSEMENT = choice(
  'a term takes one disbursement of a loan type; whether 34 CFR 685.303(d) asks for two within a loan for one term is not checked',
);

const CREDITS = taken({
  'credits that count now': 'effective_credits',
  'full-time credits': 'full_time_credits',
});

/** Section 5: enrollment in a term. */
export const ENROLLMENT_RULES = {
  intensityPercent: {
    id: 'enrollment_intensity',
    per: 'term',
    section: '5.1',
    title: 'Enrollment intensity of the term',
    formula: 'credits / full-time credits of the term, not above 100 percent',
    rounding: 'half up to a whole percent',
    unit: 'percent',
    sources: [
      choice('to the nearest whole percent of the full-time credits of the term; no dollar follows from it'),
    ],
    of: (credits: Exact, fullTimeCredits: Exact): number => cappedPercent(credits, fullTimeCredits),
    step: ({ term: { effectiveCredits, fullTimeCredits, intensityPercent } }) => ({
      inputs: CREDITS,
      worked: percentText(effectiveCredits, fullTimeCredits, intensityPercent),
      decidedBy: isCapped(effectiveCredits, fullTimeCredits) ? `the cap of ${FULL_PERCENT} percent` : null,
      value: intensityPercent,
      field: 'enrollment_intensity_pct',
    }),
  },
  status: {
    id: 'enrollment_status',
    per: 'term',
    section: '5.2',
    title: 'Enrollment status of the term',
    formula:
      'Not Enrolled without credits, Less Than Half-Time below half of full time, Part-Time below full time, else Full-Time; on the credits, not on the percent',
    unit: 'word',
    sources: [HALF_OF_OWN_FULL_TIME],
    of: (credits: Exact, fullTimeCredits: Exact): EnrollmentStatus => {
      if (!isPositive(credits)) return 'Not Enrolled';
      if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
      return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
    },
    step: ({ term }) => ({
      inputs: CREDITS,
      worked: `${statusReason(term)}: ${term.status}`,
      value: term.status,
      field: 'enrollment_status',
    }),
  },
  isPayable: {
    id: 'payable',
    per: 'term',
    section: '5.3',
    title: 'Whether enrollment lets a loan be paid for the term',
    formula: 'the enrollment status is Part-Time or Full-Time: at least half time',
    unit: 'yes or no',
    sources: [RULE_HALF_TIME, HANDBOOK_HALF_TIME],
    of: (status: EnrollmentStatus): boolean => status === 'Full-Time' || status === 'Part-Time',
    step: ({ term: { status, isPayable } }) => ({
      inputs: taken({ 'enrollment status': 'enrollment_status' }),
      worked: `${status}, so ${isPayable ? 'it does' : 'nothing new may be paid'}`,
      value: isPayable,
    }),
  },
  disbursementPercent: {
    id: 'disbursement_percent',
    per: 'term',
    section: '5.3',
    title: 'Disbursement percent of the term',
    formula: 'the enrollment intensity where a loan may be paid, else 0',
    unit: 'percent',
    sources: [RULE_HALF_TIME, HANDBOOK_HALF_TIME],
    of: (isPayable: boolean, intensityPercent: number): number => (isPayable ? intensityPercent : 0),
    step: ({ term }) => ({
      inputs: taken({ 'enrollment intensity': 'enrollment_intensity', 'a loan may be paid': 'payable' }),
      worked: term.isPayable ? `${term.disbursementPercent}%` : `${whyNotPayable(term)}, so 0%`,
      value: term.disbursementPercent,
      field: 'disbursement_pct',
    }),
  },
  settled: {
    id: 'settled',
    per: 'loan and term',
    section: '5.4',
    title: 'Disbursed for the term and kept',
    formula:
      'what was disbursed, if it is above $0: it stays paid, and the other terms pay that much less; $0, if $0 is recorded and the final credits are known: nothing was paid for the term, and nothing will be; else nothing yet',
    unit: 'dollars',
    sources: [ZERO_MEANS_NOTHING_YET],
    of: (prior: number | null, hasFinalCredits: boolean): number | null =>
      prior !== null && (prior > 0 || hasFinalCredits) ? prior : null,
    step: ({ term, input, loanType }) => {
      const kept = term.settled[loanType];
      const field = `prior_disbursement_${loanType}` as const;
      const value = input[field];
      const disbursed: StepInput = { name: 'disbursed', field, value, unit: 'dollars' };
      const final = given('final credits', 'actual_final_credits', input.actual_final_credits, 'credits');
      return {
        inputs: value === null ? [disbursed] : [disbursed, final],
        applies: value !== null,
        worked: settledText(value, kept, LOAN_TYPE_NAMES[loanType]),
        value: kept,
        ...(kept === null ? {} : { sources: [kept > 0 ? keptBecause(term) : ZERO_CLOSES] }),
      };
    },
  },
  isOpen: {
    id: 'open',
    per: 'loan and term',
    section: '5.5',
    title: 'Whether the term still takes a disbursement',
    formula: 'a loan may be paid for the term, and nothing is disbursed and kept yet',
    unit: 'yes or no',
    sources: [RULE_HALF_TIME, ONE_DISBURSEMENT],
    of: (isPayable: boolean, settled: number | null): boolean => isPayable && settled === null,
    step: ({ term, loanType }) => ({
      inputs: taken({ 'a loan may be paid': 'payable', 'disbursed and kept': 'settled' }),
      worked: openText(term, loanType),
      value: term.isOpen[loanType],
    }),
  },
} satisfies Rules<keyof EnrollmentFigures>;

/** Whether a term was paid something of the loan type and has no credits now. */
export function isPaidWithoutCredits({ status, settled }: ResolvedTerm, loanType: LoanType): boolean {
  return status === 'Not Enrolled' && (settled[loanType] ?? 0) > 0;
}

function statusReason({ status, effectiveCredits, fullTimeCredits }: ResolvedTerm): string {
  const credits = toText(effectiveCredits);
  const fullTime = toText(fullTimeCredits);
  switch (status) {
    case 'Not Enrolled':
      return 'no credits';
    case 'Less Than Half-Time':
      return `${credits} is below half of ${fullTime}`;
    case 'Part-Time':
      return `${credits} is half of ${fullTime} or more, and below ${fullTime}`;
    case 'Full-Time':
      return `${credits} is ${fullTime} or more`;
  }
}

function settledText(prior: number | null, settled: number | null, loan: string): string {
  if (prior === null) return `No ${loan} disbursement is on record.`;
  if (settled === null) return `$0 without final credits: no ${loan} loan was paid yet`;
  if (settled > 0) return `${wholeDollars(settled)} was disbursed`;
  return `$0 with final credits: no ${loan} loan was paid, and none will be`;
}

function openText(term: ResolvedTerm, loanType: LoanType): string {
  if (!term.isPayable) return `${whyNotPayable(term)}, so it takes none`;
  if (term.isOpen[loanType])
    return `at least half time and no ${LOAN_TYPE_NAMES[loanType]} loan paid yet, so it does`;
  return term.settled[loanType] === 0
    ? 'closed by a recorded $0 with final credits, so it takes none'
    : 'already disbursed, so it takes no more';
}

/** What a payment that is on record rests on. */
export function keptBecause({ status }: ResolvedTerm): TraceSource {
  return status === 'Not Enrolled' ? PAID_WITHOUT_CREDITS : ED_NETTING;
}

/** Why a term is not payable. */
export function whyNotPayable({ status }: ResolvedTerm): string {
  return status === 'Not Enrolled' ? 'not enrolled' : 'below half time';
}
