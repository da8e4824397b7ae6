import { type Exact, exact, FULL_PERCENT, toText, ZERO } from '../exact.js';
import type { AnnualEligibility, Loan, ResolvedTerm } from '../figures.js';
import { split, total, totalWeight } from '../installments.js';
import type { LoanType, PerLoanType } from '../student.js';
import { article, LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import type { TraceSource } from '../trace/trace-format.js';
import { ELIGIBILITY_OF } from './eligibility-rules.js';
import { keptBecause, whyNotPayable } from './enrollment-rules.js';
import {
  type LoanPlace,
  ofTerms,
  type Rules,
  type Step,
  type StepInput,
  type TermPlace,
  taken,
} from './rule.js';
import {
  choice,
  ED_NETTING,
  ED_WORKBOOK,
  HANDBOOK_ONE_LIMIT,
  INSTALLMENTS_NOT_CHECKED,
  ODD_DOLLAR,
  ONE_LIMIT,
  RULE_HALF_TIME,
  RULE_INSTALLMENTS,
  RULE_ONE_LIMIT,
  RULE_PROGRAM_LIMIT,
  ZERO_CLOSES,
} from './sources.js';
import { CUMULATIVE_HALF_DOWN, partText, sumText } from './worked-text.js';

const OPEN_TERMS = choice('what remains goes to the terms that still take a disbursement, and to no other');

const PROGRAM_LIMIT_FOR_ALL = choice(
  "a program's own limit is taken to cover Grad PLUS after the unsubsidized loan",
);

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

/** Section 6.1: what is left to pay, also for the year as planned. */
export const REMAINING_RULES = {
  disbursed: {
    id: 'disbursed',
    per: 'loan',
    section: '6.1',
    title: 'Disbursed so far',
    formula: 'the sum of what was disbursed and is kept',
    unit: 'dollars',
    sources: [ED_NETTING],
    of: (settled: readonly (number | null)[]): number => total(settled),
    step: ({ terms, loanType, loan: { settled, disbursed } }) => {
      const kept = settled.filter((amount) => amount !== null).map(wholeDollars);
      const isAny = kept.length > 0;
      return {
        inputs: ofTerms('disbursed and kept', 'settled', terms),
        applies: isAny,
        worked: isAny
          ? sumText(kept, wholeDollars(disbursed))
          : `No ${LOAN_TYPE_NAMES[loanType]} disbursement is on record.`,
        value: disbursed,
      };
    },
  },
  left: {
    id: 'left_for_both',
    per: 'year',
    section: '6.1',
    title: 'Left of the annual limit for both loans',
    formula: 'subsidized and unsubsidized eligibility together - what was disbursed of both, never below 0',
    unit: 'dollars',
    sources: [RULE_ONE_LIMIT, HANDBOOK_ONE_LIMIT, ONE_LIMIT],
    of: (eligible: PerLoanType, paid: PerLoanType): number =>
      Math.max(0, eligible.sub + eligible.unsub - paid.sub - paid.unsub),
    step: ({ eligibility: { combined }, loans, remaining: { left } }) => {
      const { sub, unsub } = loans;
      return {
        ...flooredDifference(combined, [sub.disbursed, unsub.disbursed]),
        inputs: taken({
          'both together': 'combined_eligibility',
          'disbursed so far, subsidized': 'disbursed.sub',
          'disbursed so far, unsubsidized': 'disbursed.unsub',
        }),
        value: left,
      };
    },
  },
  remaining: {
    id: 'remaining',
    per: 'loan',
    section: '6.1',
    title: 'Eligibility that remains to be paid',
    formula:
      "eligibility for the year - disbursed so far, never below 0, and not more than is left of the limit that the loan shares: for both loans together, the subsidized loan first; for Grad PLUS of the program's own limit",
    unit: 'dollars',
    sources: [ED_NETTING],
    of: (eligible: number, paid: number, leftOfShared: number): number =>
      Math.min(unpaid(eligible, paid), leftOfShared),
    step: (place) => {
      const {
        loanType,
        eligibility,
        loan: { disbursed },
        remaining,
      } = place;
      const limit = eligibility.amounts[loanType];
      const own = flooredDifference(limit, [disbursed]);
      const inputs = taken({
        'eligibility for the year': ELIGIBILITY_OF[loanType],
        'disbursed so far': 'disbursed',
      });
      const value = remaining.amounts[loanType];
      const shared = sharedLimit(place);
      if (shared === null) return { ...own, inputs, value };
      inputs.push(...shared.inputs);
      return value < unpaid(limit, disbursed)
        ? {
            inputs,
            worked: `${own.worked}; ${shared.worked}; the lower is ${wholeDollars(value)}`,
            decidedBy: shared.name,
            value,
            sources: [ED_NETTING, ...shared.sources],
          }
        : { ...own, inputs, value };
    },
  },
} satisfies Rules<'disbursed' | 'left' | 'remaining'>;

/** Section 6.1: what one loan type would have left by itself. */
export function unpaid(eligible: number, paid: number): number {
  return Math.max(0, eligible - paid);
}

/** Section 6.1: what a program's own limit leaves for Grad PLUS once the unsubsidized loan is paid in full. */
export function leftOfProgramLimit(eligible: PerLoanType, paid: PerLoanType, unsubRemaining: number): number {
  return Math.max(0, eligible.unsub + eligible.grad_plus - paid.unsub - paid.grad_plus - unsubRemaining);
}

/** `$1,500 - $2,000 = -$500, so $0`. */
function flooredDifference(
  from: number,
  less: readonly number[],
): { readonly worked: string; readonly decidedBy: string | null } {
  const difference = less.reduce((rest, amount) => rest - amount, from);
  const text = `${[from, ...less].map(wholeDollars).join(' - ')} = ${wholeDollars(difference)}`;
  return difference < 0
    ? { worked: `${text}, so $0`, decidedBy: 'the floor of 0' }
    : { worked: text, decidedBy: null };
}

interface SharedLimit {
  readonly name: string;
  readonly inputs: readonly StepInput[];
  readonly worked: string;
  readonly sources: readonly TraceSource[];
}

/** The limit that a loan shares with another one, and what is left of it; null for Grad PLUS without a program limit. */
function sharedLimit({ loanType, student, eligibility, loans, remaining }: LoanPlace): SharedLimit | null {
  const left = wholeDollars(remaining.left);
  const both = {
    name: 'what is left for both loans',
    sources: [RULE_ONE_LIMIT, HANDBOOK_ONE_LIMIT, ONE_LIMIT],
  };
  switch (loanType) {
    case 'sub':
      return {
        ...both,
        inputs: taken({ 'left for both loans': 'left_for_both' }),
        worked: `left for both loans: ${left}`,
      };
    case 'unsub': {
      const { sub } = remaining.amounts;
      return {
        ...both,
        inputs: taken({
          'left for both loans': 'left_for_both',
          'remains of the subsidized loan': 'remaining.sub',
        }),
        worked: `left for both loans: ${left} - ${wholeDollars(sub)} = ${wholeDollars(remaining.left - sub)}`,
      };
    }
    case 'grad_plus': {
      if (student.total_limit === null) return null;
      const { unsub, grad_plus } = eligibility.amounts;
      const parts = [loans.unsub.disbursed, loans.grad_plus.disbursed, remaining.amounts.unsub];
      const rest = unsub + grad_plus - parts.reduce((sum, part) => sum + part, 0);
      const arithmetic = `${wholeDollars(unsub)} + ${wholeDollars(grad_plus)} - ${parts.map(wholeDollars).join(' - ')} = ${wholeDollars(rest)}`;
      return {
        name: "what is left of the program's own limit",
        sources: [RULE_PROGRAM_LIMIT, PROGRAM_LIMIT_FOR_ALL],
        inputs: taken({
          'unsubsidized eligibility': 'unsubsidized_eligibility.unsub',
          'disbursed so far, unsubsidized': 'disbursed.unsub',
          'remains of the unsubsidized loan': 'remaining.unsub',
        }),
        worked: `left of the program's limit: ${arithmetic}${rest < 0 ? ', so $0' : ''}`,
      };
    }
  }
}

/** Sections 6.1 to 6.6: who can still be paid, and how much. */
export const DISBURSEMENT_RULES = {
  openTerms: {
    id: 'open_terms',
    per: 'loan',
    section: '6.1',
    title: 'Terms that still take a disbursement',
    formula: 'the number of terms that still take a disbursement',
    unit: 'terms',
    sources: [OPEN_TERMS],
    of: (terms: readonly ResolvedTerm[], loanType: LoanType): number => {
      let open = 0;
      for (const { isOpen } of terms) if (isOpen[loanType]) open += 1;
      return open;
    },
    step: ({ terms, loanType }) => {
      const open = terms.filter((term) => term.isOpen[loanType]).map(({ name }) => name);
      return {
        inputs: ofTerms('takes a disbursement', 'open', terms),
        worked: open.length === 0 ? 'none' : `${open.join(', ')}: ${open.length}`,
        value: open.length,
      };
    },
  },
  unscheduled: {
    id: 'unscheduled',
    per: 'loan',
    section: '6.1',
    title: 'Eligibility that no term can take',
    formula: 'what remains where no term still takes a disbursement, else 0',
    unit: 'dollars',
    sources: [OPEN_TERMS],
    of: (remaining: number, openTerms: number): number => (openTerms > 0 ? 0 : remaining),
    step: ({ loanType, loan: { remaining, unscheduled } }) => ({
      inputs: taken({ 'what remains': 'remaining', 'open terms': 'open_terms' }),
      applies: unscheduled > 0,
      worked: unscheduledText(remaining, unscheduled, LOAN_TYPE_NAMES[loanType]),
      value: unscheduled,
    }),
  },
  equal: {
    id: 'equal_amount',
    per: 'loan and term',
    section: '6.3',
    title: 'Disbursement of the term in equal installments',
    formula:
      'what was disbursed and is kept; else what remains x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it get',
    rounding: CUMULATIVE_HALF_DOWN,
    unit: 'dollars',
    sources: [RULE_INSTALLMENTS, ODD_DOLLAR],
    of: (remaining: number, equalWeights: readonly Exact[], settled: readonly (number | null)[]): number[] =>
      split(remaining, equalWeights, settled),
    step: (place) => {
      const { terms, term, loanType } = place;
      return installment(place, 'equal', equalWeights(terms, loanType), [
        ...taken({ 'what remains': 'remaining', 'open terms': 'open_terms' }),
        ...ofTerms('takes a disbursement', 'open', terms.slice(0, term.index + 1)),
      ]);
    },
  },
  isUnequalPermitted: {
    id: 'unequal_installments',
    per: 'year',
    section: '6.4',
    title: 'Whether unequal installments are permitted',
    formula: 'the share of a full-time year is below 100 percent, so that a reduction applies',
    unit: 'yes or no',
    sources: [RULE_INSTALLMENTS, INSTALLMENTS_NOT_CHECKED],
    of: (percent: number): boolean => percent < FULL_PERCENT,
    step: ({ eligibility: { percent } }): Step => {
      const isPermitted = DISBURSEMENT_RULES.isUnequalPermitted.of(percent);
      return {
        inputs: taken({ 'share of a full-time year': 'annual_percent' }),
        worked: `${percent}%, so ${isPermitted ? 'they are' : 'only equal installments are'} permitted`,
        value: isPermitted,
      };
    },
  },
  openCredits: {
    id: 'open_credits',
    per: 'loan',
    section: '6.4',
    title: 'Credits of the terms that still take a disbursement',
    formula: 'the sum of the credits of the terms that can still take a disbursement, including overloads',
    unit: 'credits',
    sources: [ED_WORKBOOK],
    of: (terms: readonly ResolvedTerm[], loanType: LoanType): Exact =>
      totalWeight(creditWeights(terms, loanType)),
    step: ({ terms, loanType }): Step => {
      const value = toText(DISBURSEMENT_RULES.openCredits.of(terms, loanType));
      const parts = terms
        .filter((term) => term.isOpen[loanType])
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
  proportional: {
    ...PROPORTIONAL_AMOUNT,
    per: 'loan and term',
    of: (remaining: number, creditWeights: readonly Exact[], settled: readonly (number | null)[]): number[] =>
      split(remaining, creditWeights, settled),
    when: ({ eligibility }) => permitsUnequal(eligibility),
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
  noProportional: {
    ...PROPORTIONAL_AMOUNT,
    // One step for all loan types.
    per: 'term',
    of: (): null => null,
    when: ({ eligibility }) => !permitsUnequal(eligibility),
    step: () => ({
      inputs: PERMITTED_INPUT,
      applies: false,
      worked: 'No reduction applies, so only equal installments are permitted.',
      value: null,
      field: 'proportional',
      sources: [RULE_INSTALLMENTS],
    }),
  },
  totalEqual: {
    id: 'total_equal',
    per: 'loan',
    section: '6.5',
    title: 'Total in equal installments',
    formula: 'the sum over the terms',
    unit: 'dollars',
    sources: [SUM_OF_TERMS],
    of: (equal: readonly number[]): number => total(equal),
    step: (place) => totalStep(place, 'equal', 'equal_amount'),
  },
  totalProportional: {
    id: 'total_proportional',
    per: 'loan',
    section: '6.5',
    title: 'Total by credits',
    formula: 'the sum over the terms; of the equal installments where unequal ones are not permitted',
    unit: 'dollars',
    sources: [SUM_OF_TERMS],
    of: (proportional: readonly number[]): number => total(proportional),
    step: (place) => {
      const isPermitted = permitsUnequal(place.eligibility);
      return totalStep(place, 'proportional', isPermitted ? 'proportional_amount' : 'equal_amount');
    },
  },
  showBoth: {
    id: 'show_both_options',
    per: 'year',
    section: '6.6',
    title: 'Whether the two options differ',
    formula: 'unequal installments are permitted, and differ from equal ones in some term',
    unit: 'yes or no',
    sources: [RULE_INSTALLMENTS, choice('the two options are shown side by side, for the school to choose')],
    of: ({ sub, unsub, grad_plus }: PerLoanType<Loan>): boolean =>
      differs(sub) || differs(unsub) || differs(grad_plus),
    step: ({ terms, borrowed, eligibility, result: { show_both_options: value } }) => {
      const isPermitted = permitsUnequal(eligibility);
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
} satisfies Rules<DisbursementFigure>;

function differs({ equal, proportional }: Loan): boolean {
  return equal !== proportional && equal.some((amount, index) => amount !== proportional[index]);
}

type DisbursementFigure =
  | 'openTerms'
  | 'unscheduled'
  | 'equal'
  | 'isUnequalPermitted'
  | 'openCredits'
  | 'proportional'
  | 'noProportional'
  | 'totalEqual'
  | 'totalProportional'
  | 'showBoth';

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

function unscheduledText(remaining: number, unscheduled: number, loan: string): string {
  if (remaining === 0) return `No ${loan} eligibility remains to be paid.`;
  return unscheduled > 0
    ? `${wholeDollars(unscheduled)} remains, and no term still takes ${article(loan)} disbursement`
    : 'The terms that still take a disbursement take all of it.';
}

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
