import { type Dollars, total } from '../dollars.js';
import { type Exact, exact, sum, toText, ZERO } from '../exact.js';
import { LOAN_TYPE_NAMES, type LoanType, type PerLoanType } from '../student.js';
import { article, wholeDollars } from '../texts.js';
import type { Loan, ResolvedTerm, Year } from '../working.js';
import { FULL_PERCENT, INSTALLMENTS, ODD_DOLLAR } from './rounding.js';
import type * as rule from './rule.js';
import { because, eachTerm, perLoan, perPayment, perTerm, perYear, termsSoFar, whyNot } from './rule.js';
import * as cited from './sources.js';
import { keptBecause, whyNotPayable } from './term-rules.js';
import * as worked from './worked-text.js';

const INSTALLMENT_RULE: cited.Source = 'rule: 34 CFR 685.303(d)';
const ED_WORKBOOK: cited.Source = "ED: the Department's workbook, which weighs by enrolled credits";
const OPEN_TERMS: cited.Source =
  'choice: what remains goes to the terms that still take a disbursement, and to no other';

const TOTAL = {
  sources: ['choice: a total is the sum of the terms, of equal installments where there are no others'],
  of: total,
} as const;

const OPTION_FIELDS = { sub: 'subsidized', unsub: 'unsubsidized', grad_plus: 'grad_plus' } as const;

const BY_CREDITS = ['proportional_amount', 'dollars', '6.4 Disbursement of the term by credits'] as const;
const AMOUNT_BY_CREDITS = {
  formula:
    'what was disbursed and is kept; else what remains x credits up to and with this term / all credits, of the terms that still take a disbursement, less what the terms before it get',
  rounding: INSTALLMENTS.rounding,
} as const;

/** Sections 6.1 to 6.6: who can still be paid, and how much. */
export const DISBURSEMENT_RULES = {
  openTerms: perLoan('open_terms', 'terms', '6.1 Terms that still take a disbursement', {
    formula: 'the number of terms that still take a disbursement',
    sources: [OPEN_TERMS],
    inputs: ({ terms }) => eachTerm('takes a disbursement', terms),
    of: (terms: readonly ResolvedTerm[], loanType: LoanType): number =>
      terms.filter(({ isOpen }) => isOpen[loanType]).length,
    value: ({ loan }) => loan.openTerms,
    step: ({ terms, loanType, loan: { openTerms } }) => {
      const open = terms.filter((term) => term.isOpen[loanType]).map(({ name }) => name);
      return openTerms === 0 ? 'none' : `${open.join(', ')}: ${openTerms}`;
    },
  }),
  unscheduled: perLoan('unscheduled', 'dollars', '6.1 Eligibility that no term can take', {
    formula: 'what remains where no term still takes a disbursement, else 0',
    sources: [OPEN_TERMS],
    inputs: ['what remains', 'open terms'],
    of: (remaining: Dollars, openTerms: number): Dollars => (openTerms > 0 ? 0 : remaining),
    value: ({ loan }) => loan.unscheduled,
    step: ({ loanType, year: { remaining }, loan: { unscheduled } }) => {
      const loan = LOAN_TYPE_NAMES[loanType];
      if (remaining[loanType] === 0) return whyNot(`No ${loan} eligibility remains to be paid.`);
      if (unscheduled === 0) return whyNot('The terms that still take a disbursement take all of it.');
      return `${wholeDollars(unscheduled)} remains, and no term still takes ${article(loan)} disbursement`;
    },
  }),
  equal: perPayment('equal_amount', 'dollars', '6.3 Disbursement of the term in equal installments', {
    formula:
      'what was disbursed and is kept; else what remains x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it get',
    ...INSTALLMENTS,
    sources: [INSTALLMENT_RULE, ODD_DOLLAR],
    inputs: (place) => ['what remains', 'open terms', ...termsSoFar('takes a disbursement', place)],
    field: ({ loanType }) => `equal.${OPTION_FIELDS[loanType]}`,
    step: (place) => installment(place, 'equal', equalWeights(place.terms, place.loanType)),
  }),
  unequal: perYear('unequal_installments', 'yes or no', '6.4 Whether unequal installments are permitted', {
    formula: 'the share of a full-time year is below 100 percent, so that a reduction applies',
    sources: [
      INSTALLMENT_RULE,
      'choice: two other conditions of 34 CFR 685.303(d) are not checked: no installment above half of the loan, and two installments within a loan for one term',
    ],
    inputs: ['share of a full-time year'],
    of: (percent: number): boolean => percent < FULL_PERCENT,
    value: ({ year }) => year.unequal,
    step: ({ year }) =>
      `${year.percent}%, so ${year.unequal ? 'they are' : 'only equal installments are'} permitted`,
  }),
  openCredits: perLoan('open_credits', 'credits', '6.4 Credits of the terms that still take a disbursement', {
    formula: 'the sum of the credits of the terms that can still take a disbursement, including overloads',
    sources: [ED_WORKBOOK],
    inputs: ({ terms }) => [...eachTerm('takes a disbursement', terms), ...eachTerm('credits', terms)],
    of: openCredits,
    value: ({ terms, loanType }) => toText(openCredits(terms, loanType)),
    step: ({ terms, loanType }) => {
      const open = terms.filter((term) => term.isOpen[loanType]);
      const parts = open.map((term) => toText(term.effectiveCredits));
      return open.length === 0 ? 'none' : worked.added(parts, toText(openCredits(terms, loanType)));
    },
  }),
  proportional: perPayment(...BY_CREDITS, {
    ...AMOUNT_BY_CREDITS,
    of: INSTALLMENTS.of,
    sources: [INSTALLMENT_RULE, ED_WORKBOOK, ODD_DOLLAR],
    inputs: (place) => [
      'unequal installments are permitted',
      'what remains',
      ['credits of the open terms', 'open_credits'],
      ...termsSoFar('takes a disbursement', place),
      ...termsSoFar('credits', place),
    ],
    field: ({ loanType }) => `proportional.${OPTION_FIELDS[loanType]}`,
    when: ({ year }) => year.unequal,
    step: (place) => installment(place, 'proportional', creditWeights(place.terms, place.loanType)),
  }),
  // Each term has one step for all loan types.
  noProportional: perTerm(...BY_CREDITS, {
    ...AMOUNT_BY_CREDITS,
    of: undefined,
    sources: [INSTALLMENT_RULE],
    inputs: ['unequal installments are permitted'],
    field: 'proportional',
    when: ({ year }) => !year.unequal,
    step: () => whyNot('No reduction applies, so only equal installments are permitted.'),
  }),
  totalEqual: perLoan('total_equal', 'dollars', '6.5 Total in equal installments', {
    formula: 'the sum over the terms',
    ...TOTAL,
    inputs: ({ terms }) => amounts('equal_amount', terms),
    field: ({ loanType }) => `total_equal.${OPTION_FIELDS[loanType]}`,
    step: ({ loan }) => worked.arithmetic(loan.equal),
  }),
  totalProportional: perLoan('total_proportional', 'dollars', '6.5 Total by credits', {
    formula: 'the sum over the terms; of the equal installments where unequal ones are not permitted',
    ...TOTAL,
    inputs: ({ terms, year }) => amounts(year.unequal ? 'proportional_amount' : 'equal_amount', terms),
    field: ({ loanType }) => `total_proportional.${OPTION_FIELDS[loanType]}`,
    step: ({ loan }) => worked.arithmetic(loan.proportional),
  }),
  showBoth: perYear('show_both_options', 'yes or no', '6.6 Whether the two options differ', {
    formula: 'unequal installments are permitted, and differ from equal ones in some term',
    sources: [INSTALLMENT_RULE, 'choice: the two options are shown side by side, for the school to choose'],
    inputs: ({ terms, borrowed, year }) => [
      'unequal installments are permitted',
      ...(year.unequal ? borrowed : []).flatMap((loanType) =>
        terms.flatMap(({ index, name }): rule.StepInput[] => [
          [`equal ${LOAN_TYPE_NAMES[loanType]}, ${name}`, `equal_amount.${index}.${loanType}`],
          [`by credits ${LOAN_TYPE_NAMES[loanType]}, ${name}`, `proportional_amount.${index}.${loanType}`],
        ]),
      ),
    ],
    field: 'show_both_options',
    of: ({ sub, unsub, grad_plus }: PerLoanType<Loan>): boolean =>
      differs(sub) || differs(unsub) || differs(grad_plus),
    step: ({ year, result }) => {
      if (!year.unequal) return whyNot('Only equal installments are permitted.');
      return result.show_both_options ? 'they differ in some term' : 'they are the same in every term';
    },
  }),
} satisfies rule.Rules<
  Pick<Loan, 'openTerms' | 'unscheduled' | 'equal' | 'proportional'> & Pick<Year, 'unequal'>,
  'openCredits' | 'noProportional' | 'totalEqual' | 'totalProportional' | 'showBoth'
>;

function differs({ equal, proportional }: Loan): boolean {
  return equal.some((amount, index) => amount !== proportional[index]);
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

function openCredits(terms: readonly ResolvedTerm[], loanType: LoanType): Exact {
  return sum(creditWeights(terms, loanType));
}

function amounts(id: string, terms: readonly ResolvedTerm[]): rule.StepInput[] {
  return terms.map(({ index, name }) => [`amount, ${name}`, `${id}.${index}`]);
}

/** Explains the term's share of a split, or why the term has no share. */
function installment(
  { term, year, loanType, loan }: rule.Places['payment'],
  option: 'equal' | 'proportional',
  weights: readonly Exact[],
): rule.Step | string {
  const kept = term.settled[loanType];
  if (kept !== null) {
    const inputs = ['disbursed and kept'] as const;
    if (kept === 0) {
      const text = `$0 is recorded and the final credits are known, so no ${LOAN_TYPE_NAMES[loanType]} loan is paid for the term`;
      return { ...because(text, cited.ZERO_CLOSES), inputs, decided_by: 'the recorded $0' };
    }
    const hasCredits = term.status !== 'Not Enrolled';
    const stays = hasCredits ? 'stays' : 'counts until it is returned: the term has no credits';
    const text = `${wholeDollars(kept)} was disbursed and ${stays}`;
    return { ...because(text, keptBecause(term)), inputs, decided_by: 'what was disbursed and is kept' };
  }
  if (!term.isPayable) {
    const text = `The student is ${whyNotPayable(term)}, so nothing new is paid for the term.`;
    return { ...whyNot(text, eachTerm('takes a disbursement', [term])), sources: [cited.HALF_TIME] };
  }
  return worked.part(year.remaining[loanType], weights, loan[option], term.index);
}
