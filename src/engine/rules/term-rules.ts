import type { Dollars } from '../dollars.js';
import { add, cappedPercent, compare, type Exact, FULL_PERCENT, isPositive, toText } from '../exact.js';
import {
  type CreditsKind,
  DEFAULT_FULL_TIME_CREDITS,
  type EnrollmentFigures,
  type ResolvedTerm,
  type TermFigures,
} from '../figures.js';
import type { EnrollmentStatus, LoanType } from '../student.js';
import { LOAN_TYPE_NAMES } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { TraceSource } from '../trace/trace-format.js';
import { ofLoanAndTerm, ofTerm, type Rules, type StepInput, whyNot } from './rule.js';
import * as cited from './sources.js';
import { isCapped, percentText } from './worked-text.js';

const UNDERGRADUATE_STANDARD = cited.practice('the usual undergraduate full-time standard');
const STANDARD_FOR_ALL = cited.choice(
  'no standard of graduate and professional programs is known here, so theirs is taken to be that of undergraduates',
);
const PLANNED_FULL_TIME = cited.practice(
  'awards may be planned as full time until the school knows otherwise',
);
const SKIPPED_DOES_NOT_COUNT = cited.choice(
  'an optional term that the student skips does not raise the full-time standard of the year',
);
const ONE_DISBURSEMENT = cited.choice(
  'a term takes one disbursement of a loan type; whether 34 CFR 685.303(d) asks for two within a loan for one term is not checked',
);
const OF_HALF_TIME = [cited.HALF_TIME, cited.handbook()];

/** Each kind of credits as an input. */
export const CREDITS = {
  effectiveCredits: ['credits that count now', 'effective_credits'],
  plannedCredits: ['planned credits', 'planned_credits'],
} as const satisfies Record<CreditsKind, StepInput>;

const FULL_TIME: StepInput = ['full-time credits', 'full_time_credits'];
const FINAL_CREDITS: StepInput = ['final credits', 'input:actual_final_credits', 'credits'];
const PAYABLE: StepInput = ['a loan may be paid', 'payable'];

/** Section 1: what a term says. */
export const TERM_RULES = {
  fullTimeCredits: ofTerm('1.1', 'full_time_credits', 'Full-time credits of the term', {
    formula: 'the full-time credits given, or the undergraduate standard where none are given',
    unit: 'credits',
    sources: [cited.cfr('685.203(m)(1)')],
    inputs: [['full-time credits given', 'input:full_time_credits', 'credits']],
    field: 'full_time_credits',
    of: (given: Exact | null): Exact => given ?? DEFAULT_FULL_TIME_CREDITS,
    value: ({ term }) => toText(term.fullTimeCredits),
    step: ({ student, input, limits: { effective } }) => {
      if (input.full_time_credits !== null) return `${toText(input.full_time_credits)} as given`;
      const name = 'undergraduate full-time standard, dated by the award year';
      const value = toText(DEFAULT_FULL_TIME_CREDITS);
      const isUndergraduate = student.degree_level === 'undergraduate';
      return {
        worked: `none given, so ${value}`,
        parameters: [{ name, value, unit: 'credits', effective, source: UNDERGRADUATE_STANDARD.cite }],
        sources: [UNDERGRADUATE_STANDARD, ...(isUndergraduate ? [] : [STANDARD_FOR_ALL])],
      };
    },
  }),
  plannedCredits: ofTerm('1.2', 'planned_credits', 'Credits the award was planned on', {
    formula: 'the enrolled credits given, or full time where none are given',
    unit: 'credits',
    sources: [cited.choice('the credits that the school gives are those the award was planned on')],
    inputs: [['credits enrolled', 'input:credits_enrolled', 'credits'], FULL_TIME],
    field: 'credits_enrolled',
    of: (given: Exact | null, fullTimeCredits: Exact): Exact => given ?? fullTimeCredits,
    value: ({ term }) => toText(term.plannedCredits),
    step: ({ term: { plannedCredits, isFullTimeAssumed } }) =>
      isFullTimeAssumed
        ? { worked: `none given, so full time: ${toText(plannedCredits)}`, sources: [PLANNED_FULL_TIME] }
        : `${toText(plannedCredits)} as given`,
  }),
  effectiveCredits: ofTerm('1.3', 'effective_credits', 'Credits that count now', {
    formula: 'the final credits once they are known, before that the planned credits',
    unit: 'credits',
    sources: [cited.questions('example 4: the final credits replace the planned ones')],
    inputs: [FINAL_CREDITS, CREDITS.plannedCredits],
    of: (final: Exact | null, plannedCredits: Exact): Exact => final ?? plannedCredits,
    value: ({ term }) => toText(term.effectiveCredits),
    step: ({ term: { effectiveCredits }, input }) =>
      input.actual_final_credits === null
        ? `final credits are not known, so the planned ${toText(effectiveCredits)}`
        : `the final credits are ${toText(effectiveCredits)}`,
  }),
  isChanged: ofTerm('1.4', 'credits_changed', 'Whether the credits changed from the plan', {
    formula: 'the credits that count now differ from the planned credits',
    unit: 'yes or no',
    sources: [cited.choice('a change is measured against the credits that the award was planned on')],
    inputs: [CREDITS.effectiveCredits, CREDITS.plannedCredits],
    of: (effectiveCredits: Exact, plannedCredits: Exact): boolean =>
      compare(effectiveCredits, plannedCredits) !== 0,
    value: ({ term }) => term.isChanged,
    step: ({ term: { isChanged, plannedCredits, effectiveCredits }, input }) => {
      if (input.actual_final_credits === null)
        return whyNot('The final credits are not known yet.', [FINAL_CREDITS]);
      const after = toText(effectiveCredits);
      return isChanged ? `from ${toText(plannedCredits)} to ${after}` : `${after} as planned`;
    },
  }),
  required: ofTerm('1.5', 'required', 'Whether the term is a required part of the academic year', {
    formula: 'as the school says',
    unit: 'yes or no',
    sources: [cited.choice('only the school knows which terms its academic year has')],
    inputs: [['required', 'input:required', 'yes or no']],
    field: 'required',
    of: (given: boolean): boolean => given,
    value: ({ term }) => term.required,
    step: ({ term }) => (term.required ? 'required' : 'optional'),
  }),
  counts: ofTerm('1.5', 'counts', 'Whether the term counts toward the year', {
    titleAsPlanned: 'Whether the term counted toward the year as planned',
    formula: 'it is required, or has credits above 0',
    unit: 'yes or no',
    sources: [cited.choice('a required term belongs to the academic year, with or without credits')],
    inputs: ({ kind }) => [['required', 'required'], CREDITS[kind]],
    of: (required: boolean, credits: Exact): boolean => required || isPositive(credits),
    value: ({ term, kind }) => countsTowardYear(term, kind),
    step: ({ term, kind }) => {
      if (term.required) return 'required, so it counts';
      return countsTowardYear(term, kind)
        ? {
            worked: `optional with ${toText(term[kind])} credits, so it counts`,
            sources: [cited.SUMMER_COUNTS],
          }
        : {
            worked: 'optional without credits, so it does not count',
            sources: [SKIPPED_DOES_NOT_COUNT],
          };
    },
  }),
} satisfies Rules<TermFigures & { counts: boolean }>;

/** Section 1.5: whether a term belongs to the academic year by one kind of its credits. */
export function countsTowardYear(term: TermFigures, kind: CreditsKind): boolean {
  return TERM_RULES.counts.of(term.required, term[kind]);
}

/** Section 5: enrollment in a term. */
export const ENROLLMENT_RULES = {
  intensityPercent: ofTerm('5.1', 'enrollment_intensity', 'Enrollment intensity of the term', {
    formula: 'credits / full-time credits of the term, not above 100 percent',
    rounding: 'half up to a whole percent',
    unit: 'percent',
    sources: [
      cited.choice(
        'to the nearest whole percent of the full-time credits of the term; no dollar follows from it',
      ),
    ],
    inputs: [CREDITS.effectiveCredits, FULL_TIME],
    field: 'enrollment_intensity_pct',
    of: cappedPercent,
    value: ({ term }) => term.intensityPercent,
    step: ({ term: { effectiveCredits, fullTimeCredits, intensityPercent } }) => ({
      worked: percentText(effectiveCredits, fullTimeCredits, intensityPercent),
      decidedBy: isCapped(effectiveCredits, fullTimeCredits) ? `the cap of ${FULL_PERCENT} percent` : null,
    }),
  }),
  status: ofTerm('5.2', 'enrollment_status', 'Enrollment status of the term', {
    formula:
      'Not Enrolled without credits, Less Than Half-Time below half of full time, Part-Time below full time, else Full-Time; on the credits, not on the percent',
    unit: 'word',
    sources: [
      cited.choice(
        'half time is taken as half of the full-time credits of the term; 34 CFR 668.2(b) speaks of half of the minimum that applies',
      ),
    ],
    inputs: [CREDITS.effectiveCredits, FULL_TIME],
    field: 'enrollment_status',
    of: (credits: Exact, fullTimeCredits: Exact): EnrollmentStatus => {
      if (!isPositive(credits)) return 'Not Enrolled';
      if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
      return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
    },
    value: ({ term }) => term.status,
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
  isPayable: ofTerm('5.3', 'payable', 'Whether enrollment lets a loan be paid for the term', {
    formula: 'the enrollment status is Part-Time or Full-Time: at least half time',
    unit: 'yes or no',
    sources: OF_HALF_TIME,
    inputs: [['enrollment status', 'enrollment_status']],
    of: (status: EnrollmentStatus): boolean => status === 'Full-Time' || status === 'Part-Time',
    value: ({ term }) => term.isPayable,
    step: ({ term: { status, isPayable } }) =>
      `${status}, so ${isPayable ? 'it does' : 'nothing new may be paid'}`,
  }),
  disbursementPercent: ofTerm('5.3', 'disbursement_percent', 'Disbursement percent of the term', {
    formula: 'the enrollment intensity where a loan may be paid, else 0',
    unit: 'percent',
    sources: OF_HALF_TIME,
    inputs: [['enrollment intensity', 'enrollment_intensity'], PAYABLE],
    field: 'disbursement_pct',
    of: (isPayable: boolean, intensityPercent: number): number => (isPayable ? intensityPercent : 0),
    value: ({ term }) => term.disbursementPercent,
    step: ({ term }) => (term.isPayable ? `${term.disbursementPercent}%` : `${whyNotPayable(term)}, so 0%`),
  }),
  settled: ofLoanAndTerm('5.4', 'settled', 'Disbursed for the term and kept', {
    formula:
      'what was disbursed, if it is above $0: it stays paid, and the other terms pay that much less; $0, if $0 is recorded and the final credits are known: nothing was paid for the term, and nothing will be; else nothing yet',
    unit: 'dollars',
    sources: [
      cited.choice('a term without a recorded disbursement was not paid yet, and exports write 0 for that'),
    ],
    inputs: ({ loanType }) => [
      ['disbursed', `input:prior_disbursement_${loanType}`, 'dollars'],
      FINAL_CREDITS,
    ],
    of: (prior: Dollars | null, hasFinalCredits: boolean): Dollars | null =>
      prior !== null && (prior > 0 || hasFinalCredits) ? prior : null,
    value: ({ term, loanType }) => term.settled[loanType],
    step: ({ term, input, loanType }) => {
      const field = `prior_disbursement_${loanType}` as const;
      const loan = LOAN_TYPE_NAMES[loanType];
      if (input[field] === null)
        return whyNot(`No ${loan} disbursement is on record.`, [['disbursed', `input:${field}`, 'dollars']]);
      const kept = term.settled[loanType];
      if (kept === null) return `$0 without final credits: no ${loan} loan was paid yet`;
      return kept > 0
        ? { worked: `${wholeDollars(kept)} was disbursed`, sources: [keptBecause(term)] }
        : {
            worked: `$0 with final credits: no ${loan} loan was paid, and none will be`,
            sources: [cited.ZERO_CLOSES],
          };
    },
  }),
  isOpen: ofLoanAndTerm('5.5', 'open', 'Whether the term still takes a disbursement', {
    formula: 'a loan may be paid for the term, and nothing is disbursed and kept yet',
    unit: 'yes or no',
    sources: [cited.HALF_TIME, ONE_DISBURSEMENT],
    inputs: [PAYABLE, ['disbursed and kept', 'settled']],
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
} satisfies Rules<EnrollmentFigures>;

/** Whether a term was paid something of the loan type and has no credits now. */
export function isPaidWithoutCredits({ status, settled }: ResolvedTerm, loanType: LoanType): boolean {
  return status === 'Not Enrolled' && (settled[loanType] ?? 0) > 0;
}

/** What a payment that is on record rests on. */
export function keptBecause({ status }: ResolvedTerm): TraceSource {
  return status === 'Not Enrolled' ? cited.PAID_WITHOUT_CREDITS : cited.ED_NETTING;
}

/** Why a term is not payable. */
export function whyNotPayable({ status }: ResolvedTerm): string {
  return status === 'Not Enrolled' ? 'not enrolled' : 'below half time';
}
