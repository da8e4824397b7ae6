import { type CalculationResult, LOAN_TYPES, type LoanType } from '../student.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import type { InstallmentSteps } from './installment-steps.js';
import { choice, RULE_INSTALLMENTS } from './rule-sources.js';
import { type Found, OPTION_FIELDS, type Rule, type StepList, taken } from './step-list.js';
import type { TermTrail } from './term-trail.js';
import { sumText } from './worked-text.js';

const BOTH_OPTIONS = choice('the two options are shown side by side, for the school to choose');

const TOTAL_EQUAL: Rule = {
  id: 'total_equal',
  section: '6.5',
  title: 'Total in equal installments',
  formula: 'the sum over the terms',
  unit: 'dollars',
  sources: [RULE_INSTALLMENTS],
};
const TOTAL_PROPORTIONAL: Rule = {
  id: 'total_proportional',
  section: '6.5',
  title: 'Total by credits',
  formula: 'the sum over the terms; of the equal installments where unequal ones are not permitted',
  unit: 'dollars',
  sources: [RULE_INSTALLMENTS],
};
const SHOW_BOTH: Rule = {
  id: 'show_both_options',
  section: '6.6',
  title: 'Whether the two options differ',
  formula: 'unequal installments are permitted, and differ from equal ones in some term',
  unit: 'yes or no',
  sources: [RULE_INSTALLMENTS, BOTH_OPTIONS],
};

/** Sections 6.5 and 6.6. */
export function addTotalSteps(
  steps: StepList,
  result: CalculationResult,
  trail: readonly TermTrail[],
  { permitted, equal, proportional }: InstallmentSteps,
): void {
  const add = (
    rule: Rule,
    field: 'total_equal' | 'total_proportional',
    loan: LoanType,
    parts: readonly Found[],
  ) => {
    const option = OPTION_FIELDS[loan];
    const value = result[field][option];
    const amounts = result.terms.map((term) =>
      field === 'total_equal' ? term.equal[option] : (term.proportional ?? term.equal)[option],
    );
    steps.add({
      rule,
      loan,
      inputs: parts.map((part, index) => taken(`amount, ${trail[index]?.label}`, part)),
      worked: sumText(amounts.map(wholeDollars), wholeDollars(value)),
      value,
      field: `${field}.${option}`,
    });
  };
  for (const loan of LOAN_TYPES) add(TOTAL_EQUAL, 'total_equal', loan, equal[loan]);
  for (const loan of LOAN_TYPES)
    add(TOTAL_PROPORTIONAL, 'total_proportional', loan, (proportional ?? equal)[loan]);
  const pairs = LOAN_TYPES.filter((loan) => steps.isBorrowed(loan)).flatMap((loan) =>
    (proportional?.[loan] ?? []).flatMap((part, index) => {
      const same = equal[loan][index];
      const label = `${LOAN_TYPE_NAMES[loan]}, ${trail[index]?.label}`;
      return same === undefined ? [] : [taken(`equal ${label}`, same), taken(`by credits ${label}`, part)];
    }),
  );
  steps.add({
    rule: SHOW_BOTH,
    inputs: [taken('unequal installments are permitted', permitted), ...pairs],
    applies: proportional !== null,
    worked: showBothText(proportional !== null, result.show_both_options),
    value: result.show_both_options,
    field: 'show_both_options',
  });
}

function showBothText(isPermitted: boolean, differ: boolean): string {
  if (!isPermitted) return 'Only equal installments are permitted.';
  return differ ? 'they differ in some term' : 'they are the same in every term';
}
