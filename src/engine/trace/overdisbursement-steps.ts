import { excessDisbursed, lastSettledTerm } from '../changes.js';
import { LOAN_TYPES, type PerLoanType, perLoanType } from '../student.js';
import { LOAN_TYPE_NAMES, listed, wholeDollars } from '../texts.js';
import type { Working } from '../working.js';
import { practice } from './rule-sources.js';
import { type Found, type Rule, type StepList, taken } from './step-list.js';
import { keptInputs, type TermTrail } from './term-trail.js';

const RETURN_IS_THE_SCHOOLS = practice(
  'returning funds that were disbursed before the change is the choice of the school',
);

const EXCESS: Rule = {
  id: 'excess',
  section: '7.5',
  title: 'Disbursed beyond the eligibility',
  formula: 'disbursed so far - eligibility for the year, never below 0',
  unit: 'dollars',
  sources: [RETURN_IS_THE_SCHOOLS],
};
const LAST_SETTLED: Rule = {
  id: 'last_settled_term',
  section: '7.5',
  title: 'Last term with a disbursement on record',
  formula: 'the last term for which something is disbursed and kept',
  unit: 'index',
  sources: [RETURN_IS_THE_SCHOOLS],
};
const OVERDISBURSED: Rule = {
  id: 'overdisbursement',
  section: '7.5',
  title: 'Over-disbursement that no later term can absorb',
  formula: 'it is the last term with a disbursement on record of a loan type of which too much was disbursed',
  unit: 'yes or no',
  sources: [RETURN_IS_THE_SCHOOLS],
};

/** Section 7.5. */
export function addOverdisbursementSteps(
  steps: StepList,
  { terms, eligibility, loans, overdisbursements }: Working,
  trail: readonly TermTrail[],
  eligibilitySteps: PerLoanType<Found>,
  disbursed: PerLoanType<Found>,
): void {
  const excess = perLoanType((loan) => {
    const limit = eligibility.amounts[loan];
    const paid = loans[loan].schedule.disbursed;
    const value = excessDisbursed(limit, paid);
    return steps.add({
      rule: EXCESS,
      loan,
      inputs: [
        taken('disbursed so far', disbursed[loan]),
        taken('eligibility for the year', eligibilitySteps[loan]),
      ],
      applies: value > 0,
      worked:
        value > 0
          ? `${wholeDollars(paid)} - ${wholeDollars(limit)} = ${wholeDollars(value)}`
          : `${wholeDollars(paid)} is not more than ${wholeDollars(limit)}.`,
      value,
    });
  });
  const last = perLoanType((loan) => {
    const index = lastSettledTerm(terms, loan);
    return steps.add({
      rule: LAST_SETTLED,
      loan,
      inputs: keptInputs(trail, loan),
      applies: index >= 0,
      worked: trail[index]?.label ?? 'No disbursement is on record.',
      value: index < 0 ? null : index,
    });
  });
  for (const { index } of trail) {
    const own = overdisbursements.filter(({ termIndex }) => termIndex === index);
    const isOver = own.length > 0;
    const amounts = own.map((over) => `${wholeDollars(over.excess)} ${LOAN_TYPE_NAMES[over.loanType]}`);
    steps.add({
      rule: OVERDISBURSED,
      term: index,
      inputs: LOAN_TYPES.filter((loan) => steps.isBorrowed(loan)).flatMap((loan) => [
        taken(`beyond the eligibility, ${LOAN_TYPE_NAMES[loan]}`, excess[loan]),
        ...(excess[loan].value === 0
          ? []
          : [taken(`last term with a disbursement, ${LOAN_TYPE_NAMES[loan]}`, last[loan])]),
      ]),
      applies: isOver,
      worked: isOver
        ? `${listed(amounts)} beyond the eligibility, and this is the last term with such a disbursement`
        : 'No excess ends in this term.',
      value: isOver,
      field: `terms.${index}.final_term_overdisbursement`,
    });
  }
}
