import type { UnreducedLimit } from '../annual-limit.js';
import type { AnnualEligibility } from '../eligibility.js';
import { percentOf } from '../exact.js';
import type { PerLoanType } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { LimitSteps } from './limit-steps.js';
import { choice, ED_EXAMPLES, RULE_PRORATION, STATUTE_PRORATION } from './rule-sources.js';
import { type Found, type Rule, type StepList, taken } from './step-list.js';
import { reducedText } from './worked-text.js';
import type { YearView } from './year-view.js';

const HALF_UP = 'half up to whole dollars';

const COMBINED: Rule = {
  id: 'combined_eligibility',
  section: '4.1',
  title: 'Subsidized and unsubsidized eligibility together',
  formula: 'limit before the reduction x share of a full-time year',
  rounding: HALF_UP,
  unit: 'dollars',
  sources: [STATUTE_PRORATION, RULE_PRORATION],
};
const ELIGIBILITY: PerLoanType<Rule> = {
  sub: {
    id: 'subsidized_eligibility',
    section: '4.2',
    title: 'Subsidized eligibility for the year',
    formula: 'subsidized amount x share of a full-time year, not above both together',
    rounding: HALF_UP,
    unit: 'dollars',
    sources: [STATUTE_PRORATION, RULE_PRORATION, ED_EXAMPLES],
  },
  unsub: {
    id: 'unsubsidized_eligibility',
    section: '4.3',
    title: 'Unsubsidized eligibility for the year',
    formula: 'both together - subsidized eligibility',
    unit: 'dollars',
    sources: [
      RULE_PRORATION,
      choice('reduced apart, the two could exceed the reduced combined limit by a rounding dollar'),
    ],
  },
  grad_plus: {
    id: 'grad_plus_eligibility',
    section: '4.4',
    title: 'Grad PLUS eligibility for the year',
    formula: 'Grad PLUS amount x share of a full-time year',
    rounding: HALF_UP,
    unit: 'dollars',
    sources: [STATUTE_PRORATION, RULE_PRORATION],
  },
};

/** Section 4 with the credits of a view. */
export function addEligibilitySteps(
  steps: StepList,
  view: YearView,
  unreduced: UnreducedLimit,
  { percent, combined, amounts }: AnnualEligibility,
  limit: LimitSteps,
  percentStep: Found,
): PerLoanType<Found> {
  const share = taken('share of a full-time year', percentStep);
  const { total, base } = unreduced;
  const both = steps.add({
    rule: view.rule(COMBINED),
    inputs: [taken('limit before the reduction', limit.total), share],
    worked: reducedText(total, percent, combined),
    value: combined,
  });
  const uncapped = percentOf(base.sub, percent);
  const isCapped = uncapped > combined;
  const sub = steps.add({
    rule: view.rule(ELIGIBILITY.sub),
    loan: 'sub',
    inputs: [taken('subsidized amount', limit.bases.sub), share, taken('both together', both)],
    worked: `${reducedText(base.sub, percent, uncapped)}${isCapped ? `, not above ${wholeDollars(combined)}` : ''}`,
    decidedBy: isCapped ? 'both together' : null,
    value: amounts.sub,
    ...view.field('annual_basic_eligibility_sub'),
  });
  const unsub = steps.add({
    rule: view.rule(ELIGIBILITY.unsub),
    loan: 'unsub',
    inputs: [taken('both together', both), taken('subsidized eligibility', sub)],
    worked: `${wholeDollars(combined)} - ${wholeDollars(amounts.sub)} = ${wholeDollars(amounts.unsub)}`,
    value: amounts.unsub,
    ...view.field('annual_basic_eligibility_unsub'),
  });
  const gradPlus = steps.add({
    rule: view.rule(ELIGIBILITY.grad_plus),
    loan: 'grad_plus',
    inputs: [taken('Grad PLUS amount', limit.bases.grad_plus), share],
    worked: reducedText(base.grad_plus, percent, amounts.grad_plus),
    value: amounts.grad_plus,
    ...view.field('annual_basic_eligibility_grad_plus'),
  });
  return { sub, unsub, grad_plus: gradPlus };
}
