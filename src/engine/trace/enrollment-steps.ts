import { toText } from '../exact.js';
import type { ResolvedTerm } from '../resolved-term.js';
import { isOpen } from '../settled.js';
import {
  type EnrollmentStatus,
  type LoanType,
  type PerLoanType,
  perLoanType,
  type Term,
} from '../student.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import { FULL_PERCENT } from '../whole-percent.js';
import {
  choice,
  ED_EXAMPLES,
  HANDBOOK_HALF_TIME,
  practice,
  RULE_HALF_TIME,
  RULE_STATUS,
} from './rule-sources.js';
import { type Found, given, type Rule, type StepList, taken } from './step-list.js';
import type { TermSteps } from './term-steps.js';
import type { TraceInput } from './trace-format.js';
import { isCapped, percentText } from './worked-text.js';

const INTENSITY: Rule = {
  id: 'enrollment_intensity',
  section: '5.1',
  title: 'Enrollment intensity of the term',
  formula: 'credits / full-time credits of the term, not above 100 percent',
  rounding: 'half up to a whole percent',
  unit: 'percent',
  sources: [practice('as the enrollment intensity of a Pell Grant, to the nearest whole percent')],
};
const STATUS: Rule = {
  id: 'enrollment_status',
  section: '5.2',
  title: 'Enrollment status of the term',
  formula:
    'Not Enrolled without credits, Less Than Half-Time below half of full time, Part-Time below full time, else Full-Time; on the credits, not on the percent',
  unit: 'word',
  sources: [RULE_STATUS, HANDBOOK_HALF_TIME],
};
const PAYABLE: Rule = {
  id: 'payable',
  section: '5.3',
  title: 'Whether a loan may be paid for the term',
  formula: 'the enrollment status is Part-Time or Full-Time: at least half time',
  unit: 'yes or no',
  sources: [RULE_HALF_TIME, HANDBOOK_HALF_TIME],
};
const DISBURSEMENT_PERCENT: Rule = {
  id: 'disbursement_percent',
  section: '5.3',
  title: 'Disbursement percent of the term',
  formula: 'the enrollment intensity where a loan may be paid, else 0',
  unit: 'percent',
  sources: [RULE_HALF_TIME, HANDBOOK_HALF_TIME],
};
const SETTLED: Rule = {
  id: 'settled',
  section: '5.4',
  title: 'Disbursed for the term and kept',
  formula:
    'what was disbursed where it is above 0, or where it is 0 and the final credits are known; else nothing yet',
  unit: 'dollars',
  sources: [ED_EXAMPLES, choice('exports write 0 where nothing has been disbursed yet')],
};
const OPEN: Rule = {
  id: 'open',
  section: '5.5',
  title: 'Whether the term still takes a disbursement',
  formula: 'a loan may be paid for the term, and nothing is disbursed and kept yet',
  unit: 'yes or no',
  sources: [ED_EXAMPLES],
};

/** What section 5 found of a term. */
export interface EnrollmentSteps {
  readonly settled: PerLoanType<Found>;
  readonly open: PerLoanType<Found>;
}

/** Section 5 for the term at `index`. */
export function addEnrollmentSteps(
  steps: StepList,
  input: Term,
  term: ResolvedTerm,
  own: TermSteps,
  index: number,
): EnrollmentSteps {
  const { enrollment, effectiveCredits, fullTimeCredits } = term;
  const at = { term: index };
  const path = `terms.${index}`;
  const credits = [taken('credits that count now', own.effective), taken('full-time credits', own.fullTime)];
  const intensity = steps.add({
    rule: INTENSITY,
    ...at,
    inputs: credits,
    worked: percentText(effectiveCredits, fullTimeCredits, enrollment.intensityPercent),
    decidedBy: isCapped(effectiveCredits, fullTimeCredits) ? `the cap of ${FULL_PERCENT} percent` : null,
    value: enrollment.intensityPercent,
    field: `${path}.enrollment_intensity_pct`,
  });
  const status = steps.add({
    rule: STATUS,
    ...at,
    inputs: credits,
    worked: statusText(enrollment.status, toText(effectiveCredits), toText(fullTimeCredits)),
    value: enrollment.status,
    field: `${path}.enrollment_status`,
  });
  const payable = steps.add({
    rule: PAYABLE,
    ...at,
    inputs: [taken('enrollment status', status)],
    worked: `${enrollment.status}, so ${enrollment.isPayable ? 'it may' : 'nothing new may be paid'}`,
    value: enrollment.isPayable,
  });
  steps.add({
    rule: DISBURSEMENT_PERCENT,
    ...at,
    inputs: [taken('enrollment intensity', intensity), taken('a loan may be paid', payable)],
    worked: enrollment.isPayable ? `${enrollment.disbursementPercent} %` : 'below half time, so 0 %',
    value: enrollment.disbursementPercent,
    field: `${path}.disbursement_pct`,
  });
  const settled = perLoanType((loan) => addSettled(steps, input, term, index, loan));
  const open = perLoanType((loan) =>
    steps.add({
      rule: OPEN,
      term: index,
      loan,
      inputs: [taken('a loan may be paid', payable), taken('disbursed and kept', settled[loan])],
      worked: openText(term, loan),
      value: isOpen(term, loan),
    }),
  );
  return { settled, open };
}

function addSettled(steps: StepList, input: Term, term: ResolvedTerm, index: number, loan: LoanType): Found {
  const field = `prior_disbursement_${loan}` as const;
  const prior = input[field];
  const disbursed: TraceInput = {
    name: 'disbursed',
    value: prior,
    unit: 'dollars',
    from: `input:terms.${index}.${field}`,
  };
  const path = `terms.${index}.actual_final_credits`;
  const finalCredits = given('final credits', path, input.actual_final_credits, 'credits');
  return steps.add({
    rule: SETTLED,
    term: index,
    loan,
    inputs: prior === null ? [disbursed] : [disbursed, finalCredits],
    applies: prior !== null,
    worked: settledText(prior, term.settled[loan], LOAN_TYPE_NAMES[loan]),
    value: term.settled[loan],
  });
}

function settledText(prior: number | null, settled: number | null, loan: string): string {
  if (prior === null) return `No ${loan} disbursement is on record.`;
  if (settled === null) return '$0 on a term that is not over: nothing yet';
  return settled === 0
    ? '$0 with final credits known: nothing was paid, and the term is over'
    : `${wholeDollars(settled)} was disbursed`;
}

function statusText(status: EnrollmentStatus, credits: string, fullTime: string): string {
  switch (status) {
    case 'Not Enrolled':
      return 'no credits: Not Enrolled';
    case 'Less Than Half-Time':
      return `${credits} is below half of ${fullTime}: Less Than Half-Time`;
    case 'Part-Time':
      return `${credits} is half of ${fullTime} or more, and below ${fullTime}: Part-Time`;
    case 'Full-Time':
      return `${credits} is ${fullTime} or more: Full-Time`;
  }
}

function openText(term: ResolvedTerm, loan: LoanType): string {
  if (!term.enrollment.isPayable) return 'below half time, so it takes none';
  return isOpen(term, loan)
    ? 'at least half time and nothing kept yet, so it does'
    : 'already disbursed, so it takes no more';
}
