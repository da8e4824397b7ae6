import { unpaid } from '../loan.js';
import { isOpen } from '../resolved-term.js';
import { LOAN_TYPE_NAMES, wholeDollars } from '../texts.js';
import { type LoanPlace, ofTerms, type Rule, type StepInput, taken } from './rule.js';
import {
  choice,
  ED_NETTING,
  HANDBOOK_ONE_LIMIT,
  ONE_LIMIT,
  RULE_ONE_LIMIT,
  RULE_PROGRAM_LIMIT,
} from './rule-sources.js';
import type { TraceSource } from './trace-format.js';
import { sumText } from './worked-text.js';
import { ELIGIBILITY_OF } from './year-steps.js';

const OPEN_TERMS = choice('what remains goes to the terms that still take a disbursement, and to no other');

const PROGRAM_LIMIT_FOR_ALL = choice(
  "a program's own limit is taken to cover Grad PLUS after the unsubsidized loan",
);

/** Section 6.1: what is left to pay, also for the year as planned. */
export const WHAT_REMAINS: readonly Rule[] = [
  {
    id: 'left_for_both',
    per: 'year',
    section: '6.1',
    title: 'Left of the annual limit for both loans',
    formula: 'subsidized and unsubsidized eligibility together - what was disbursed of both, never below 0',
    unit: 'dollars',
    sources: [RULE_ONE_LIMIT, HANDBOOK_ONE_LIMIT, ONE_LIMIT],
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
  {
    id: 'remaining',
    per: 'loan',
    section: '6.1',
    title: 'Eligibility that remains to be paid',
    formula:
      "eligibility for the year - disbursed so far, never below 0, and not more than is left of the limit that the loan shares: for both loans together, the subsidized loan first; for Grad PLUS of the program's own limit",
    unit: 'dollars',
    sources: [ED_NETTING],
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
];

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
  ...WHAT_REMAINS,
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

/** `an unsubsidized`. */
export function article(loan: string): string {
  return `${loan.startsWith('u') ? 'an' : 'a'} ${loan}`;
}

function unscheduledText(remaining: number, unscheduled: number, loan: string): string {
  if (remaining === 0) return `No ${loan} eligibility remains to be paid.`;
  return unscheduled > 0
    ? `${wholeDollars(unscheduled)} remains, and no term still takes ${article(loan)} disbursement`
    : 'The terms that still take a disbursement take all of it.';
}
