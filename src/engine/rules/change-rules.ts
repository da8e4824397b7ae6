import type { Exact } from '../exact.js';
import type { Loan, ResolvedTerm } from '../figures.js';
import { split } from '../installments.js';
import type { LoanType } from '../student.js';
import { article, LOAN_TYPE_NAMES, listed, wholeDollars } from '../texts.js';
import { equalWeights, REMAINING_RULES, unpaid } from './disbursement-rules.js';
import { ELIGIBILITY_OF, ELIGIBILITY_RULES, PERCENT_RULES } from './eligibility-rules.js';
import { isPaidWithoutCredits } from './enrollment-rules.js';
import { ofTerms, type Rule, type Rules, type Step, type StepInput, taken, type YearPlace } from './rule.js';
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
import { COUNTS_AS_PLANNED } from './term-rules.js';
import { CUMULATIVE_HALF_DOWN, partText } from './worked-text.js';

const LATEST = taken({ 'latest changed term': 'latest_change' });

const FLAG_ON_LAST_PAID = choice('the excess is reported on the last term that was paid of the loan type');

const COMPARED_WITH_YEAR = choice('what was disbursed is compared with the eligibility for the year');

const RETURN_IS_THE_SCHOOLS = practice(
  'returning what was correctly disbursed before the credits changed is the choice of the school',
);

const REPEATED: readonly Rule[] = [
  ...Object.values(PERCENT_RULES),
  ...Object.values(ELIGIBILITY_RULES),
  REMAINING_RULES.left,
  REMAINING_RULES.remaining,
];
const REPEATED_IDS = new Set(['counts', ...REPEATED.map(({ id }) => id)]);

/**
 * Section 7.1: sections 2, 4 and 6.1 again with the planned credits, if any changed. These figures are not part of the
 * answer.
 */
export const PLAN_RULES: readonly Rule[] = [COUNTS_AS_PLANNED, ...REPEATED.map(planned)];

function planned(rule: Rule): Rule {
  const facts = {
    ...rule,
    id: `planned_${rule.id}`,
    section: '7.1',
    title: `${rule.title}, as planned`,
    when: ({ changed }: YearPlace) => changed !== undefined,
  };
  switch (rule.per) {
    case 'year':
      return { ...facts, per: 'year', step: (place) => plannedStep(rule.step(asPlannedPlace(place))) };
    case 'loan':
      return { ...facts, per: 'loan', step: (place) => plannedStep(rule.step(asPlannedPlace(place))) };
    default:
      throw new RangeError(`${rule.id} is not repeated for the year as planned.`);
  }
}

function asPlannedPlace<P extends YearPlace>(place: P): P {
  const { asPlanned: eligibility, remainingAsPlanned: remaining } = place;
  return { ...place, eligibility, remaining, kind: 'plannedCredits' };
}

function plannedStep({ field: _, inputs, ...step }: Step): Step {
  return { ...step, inputs: inputs.map(plannedInput) };
}

function plannedInput(input: StepInput): StepInput {
  if ('field' in input) return input;
  const { name, rule } = input;
  const [id = ''] = rule.split('.');
  return REPEATED_IDS.has(id) ? { name, rule: `planned_${rule}` } : input;
}

/** Section 7.1: what changed. The year as planned follows it. */
export const LATEST_CHANGE_RULES = {
  changed: {
    id: 'latest_change',
    per: 'year',
    section: '7.1',
    title: 'Latest term whose credits changed from the plan',
    formula: 'the last term whose credits changed',
    unit: 'index',
    sources: [choice('an adjustment names the latest term that changed')],
    of: (terms: readonly ResolvedTerm[]): ResolvedTerm | undefined =>
      terms.findLast(({ isChanged }) => isChanged),
    step: ({ terms, changed }) => ({
      inputs: ofTerms('changed', 'credits_changed', terms),
      applies: changed !== undefined,
      worked: changed?.name ?? 'The credits of no term changed, so the year is as it was planned.',
      value: changed?.index ?? null,
    }),
  },
} satisfies Rules<'changed'>;

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
    of: (remaining: number, asPlanned: number, disbursed: number): number =>
      disbursed === 0 ? 0 : remaining - asPlanned,
    step: ({ changed, loanType, loan, remainingAsPlanned }) => {
      const { disbursed, remaining, change: value } = loan;
      if (changed === undefined) {
        return { inputs: LATEST, applies: false, worked: 'The credits of no term changed.', value };
      }
      const inputs = taken({
        'latest changed term': 'latest_change',
        'what remains': 'remaining',
        'what would remain as planned': 'planned_remaining',
        'disbursed so far': 'disbursed',
      });
      if (disbursed === 0) {
        const worked = `No ${LOAN_TYPE_NAMES[loanType]} loan was disbursed, so there is nothing to adjust.`;
        return { inputs, applies: false, worked, value };
      }
      const before = remainingAsPlanned.amounts[loanType];
      const worked = `${wholeDollars(remaining)} - ${wholeDollars(before)} = ${wholeDollars(value)}`;
      return { inputs, worked, value };
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
    step: ({ terms, term, loanType, changed, loan: { change, adjustments, disbursed } }) => {
      const { index } = term;
      const inputs = taken({ 'change in what remains': 'change_in_remaining' });
      const figure = { value: adjustments[index] ?? 0, field: `adjustment_${loanType}` };
      if (change === 0) {
        const worked = whyNoAdjustment(changed !== undefined, disbursed, LOAN_TYPE_NAMES[loanType]);
        return { ...figure, inputs, applies: false, worked };
      }
      if (!term.isOpen[loanType]) {
        inputs.push(...ofTerms('takes a disbursement', 'open', [term]));
        const worked = `The term takes no new ${LOAN_TYPE_NAMES[loanType]} disbursement.`;
        return { ...figure, inputs, applies: false, worked };
      }
      inputs.push(...taken({ 'open terms': 'open_terms' }));
      inputs.push(...ofTerms('takes a disbursement', 'open', terms.slice(0, index + 1)));
      // The absolute value is split, and a deduction gets a minus sign.
      const size = Math.abs(change);
      const text = partText(size, equalWeights(terms, loanType), adjustments.map(Math.abs), index);
      return {
        ...figure,
        inputs,
        worked: change < 0 ? `${text}; a deduction: ${wholeDollars(figure.value)}` : text,
      };
    },
  },
  adjustmentSource: {
    id: 'adjustment_source',
    per: 'term',
    section: '7.4',
    title: 'Latest term that changed, where this term is adjusted',
    formula: 'the latest term whose credits changed, where the term is adjusted',
    unit: 'index',
    sources: [choice('an adjustment names the latest term that changed')],
    of: (isAdjusted: boolean, changed: ResolvedTerm | undefined): number | null =>
      isAdjusted ? (changed?.index ?? null) : null,
    step: ({ terms, term: { index }, changed, borrowed, result }) => {
      const source = result.terms[index]?.adjustment_source_index ?? null;
      const own = (changed === undefined ? [] : borrowed).map((loanType) => ({
        name: `adjustment, ${LOAN_TYPE_NAMES[loanType]}`,
        rule: `adjustment.${index}.${loanType}`,
      }));
      return {
        inputs: [...LATEST, ...own],
        applies: source !== null,
        worked: terms[source ?? -1]?.name ?? 'The term is not adjusted.',
        value: source,
        field: 'adjustment_source_index',
      };
    },
  },
  excess: {
    id: 'excess',
    per: 'loan',
    section: '7.5',
    title: 'Disbursed beyond the eligibility',
    formula: 'disbursed so far - eligibility for the year, never below 0',
    unit: 'dollars',
    sources: [COMPARED_WITH_YEAR],
    of: (disbursed: number, eligible: number): number => Math.max(0, disbursed - eligible),
    step: ({ loanType, loan, eligibility }) => {
      const paid = wholeDollars(loan.disbursed);
      const limit = wholeDollars(eligibility.amounts[loanType]);
      const isExcess = loan.excess > 0;
      return {
        inputs: taken({
          'disbursed so far': 'disbursed',
          'eligibility for the year': ELIGIBILITY_OF[loanType],
        }),
        applies: isExcess,
        worked: isExcess
          ? `${paid} - ${limit} = ${wholeDollars(loan.excess)}`
          : `${paid} is not more than ${limit}.`,
        value: loan.excess,
      };
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
    of: (eligible: number, { disbursed, remaining }: Loan): number => unpaid(eligible, disbursed) - remaining,
    step: ({ student, loanType, loan, loans, eligibility }): Step => {
      const other = otherLoan(loanType, student.degree_level === 'undergraduate');
      const inputs = taken({ 'beyond the eligibility': 'excess' });
      if (loan.excess === 0) return { inputs, applies: false, worked: 'There is no excess.', value: 0 };
      const value = other === null ? 0 : CHANGE_RULES.heldBack.of(eligibility.amounts[other], loans[other]);
      if (other === null || value === 0) {
        const worked = 'No other loan pays less because of it.';
        return { inputs: [...inputs, ...ofOther(other)], applies: false, worked, value: 0 };
      }
      const [limit, paid, remains] = [
        eligibility.amounts[other],
        loans[other].disbursed,
        loans[other].remaining,
      ];
      return {
        inputs: [...inputs, ...ofOther(other)],
        worked: `${[limit, paid, remains].map(wholeDollars).join(' - ')} = ${wholeDollars(value)} less ${LOAN_TYPE_NAMES[other]}`,
        value,
        ...(other === 'grad_plus' ? { sources: [RULE_PROGRAM_LIMIT] } : {}),
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
    of: (disbursed: number, eligible: number, asPlanned: number): boolean =>
      disbursed > eligible && disbursed > asPlanned,
    step: ({ loanType, loan, terms, changed, asPlanned }) => {
      const { excess, disbursed, isOveraward } = loan;
      const inputs = taken({ 'beyond the eligibility': 'excess' });
      if (excess === 0) return { inputs, applies: false, worked: 'There is no excess.', value: false };
      if (changed === undefined) {
        return { inputs, worked: 'no credits changed, so it is an overaward', value: isOveraward };
      }
      const hasPaidWithoutCredits = terms.some((term) => isPaidWithoutCredits(term, loanType));
      const [paid, limit] = [wholeDollars(disbursed), wholeDollars(asPlanned.amounts[loanType])];
      return {
        inputs: [
          ...inputs,
          ...taken({
            'disbursed so far': 'disbursed',
            'eligibility as planned': `planned_${ELIGIBILITY_OF[loanType]}`,
          }),
        ],
        worked: isOveraward
          ? `${paid} is more than ${limit} as planned, so it is an overaward`
          : `${paid} is not more than ${limit} as planned, so the change of credits explains it`,
        value: isOveraward,
        ...(isOveraward
          ? {}
          : { sources: [hasPaidWithoutCredits ? PAID_WITHOUT_CREDITS : RETURN_IS_THE_SCHOOLS] }),
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
    step: ({ terms, loanType, loan }): Step => {
      const last = terms[CHANGE_RULES.lastPaid.of(loan.settled)];
      return {
        inputs: ofTerms('disbursed and kept', 'settled', terms),
        applies: last !== undefined,
        worked: last?.name ?? `No term was paid ${article(LOAN_TYPE_NAMES[loanType])} loan.`,
        value: last?.index ?? null,
      };
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
    of: ({ excess, settled }: Loan, termIndex: number): boolean =>
      excess > 0 && CHANGE_RULES.lastPaid.of(settled) === termIndex,
    step: ({ term: { index }, loans, borrowed }): Step => {
      const own = borrowed.filter((loanType) => CHANGE_RULES.isOverdisbursed.of(loans[loanType], index));
      const isOver = own.length > 0;
      const amounts = own.map(
        (loanType) => `${wholeDollars(loans[loanType].excess)} ${LOAN_TYPE_NAMES[loanType]}`,
      );
      const inputs = borrowed.flatMap((loanType) => {
        const name = LOAN_TYPE_NAMES[loanType];
        const excess = { name: `beyond the eligibility, ${name}`, rule: `excess.${loanType}` };
        const last = {
          name: `last term that was paid, ${name}`,
          rule: `last_paid_term.${loanType}`,
        };
        return loans[loanType].excess === 0 ? [excess] : [excess, last];
      });
      return {
        inputs,
        applies: isOver,
        worked: isOver
          ? `${listed(amounts)} beyond the eligibility, and this is the last term that was paid any of it`
          : 'No over-disbursement is reported on this term.',
        value: isOver,
        field: 'final_term_overdisbursement',
      };
    },
  },
} satisfies Rules<
  | Extract<keyof Loan, 'change' | 'adjustments' | 'excess' | 'isOveraward'>
  | 'adjustmentSource'
  | 'heldBack'
  | 'lastPaid'
  | 'isOverdisbursed'
>;

const NONE: readonly number[] = [];

/** Section 7.5: the loan type that pays less because more than the limit was paid of this one; null if none can. */
export function otherLoan(loanType: LoanType, isUndergraduate: boolean): LoanType | null {
  if (loanType === 'sub') return 'unsub';
  if (loanType === 'grad_plus') return null;
  return isUndergraduate ? 'sub' : 'grad_plus';
}

/** The figures of the loan that pays less. */
function ofOther(other: LoanType | null): StepInput[] {
  if (other === null) return [];
  return taken({
    'eligibility of the other loan': `${ELIGIBILITY_OF[other]}.${other}`,
    'disbursed of the other loan': `disbursed.${other}`,
    'remains of the other loan': `remaining.${other}`,
  });
}

/** Why nothing of a loan type is adjusted in any term. */
function whyNoAdjustment(isChanged: boolean, disbursed: number, loan: string): string {
  if (!isChanged) return 'The credits of no term changed.';
  return disbursed === 0
    ? `No ${loan} loan was disbursed, so there is nothing to adjust.`
    : `The ${loan} amount that remains to be paid is the same as planned.`;
}
