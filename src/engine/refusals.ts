import { type Dollars, plus } from './dollars.js';
import { compare, dollars, type Exact, exact, ZERO } from './exact.js';
import type { AnnualLimits } from './limits.js';
import { limitsFor, mayBorrowGradPlus, statutoryLimit, subsidizedMaximum } from './limits.js';
import { gradPlusGap, LIMIT_RULES } from './rules/limit-rules.js';
import type { FieldName, LoanType, Partly, PartlyReadStudent, Term } from './student.js';
import { GRADE_LEVELS, LOAN_TYPES } from './student.js';
import { listed, wholeDollars } from './texts.js';

/** What is wrong with a value. */
export interface Mistake {
  /** Failures with the same code in the same field are reported as one problem of many students. */
  readonly code: string;
  /** The sentence for the problem of many students, without values, amounts or rows of one of them. */
  readonly problem: string;
  /** A few words that only this student's message adds to the given value; null if none. */
  readonly detail: string | null;
  /** The sentence for this student: what is expected, and what was given. */
  readonly message: string;
}

/** One reason not to calculate a student. */
export interface Failure extends Mistake {
  /** Name of the field to correct; `terms` for the list of terms, empty for a whole term. */
  readonly field: string;
  /** Index of the term that the field belongs to; null for a field of the student. */
  readonly term: number | null;
}

/**
 * Section 8, the rules between fields: every reason not to calculate, in the order of docs/rules.md. If all
 * fields were read and none is found, the student can be calculated. The contract validates single fields.
 */
export function refusals(student: PartlyReadStudent, awardYear: string): Failure[] {
  const limits = limitsFor(awardYear);
  const found: Failure[] = [];
  const missing = (field: FieldName, problem: string, message = problem) =>
    found.push({ field, term: null, code: 'missing', problem, detail: null, message });
  if (student.degree_level === 'undergraduate' && student.grade_level === null)
    missing('grade_level', `An undergraduate needs ${listed(GRADE_LEVELS, 'or')}. Nothing was given.`);
  const excess = excessSubsidizedAmount(student, limits);
  found.push(...excess);
  if (student.cost_of_attendance === null && mayBorrowGradPlus(student)) {
    const needed = 'borrower needs a cost of attendance, less other financial assistance.';
    const message = `A legacy ${student.degree_level} ${needed} Nothing was given.`;
    missing('cost_of_attendance', `A legacy graduate or professional ${needed}`, message);
  }
  const terms = student.terms ?? [];
  if (!terms.some(hasPriorDisbursement)) return found;
  // A refused subsidized amount cannot be used to work out a base.
  const rest = excess.length > 0 ? { ...student, subsidized_amount: undefined } : student;
  for (const loanType of LOAN_TYPES) {
    const base = knownBase(rest, loanType, limits);
    if (base === null) continue;
    const isNone = loanType === 'grad_plus' && mayBorrowGradPlus(student) === false;
    found.push(...crossing(terms, loanType, base, isNone ? NO_GRAD_PLUS : ''));
  }
  return found;
}

function excessSubsidizedAmount(student: PartlyReadStudent, limits: AnnualLimits): Failure[] {
  const { subsidized_amount: amount, total_limit: limit } = student;
  if (amount === undefined) return [];
  const exceeds = (code: string, name: string, most: Exact): Failure[] => {
    const problem = `Cannot exceed the ${name} of this student.`;
    const message = `Cannot exceed ${dollars(most)}, the ${name} of this student. Given: ${dollars(amount)}.`;
    const detail = `at most ${dollars(most)}`;
    return [{ field: 'subsidized_amount', term: null, code, problem, detail, message }];
  };
  const maximum = subsidizedMaximum(student, limits);
  if (maximum !== null && compare(amount, exact(maximum)) > 0)
    return exceeds('over_subsidized_maximum', 'subsidized maximum', exact(maximum));
  const isOver = limit !== undefined && limit !== null && compare(amount, limit) > 0;
  return isOver ? exceeds('over_total_limit', 'total limit', limit) : [];
}

function hasPriorDisbursement(term: Partly<Term>): boolean {
  return Boolean(
    term.prior_disbursement_sub || term.prior_disbursement_unsub || term.prior_disbursement_grad_plus,
  );
}

/** Section 3 for one loan type, in dollars; null unless every field it depends on was read and is valid. */
function knownBase(student: PartlyReadStudent, loanType: LoanType, limits: AnnualLimits): Exact | null {
  const { subsidized_amount, total_limit, cost_of_attendance } = student;
  const sub = subsidized_amount === undefined ? null : LIMIT_RULES.sub.of({ subsidized_amount });
  if (loanType === 'sub') return sub;
  if (loanType === 'grad_plus' && mayBorrowGradPlus(student) === false) return ZERO;
  const statutory = statutoryLimit(student, limits);
  if (statutory === null || total_limit === undefined) return null;
  const total = LIMIT_RULES.total.of(statutory, { total_limit });
  if (loanType === 'unsub') return sub === null ? null : LIMIT_RULES.unsub.of(total, sub);
  if (!mayBorrowGradPlus(student) || (cost_of_attendance ?? null) === null) return null;
  return LIMIT_RULES.grad_plus.of(gradPlusGap(student, limits), total, { total_limit });
}

const NO_GRAD_PLUS =
  ' Only legacy graduate and professional borrowers have Grad PLUS loans; a Parent PLUS loan does not belong here.';

/** Refuses payments above the unreduced base, naming the term that crosses it: no limit ever allowed them. */
function crossing(terms: readonly Partly<Term>[], loanType: LoanType, base: Exact, why: string): Failure[] {
  const field = `prior_disbursement_${loanType}` as const;
  let paid: Dollars = 0;
  const term = terms.findIndex((each) => {
    // Unreadable amounts count as 0: they could only add to the total.
    paid = plus(paid, each[field] ?? 0);
    return compare(exact(paid), base) > 0;
  });
  if (term < 0) return [];
  const message = `Cannot exceed ${dollars(base)} in total. Given up to this term: ${wholeDollars(paid)}.${why}`;
  const problem = `Cannot exceed the student's limit in total.${why}`;
  return [{ field, term, code: 'over_limit', problem, detail: `at most ${dollars(base)}`, message }];
}
