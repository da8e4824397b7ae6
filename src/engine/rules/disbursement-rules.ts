import type { Dollars } from '../dollars.js';
import { type Exact, exact, FULL_PERCENT, toText, ZERO } from '../exact.js';
import type { AnnualEligibility, Loan, ResolvedTerm } from '../figures.js';
import { split, total, totalWeight } from '../installments.js';
import type { LoanType, PerLoanType } from '../student.js';
import { LOAN_TYPE_NAMES } from '../student.js';
import { article, wholeDollars } from '../texts.js';
import {
  type LoanPlace,
  ofLoan,
  ofLoanAndTerm,
  ofTerm,
  ofTerms,
  ofTermsSoFar,
  ofYear,
  type Rules,
  type Step,
  type StepInput,
  type TermPlace,
  whyNot,
} from './rule.js';
import * as cited from './sources.js';
import { keptBecause, whyNotPayable } from './term-rules.js';
import { CUMULATIVE_HALF_DOWN, dollarSum, partText, sumText } from './worked-text.js';

const INSTALLMENTS = cited.cfr('685.303(d)');
const ED_WORKBOOK = cited.transcribed("the Department's workbook, which weighs by enrolled credits");
const OPEN_TERMS = cited.choice(
  'what remains goes to the terms that still take a disbursement, and to no other',
);
const CONDITIONS_NOT_CHECKED = cited.choice(
  'two other conditions of 34 CFR 685.303(d) are not checked: no installment above half of the loan, and two installments within a loan for one term',
);
const SUM_OF_TERMS = cited.choice(
  'a total is the sum of the terms, of equal installments where there are no others',
);

/** Field names of the loan types in a disbursement option. */
const OPTION_FIELDS = { sub: 'subsidized', unsub: 'unsubsidized', grad_plus: 'grad_plus' } as const;

const REMAINS: StepInput = ['what remains', 'remaining'];
const OPEN: StepInput = ['open terms', 'open_terms'];
const PERMITTED: StepInput = ['unequal installments are permitted', 'unequal_installments'];

const BY_CREDITS = ['6.4', 'proportional_amount', 'Disbursement of the term by credits'] as const;
const AMOUNT_BY_CREDITS = {
  formula:
    'what was disbursed and is kept; else what remains x credits up to and with this term / all credits, of the terms that still take a disbursement, less what the terms before it get',
  rounding: CUMULATIVE_HALF_DOWN,
  unit: 'dollars',
} as const;

const TOTAL = { unit: 'dollars', sources: [SUM_OF_TERMS], of: total } as const;

/** Sections 6.1 to 6.6: who can still be paid, and how much. */
export const DISBURSEMENT_RULES = {
  openTerms: ofLoan('6.1', 'open_terms', 'Terms that still take a disbursement', {
    formula: 'the number of terms that still take a disbursement',
    unit: 'terms',
    sources: [OPEN_TERMS],
    inputs: ({ terms }) => ofTerms('takes a disbursement', 'open', terms),
    of: (terms: readonly ResolvedTerm[], loanType: LoanType): number => {
      let open = 0;
      for (const { isOpen } of terms) if (isOpen[loanType]) open += 1;
      return open;
    },
    value: ({ loan }) => loan.openTerms,
    step: ({ terms, loanType, loan: { openTerms } }) => {
      const open = terms.filter((term) => term.isOpen[loanType]).map(({ name }) => name);
      return openTerms === 0 ? 'none' : `${open.join(', ')}: ${openTerms}`;
    },
  }),
  unscheduled: ofLoan('6.1', 'unscheduled', 'Eligibility that no term can take', {
    formula: 'what remains where no term still takes a disbursement, else 0',
    unit: 'dollars',
    sources: [OPEN_TERMS],
    inputs: [REMAINS, OPEN],
    of: (remaining: Dollars, openTerms: number): Dollars => (openTerms > 0 ? 0 : remaining),
    value: ({ loan }) => loan.unscheduled,
    step: ({ loanType, loan: { remaining, unscheduled } }) => {
      const loan = LOAN_TYPE_NAMES[loanType];
      if (remaining === 0) return whyNot(`No ${loan} eligibility remains to be paid.`);
      return unscheduled > 0
        ? `${wholeDollars(unscheduled)} remains, and no term still takes ${article(loan)} disbursement`
        : whyNot('The terms that still take a disbursement take all of it.');
    },
  }),
  equal: ofLoanAndTerm('6.3', 'equal_amount', 'Disbursement of the term in equal installments', {
    formula:
      'what was disbursed and is kept; else what remains x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it get',
    rounding: CUMULATIVE_HALF_DOWN,
    unit: 'dollars',
    sources: [INSTALLMENTS, cited.ODD_DOLLAR],
    inputs: (place) => [REMAINS, OPEN, ...ofTermsSoFar('takes a disbursement', 'open', place)],
    field: ({ loanType }) => `equal.${OPTION_FIELDS[loanType]}`,
    of: split,
    value: ({ term, loan }) => loan.equal[term.index] ?? 0,
    step: (place) => installment(place, 'equal', equalWeights(place.terms, place.loanType)),
  }),
  isUnequalPermitted: ofYear('6.4', 'unequal_installments', 'Whether unequal installments are permitted', {
    formula: 'the share of a full-time year is below 100 percent, so that a reduction applies',
    unit: 'yes or no',
    sources: [INSTALLMENTS, CONDITIONS_NOT_CHECKED],
    inputs: [['share of a full-time year', 'annual_percent']],
    of: (percent: number): boolean => percent < FULL_PERCENT,
    value: ({ eligibility }) => permitsUnequal(eligibility),
    step: ({ eligibility }) =>
      `${eligibility.percent}%, so ${permitsUnequal(eligibility) ? 'they are' : 'only equal installments are'} permitted`,
  }),
  openCredits: ofLoan('6.4', 'open_credits', 'Credits of the terms that still take a disbursement', {
    formula: 'the sum of the credits of the terms that can still take a disbursement, including overloads',
    unit: 'credits',
    sources: [ED_WORKBOOK],
    inputs: ({ terms }) => [
      ...ofTerms('takes a disbursement', 'open', terms),
      ...ofTerms('credits', 'effective_credits', terms),
    ],
    of: totalWeight,
    value: ({ terms, loanType }) => toText(totalWeight(creditWeights(terms, loanType))),
    step: ({ terms, loanType }) => {
      const open = terms.filter((term) => term.isOpen[loanType]);
      const parts = open.map((term) => toText(term.effectiveCredits));
      const sum = toText(totalWeight(creditWeights(terms, loanType)));
      return open.length === 0 ? 'none' : sumText(parts, sum);
    },
  }),
  proportional: ofLoanAndTerm(...BY_CREDITS, {
    ...AMOUNT_BY_CREDITS,
    sources: [INSTALLMENTS, ED_WORKBOOK, cited.ODD_DOLLAR],
    inputs: (place) => [
      PERMITTED,
      REMAINS,
      ['credits of the open terms', 'open_credits'],
      ...ofTermsSoFar('takes a disbursement', 'open', place),
      ...ofTermsSoFar('credits', 'effective_credits', place),
    ],
    field: ({ loanType }) => `proportional.${OPTION_FIELDS[loanType]}`,
    of: split,
    when: ({ eligibility }) => permitsUnequal(eligibility),
    value: ({ term, loan }) => loan.proportional[term.index] ?? 0,
    step: (place) => installment(place, 'proportional', creditWeights(place.terms, place.loanType)),
  }),
  // One step for all loan types.
  noProportional: ofTerm(...BY_CREDITS, {
    ...AMOUNT_BY_CREDITS,
    sources: [INSTALLMENTS],
    inputs: [PERMITTED],
    field: 'proportional',
    of: (): null => null,
    when: ({ eligibility }) => !permitsUnequal(eligibility),
    value: () => null,
    step: () => whyNot('No reduction applies, so only equal installments are permitted.'),
  }),
  totalEqual: ofLoan('6.5', 'total_equal', 'Total in equal installments', {
    ...TOTAL,
    formula: 'the sum over the terms',
    inputs: ({ terms }) => ofTerms('amount', 'equal_amount', terms),
    field: ({ loanType }) => `total_equal.${OPTION_FIELDS[loanType]}`,
    value: ({ result, loanType }) => result.total_equal[OPTION_FIELDS[loanType]],
    step: ({ loan }) => dollarSum(loan.equal),
  }),
  totalProportional: ofLoan('6.5', 'total_proportional', 'Total by credits', {
    ...TOTAL,
    formula: 'the sum over the terms; of the equal installments where unequal ones are not permitted',
    inputs: ({ terms, eligibility }) =>
      ofTerms('amount', permitsUnequal(eligibility) ? 'proportional_amount' : 'equal_amount', terms),
    field: ({ loanType }) => `total_proportional.${OPTION_FIELDS[loanType]}`,
    value: ({ result, loanType }) => result.total_proportional[OPTION_FIELDS[loanType]],
    step: ({ loan }) => dollarSum(loan.proportional),
  }),
  showBoth: ofYear('6.6', 'show_both_options', 'Whether the two options differ', {
    formula: 'unequal installments are permitted, and differ from equal ones in some term',
    unit: 'yes or no',
    sources: [INSTALLMENTS, cited.choice('the two options are shown side by side, for the school to choose')],
    inputs: ({ terms, borrowed, eligibility }) => [
      PERMITTED,
      ...(permitsUnequal(eligibility) ? borrowed : []).flatMap((loanType) =>
        terms.flatMap(({ index, name }): StepInput[] => [
          [`equal ${LOAN_TYPE_NAMES[loanType]}, ${name}`, `equal_amount.${index}.${loanType}`],
          [`by credits ${LOAN_TYPE_NAMES[loanType]}, ${name}`, `proportional_amount.${index}.${loanType}`],
        ]),
      ),
    ],
    field: 'show_both_options',
    of: ({ sub, unsub, grad_plus }: PerLoanType<Loan>): boolean =>
      differs(sub) || differs(unsub) || differs(grad_plus),
    value: ({ result }) => result.show_both_options,
    step: ({ eligibility, result }) => {
      if (!permitsUnequal(eligibility)) return whyNot('Only equal installments are permitted.');
      return result.show_both_options ? 'they differ in some term' : 'they are the same in every term';
    },
  }),
} satisfies Rules<
  Pick<Loan, 'openTerms' | 'unscheduled' | 'equal' | 'proportional'> & {
    isUnequalPermitted: boolean;
    openCredits: Exact;
    noProportional: null;
    totalEqual: Dollars;
    totalProportional: Dollars;
    showBoth: boolean;
  }
>;

function differs({ equal, proportional }: Loan): boolean {
  return equal !== proportional && equal.some((amount, index) => amount !== proportional[index]);
}

/** Section 6.4: whether unequal installments are permitted in the year. */
export function permitsUnequal({ percent }: AnnualEligibility): boolean {
  return DISBURSEMENT_RULES.isUnequalPermitted.of(percent);
}

const ONE = exact(1);

/** Section 6.3: every open term has weight 1, any other 0. */
export function equalWeights(terms: readonly ResolvedTerm[], loanType: LoanType): Exact[] {
  return terms.map(({ isOpen }) => (isOpen[loanType] ? ONE : ZERO));
}

/** Section 6.4: the weight of an open term is its credits, uncapped; any other term has 0. */
export function creditWeights(terms: readonly ResolvedTerm[], loanType: LoanType): Exact[] {
  return terms.map(({ isOpen, effectiveCredits }) => (isOpen[loanType] ? effectiveCredits : ZERO));
}

/** The term's share of a split. A term without a share is explained by what excludes it. */
function installment(
  { term, loanType, loan }: LoanPlace & TermPlace,
  option: 'equal' | 'proportional',
  weights: readonly Exact[],
): Step | string {
  const kept = loan.settled[term.index] ?? null;
  const inputs: StepInput[] = [['disbursed and kept', 'settled']];
  if (kept === 0) {
    return {
      worked: `$0 is recorded and the final credits are known, so no ${LOAN_TYPE_NAMES[loanType]} loan is paid for the term`,
      inputs,
      decidedBy: 'the recorded $0',
      sources: [cited.ZERO_CLOSES],
    };
  }
  if (kept !== null) {
    const hasCredits = term.status !== 'Not Enrolled';
    const stays = hasCredits ? 'stays' : 'counts until it is returned: the term has no credits';
    return {
      worked: `${wholeDollars(kept)} was disbursed and ${stays}`,
      inputs,
      decidedBy: 'what was disbursed and is kept',
      sources: [keptBecause(term)],
    };
  }
  if (!term.isPayable) {
    return {
      whyNot: `The student is ${whyNotPayable(term)}, so nothing new is paid for the term.`,
      inputs: ofTerms('takes a disbursement', 'open', [term]),
      sources: [cited.HALF_TIME],
    };
  }
  return partText(loan.remaining, weights, loan[option], term.index);
}
