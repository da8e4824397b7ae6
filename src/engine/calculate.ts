import { allot } from './allotment.js';
import { annualLimitBase } from './annual-limit.js';
import { changeInRemaining, latestChangedTerm, overdisbursements, remainingToPay } from './changes.js';
import { annualEligibility } from './eligibility.js';
import { toJson } from './exact.js';
import { CURRENT_AWARD_YEAR } from './limits.js';
import { effective, planned } from './percent.js';
import { resolveTerm, settledTotal } from './resolved-term.js';
import { type CalculationResult, perLoanType, type Student, type TermResult } from './student.js';
import { termResult } from './term-result.js';
import { totals } from './totals.js';
import { studentWarnings, termWarnings } from './warnings.js';
import { FULL_PERCENT } from './whole-percent.js';

/**
 * The prorated limits of one student by 34 CFR 685.203(m)(1), section by section of the rules.
 *
 * Pure, and never throws for a student without {@link refusals}. Amounts are whole dollars.
 */
export function calculate(student: Student, awardYear: string = CURRENT_AWARD_YEAR): CalculationResult {
  const terms = student.terms.map(resolveTerm);
  const limit = annualLimitBase(student, awardYear);
  const yearTerms = student.academic_year_terms;
  const { annualFtCredits, percent, reduced } = annualEligibility(terms, yearTerms, limit, effective);

  const changed = latestChangedTerm(terms);
  const reducedAsPlanned =
    changed === null ? reduced : annualEligibility(terms, yearTerms, limit, planned).reduced;

  const allotments = perLoanType((loanType) => {
    const settled = settledTotal(terms, loanType);
    const remaining = remainingToPay(reduced[loanType], settled);
    const change = changeInRemaining(reduced[loanType], reducedAsPlanned[loanType], settled);
    return allot(loanType, terms, { settled, remaining, change }, percent < FULL_PERCENT);
  });
  const findings = { allotments, changed, overdisbursements: overdisbursements(terms, reduced, allotments) };

  const warnings = studentWarnings(student, awardYear, terms, allotments);
  const termResults: TermResult[] = [];
  for (const term of terms) {
    const index = termResults.length;
    const own = termWarnings(term, index, findings.overdisbursements);
    for (const warning of own) warnings.push(`${term.label.trim()}: ${warning}`);
    termResults.push(termResult(term, index, findings, own));
  }
  const { total_equal, total_proportional, show_both_options } = totals(termResults);
  return {
    annual_ft_credits: toJson(annualFtCredits),
    reduced_annual_pct: percent,
    annual_basic_eligibility_sub: reduced.sub,
    annual_basic_eligibility_unsub: reduced.unsub,
    annual_basic_eligibility_grad_plus: reduced.grad_plus,
    terms: termResults,
    total_equal,
    total_proportional,
    show_both_options,
    warnings,
  };
}
