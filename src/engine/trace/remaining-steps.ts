import { isOpen } from '../resolved-term.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import { ofTerms, type Rule, taken } from './rule.js';
import { choice, ED_NETTING } from './rule-sources.js';
import { sumText } from './worked-text.js';
import { ELIGIBILITY_OF } from './year-steps.js';

const OPEN_TERMS = choice('what remains goes to the terms that still take a disbursement, and to no other');

/** Section 6.1. */
export const REMAINING_RULES: readonly Rule[] = [
  {
    id: 'disbursed',
    per: 'loan',
    section: '6.1',
    title: 'Disbursed so far',
    formula: 'the sum of what was disbursed and is kept',
    unit: 'dollars',
    sources: [ED_NETTING],
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
  {
    id: 'remaining',
    per: 'loan',
    section: '6.1',
    title: 'Eligibility that remains to be paid',
    formula: 'eligibility for the year - disbursed so far, never below 0',
    unit: 'dollars',
    sources: [ED_NETTING],
    step: ({ loanType, eligibility: { amounts }, loan: { disbursed, remaining } }) => {
      const limit = amounts[loanType];
      const difference = `${wholeDollars(limit)} - ${wholeDollars(disbursed)} = ${wholeDollars(limit - disbursed)}`;
      const isFloored = disbursed > limit;
      return {
        inputs: taken({
          'eligibility for the year': ELIGIBILITY_OF[loanType],
          'disbursed so far': 'disbursed',
        }),
        worked: isFloored ? `${difference}, so $0` : difference,
        decidedBy: isFloored ? 'the floor of 0' : null,
        value: remaining,
      };
    },
  },
  {
    id: 'open_terms',
    per: 'loan',
    section: '6.1',
    title: 'Terms that still take a disbursement',
    formula: 'the number of terms that still take a disbursement',
    unit: 'terms',
    sources: [OPEN_TERMS],
    step: ({ terms, loanType }) => {
      const open = terms.filter((term) => isOpen(term, loanType)).map(({ name }) => name);
      return {
        inputs: ofTerms('takes a disbursement', 'open', terms),
        worked: open.length === 0 ? 'none' : `${open.join(', ')}: ${open.length}`,
        value: open.length,
      };
    },
  },
  {
    id: 'unscheduled',
    per: 'loan',
    section: '6.1',
    title: 'Eligibility that no term can take',
    formula: 'what remains where no term still takes a disbursement, else 0',
    unit: 'dollars',
    sources: [OPEN_TERMS],
    step: ({ loanType, loan: { remaining, unscheduled } }) => ({
      inputs: taken({ 'what remains': 'remaining', 'open terms': 'open_terms' }),
      applies: unscheduled > 0,
      worked: unscheduledText(remaining, unscheduled, LOAN_TYPE_NAMES[loanType]),
      value: unscheduled,
    }),
  },
];

function unscheduledText(remaining: number, unscheduled: number, loan: string): string {
  if (remaining === 0) return `No ${loan} eligibility remains to be paid.`;
  return unscheduled > 0
    ? `${wholeDollars(unscheduled)} remains, and no term still takes a ${loan} disbursement`
    : 'The terms that still take a disbursement take all of it.';
}
