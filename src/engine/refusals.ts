import { compare, type Exact, exact, ZERO } from './exact.js';
import type { Failure, Mistake } from './failure.js';
import {
  type AnnualLimits,
  limitsFor,
  mayBorrowGradPlus,
  statutoryLimit,
  subsidizedMaximum,
} from './limits.js';
import { gradPlusGap, LIMIT_RULES } from './rules/limit-rules.js';
import {
  GRADE_LEVELS,
  LOAN_TYPES,
  type LoanType,
  type Partly,
  type PartlyReadStudent,
  type Term,
} from './student.js';
import { dollars, listed, wholeDollars } from './texts.js';

/**
 * Section 8, the rules between fields: every reason not to calculate, in the order of the document. If empty, a student
 * whose fields were all read can be calculated. What a single field may contain is validated in the contract.
 */
export function refusals(student: PartlyReadStudent, awardYear: string): Failure[] {
  const limits = limitsFor(awardYear);
  const found: Failure[] = [];
  const refuse = (field: string, mistake: Mistake | null): void => {
    if (mistake !== null) found.push({ field, term: null, ...mistake });
  };
  refuse('grade_level', missingGradeLevel(student));
  refuse('subsidized_amount', excessSubsidizedAmount(student, limits));
  refuse('cost_of_attendance', missingCostOfAttendance(student));
  if (student.terms !== undefined) refusePriorDisbursements(student, student.terms, limits, found);
  return found;
}

function missingGradeLevel({ degree_level, grade_level }: PartlyReadStudent): Mistake | null {
  if (degree_level !== 'undergraduate' || grade_level !== null) return null;
  const message = `An undergraduate needs ${listed(GRADE_LEVELS, 'or')}. Nothing was given.`;
  return { code: 'missing', problem: message, detail: null, message };
}

function excessSubsidizedAmount(student: PartlyReadStudent, limits: AnnualLimits): Mistake | null {
  const { subsidized_amount: amount, total_limit: limit } = student;
  if (amount === undefined) return null;
  const maximum = subsidizedMaximum(student, limits);
  if (maximum !== null && compare(amount, exact(maximum)) > 0) {
    return {
      code: 'over_subsidized_maximum',
      problem: 'Cannot exceed the subsidized maximum of this student.',
      detail: `at most ${wholeDollars(maximum)}`,
      message: `Cannot exceed ${wholeDollars(maximum)}, the subsidized maximum of this student. Given: ${dollars(amount)}.`,
    };
  }
  if (limit === undefined || limit === null || compare(amount, limit) <= 0) return null;
  return {
    code: 'over_total_limit',
    problem: 'Cannot exceed the total limit of this student.',
    detail: `at most ${dollars(limit)}`,
    message: `Cannot exceed ${dollars(limit)}, the total limit of this student. Given: ${dollars(amount)}.`,
  };
}

function missingCostOfAttendance(student: PartlyReadStudent): Mistake | null {
  if (student.cost_of_attendance !== null || !mayBorrowGradPlus(student)) return null;
  const needed = 'a cost of attendance, less other financial assistance';
  return {
    code: 'missing',
    problem: `A legacy graduate or professional borrower needs ${needed}.`,
    detail: null,
    message: `A legacy ${student.degree_level} borrower needs ${needed}. Nothing was given.`,
  };
}

/** Amounts paid beyond the unreduced base were never within the limit; the refusal names the term that crosses it. */
function refusePriorDisbursements(
  student: PartlyReadStudent,
  terms: readonly Partly<Term>[],
  limits: AnnualLimits,
  found: Failure[],
): void {
  if (!terms.some(hasPriorDisbursement)) return;
  const refused = new Set(found.map(({ field }) => field));
  for (const loanType of LOAN_TYPES) {
    const base = knownBase(student, loanType, limits, refused);
    if (base !== null) refuseCrossing(terms, loanType, base, found);
  }
}

function hasPriorDisbursement(term: Partly<Term>): boolean {
  return Boolean(
    term.prior_disbursement_sub || term.prior_disbursement_unsub || term.prior_disbursement_grad_plus,
  );
}

/** Section 3 for one loan type if everything that it depends on was read and is valid; otherwise null. */
function knownBase(
  student: PartlyReadStudent,
  loanType: LoanType,
  limits: AnnualLimits,
  refused: ReadonlySet<string>,
): Exact | null {
  const { subsidized_amount, total_limit, cost_of_attendance } = student;
  const subsidized = refused.has('subsidized_amount') ? undefined : subsidized_amount;
  if (loanType === 'sub') return subsidized ?? null;
  if (loanType === 'grad_plus' && mayBorrowGradPlus(student) === false) return ZERO;
  const statutory = statutoryLimit(student, limits);
  if (statutory === null || total_limit === undefined) return null;
  const total = LIMIT_RULES.total.of(statutory, total_limit);
  if (loanType === 'unsub') return subsidized === undefined ? null : LIMIT_RULES.unsub.of(total, subsidized);
  if (!mayBorrowGradPlus(student) || cost_of_attendance === null || cost_of_attendance === undefined)
    return null;
  return LIMIT_RULES.grad_plus.of(gradPlusGap(cost_of_attendance, limits), total, total_limit);
}

function refuseCrossing(
  terms: readonly Partly<Term>[],
  loanType: LoanType,
  base: Exact,
  found: Failure[],
): void {
  const field = `prior_disbursement_${loanType}` as const;
  let total = 0;
  for (const [index, term] of terms.entries()) {
    // An amount that could not be read could only add to the total.
    total += term[field] ?? 0;
    if (compare(exact(total), base) <= 0) continue;
    found.push({
      field,
      term: index,
      code: 'over_limit',
      problem: "Cannot exceed the student's limit in total.",
      detail: `at most ${dollars(base)}`,
      message: `Cannot exceed ${dollars(base)} in total. Given up to this term: ${wholeDollars(total)}.`,
    });
    return;
  }
}
