import { equalWeights, isOverdisbursed, lastPaidTerm } from '../loan.js';
import { isOpen } from '../resolved-term.js';
import { LOAN_TYPE_NAMES, listed, wholeDollars } from '../texts.js';
import { ofTerms, type Rule, taken } from './rule.js';
import { choice, ED_CHANGE, ED_NETTING, ODD_DOLLAR, practice } from './rule-sources.js';
import { CUMULATIVE_HALF_DOWN, partText } from './worked-text.js';
import { ELIGIBILITY_OF, PLAN_RULES } from './year-steps.js';

const LATEST = taken({ 'latest changed term': 'latest_change' });

const FLAG_ON_LAST_PAID = choice('the excess is reported on the last term that was paid of the loan type');

const COMPARED_WITH_YEAR = choice('what was disbursed is compared with the eligibility for the year');

const RETURN_IS_THE_SCHOOLS = practice(
  'returning funds that were disbursed before the change is the choice of the school',
);

/** Section 7. */
export const CHANGE_RULES: readonly Rule[] = [
  {
    id: 'latest_change',
    per: 'year',
    section: '7.1',
    title: 'Latest term whose credits changed from the plan',
    formula: 'the last term whose credits changed',
    unit: 'index',
    sources: [choice('an adjustment names the latest term that changed')],
    step: ({ terms, changed }) => ({
      inputs: ofTerms('changed', 'credits_changed', terms),
      applies: changed !== undefined,
      worked: changed?.name ?? 'The credits of no term changed, so the year is as it was planned.',
      value: changed?.index ?? null,
    }),
  },
  ...PLAN_RULES,
  {
    id: 'change_in_remaining',
    per: 'loan',
    section: '7.2',
    title: 'Change in what remains to be paid',
    formula:
      '(eligibility - disbursed, never below 0) - (eligibility as planned - disbursed, never below 0), where credits changed and something was disbursed',
    unit: 'dollars',
    sources: [ED_NETTING, ED_CHANGE],
    step: ({ changed, loanType, loan, eligibility, asPlanned }) => {
      const { disbursed, remaining, change: value } = loan;
      if (changed === undefined) {
        return { inputs: LATEST, applies: false, worked: 'The credits of no term changed.', value };
      }
      const rule = ELIGIBILITY_OF[loanType];
      const inputs = taken({
        'latest changed term': 'latest_change',
        'eligibility for the year': rule,
        'eligibility as planned': `planned_${rule}`,
        'disbursed so far': 'disbursed',
      });
      if (disbursed === 0) {
        const worked = `No ${LOAN_TYPE_NAMES[loanType]} loan was disbursed, so nothing is netted from the other terms.`;
        return { inputs, applies: false, worked, value };
      }
      const [now, before] = [eligibility.amounts[loanType], asPlanned.amounts[loanType]];
      const left = (amount: number) =>
        `${wholeDollars(amount)} - ${wholeDollars(disbursed)}${amount < disbursed ? ', so $0' : ''}`;
      return {
        inputs,
        worked: `${wholeDollars(remaining)} (${left(now)}) - ${wholeDollars(remaining - value)} (${left(before)}) = ${wholeDollars(value)}`,
        decidedBy: Math.min(now, before) < disbursed ? 'the floor of 0' : null,
        value,
      };
    },
  },
  {
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
    step: ({ terms, term, loanType, changed, loan: { change, adjustments, disbursed } }) => {
      const { index } = term;
      const inputs = taken({ 'change in what remains': 'change_in_remaining' });
      const figure = { value: adjustments[index] ?? 0, field: `adjustment_${loanType}` };
      if (change === 0) {
        const worked = whyNoAdjustment(changed !== undefined, disbursed, LOAN_TYPE_NAMES[loanType]);
        return { ...figure, inputs, applies: false, worked };
      }
      if (!isOpen(term, loanType)) {
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
  {
    id: 'adjustment_source',
    per: 'term',
    section: '7.4',
    title: 'Latest term that changed, where this term is adjusted',
    formula: 'the latest term whose credits changed, where the term is adjusted',
    unit: 'index',
    sources: [choice('an adjustment names the latest term that changed')],
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
  {
    id: 'excess',
    per: 'loan',
    section: '7.5',
    title: 'Disbursed beyond the eligibility',
    formula: 'disbursed so far - eligibility for the year, never below 0',
    unit: 'dollars',
    sources: [COMPARED_WITH_YEAR],
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
  {
    id: 'last_paid_term',
    per: 'loan',
    section: '7.5',
    title: 'Last term that was paid',
    formula: 'the last term for which more than $0 was disbursed',
    unit: 'index',
    sources: [FLAG_ON_LAST_PAID],
    step: ({ terms, loanType, loan }) => {
      const last = terms[lastPaidTerm(loan)];
      return {
        inputs: ofTerms('disbursed and kept', 'settled', terms),
        applies: last !== undefined,
        worked: last?.name ?? `No term was paid a ${LOAN_TYPE_NAMES[loanType]} loan.`,
        value: last?.index ?? null,
      };
    },
  },
  {
    id: 'overdisbursement',
    per: 'term',
    section: '7.5',
    title: 'Over-disbursement that no later term can absorb',
    formula:
      'more than the eligibility was disbursed of a loan type, and this is the last term that was paid any of it',
    unit: 'yes or no',
    sources: [FLAG_ON_LAST_PAID],
    step: ({ term: { index }, loans, borrowed, changed }) => {
      const own = borrowed.filter((loanType) => isOverdisbursed(loans[loanType], index));
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
        ...(isOver && changed !== undefined ? { sources: [FLAG_ON_LAST_PAID, RETURN_IS_THE_SCHOOLS] } : {}),
      };
    },
  },
];

/** Why nothing of a loan type is adjusted in any term. */
function whyNoAdjustment(isChanged: boolean, disbursed: number, loan: string): string {
  if (!isChanged) return 'The credits of no term changed.';
  return disbursed === 0
    ? `No ${loan} loan was disbursed, so there is nothing to adjust.`
    : `The ${loan} amount that remains to be paid is the same as planned.`;
}
