import {
  gradPlusBase,
  gradPlusGap,
  mayBorrowGradPlus,
  statutoryLimit,
  subsidizedMaximum,
  totalBeforeReduction,
  unsubsidizedBase,
} from './annual-limit.js';
import { compare, type Exact, exact, ZERO } from './exact.js';
import { type AnnualLimits, GRADE_LEVELS, limitsFor } from './limits.js';
import { LOAN_TYPES, type LoanType, type Partly, type PartlyReadStudent, type Term } from './student.js';
import { dollars, listed, wholeDollars } from './texts.js';

/** One reason not to calculate. */
export interface Refusal {
  /** Name of the field to correct. */
  readonly field: string;
  /** Index of the term that the field belongs to; null for a field of the student. */
  readonly term: number | null;
  /** A plain sentence: what is expected, and what was given. */
  readonly message: string;
}

/**
 * Section 8, the rules between fields: every reason not to calculate, in the order of the document. If empty, a student
 * whose fields were all read can be calculated. What a single field may contain is validated in the contract.
 */
export function refusals(student: PartlyReadStudent, awardYear: string): Refusal[] {
  const limits = limitsFor(awardYear);
  const found: Refusal[] = [];
  const refuse = (field: string, message: string | null): void => {
    if (message !== null) found.push({ field, term: null, message });
  };
  refuse('grade_level', missingGradeLevel(student));
  refuse('subsidized_amount', excessSubsidizedAmount(student, limits));
  refuse('cost_of_attendance', lowCostOfAttendance(student, limits));
  if (student.terms !== undefined) refusePriorDisbursements(student, student.terms, limits, found);
  return found;
}

function missingGradeLevel({ degree_level, grade_level }: PartlyReadStudent): string | null {
  if (degree_level !== 'undergraduate' || grade_level !== null) return null;
  return `An undergraduate needs ${listed(GRADE_LEVELS, 'or')}. Nothing was given.`;
}

function excessSubsidizedAmount(student: PartlyReadStudent, limits: AnnualLimits): string | null {
  const { subsidized_amount: amount, total_limit: limit } = student;
  if (amount === undefined) return null;
  const maximum = subsidizedMaximum(student, limits);
  if (maximum !== null && compare(amount, exact(maximum)) > 0) {
    return `Cannot exceed ${wholeDollars(maximum)}, the subsidized maximum of this student. Given: ${dollars(amount)}.`;
  }
  if (limit === undefined || limit === null || compare(amount, limit) <= 0) return null;
  return `Cannot exceed ${dollars(limit)}, the total limit of this student. Given: ${dollars(amount)}.`;
}

function lowCostOfAttendance(student: PartlyReadStudent, limits: AnnualLimits): string | null {
  const { degree_level, cost_of_attendance: cost } = student;
  if (cost === undefined || !mayBorrowGradPlus(student)) return null;
  const threshold = limits.legacy.total;
  if (cost !== null && compare(cost, exact(threshold)) > 0) return null;
  const given = cost === null ? 'Nothing was given.' : `Given: ${dollars(cost)}.`;
  return `A legacy ${degree_level} borrower needs a cost of attendance above ${wholeDollars(threshold)}. ${given}`;
}

/** Amounts paid beyond the unreduced base were never within the limit; the refusal names the term that crosses it. */
function refusePriorDisbursements(
  student: PartlyReadStudent,
  terms: readonly Partly<Term>[],
  limits: AnnualLimits,
  found: Refusal[],
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
  const total = totalBeforeReduction(statutory, total_limit);
  if (loanType === 'unsub') return subsidized === undefined ? null : unsubsidizedBase(total, subsidized);
  if (!mayBorrowGradPlus(student) || !cost_of_attendance || refused.has('cost_of_attendance')) return null;
  return gradPlusBase(gradPlusGap(cost_of_attendance, limits), total, total_limit);
}

function refuseCrossing(
  terms: readonly Partly<Term>[],
  loanType: LoanType,
  base: Exact,
  found: Refusal[],
): void {
  const field = `prior_disbursement_${loanType}` as const;
  let total = 0;
  for (const [index, term] of terms.entries()) {
    // An amount that could not be read could only add to the total.
    total += term[field] ?? 0;
    if (compare(exact(total), base) <= 0) continue;
    const message = `Cannot exceed ${dollars(base)} in total. Given up to this term: ${wholeDollars(total)}.`;
    found.push({ field, term: index, message });
    return;
  }
}
