import { add, cappedPercent, compare, type Exact, FULL_PERCENT, isPositive, toText } from '../exact.js';
import type { EnrollmentFigures, ResolvedTerm } from '../figures.js';
import type { EnrollmentStatus, LoanType } from '../student.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import type { TraceSource } from '../trace/trace-format.js';
import type { Rules, StepInput } from './rule.js';
import {
  choice,
  ED_NETTING,
  HALF_OF_OWN_FULL_TIME,
  HANDBOOK_HALF_TIME,
  PAID_WITHOUT_CREDITS,
  RULE_HALF_TIME,
  ZERO_CLOSES,
} from './sources.js';
import { CREDITS } from './term-rules.js';
import { isCapped, percentText } from './worked-text.js';

const ONE_DISBURSEMENT = choice(
  'a term takes one disbursement of a loan type; whether 34 CFR 685.303(d) asks for two within a loan for one term is not checked',
);

const OF_FULL_TIME: readonly StepInput[] = [
  CREDITS.effectiveCredits,
  ['full-time credits', 'full_time_credits'],
];

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
    inputs: OF_FULL_TIME,
    field: 'enrollment_intensity_pct',
    of: (credits: Exact, fullTimeCredits: Exact): number => cappedPercent(credits, fullTimeCredits),
    value: ({ term }) => term.intensityPercent,
    step: ({ term: { effectiveCredits, fullTimeCredits, intensityPercent } }) => ({
      worked: percentText(effectiveCredits, fullTimeCredits, intensityPercent),
      decidedBy: isCapped(effectiveCredits, fullTimeCredits) ? `the cap of ${FULL_PERCENT} percent` : null,
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
    inputs: OF_FULL_TIME,
    field: 'enrollment_status',
    of: (credits: Exact, fullTimeCredits: Exact): EnrollmentStatus => {
      if (!isPositive(credits)) return 'Not Enrolled';
      if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
      return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
    },
    value: ({ term }) => term.status,
    step: ({ term }) => `${statusReason(term)}: ${term.status}`,
  },
  isPayable: {
    id: 'payable',
    per: 'term',
    section: '5.3',
    title: 'Whether enrollment lets a loan be paid for the term',
    formula: 'the enrollment status is Part-Time or Full-Time: at least half time',
    unit: 'yes or no',
    sources: [RULE_HALF_TIME, HANDBOOK_HALF_TIME],
    inputs: [['enrollment status', 'enrollment_status']],
    of: (status: EnrollmentStatus): boolean => status === 'Full-Time' || status === 'Part-Time',
    value: ({ term }) => term.isPayable,
    step: ({ term: { status, isPayable } }) =>
      `${status}, so ${isPayable ? 'it does' : 'nothing new may be paid'}`,
  },
  disbursementPercent: {
    id: 'disbursement_percent',
    per: 'term',
    section: '5.3',
    title: 'Disbursement percent of the term',
    formula: 'the enrollment intensity where a loan may be paid, else 0',
    unit: 'percent',
    sources: [RULE_HALF_TIME, HANDBOOK_HALF_TIME],
    inputs: [
      ['enrollment intensity', 'enrollment_intensity'],
      ['a loan may be paid', 'payable'],
    ],
    field: 'disbursement_pct',
    of: (isPayable: boolean, intensityPercent: number): number => (isPayable ? intensityPercent : 0),
    value: ({ term }) => term.disbursementPercent,
    step: ({ term }) => (term.isPayable ? `${term.disbursementPercent}%` : `${whyNotPayable(term)}, so 0%`),
  },
  settled: {
    id: 'settled',
    per: 'loan and term',
    section: '5.4',
    title: 'Disbursed for the term and kept',
    formula:
      'what was disbursed, if it is above $0: it stays paid, and the other terms pay that much less; $0, if $0 is recorded and the final credits are known: nothing was paid for the term, and nothing will be; else nothing yet',
    unit: 'dollars',
    sources: [
      choice('a term without a recorded disbursement was not paid yet, and exports write 0 for that'),
    ],
    of: (prior: number | null, hasFinalCredits: boolean): number | null =>
      prior !== null && (prior > 0 || hasFinalCredits) ? prior : null,
    value: ({ term, loanType }) => term.settled[loanType],
    step: ({ term, input, loanType }) => {
      const field = `prior_disbursement_${loanType}` as const;
      const disbursed: StepInput = ['disbursed', `input:${field}`, 'dollars'];
      const loan = LOAN_TYPE_NAMES[loanType];
      if (input[field] === null) {
        return { whyNot: `No ${loan} disbursement is on record.`, inputs: [disbursed] };
      }
      const inputs: StepInput[] = [disbursed, ['final credits', 'input:actual_final_credits', 'credits']];
      const kept = term.settled[loanType];
      if (kept === null) return { worked: `$0 without final credits: no ${loan} loan was paid yet`, inputs };
      return kept > 0
        ? { worked: `${wholeDollars(kept)} was disbursed`, inputs, sources: [keptBecause(term)] }
        : {
            worked: `$0 with final credits: no ${loan} loan was paid, and none will be`,
            inputs,
            sources: [ZERO_CLOSES],
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
    inputs: [
      ['a loan may be paid', 'payable'],
      ['disbursed and kept', 'settled'],
    ],
    of: (isPayable: boolean, settled: number | null): boolean => isPayable && settled === null,
    value: ({ term, loanType }) => term.isOpen[loanType],
    step: ({ term, loanType }) => {
      if (!term.isPayable) return `${whyNotPayable(term)}, so it takes none`;
      if (term.isOpen[loanType])
        return `at least half time and no ${LOAN_TYPE_NAMES[loanType]} loan paid yet, so it does`;
      return term.settled[loanType] === 0
        ? 'closed by a recorded $0 with final credits, so it takes none'
        : 'already disbursed, so it takes no more';
    },
  },
} satisfies Rules<EnrollmentFigures>;

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

/** What a payment that is on record rests on. */
export function keptBecause({ status }: ResolvedTerm): TraceSource {
  return status === 'Not Enrolled' ? PAID_WITHOUT_CREDITS : ED_NETTING;
}

/** Why a term is not payable. */
export function whyNotPayable({ status }: ResolvedTerm): string {
  return status === 'Not Enrolled' ? 'not enrolled' : 'below half time';
}
