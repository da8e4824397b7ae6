import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { LOANS, type Loan, paymentsOf, type TermPayment, type Way, waysOf } from './payments.js';

const BLANK = '____________________';

const DRAFT =
  '[Draft. Fill in the blanks, lower each amount if you award less, add all other federal aid, and delete this line.]';

/**
 * A draft of the notice that 34 CFR 668.165(a) requires, as text to copy: maximum of each loan, payments, and
 * right to cancel. Its first line says that the school must fill in the blanks and add other federal aid to
 * make it a valid notice. `wanted` counts only if the answer may be paid in two ways.
 */
export function noticeText(answer: Answered, wanted: Way): string {
  const { result, trace, working } = answer;
  const way = waysOf(result).includes(wanted) ? wanted : 'equal';
  const total = way === 'equal' ? result.total_equal : result.total_proportional;
  const excess = LOANS.filter(({ type }) => working.loans[type].excess > 0).map((loan) =>
    loanLine(loan, working.loans[loan.type].excess),
  );
  const totals = LOANS.filter(({ name }) => total[name] > 0).map((loan) => loanLine(loan, total[loan.name]));
  const whatFollows =
    excess.length === 0 ? 'The maximum you may borrow' : 'What was paid, and what may still be paid';
  return [
    DRAFT,
    `Your federal Direct Loans, award year ${trace.rules.award_year}`,
    `Date: ${BLANK}\nStudent: ${BLANK}\nSchool: ${BLANK}`,
    reason(result.reduced_annual_pct),
    `${whatFollows}, by loan and term. The loan fee is deducted from each amount before it is paid.`,
    ...paymentsOf(answer).map((payment) => termText(payment, way)),
    `Total for all terms\n${totals.join('\n') || '  Nothing'}`,
    ...(excess.length === 0
      ? []
      : [
          `Of this, paid above your limit for the year\n${excess.join('\n')}\n  What happens to it: ${BLANK}`,
        ]),
    'Your right to cancel: you may cancel all or part of a loan, or of a disbursement of it, and have the money returned to the U.S. Department of Education.',
    `To cancel, write to ${BLANK} so that we receive your request by ${BLANK}. We will tell you the outcome in writing.`,
    `Questions: ${BLANK}`,
  ]
    .map((paragraph) => `${paragraph}\n`)
    .join('\n');
}

function loanLine({ label }: Loan, amount: number): string {
  return `  Direct ${label.replace('Grad ', '')} Loan: ${wholeDollars(amount)}`;
}

function reason(percent: number): string {
  if (percent === 100) return 'Your annual loan limit is not reduced for less than full-time enrollment.';
  return `Federal rules reduce the annual loan limit for less than full-time enrollment (20 U.S.C. 1087e(a)(7); 34 CFR 685.203(m)(1)). We calculated your limit as ${percent} percent of the limit for full-time enrollment. If your enrollment changes, these amounts can change.`;
}

function termText({ name, loans, why }: TermPayment, way: Way): string {
  const lines = loans
    .filter((own) => own.paid + own[way] > 0)
    .map((own) => `${loanLine(own.loan, own.paid + own[way])}${own.paid > 0 ? ' (already paid)' : ''}`);
  if (lines.length > 0) return [name, ...lines, `  Date: ${BLANK}`, `  How it is paid: ${BLANK}`].join('\n');
  return `${name}\n  No loan. ${why.join(' ')}`;
}
