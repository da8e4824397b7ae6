import { type LoanType, type PerLoanType, perLoanType } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { Working } from '../working.js';
import { ED_EXAMPLES } from './rule-sources.js';
import { type Found, type Rule, type StepList, taken } from './step-list.js';
import { keptInputs, openInputs, openTrail, type TermTrail } from './term-trail.js';
import { sumText } from './worked-text.js';

const DISBURSED: Rule = {
  id: 'disbursed',
  section: '6.1',
  title: 'Disbursed so far',
  formula: 'the sum of what was disbursed and is kept',
  unit: 'dollars',
  sources: [ED_EXAMPLES],
};
const REMAINING: Rule = {
  id: 'remaining',
  section: '6.1',
  title: 'Eligibility that remains to be paid',
  formula: 'eligibility for the year - disbursed so far, never below 0',
  unit: 'dollars',
  sources: [ED_EXAMPLES],
};
const OPEN_TERMS: Rule = {
  id: 'open_terms',
  section: '6.1',
  title: 'Terms that still take a disbursement',
  formula: 'the number of terms that still take a disbursement',
  unit: 'terms',
  sources: [ED_EXAMPLES],
};
const UNSCHEDULED: Rule = {
  id: 'unscheduled',
  section: '6.1',
  title: 'Eligibility that no term can take',
  formula: 'what remains where no term still takes a disbursement, else 0',
  unit: 'dollars',
  sources: [ED_EXAMPLES],
};

/** What section 6.1 found. */
export interface RemainingSteps {
  readonly disbursed: PerLoanType<Found>;
  readonly remaining: PerLoanType<Found>;
  readonly openTerms: PerLoanType<Found>;
}

/** Section 6.1. */
export function addRemainingSteps(
  steps: StepList,
  { loans, eligibility: { amounts } }: Working,
  trail: readonly TermTrail[],
  eligibility: PerLoanType<Found>,
): RemainingSteps {
  const disbursed = perLoanType((loan) => addDisbursed(steps, trail, loan, loans[loan].schedule.disbursed));
  const remaining = perLoanType((loan) => {
    const { disbursed: paid, remaining: left } = loans[loan].schedule;
    const limit = amounts[loan];
    const difference = `${wholeDollars(limit)} - ${wholeDollars(paid)} = ${wholeDollars(limit - paid)}`;
    return steps.add({
      rule: REMAINING,
      loan,
      inputs: [
        taken('eligibility for the year', eligibility[loan]),
        taken('disbursed so far', disbursed[loan]),
      ],
      worked: paid > limit ? `${difference}, so $0` : difference,
      decidedBy: paid > limit ? 'the floor of 0' : null,
      value: left,
    });
  });
  const openTerms = perLoanType((loan) => addOpenTerms(steps, trail, loan));
  perLoanType((loan) =>
    addUnscheduled(steps, loan, loans[loan].schedule.unscheduled, remaining[loan], openTerms[loan]),
  );
  return { disbursed, remaining, openTerms };
}

function addDisbursed(steps: StepList, trail: readonly TermTrail[], loan: LoanType, total: number): Found {
  const kept = trail.flatMap(({ term }) => term.settled[loan] ?? []);
  const isAny = kept.length > 0;
  return steps.add({
    rule: DISBURSED,
    loan,
    inputs: keptInputs(trail, loan),
    applies: isAny,
    worked: isAny ? sumText(kept.map(wholeDollars), wholeDollars(total)) : 'Nothing was disbursed yet.',
    value: total,
  });
}

function addOpenTerms(steps: StepList, trail: readonly TermTrail[], loan: LoanType): Found {
  const open = openTrail(trail, loan);
  return steps.add({
    rule: OPEN_TERMS,
    loan,
    inputs: openInputs(trail, loan),
    worked: open.length === 0 ? 'none' : `${open.map(({ label }) => label).join(', ')}: ${open.length}`,
    value: open.length,
  });
}

function addUnscheduled(
  steps: StepList,
  loan: LoanType,
  unscheduled: number,
  remaining: Found,
  openTerms: Found,
): Found {
  return steps.add({
    rule: UNSCHEDULED,
    loan,
    inputs: [taken('what remains', remaining), taken('open terms', openTerms)],
    applies: unscheduled > 0,
    worked:
      unscheduled > 0
        ? `${wholeDollars(unscheduled)} remains, and no term takes a disbursement`
        : remaining.value === 0
          ? 'Nothing remains to be paid.'
          : 'The terms that still take a disbursement take all of it.',
    value: unscheduled,
  });
}
