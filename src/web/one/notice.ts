import type { CalculationResult, TermResult } from '../../engine/answer-format.js';
import { LOAN_TYPES, type LoanType } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { LOAN_OF_TYPE, loansIn, type Way, waysOf } from './loan-dollars.js';

const BLANK = '____________________';

const NAMES: Readonly<Record<LoanType, string>> = {
  sub: 'Direct Subsidized Loan',
  unsub: 'Direct Unsubsidized Loan',
  grad_plus: 'Direct PLUS Loan',
};

const DRAFT =
  '[Draft. Fill in the blanks, lower each amount if you award less, add all other federal aid, and delete this line.]';

/**
 * A draft of the notice that 34 CFR 668.165(a) requires, as text to copy: the maximum of each loan, when and how it is paid,
 * and the right to cancel. What only the school knows is a blank to fill in, and the text says so first: without it, and
 * without other federal aid, it is not such a notice. `wanted` counts only if the answer may be paid in two ways.
 */
export function noticeText(answer: Answered, wanted: Way): string {
  const { awardYear, result, working } = answer;
  const excess = LOAN_TYPES.filter((loan) => working.loans[loan].excess > 0).map(
    (loan) => `  ${NAMES[loan]}: ${wholeDollars(working.loans[loan].excess)}`,
  );
  const way = waysOf(result).includes(wanted) ? wanted : 'equal';
  return [
    DRAFT,
    `Your federal Direct Loans, award year ${awardYear}`,
    `Date: ${BLANK}\nStudent: ${BLANK}\nSchool: ${BLANK}`,
    reason(result),
    `${excess.length === 0 ? 'The maximum you may borrow' : 'What was paid, and what may still be paid'}, by loan and term. The loan fee is deducted from each amount before it is paid.`,
    ...result.terms.map((_, index) => termText(answer, index, way)),
    totalText(result, way),
    ...(excess.length === 0
      ? []
      : [
          ['Of this, paid above your limit for the year', ...excess, `  What happens to it: ${BLANK}`].join(
            '\n',
          ),
        ]),
    'Your right to cancel: you may cancel all or part of a loan, or of a disbursement of it, and have the money returned to the U.S. Department of Education.',
    `To cancel, write to ${BLANK} so that we receive your request by ${BLANK}. We will tell you the outcome in writing.`,
    `Questions: ${BLANK}`,
  ]
    .map((paragraph) => `${paragraph}\n`)
    .join('\n');
}

function reason({ reduced_annual_pct: percent }: CalculationResult): string {
  if (percent === 100) return 'Your annual loan limit is not reduced for less than full-time enrollment.';
  return `You are enrolled less than full time for the year. By law, your annual loan limit is therefore ${percent} percent of the limit for full-time enrollment (20 U.S.C. 1087e(a)(7); 34 CFR 685.203(m)(1)). If your enrollment changes, these amounts can change.`;
}

function termText(answer: Answered, index: number, way: Way): string {
  const { student, result } = answer;
  const term = result.terms[index];
  if (term === undefined) return '';
  const option = term[way] ?? term.equal;
  const lines = LOAN_TYPES.flatMap((loan) => {
    const amount = option[LOAN_OF_TYPE[loan]];
    if (amount === 0) return [];
    const isPaid = (student.terms[index]?.[`prior_disbursement_${loan}`] ?? 0) > 0;
    return [`  ${NAMES[loan]}: ${wholeDollars(amount)}${isPaid ? ' (already paid)' : ''}`];
  });
  const label = term.label.trim();
  if (lines.length === 0)
    return `${label}\n  No loan: ${whyNothing(term.enrollment_status, isSettled(answer, index))}.`;
  return [label, ...lines, `  Date: ${BLANK}`, `  How it is paid: ${BLANK}`].join('\n');
}

/** Whether every loan has a payment on record for the term, so that nothing more is paid for it. */
function isSettled(answer: Answered, index: number): boolean {
  const term = answer.working.terms[index];
  const shown = loansIn(answer);
  return (
    term !== undefined &&
    LOAN_TYPES.every((loan) => !shown.includes(LOAN_OF_TYPE[loan]) || !term.isOpen[loan])
  );
}

function whyNothing(status: TermResult['enrollment_status'], isSettled: boolean): string {
  if (status === 'Not Enrolled') return 'you are not enrolled';
  if (status === 'Less Than Half-Time') return 'you are enrolled less than half time';
  if (isSettled) return 'nothing was paid for this term, and its credits are final';
  return 'no part of the annual limit is left for this term';
}

function totalText(result: CalculationResult, way: Way): string {
  const total = way === 'equal' ? result.total_equal : result.total_proportional;
  const parts = LOAN_TYPES.filter((loan) => total[LOAN_OF_TYPE[loan]] > 0).map(
    (loan) => `  ${NAMES[loan]}: ${wholeDollars(total[LOAN_OF_TYPE[loan]])}`,
  );
  return ['Total for all terms', ...(parts.length === 0 ? ['  Nothing'] : parts)].join('\n');
}
