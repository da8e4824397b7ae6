import { unreducedLimit } from './annual-limit.js';
import { adjustments, changeInRemaining, latestChangedTerm, overdisbursements } from './changes.js';
import { scheduleDisbursements } from './disbursements.js';
import { annualEligibility } from './eligibility.js';
import { toJson } from './exact.js';
import { CURRENT_AWARD_YEAR, limitsFor } from './limits.js';
import { effective, planned, resolveTerm } from './resolved-term.js';
import { type CalculationResult, perLoanType, type Student, type TermResult } from './student.js';
import { termResult } from './term-result.js';
import { totals } from './totals.js';
import { studentWarnings, termWarnings } from './warnings.js';
import type { LoanWorking, Working } from './working.js';

/**
 * The prorated limits of one student by 34 CFR 685.203(m)(1), section by section of docs/rules.md.
 *
 * Pure, and never throws for a student without {@link refusals}. Amounts are whole dollars.
 */
export function calculate(student: Student, awardYear: string = CURRENT_AWARD_YEAR): CalculationResult {
  return resultOf(student, workOut(student, awardYear));
}

/** Every figure of the calculation, rule by rule. What {@link resultOf} answers, and what a trace explains. */
export function workOut(student: Student, awardYear: string): Working {
  // Sections 1 and 5: each term by itself.
  const terms = student.terms.map(resolveTerm);
  // Section 3: the limit before the reduction.
  const limits = limitsFor(awardYear);
  const unreduced = unreducedLimit(student, limits);
  // Sections 2 and 4: the percent, and the limit that it leaves.
  const eligibility = annualEligibility(terms, student.academic_year_terms, unreduced, effective);
  const { percent, amounts } = eligibility;
  // Section 7: the same with the credits that were planned, where they changed.
  const changed = latestChangedTerm(terms);
  const asPlanned =
    changed === null
      ? eligibility
      : annualEligibility(terms, student.academic_year_terms, unreduced, planned);
  // Sections 6 and 7: disbursements, and what a change after one of them did.
  const loans = perLoanType((loanType): LoanWorking => {
    const schedule = scheduleDisbursements(loanType, terms, amounts[loanType], percent);
    const change = changeInRemaining(amounts[loanType], asPlanned.amounts[loanType], schedule.disbursed);
    return { schedule, change, adjustments: adjustments(loanType, terms, change) };
  });
  const over = overdisbursements(terms, amounts, loans);
  return { limits, terms, unreduced, eligibility, changed, asPlanned, loans, overdisbursements: over };
}

/** The answer that callers see, with the warnings of section 9. */
export function resultOf(student: Student, working: Working): CalculationResult {
  const { eligibility } = working;
  const warnings = studentWarnings(student, working);
  const terms: TermResult[] = [];
  for (const term of working.terms) {
    const index = terms.length;
    const own = termWarnings(term, index, working.overdisbursements);
    for (const warning of own) warnings.push(`${term.label.trim()}: ${warning}`);
    terms.push(termResult(term, index, working, own));
  }
  const { total_equal, total_proportional, show_both_options } = totals(terms);
  return {
    annual_ft_credits: toJson(eligibility.annualFtCredits),
    reduced_annual_pct: eligibility.percent,
    annual_basic_eligibility_sub: eligibility.amounts.sub,
    annual_basic_eligibility_unsub: eligibility.amounts.unsub,
    annual_basic_eligibility_grad_plus: eligibility.amounts.grad_plus,
    terms,
    total_equal,
    total_proportional,
    show_both_options,
    warnings,
  };
}
