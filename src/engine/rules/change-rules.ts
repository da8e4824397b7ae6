import type { Exact } from '../exact.js';
import type { Loan, ResolvedTerm, Working } from '../figures.js';
import { split } from '../installments.js';
import type { LoanType } from '../student.js';
import { article, LOAN_TYPE_NAMES, listed, wholeDollars } from '../texts.js';
import { equalWeights } from './disbursement-rules.js';
import { ELIGIBILITY_OF } from './eligibility-rules.js';
import { isPaidWithoutCredits } from './enrollment-rules.js';
import { unpaid } from './remaining-rules.js';
import { type LoanPlace, ofTerms, type Rules, type Step, type StepInput } from './rule.js';
import {
  choice,
  ED_CHANGE,
  ED_NETTING,
  HANDBOOK_ONE_LIMIT,
  HANDBOOK_OVERAWARD,
  ODD_DOLLAR,
  ONE_LIMIT,
  PAID_WITHOUT_CREDITS,
  practice,
  RULE_ONE_LIMIT,
  RULE_PROGRAM_LIMIT,
} from './sources.js';
import { arithmeticText, CUMULATIVE_HALF_DOWN, partText } from './worked-text.js';

const LATEST: StepInput = ['latest changed term', 'latest_change'];
const DISBURSED: StepInput = ['disbursed so far', 'disbursed'];
const EXCESS: StepInput = ['beyond the eligibility', 'excess'];

const NAMES_LATEST = choice('an adjustment names the latest term that changed');

const FLAG_ON_LAST_PAID = choice('the excess is reported on the last term that was paid of the loan type');

const RETURN_IS_THE_SCHOOLS = practice(
  'returning what was correctly disbursed before the credits changed is the choice of the school',
);

/** Section 7.1: what changed. The year as planned follows it. */
export const LATEST_CHANGE_RULES = {
  changed: {
    id: 'latest_change',
    per: 'year',
    section: '7.1',
    title: 'Latest term whose credits changed from the plan',
    formula: 'the last term whose credits changed',
    unit: 'index',
    sources: [NAMES_LATEST],
    of: (terms: readonly ResolvedTerm[]): ResolvedTerm | undefined =>
      terms.findLast(({ isChanged }) => isChanged),
    value: ({ changed }) => changed?.index ?? null,
    step: ({ terms, changed }) => {
      const inputs = ofTerms('changed', 'credits_changed', terms);
      return changed === undefined
        ? { whyNot: 'The credits of no term changed, so the year is as it was planned.', inputs }
        : { worked: changed.name, inputs };
    },
  },
} satisfies Rules<Pick<Working, 'changed'>>;

/** Sections 7.2 to 7.5: the effect of a change after a disbursement, and what was paid beyond the limit. */
export const CHANGE_RULES = {
  change: {
    id: 'change_in_remaining',
    per: 'loan',
    section: '7.2',
    title: 'Change in what remains to be paid',
    formula:
      'what remains - what would remain as planned, where credits changed and something was disbursed of the loan',
    unit: 'dollars',
    sources: [ED_NETTING, ED_CHANGE],
    inputs: [
      LATEST,
      ['what remains', 'remaining'],
      ['what would remain as planned', 'planned_remaining'],
      DISBURSED,
    ],
    of: (remaining: number, asPlanned: number, disbursed: number): number =>
      disbursed === 0 ? 0 : remaining - asPlanned,
    value: ({ loan }) => loan.change,
    step: ({ changed, loanType, loan, remainingAsPlanned }) => {
      if (changed === undefined) return { whyNot: 'The credits of no term changed.', inputs: [LATEST] };
      return loan.disbursed === 0
        ? { whyNot: nothingToAdjust(loanType) }
        : arithmeticText([loan.remaining], [remainingAsPlanned.amounts[loanType]]);
    },
  },
  adjustments: {
    id: 'adjustment',
    per: 'loan and term',
    section: '7.3',
    title: 'Adjustment of the term, already in its disbursement',
    formula:
      'change x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it take; a deduction is negative',
    rounding: CUMULATIVE_HALF_DOWN,
    unit: 'dollars',
    sources: [
      ED_NETTING,
      ED_CHANGE,
      choice('the change is shown in equal parts of the terms that still take a disbursement'),
      ODD_DOLLAR,
    ],
    of: (change: number, equalWeights: readonly Exact[]): readonly number[] =>
      change === 0 ? NONE : split(change, equalWeights),
    value: ({ term, loan }) => loan.adjustments[term.index] ?? 0,
    step: ({ terms, term, loanType, changed, loan: { change, adjustments, disbursed } }) => {
      const { index } = term;
      const field = `adjustment_${loanType}`;
      const name = LOAN_TYPE_NAMES[loanType];
      const changeInput: StepInput = ['change in what remains', 'change_in_remaining'];
      if (change === 0) {
        const same = `The ${name} amount that remains to be paid is the same as planned.`;
        const whyNot = disbursed === 0 ? nothingToAdjust(loanType) : same;
        const inputs = [changeInput];
        return { whyNot: changed === undefined ? 'The credits of no term changed.' : whyNot, field, inputs };
      }
      if (!term.isOpen[loanType]) {
        const inputs = [changeInput, ...ofTerms('takes a disbursement', 'open', [term])];
        return { whyNot: `The term takes no new ${name} disbursement.`, field, inputs };
      }
      const inputs: StepInput[] = [
        changeInput,
        ['open terms', 'open_terms'],
        ...ofTerms('takes a disbursement', 'open', terms.slice(0, index + 1)),
      ];
      // The absolute value is split, and a deduction gets a minus sign.
      const parts = adjustments.map(Math.abs);
      const text = partText(Math.abs(change), equalWeights(terms, loanType), parts, index);
      const deduction = change < 0 ? `; a deduction: ${wholeDollars(adjustments[index] ?? 0)}` : '';
      return { worked: `${text}${deduction}`, field, inputs };
    },
  },
  adjustmentSource: {
    id: 'adjustment_source',
    per: 'term',
    section: '7.4',
    title: 'Latest term that changed, where this term is adjusted',
    formula: 'the latest term whose credits changed, where the term is adjusted',
    unit: 'index',
    sources: [NAMES_LATEST],
    field: 'adjustment_source_index',
    of: (isAdjusted: boolean, changed: ResolvedTerm | undefined): number | null =>
      isAdjusted ? (changed?.index ?? null) : null,
    value: ({ result, term }) => result.terms[term.index]?.adjustment_source_index ?? null,
    step: ({ term: { index }, changed, borrowed, result }) => {
      const loanTypes = changed === undefined ? [] : borrowed;
      const own = loanTypes.map(
        (loanType): StepInput => [
          `adjustment, ${LOAN_TYPE_NAMES[loanType]}`,
          `adjustment.${index}.${loanType}`,
        ],
      );
      const inputs = [LATEST, ...own];
      const isAdjusted = (result.terms[index]?.adjustment_source_index ?? null) !== null;
      return isAdjusted
        ? { worked: changed?.name ?? '', inputs }
        : { whyNot: 'The term is not adjusted.', inputs };
    },
  },
  excess: {
    id: 'excess',
    per: 'loan',
    section: '7.5',
    title: 'Disbursed beyond the eligibility',
    formula: 'disbursed so far - eligibility for the year, never below 0',
    unit: 'dollars',
    sources: [choice('what was disbursed is compared with the eligibility for the year')],
    of: (disbursed: number, eligible: number): number => Math.max(0, disbursed - eligible),
    value: ({ loan }) => loan.excess,
    step: ({ loanType, loan: { disbursed, excess }, eligibility }) => {
      const inputs: StepInput[] = [DISBURSED, ['eligibility for the year', ELIGIBILITY_OF[loanType]]];
      const limit = eligibility.amounts[loanType];
      return excess > 0
        ? { worked: arithmeticText([disbursed], [limit]), inputs }
        : { whyNot: `${wholeDollars(disbursed)} is not more than ${wholeDollars(limit)}.`, inputs };
    },
  },
  heldBack: {
    id: 'held_back',
    per: 'loan',
    section: '7.5',
    title: 'How much less another loan pays because of the excess',
    formula: 'eligibility of the other loan - disbursed of it, never below 0, less what remains of it',
    unit: 'dollars',
    sources: [RULE_ONE_LIMIT, HANDBOOK_ONE_LIMIT, ONE_LIMIT],
    inputs: [EXCESS],
    of: (eligible: number, { disbursed, remaining }: Loan): number => unpaid(eligible, disbursed) - remaining,
    value: (place): number => (place.loan.excess === 0 ? 0 : heldBackOfOther(place).amount),
    step: (place) => {
      if (place.loan.excess === 0) return { whyNot: 'There is no excess.' };
      const { other, amount } = heldBackOfOther(place);
      if (other === null) return { whyNot: NO_OTHER_PAYS_LESS };
      const inputs: StepInput[] = [
        EXCESS,
        ['eligibility of the other loan', `${ELIGIBILITY_OF[other]}.${other}`],
        ['disbursed of the other loan', `disbursed.${other}`],
        ['remains of the other loan', `remaining.${other}`],
      ];
      if (amount === 0) return { whyNot: NO_OTHER_PAYS_LESS, inputs };
      const { disbursed, remaining } = place.loans[other];
      const text = arithmeticText([place.eligibility.amounts[other]], [disbursed, remaining]);
      return {
        worked: `${text} less ${LOAN_TYPE_NAMES[other]}`,
        inputs,
        sources: other === 'grad_plus' ? [RULE_PROGRAM_LIMIT] : undefined,
      };
    },
  },
  isOveraward: {
    id: 'overaward',
    per: 'loan',
    section: '7.5',
    title: 'Whether the excess is an overaward as planned',
    formula: 'more was disbursed than the eligibility for the year, and than the eligibility as planned',
    unit: 'yes or no',
    sources: [HANDBOOK_OVERAWARD],
    inputs: [EXCESS],
    of: (disbursed: number, eligible: number, asPlanned: number): boolean =>
      disbursed > eligible && disbursed > asPlanned,
    value: ({ loan }) => loan.isOveraward,
    step: ({ loanType, loan, terms, changed, asPlanned }) => {
      if (loan.excess === 0) return { whyNot: 'There is no excess.' };
      if (changed === undefined) return 'no credits changed, so it is an overaward';
      const inputs: StepInput[] = [
        EXCESS,
        DISBURSED,
        ['eligibility as planned', `planned_${ELIGIBILITY_OF[loanType]}`],
      ];
      const paid = wholeDollars(loan.disbursed);
      const limit = wholeDollars(asPlanned.amounts[loanType]);
      if (loan.isOveraward) {
        return { worked: `${paid} is more than ${limit} as planned, so it is an overaward`, inputs };
      }
      const hasPaidWithoutCredits = terms.some((term) => isPaidWithoutCredits(term, loanType));
      return {
        worked: `${paid} is not more than ${limit} as planned, so the change of credits explains it`,
        inputs,
        sources: [hasPaidWithoutCredits ? PAID_WITHOUT_CREDITS : RETURN_IS_THE_SCHOOLS],
      };
    },
  },
  lastPaid: {
    id: 'last_paid_term',
    per: 'loan',
    section: '7.5',
    title: 'Last term that was paid',
    formula: 'the last term for which more than $0 was disbursed',
    unit: 'index',
    sources: [FLAG_ON_LAST_PAID],
    of: (settled: readonly (number | null)[]): number =>
      settled.findLastIndex((amount) => amount !== null && amount > 0),
    value: ({ terms, loan }): number | null => lastPaidTerm(terms, loan)?.index ?? null,
    step: ({ terms, loanType, loan }) => {
      const inputs = ofTerms('disbursed and kept', 'settled', terms);
      const last = lastPaidTerm(terms, loan);
      return last === undefined
        ? { whyNot: `No term was paid ${article(LOAN_TYPE_NAMES[loanType])} loan.`, inputs }
        : { worked: last.name, inputs };
    },
  },
  isOverdisbursed: {
    id: 'overdisbursement',
    per: 'term',
    section: '7.5',
    title: 'Over-disbursement that the term carries',
    formula:
      'more than the eligibility was disbursed of a loan type, and this is the last term that was paid any of it',
    unit: 'yes or no',
    sources: [FLAG_ON_LAST_PAID],
    field: 'final_term_overdisbursement',
    of: ({ excess, settled }: Loan, termIndex: number): boolean =>
      excess > 0 && CHANGE_RULES.lastPaid.of(settled) === termIndex,
    value: ({ result, term }) => result.terms[term.index]?.final_term_overdisbursement ?? false,
    step: ({ term: { index }, loans, borrowed }): Step => {
      const inputs = borrowed.flatMap((loanType): StepInput[] => {
        const name = LOAN_TYPE_NAMES[loanType];
        const excess: StepInput = [`beyond the eligibility, ${name}`, `excess.${loanType}`];
        const last: StepInput = [`last term that was paid, ${name}`, `last_paid_term.${loanType}`];
        return loans[loanType].excess === 0 ? [excess] : [excess, last];
      });
      const amounts = borrowed
        .filter((loanType) => CHANGE_RULES.isOverdisbursed.of(loans[loanType], index))
        .map((loanType) => `${wholeDollars(loans[loanType].excess)} ${LOAN_TYPE_NAMES[loanType]}`);
      if (amounts.length === 0) return { whyNot: 'No over-disbursement is reported on this term.', inputs };
      const last = 'this is the last term that was paid any of it';
      return { worked: `${listed(amounts)} beyond the eligibility, and ${last}`, inputs };
    },
  },
} satisfies Rules<
  Pick<Loan, 'change' | 'adjustments' | 'excess' | 'isOveraward'> & {
    adjustmentSource: number | null;
    heldBack: number;
    lastPaid: number;
    isOverdisbursed: boolean;
  }
>;

const NONE: readonly number[] = [];

const NO_OTHER_PAYS_LESS = 'No other loan pays less because of it.';

function otherLoan(loanType: LoanType, isUndergraduate: boolean): LoanType | null {
  if (loanType === 'sub') return 'unsub';
  if (loanType === 'grad_plus') return null;
  return isUndergraduate ? 'sub' : 'grad_plus';
}

/** Section 7.5: the loan type that pays less because more than the limit was paid of this one, if any can, and how much less. */
export function heldBackOfOther({
  student,
  loanType,
  loans,
  eligibility,
}: Pick<LoanPlace, 'student' | 'loanType' | 'loans' | 'eligibility'>): {
  readonly other: LoanType | null;
  readonly amount: number;
} {
  const other = otherLoan(loanType, student.degree_level === 'undergraduate');
  const amount = other === null ? 0 : CHANGE_RULES.heldBack.of(eligibility.amounts[other], loans[other]);
  return { other, amount };
}

function lastPaidTerm(terms: readonly ResolvedTerm[], { settled }: Loan): ResolvedTerm | undefined {
  return terms[CHANGE_RULES.lastPaid.of(settled)];
}

function nothingToAdjust(loanType: LoanType): string {
  return `No ${LOAN_TYPE_NAMES[loanType]} loan was disbursed, so there is nothing to adjust.`;
}
