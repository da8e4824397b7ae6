import { unreducedLimit } from './annual-limit.js';
import { annualEligibility } from './eligibility.js';
import { toJson } from './exact.js';
import { CURRENT_AWARD_YEAR, limitsFor } from './limits.js';
import { hasTwoOptions, total, workOutLoans } from './loan.js';
import { resolveTerm } from './resolved-term.js';
import { type CalculationResult, LOAN_TYPES, type Student } from './student.js';
import { optionOf, termResult } from './term-result.js';
import { studentWarnings, termWarnings } from './warnings.js';
import type { Working } from './working.js';

/** Version of the rules. Raise it with every change that can alter a figure of an answer. Traces include it. */
export const RULES_VERSION = '3';

/**
 * The prorated limits of one student by 34 CFR 685.203(m)(1), section by section of docs/rules.md.
 *
 * Pure, and never throws for a student without {@link refusals}. Amounts are whole dollars.
 */
export function calculate(student: Student, awardYear: string = CURRENT_AWARD_YEAR): CalculationResult {
  return resultOf(student, workOut(student, awardYear));
}

/**
 * Every figure of the calculation, rule by rule. {@link resultOf} makes the answer from it, and a trace explains it.
 */
export function workOut(student: Student, awardYear: string): Working {
  const { academic_year_terms } = student;
  // Sections 1 and 5: each term by itself.
  const terms = student.terms.map(resolveTerm);
  // Section 3: the limit before the reduction.
  const limits = limitsFor(awardYear);
  const unreduced = unreducedLimit(student, limits);
  // Sections 2 and 4: the percent, and the reduced limit.
  const eligibility = annualEligibility(terms, academic_year_terms, unreduced, 'effectiveCredits');
  // Section 7.1: the same with the planned credits, if any term changed.
  const changed = terms.findLast((term) => term.isChanged);
  const asPlanned =
    changed === undefined
      ? eligibility
      : annualEligibility(terms, academic_year_terms, unreduced, 'plannedCredits');
  // Sections 6 and 7: disbursements, and the effect of a change after one of them.
  const loans = workOutLoans(terms, eligibility, asPlanned, student.total_limit !== null);
  return { limits, terms, unreduced, eligibility, changed, asPlanned, ...loans };
}

/** The answer that callers see, with the warnings of section 9. */
export function resultOf(student: Student, working: Working): CalculationResult {
  const { eligibility, loans } = working;
  const warnings: string[] = [];
  studentWarnings(student, working, (text) => warnings.push(text));
  const terms = working.terms.map((term) => {
    const own: string[] = [];
    termWarnings(term, student, working, (text) => {
      own.push(text);
      warnings.push(`${term.name}: ${text}`);
    });
    return termResult(term, working, own);
  });
  return {
    annual_ft_credits: toJson(eligibility.annualFtCredits),
    reduced_annual_pct: eligibility.percent,
    annual_basic_eligibility_sub: eligibility.amounts.sub,
    annual_basic_eligibility_unsub: eligibility.amounts.unsub,
    annual_basic_eligibility_grad_plus: eligibility.amounts.grad_plus,
    terms,
    total_equal: optionOf(loans, ({ equal }) => total(equal)),
    total_proportional: optionOf(loans, ({ proportional }) => total(proportional)),
    show_both_options: LOAN_TYPES.some((loanType) => hasTwoOptions(loans[loanType])),
    warnings,
  };
}
