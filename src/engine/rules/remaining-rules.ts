import { type Dollars, lower, minus, neverBelow0, plus } from '../dollars.js';
import type { Remaining } from '../figures.js';
import { total } from '../installments.js';
import type { PerLoanType } from '../student.js';
import { LOAN_TYPE_NAMES } from '../student.js';
import { wholeDollars } from '../texts.js';
import { ELIGIBILITY_OF } from './eligibility-rules.js';
import { type LoanPlace, ofLoan, ofTerms, ofYear, type Rules, type StepInput, whyNot } from './rule.js';
import * as cited from './sources.js';
import { arithmeticText, dollarSum } from './worked-text.js';

const PROGRAM_LIMIT_FOR_ALL = cited.choice(
  "a program's own limit is taken to cover Grad PLUS after the unsubsidized loan",
);
/** What the limit that both loans share rests on. */
export const OF_BOTH_LOANS = [
  cited.cfr('685.203(b) and (c)'),
  cited.handbook(', chapter 4: beyond the subsidized limit, unsubsidized only up to the annual limit'),
  cited.choice('that both loans share one annual limit is taken to hold for the reduced limit as well'),
];
const DISBURSED_UNSUB: StepInput = ['disbursed so far, unsubsidized', 'disbursed.unsub'];

/** Section 6.1: what is left to pay, also for the year as planned. */
export const REMAINING_RULES = {
  disbursed: ofLoan('6.1', 'disbursed', 'Disbursed so far', {
    formula: 'the sum of what was disbursed and is kept',
    unit: 'dollars',
    sources: [cited.ED_NETTING],
    inputs: ({ terms }) => ofTerms('disbursed and kept', 'settled', terms),
    of: total,
    value: ({ loan }) => loan.disbursed,
    step: ({ loanType, loan }) => {
      const kept = loan.settled.filter((amount) => amount !== null);
      return kept.length > 0
        ? dollarSum(kept)
        : whyNot(`No ${LOAN_TYPE_NAMES[loanType]} disbursement is on record.`);
    },
  }),
  left: ofYear('6.1', 'left_for_both', 'Left of the annual limit for both loans', {
    formula: 'subsidized and unsubsidized eligibility together - what was disbursed of both, never below 0',
    unit: 'dollars',
    sources: OF_BOTH_LOANS,
    inputs: [
      ['both together', 'combined_eligibility'],
      ['disbursed so far, subsidized', 'disbursed.sub'],
      DISBURSED_UNSUB,
    ],
    of: (eligible: PerLoanType, paid: PerLoanType): Dollars =>
      unpaid(plus(eligible.sub, eligible.unsub), plus(paid.sub, paid.unsub)),
    value: ({ remaining }) => remaining.left,
    step: ({ eligibility, loans: { sub, unsub } }) =>
      floored([eligibility.combined], [sub.disbursed, unsub.disbursed]),
  }),
  remaining: ofLoan('6.1', 'remaining', 'Eligibility that remains to be paid', {
    formula:
      "eligibility for the year - disbursed so far, never below 0, and not more than is left of the limit that the loan shares: for both loans together, the subsidized loan first; for Grad PLUS of the program's own limit",
    unit: 'dollars',
    sources: [cited.ED_NETTING],
    inputs: (place) => [
      ['eligibility for the year', ELIGIBILITY_OF[place.loanType]],
      ['disbursed so far', 'disbursed'],
      ...(sharedLimit(place)?.inputs ?? []),
    ],
    of: (eligible: Dollars, paid: Dollars, leftOfShared: Dollars): Dollars =>
      lower(unpaid(eligible, paid), leftOfShared),
    value: ({ remaining, loanType }) => remaining.amounts[loanType],
    step: (place) => {
      const { loanType, eligibility, loan, remaining } = place;
      const limit = eligibility.amounts[loanType];
      const amount = remaining.amounts[loanType];
      const own = floored([limit], [loan.disbursed]);
      const shared = sharedLimit(place);
      if (shared === null || amount === unpaid(limit, loan.disbursed)) return own;
      return {
        worked: `${own.worked}; ${shared.worked}; the lower is ${wholeDollars(amount)}`,
        decidedBy: shared.name,
        sources: [cited.ED_NETTING, ...shared.sources],
      };
    },
  }),
} satisfies Rules<{ disbursed: Dollars; left: Dollars; remaining: Remaining['amounts'] }>;

/** Section 6.1: what one loan type, or two together, would have left without any other. */
export function unpaid(eligible: Dollars, paid: Dollars): Dollars {
  return neverBelow0(minus(eligible, paid));
}

/** Section 6.1: what a program's own limit leaves for Grad PLUS once the unsubsidized loan is paid in full. */
export function leftOfProgramLimit(eligible: PerLoanType, paid: PerLoanType, unsubLeft: Dollars): Dollars {
  return unpaid(plus(eligible.unsub, eligible.grad_plus), total([paid.unsub, paid.grad_plus, unsubLeft]));
}

/** `$1,500 - $2,000 = -$500, so $0`. */
function floored(limits: readonly Dollars[], paid: readonly Dollars[]) {
  const worked = arithmeticText(limits, paid);
  const isBelow0 = total(limits) < total(paid);
  return isBelow0 ? { worked: `${worked}, so $0`, decidedBy: 'the floor of 0' } : { worked };
}

/** The limit that a loan shares with another one, and what is left of it; null for Grad PLUS without a program limit. */
function sharedLimit({ loanType, student, eligibility, loans, remaining }: LoanPlace) {
  if (loanType !== 'grad_plus') {
    const inputs: StepInput[] = [['left for both loans', 'left_for_both']];
    if (loanType === 'unsub') inputs.push(['remains of the subsidized loan', 'remaining.sub']);
    const left = remaining.left;
    const text = loanType === 'sub' ? wholeDollars(left) : arithmeticText([left], [remaining.amounts.sub]);
    const worked = `left for both loans: ${text}`;
    return { name: 'what is left for both loans', sources: OF_BOTH_LOANS, inputs, worked };
  }
  if (student.total_limit === null) return null;
  const { unsub, grad_plus } = eligibility.amounts;
  const paid = [loans.unsub.disbursed, loans.grad_plus.disbursed, remaining.amounts.unsub];
  const inputs: StepInput[] = [
    ['unsubsidized eligibility', 'unsubsidized_eligibility.unsub'],
    DISBURSED_UNSUB,
    ['remains of the unsubsidized loan', 'remaining.unsub'],
  ];
  return {
    name: "what is left of the program's own limit",
    sources: [cited.cfr('685.203(m)(2)'), PROGRAM_LIMIT_FOR_ALL],
    inputs,
    worked: `left of the program's limit: ${floored([unsub, grad_plus], paid).worked}`,
  };
}
