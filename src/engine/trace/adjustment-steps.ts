import { equalWeight, openWeight } from '../disbursements.js';
import { isOpen } from '../settled.js';
import {
  type CalculationResult,
  LOAN_TYPES,
  type LoanType,
  type PerLoanType,
  perLoanType,
} from '../student.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import type { Working } from '../working.js';
import type { RemainingSteps } from './remaining-steps.js';
import { ED_EXAMPLES, ED_FAQ, ODD_DOLLAR } from './rule-sources.js';
import { type Found, type Rule, type StepList, taken } from './step-list.js';
import { openInputs, type TermTrail, termsOf } from './term-trail.js';
import { CUMULATIVE_HALF_DOWN, partText } from './worked-text.js';

const LATEST_CHANGE: Rule = {
  id: 'latest_change',
  section: '7.1',
  title: 'Latest term whose credits changed from the plan',
  formula: 'the last term whose credits changed',
  unit: 'index',
  sources: [ED_EXAMPLES, ED_FAQ],
};
const CHANGE: Rule = {
  id: 'change_in_remaining',
  section: '7.2',
  title: 'Change in what remains to be paid',
  formula:
    '(eligibility - disbursed, never below 0) - (eligibility as planned - disbursed, never below 0), where credits changed after a disbursement',
  unit: 'dollars',
  sources: [ED_EXAMPLES, ED_FAQ],
};
const ADJUSTMENT: Rule = {
  id: 'adjustment',
  section: '7.3',
  title: 'Adjustment of the term, already in its disbursement',
  formula:
    'change x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it take; a deduction is negative',
  rounding: CUMULATIVE_HALF_DOWN,
  unit: 'dollars',
  sources: [ED_EXAMPLES, ED_FAQ, ODD_DOLLAR],
};
const ADJUSTMENT_SOURCE: Rule = {
  id: 'adjustment_source',
  section: '7.4',
  title: 'Term that caused the adjustment',
  formula: 'the latest term whose credits changed, where the term is adjusted',
  unit: 'index',
  sources: [ED_EXAMPLES],
};

/** Section 7.1: the latest changed term. */
export function addLatestChange(steps: StepList, { changed }: Working, trail: readonly TermTrail[]): Found {
  return steps.add({
    rule: LATEST_CHANGE,
    inputs: trail.map((own) => taken(`changed, ${own.label}`, own.changed)),
    applies: changed !== null,
    worked:
      changed === null
        ? 'The credits of no term changed, so the year is as it was planned.'
        : (trail[changed.index]?.label ?? ''),
    value: changed?.index ?? null,
  });
}

/** What sections 7.2 to 7.4 take from the steps before them. */
export interface AdjustmentInputs {
  readonly latest: Found;
  readonly eligibility: PerLoanType<Found>;
  readonly asPlanned: PerLoanType<Found>;
  readonly remaining: RemainingSteps;
}

/** Sections 7.2 to 7.4. */
export function addAdjustmentSteps(
  steps: StepList,
  working: Working,
  result: CalculationResult,
  trail: readonly TermTrail[],
  { latest, eligibility, asPlanned, remaining: { disbursed, openTerms } }: AdjustmentInputs,
): void {
  const changes = perLoanType((loan) =>
    steps.add({
      rule: CHANGE,
      loan,
      inputs: [
        taken('latest changed term', latest),
        ...(working.changed === null
          ? []
          : [
              taken('eligibility for the year', eligibility[loan]),
              taken('eligibility as planned', asPlanned[loan]),
              taken('disbursed so far', disbursed[loan]),
            ]),
      ],
      ...changeText(working, loan),
      value: working.loans[loan].change,
    }),
  );
  const adjustments = perLoanType((loan) =>
    addAdjustments(steps, working, trail, loan, changes[loan], openTerms[loan]),
  );
  for (const { index } of trail) {
    const source = result.terms[index]?.adjustment_source_index ?? null;
    const own = LOAN_TYPES.filter((loan) => steps.isBorrowed(loan)).flatMap((loan) => {
      const adjustment = adjustments[loan][index];
      return adjustment === undefined ? [] : [taken(`adjustment, ${LOAN_TYPE_NAMES[loan]}`, adjustment)];
    });
    steps.add({
      rule: ADJUSTMENT_SOURCE,
      term: index,
      inputs: [taken('latest changed term', latest), ...(working.changed === null ? [] : own)],
      applies: source !== null,
      worked: source === null ? 'The term is not adjusted.' : (trail[source]?.label ?? ''),
      value: source,
      field: `terms.${index}.adjustment_source_index`,
    });
  }
}

function changeText({ changed, loans, eligibility, asPlanned }: Working, loan: LoanType) {
  const { disbursed, remaining } = loans[loan].schedule;
  if (changed === null) return { applies: false, worked: 'The credits of no term changed.' };
  if (disbursed === 0) {
    return { applies: false, worked: `No ${LOAN_TYPE_NAMES[loan]} loan was disbursed before the change.` };
  }
  const { change } = loans[loan];
  const left = (amount: number) =>
    `${wholeDollars(amount)} - ${wholeDollars(disbursed)}${amount < disbursed ? ', so $0' : ''}`;
  const now = left(eligibility.amounts[loan]);
  const before = left(asPlanned.amounts[loan]);
  const isFloored = Math.min(eligibility.amounts[loan], asPlanned.amounts[loan]) < disbursed;
  return {
    applies: true,
    decidedBy: isFloored ? 'the floor of 0' : null,
    worked: `${wholeDollars(remaining)} (${now}) - ${wholeDollars(remaining - change)} (${before}) = ${wholeDollars(change)}`,
  };
}

function addAdjustments(
  steps: StepList,
  { loans }: Working,
  trail: readonly TermTrail[],
  loan: LoanType,
  change: Found,
  openTerms: Found,
): Found[] {
  const { change: amount, adjustments } = loans[loan];
  return trail.map((own, index) => {
    const upTo = trail.slice(0, index + 1);
    const value = adjustments[index] ?? 0;
    const applies = amount !== 0 && isOpen(own.term, loan);
    return steps.add({
      rule: ADJUSTMENT,
      term: index,
      loan,
      inputs: [
        taken('change in what remains', change),
        ...(applies ? [taken('open terms', openTerms)] : []),
        ...(applies ? openInputs(upTo, loan) : amount === 0 ? [] : openInputs([own], loan)),
      ],
      applies,
      worked: applies ? adjustmentText(trail, upTo, loan, amount, adjustments) : noAdjustmentText(amount),
      value,
      field: `terms.${index}.adjustment_${loan}`,
    });
  });
}

function noAdjustmentText(change: number): string {
  return change === 0
    ? 'Nothing changed in what remains to be paid.'
    : 'The term takes no disbursement any more.';
}

/** The size of the change is split, and a deduction has a minus sign in front. */
function adjustmentText(
  trail: readonly TermTrail[],
  upTo: readonly TermTrail[],
  loan: LoanType,
  change: number,
  adjustments: readonly number[],
): string {
  const sizes = adjustments.map(Math.abs);
  const index = upTo.length - 1;
  const part = sizes[index] ?? 0;
  const text = partText({
    amount: Math.abs(change),
    weightSoFar: openWeight(loan, termsOf(upTo), equalWeight),
    weightOfAll: openWeight(loan, termsOf(trail), equalWeight),
    earlier: sizes.slice(0, index).reduce((sum, size) => sum + size, 0),
    part,
  });
  return change < 0 ? `${text}; a deduction: ${wholeDollars(-part)}` : text;
}
