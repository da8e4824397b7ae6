import { type Exact, toText } from '../exact.js';
import { creditWeights, equalWeights, permitsUnequalInstallments, totalWeight } from '../loan.js';
import { isOpen, type ResolvedTerm } from '../resolved-term.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import { keptBecause, whyNotPayable } from './enrollment-steps.js';
import {
  type LoanPlace,
  ofTerms,
  type Rule,
  type Step,
  type StepInput,
  type TermPlace,
  taken,
} from './rule.js';
import {
  choice,
  ED_WORKBOOK,
  INSTALLMENTS_NOT_CHECKED,
  ODD_DOLLAR,
  RULE_HALF_TIME,
  RULE_INSTALLMENTS,
  ZERO_CLOSES,
} from './rule-sources.js';
import { CUMULATIVE_HALF_DOWN, partText, sumText } from './worked-text.js';

/** Field names of the loan types in a disbursement option. */
const OPTION_FIELDS = { sub: 'subsidized', unsub: 'unsubsidized', grad_plus: 'grad_plus' } as const;

const SUM_OF_TERMS = choice(
  'a total is the sum of the terms, of equal installments where there are no others',
);

const PERMITTED_INPUT = taken({ 'unequal installments are permitted': 'unequal_installments' });

const PROPORTIONAL_AMOUNT = {
  id: 'proportional_amount',
  section: '6.4',
  title: 'Disbursement of the term by credits',
  formula:
    'what was disbursed and is kept; else what remains x credits up to and with this term / all credits, of the terms that still take a disbursement, less what the terms before it get',
  rounding: CUMULATIVE_HALF_DOWN,
  unit: 'dollars',
  sources: [RULE_INSTALLMENTS, ED_WORKBOOK, ODD_DOLLAR],
} as const;

/** Sections 6.3 to 6.6. */
export const INSTALLMENT_RULES: readonly Rule[] = [
  {
    id: 'equal_amount',
    per: 'loan and term',
    section: '6.3',
    title: 'Disbursement of the term in equal installments',
    formula:
      'what was disbursed and is kept; else what remains x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it get',
    rounding: CUMULATIVE_HALF_DOWN,
    unit: 'dollars',
    sources: [RULE_INSTALLMENTS, ODD_DOLLAR],
    step: (place) => {
      const { terms, term, loanType } = place;
      return installment(place, 'equal', equalWeights(terms, loanType), [
        ...taken({ 'what remains': 'remaining', 'open terms': 'open_terms' }),
        ...ofTerms('takes a disbursement', 'open', terms.slice(0, term.index + 1)),
      ]);
    },
  },
  {
    id: 'unequal_installments',
    per: 'year',
    section: '6.4',
    title: 'Whether unequal installments are permitted',
    formula: 'the share of a full-time year is below 100 percent, so that a reduction applies',
    unit: 'yes or no',
    sources: [RULE_INSTALLMENTS, INSTALLMENTS_NOT_CHECKED],
    step: ({ eligibility: { percent } }) => {
      const isPermitted = permitsUnequalInstallments(percent);
      return {
        inputs: taken({ 'share of a full-time year': 'annual_percent' }),
        worked: `${percent}%, so ${isPermitted ? 'they are' : 'only equal installments are'} permitted`,
        value: isPermitted,
      };
    },
  },
  {
    id: 'open_credits',
    per: 'loan',
    section: '6.4',
    title: 'Credits of the terms that still take a disbursement',
    formula: 'the sum of the credits of the terms that can still take a disbursement, including overloads',
    unit: 'credits',
    sources: [ED_WORKBOOK],
    step: ({ terms, loanType }) => {
      const value = toText(totalWeight(creditWeights(terms, loanType)));
      const parts = terms
        .filter((term) => isOpen(term, loanType))
        .map((term) => toText(term.effectiveCredits));
      return {
        inputs: [
          ...ofTerms('takes a disbursement', 'open', terms),
          ...ofTerms('credits', 'effective_credits', terms),
        ],
        worked: parts.length === 0 ? 'none' : sumText(parts, value),
        value,
      };
    },
  },
  {
    ...PROPORTIONAL_AMOUNT,
    per: 'loan and term',
    when: ({ eligibility }) => permitsUnequalInstallments(eligibility.percent),
    step: (place) => {
      const { terms, term, loanType } = place;
      const upTo = terms.slice(0, term.index + 1);
      return installment(place, 'proportional', creditWeights(terms, loanType), [
        ...PERMITTED_INPUT,
        ...taken({ 'what remains': 'remaining', 'credits of the open terms': 'open_credits' }),
        ...ofTerms('takes a disbursement', 'open', upTo),
        ...ofTerms('credits', 'effective_credits', upTo),
      ]);
    },
  },
  {
    ...PROPORTIONAL_AMOUNT,
    // One step for all loan types.
    per: 'term',
    when: ({ eligibility }) => !permitsUnequalInstallments(eligibility.percent),
    step: () => ({
      inputs: PERMITTED_INPUT,
      applies: false,
      worked: 'No reduction applies, so only equal installments are permitted.',
      value: null,
      field: 'proportional',
      sources: [RULE_INSTALLMENTS],
    }),
  },
  {
    id: 'total_equal',
    per: 'loan',
    section: '6.5',
    title: 'Total in equal installments',
    formula: 'the sum over the terms',
    unit: 'dollars',
    sources: [SUM_OF_TERMS],
    step: (place) => totalStep(place, 'equal', 'equal_amount'),
  },
  {
    id: 'total_proportional',
    per: 'loan',
    section: '6.5',
    title: 'Total by credits',
    formula: 'the sum over the terms; of the equal installments where unequal ones are not permitted',
    unit: 'dollars',
    sources: [SUM_OF_TERMS],
    step: (place) => {
      const isPermitted = permitsUnequalInstallments(place.eligibility.percent);
      return totalStep(place, 'proportional', isPermitted ? 'proportional_amount' : 'equal_amount');
    },
  },
  {
    id: 'show_both_options',
    per: 'year',
    section: '6.6',
    title: 'Whether the two options differ',
    formula: 'unequal installments are permitted, and differ from equal ones in some term',
    unit: 'yes or no',
    sources: [RULE_INSTALLMENTS, choice('the two options are shown side by side, for the school to choose')],
    step: ({ terms, borrowed, eligibility, result: { show_both_options: value } }) => {
      const isPermitted = permitsUnequalInstallments(eligibility.percent);
      const pairs = (isPermitted ? borrowed : []).flatMap((loanType) =>
        terms.flatMap(({ index, name }) => {
          const [label, of] = [`${LOAN_TYPE_NAMES[loanType]}, ${name}`, `${index}.${loanType}`];
          return [
            { name: `equal ${label}`, rule: `equal_amount.${of}` },
            { name: `by credits ${label}`, rule: `proportional_amount.${of}` },
          ];
        }),
      );
      const compared = value ? 'they differ in some term' : 'they are the same in every term';
      return {
        inputs: [...PERMITTED_INPUT, ...pairs],
        applies: isPermitted,
        worked: isPermitted ? compared : 'Only equal installments are permitted.',
        value,
        field: 'show_both_options',
      };
    },
  },
];

/** The term's share of a split. A term without a share is explained by what excludes it. */
function installment(
  { term, loanType, loan }: LoanPlace & TermPlace,
  option: 'equal' | 'proportional',
  weights: readonly Exact[],
  inputs: readonly StepInput[],
): Step {
  const { index } = term;
  const parts = loan[option];
  const kept = loan.settled[index] ?? null;
  const figure = { value: parts[index] ?? 0, field: `${option}.${OPTION_FIELDS[loanType]}` };
  if (kept !== null) {
    return {
      ...figure,
      inputs: taken({ 'disbursed and kept': 'settled' }),
      worked:
        kept === 0
          ? `$0 is recorded and the final credits are known, so no ${LOAN_TYPE_NAMES[loanType]} loan is paid for the term`
          : keptText(term, kept),
      decidedBy: kept === 0 ? 'the recorded $0' : 'what was disbursed and is kept',
      sources: [kept === 0 ? ZERO_CLOSES : keptBecause(term)],
    };
  }
  if (!term.isPayable) {
    return {
      ...figure,
      inputs: ofTerms('takes a disbursement', 'open', [term]),
      applies: false,
      worked: `The student is ${whyNotPayable(term)}, so nothing new is paid for the term.`,
      sources: [RULE_HALF_TIME],
    };
  }
  return { ...figure, inputs, worked: partText(loan.remaining, weights, parts, index) };
}

function keptText({ status }: ResolvedTerm, kept: number): string {
  const disbursed = `${wholeDollars(kept)} was disbursed`;
  return status === 'Not Enrolled'
    ? `${disbursed} and counts until it is returned: the term has no credits`
    : `${disbursed} and stays`;
}

function totalStep(
  { terms, loanType, loan, result }: LoanPlace,
  option: 'equal' | 'proportional',
  rule: string,
): Step {
  const value = result[`total_${option}`][OPTION_FIELDS[loanType]];
  return {
    inputs: ofTerms('amount', rule, terms),
    worked: sumText(loan[option].map(wholeDollars), wholeDollars(value)),
    value,
    field: `total_${option}.${OPTION_FIELDS[loanType]}`,
  };
}
