import {
  gradPlusBase,
  mayBorrowGradPlus,
  statutoryLimit,
  subsidizedMaximum,
  totalBeforeReduction,
} from './annual-limit.js';
import { compare, type Exact, exact, isNegative, isPositive, subtract, toText, ZERO } from './exact.js';
import { type AnnualLimits, limitsFor } from './limits.js';
import { LOAN_TYPES, type LoanType, MAX_TERMS, type Partly, type Student, type Term } from './student.js';
import { dollars, wholeDollars } from './texts.js';

/** A student of whom some fields were refused for their own sake. */
export type PartlyReadStudent = Omit<Partly<Student>, 'terms'> & {
  readonly terms?: readonly Partly<Term>[] | undefined;
};

/** One reason not to calculate. */
export interface Refusal {
  /** Field names and term indices from the request's root, as `terms`, `1`, `credits_enrolled`. */
  readonly path: readonly (string | number)[];
  /** A plain sentence: what is expected, and what was given. */
  readonly message: string;
}

const CREDIT_FIELDS = ['credits_enrolled', 'actual_final_credits'] as const;
const PRIOR_FIELDS = {
  sub: 'prior_disbursement_sub',
  unsub: 'prior_disbursement_unsub',
  grad_plus: 'prior_disbursement_grad_plus',
} as const;

/** Section 8: every reason not to calculate, in the order of the document. Empty means that the student can be calculated. */
export function refusals(student: PartlyReadStudent, awardYear: string): Refusal[] {
  const limits = limitsFor(awardYear);
  const found: Refusal[] = [];
  refuseMissingGradeLevel(student, found);
  refuseSubsidizedAmount(student, limits, found);
  refuseCostOfAttendance(student, limits, found);
  refuseTotalLimit(student, found);
  if (student.terms !== undefined) {
    refuseTermCount(student.terms, found);
    for (let i = 0; i < student.terms.length; i++) refuseTermAmounts(student.terms[i] ?? {}, i, found);
    refusePriorDisbursements(student, student.terms, limits, found);
  }
  return found;
}

function refuseMissingGradeLevel(student: PartlyReadStudent, found: Refusal[]): void {
  if (student.degree_level !== 'undergraduate' || student.grade_level !== null) return;
  found.push({
    path: ['grade_level'],
    message: 'An undergraduate needs first_year, second_year or third_year_and_beyond. Nothing was given.',
  });
}

function refuseSubsidizedAmount(student: PartlyReadStudent, limits: AnnualLimits, found: Refusal[]): void {
  const amount = student.subsidized_amount;
  if (amount === undefined) return;
  const path = ['subsidized_amount'];
  if (isNegative(amount)) {
    found.push({ path, message: `Expected 0 or more. Given: ${toText(amount)}.` });
    return;
  }
  const maximum = subsidizedMaximum(student, limits);
  if (maximum !== null && compare(amount, exact(maximum)) > 0) {
    const message = `Cannot exceed ${wholeDollars(maximum)}, the subsidized maximum of this student. Given: ${dollars(amount)}.`;
    found.push({ path, message });
    return;
  }
  const limit = student.total_limit;
  if (limit === undefined || limit === null || !isPositive(limit) || compare(amount, limit) <= 0) return;
  const message = `Cannot exceed ${dollars(limit)}, the total limit of this student. Given: ${dollars(amount)}.`;
  found.push({ path, message });
}

function refuseCostOfAttendance(student: PartlyReadStudent, limits: AnnualLimits, found: Refusal[]): void {
  const { degree_level, cost_of_attendance: cost } = student;
  if (cost === undefined || !mayBorrowGradPlus(student)) return;
  const threshold = limits.legacyGradPlusThreshold;
  if (cost !== null && compare(cost, exact(threshold)) > 0) return;
  found.push({
    path: ['cost_of_attendance'],
    message: `A legacy ${degree_level} borrower needs a cost of attendance above ${wholeDollars(threshold)}. ${
      cost === null ? 'Nothing was given.' : `Given: ${dollars(cost)}.`
    }`,
  });
}

function refuseTotalLimit({ total_limit: limit }: PartlyReadStudent, found: Refusal[]): void {
  if (limit === undefined || limit === null || isPositive(limit)) return;
  found.push({ path: ['total_limit'], message: `Expected more than 0. Given: ${toText(limit)}.` });
}

function refuseTermCount(terms: readonly Partly<Term>[], found: Refusal[]): void {
  if (terms.length >= 1 && terms.length <= MAX_TERMS) return;
  found.push({ path: ['terms'], message: `Expected 1 to ${MAX_TERMS} terms. Given: ${terms.length}.` });
}

function refuseTermAmounts(term: Partly<Term>, index: number, found: Refusal[]): void {
  const fullTime = term.full_time_credits;
  if (fullTime !== undefined && fullTime !== null && !isPositive(fullTime)) {
    const message = `Expected more than 0. Given: ${toText(fullTime)}.`;
    found.push({ path: ['terms', index, 'full_time_credits'], message });
  }
  for (const field of CREDIT_FIELDS) {
    const credits = term[field];
    if (credits === undefined || credits === null || !isNegative(credits)) continue;
    found.push({ path: ['terms', index, field], message: `Expected 0 or more. Given: ${toText(credits)}.` });
  }
  for (const loanType of LOAN_TYPES) {
    const field = PRIOR_FIELDS[loanType];
    const prior = term[field] ?? 0;
    if (prior >= 0) continue;
    found.push({
      path: ['terms', index, field],
      message: `Expected 0 or more whole dollars. Given: ${prior}.`,
    });
  }
}

/** Paid amounts beyond the unreduced base were never within the limit; the term that crosses it is named. */
function refusePriorDisbursements(
  student: PartlyReadStudent,
  terms: readonly Partly<Term>[],
  limits: AnnualLimits,
  found: Refusal[],
): void {
  if (!terms.some(hasPriorDisbursement)) return;
  const refused = new Set(found.map((refusal) => refusal.path[0]));
  for (const loanType of LOAN_TYPES) {
    const base = knownBase(student, loanType, limits, refused);
    if (base !== null) refuseCrossing(terms, loanType, base, found);
  }
}

function hasPriorDisbursement(term: Partly<Term>): boolean {
  return LOAN_TYPES.some((loanType) => (term[PRIOR_FIELDS[loanType]] ?? 0) > 0);
}

/** Section 3 for one loan type when everything that it depends on was read and stands; else null. */
function knownBase(
  student: PartlyReadStudent,
  loanType: LoanType,
  limits: AnnualLimits,
  refused: ReadonlySet<string | number | undefined>,
): Exact | null {
  const { subsidized_amount, total_limit, cost_of_attendance } = student;
  if (loanType === 'sub') return refused.has('subsidized_amount') ? null : (subsidized_amount ?? null);
  if (loanType === 'grad_plus') {
    const mayBorrow = mayBorrowGradPlus(student);
    if (mayBorrow !== true) return mayBorrow === false ? ZERO : null;
  }
  const statutory = statutoryLimit(student, limits);
  if (statutory === null || total_limit === undefined || refused.has('total_limit')) return null;
  const total = totalBeforeReduction(statutory.total, total_limit);
  if (loanType === 'unsub') {
    if (subsidized_amount === undefined || refused.has('subsidized_amount')) return null;
    return subtract(total, subsidized_amount);
  }
  if (!cost_of_attendance || refused.has('cost_of_attendance')) return null;
  return gradPlusBase(cost_of_attendance, total, total_limit, limits);
}

function refuseCrossing(
  terms: readonly Partly<Term>[],
  loanType: LoanType,
  base: Exact,
  found: Refusal[],
): void {
  const field = PRIOR_FIELDS[loanType];
  let total = 0;
  for (const [index, term] of terms.entries()) {
    // One that was refused for its own sake could only add to the total.
    total += Math.max(0, term[field] ?? 0);
    if (compare(exact(total), base) <= 0) continue;
    const message = `Cannot exceed ${dollars(base)} in total. Given up to this term: ${wholeDollars(total)}.`;
    found.push({ path: ['terms', index, field], message });
    return;
  }
}
