import {
  combinedLimit,
  gradPlusBase,
  mayBorrowGradPlus,
  statutoryTotal,
  subsidizedMaximum,
} from './limits.js';
import { add, compare, type Rational, subtract, ZERO } from './rational.js';
import { REFUSED, type Read, type Refusals } from './read-fields.js';
import type { DraftStudent } from './read-request.js';
import type { LoanType } from './types.js';

/**
 * The rules of section 8 that look at more than one field. A rule that needs a field which is itself refused is
 * left out. Each comparison stands alone: `subsidized_amount` is held against the table's maximum even where a
 * refused `total_limit` leaves T unknown.
 */
export function refuseAcrossFields(refusals: Refusals, draft: DraftStudent): void {
  if (draft.degree_level === 'undergraduate' && draft.grade_level === null) refusals.add('grade_level');

  const mayPlus = mayHaveGradPlus(draft);
  if (mayPlus === true && draft.cost_of_attendance === null) refusals.add('cost_of_attendance');

  const amount = draft.subsidized_amount;
  const limit = limitOf(draft);
  if (amount !== REFUSED) {
    const maximum = subsidizedMaximumOf(draft);
    if (maximum !== REFUSED && compare(amount, maximum) > 0) refusals.add('subsidized_amount');
    if (limit !== REFUSED && compare(amount, limit) > 0) refusals.add('subsidized_amount');
    // T is never above total_limit, whatever row of the table applies.
    const program = draft.total_limit;
    if (program !== REFUSED && program !== null && compare(amount, program) > 0)
      refusals.add('subsidized_amount');
  }

  const isAmountUsable = amount !== REFUSED && !refusals.paths.has('subsidized_amount');
  const gradPlus = gradPlusBaseOf(draft, limit, refusals);
  refuseTooMuchDisbursed(refusals, draft, 'sub', isAmountUsable ? amount : REFUSED);
  refuseTooMuchDisbursed(
    refusals,
    draft,
    'unsub',
    isAmountUsable && limit !== REFUSED ? subtract(limit, amount) : REFUSED,
  );
  refuseTooMuchDisbursed(refusals, draft, 'grad_plus', gradPlus);
}

function mayHaveGradPlus(draft: DraftStudent): Read<boolean> {
  if (draft.degree_level === 'undergraduate') return false;
  if (draft.degree_level === REFUSED || draft.is_legacy_borrower === REFUSED) return REFUSED;
  return mayBorrowGradPlus(draft.degree_level, draft.is_legacy_borrower);
}

/** The grade level counts for undergraduates only, and a missing one leaves their row of the table unknown. */
function isGradeUnknown(draft: DraftStudent): boolean {
  return (
    draft.degree_level === 'undergraduate' && (draft.grade_level === REFUSED || draft.grade_level === null)
  );
}

function subsidizedMaximumOf(draft: DraftStudent): Read<Rational> {
  if (draft.degree_level === REFUSED || isGradeUnknown(draft)) return REFUSED;
  return subsidizedMaximum(draft.degree_level, draft.grade_level === REFUSED ? null : draft.grade_level);
}

/** T, when every field that its row of the table depends on is known. */
function limitOf(draft: DraftStudent): Read<Rational> {
  const { degree_level, grade_level, dependency_status, plus_denied, is_legacy_borrower, total_limit } =
    draft;
  if (degree_level === REFUSED || total_limit === REFUSED || isGradeUnknown(draft)) return REFUSED;
  const isUndergraduate = degree_level === 'undergraduate';
  if (isUndergraduate && dependency_status === REFUSED && plus_denied !== true) return REFUSED;
  if (isUndergraduate && dependency_status === 'dependent' && plus_denied === REFUSED) return REFUSED;
  if (degree_level === 'professional' && is_legacy_borrower === REFUSED) return REFUSED;
  const total = statutoryTotal({
    degree_level,
    grade_level: grade_level === REFUSED ? null : grade_level,
    dependency_status: dependency_status === REFUSED ? 'dependent' : dependency_status,
    plus_denied: plus_denied === true,
    is_legacy_borrower: is_legacy_borrower === true,
  });
  return combinedLimit(total, total_limit);
}

function gradPlusBaseOf(draft: DraftStudent, limit: Read<Rational>, refusals: Refusals): Read<Rational> {
  const mayPlus = mayHaveGradPlus(draft);
  if (mayPlus === REFUSED) return REFUSED;
  if (!mayPlus) return ZERO;
  const { cost_of_attendance: cost, total_limit: totalLimit } = draft;
  if (refusals.paths.has('cost_of_attendance') || cost === REFUSED || cost === null) return REFUSED;
  if (limit === REFUSED || totalLimit === REFUSED) return REFUSED;
  return gradPlusBase(cost, limit, totalLimit);
}

/** Names the one term with which the running sum first goes above the base. A refused amount could only add to it. */
function refuseTooMuchDisbursed(
  refusals: Refusals,
  draft: DraftStudent,
  loanType: LoanType,
  base: Read<Rational>,
): void {
  if (base === REFUSED || draft.terms === REFUSED) return;
  let disbursed = ZERO;
  for (const [index, term] of draft.terms.entries()) {
    const prior = term.prior[loanType];
    if (prior === REFUSED || prior === null) continue;
    disbursed = add(disbursed, prior);
    if (compare(disbursed, base) > 0) {
      refusals.add(`terms.${index}.prior_disbursement_${loanType}`);
      return;
    }
  }
}
