import {
  combinedLimit,
  gradPlusBase,
  mayBorrowGradPlus,
  statutoryTotal,
  subsidizedMaximum,
} from './limits.js';
import { type Rational, ZERO } from './rational.js';
import { REFUSED, type Read } from './read-fields.js';
import type { DraftStudent } from './read-request.js';
import type { LoanType } from './types.js';

/**
 * The rules of section 8 that look at more than one field, which add paths to `refused`. A rule that needs a field which is itself
 * refused is left out. Each comparison stands alone: `subsidized_amount` is held against the table's maximum even where a refused
 * `total_limit` leaves T unknown.
 */
export function refuseAcrossFields(refused: Set<string>, draft: DraftStudent): void {
  if (draft.degree_level === 'undergraduate' && draft.grade_level === null) refused.add('grade_level');
  if (mayHaveGradPlus(draft) === true && draft.cost_of_attendance === null) refused.add('cost_of_attendance');

  const amount = draft.subsidized_amount;
  const limit = limitOf(draft);
  // T is never above total_limit, whatever row of the table applies.
  const bounds: Read<Rational | null>[] = [subsidizedMaximumOf(draft), limit, draft.total_limit];
  for (const most of bounds) {
    if (amount === REFUSED || most === REFUSED || most === null) continue;
    if (amount.isAbove(most)) refused.add('subsidized_amount');
  }

  const usable = refused.has('subsidized_amount') ? REFUSED : amount;
  const rest = usable === REFUSED || limit === REFUSED ? REFUSED : limit.minus(usable);
  refuseTooMuchDisbursed(refused, draft, 'sub', usable);
  refuseTooMuchDisbursed(refused, draft, 'unsub', rest);
  refuseTooMuchDisbursed(refused, draft, 'grad_plus', gradPlusBaseOf(draft, limit));
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

function gradPlusBaseOf(draft: DraftStudent, limit: Read<Rational>): Read<Rational> {
  const mayPlus = mayHaveGradPlus(draft);
  if (mayPlus === REFUSED) return REFUSED;
  if (!mayPlus) return ZERO;
  const { cost_of_attendance: cost, total_limit: totalLimit } = draft;
  if (cost === REFUSED || cost === null || limit === REFUSED || totalLimit === REFUSED) return REFUSED;
  return gradPlusBase(cost, limit, totalLimit);
}

/** Names the one term with which the running sum first goes above the base. A refused amount could only add to it. */
function refuseTooMuchDisbursed(
  refused: Set<string>,
  draft: DraftStudent,
  loanType: LoanType,
  base: Read<Rational>,
): void {
  if (base === REFUSED || draft.terms === REFUSED) return;
  let disbursed = ZERO;
  for (const [index, term] of draft.terms.entries()) {
    const prior = term.prior[loanType];
    if (prior === REFUSED || prior === null) continue;
    disbursed = disbursed.plus(prior);
    if (disbursed.isAbove(base)) {
      refused.add(`terms.${index}.prior_disbursement_${loanType}`);
      return;
    }
  }
}
