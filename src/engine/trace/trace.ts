import { resultOf, workOut } from '../calculate.js';
import { toText } from '../exact.js';
import { CURRENT_AWARD_YEAR } from '../limits.js';
import { RULES_VERSION } from '../rules-version.js';
import type { CalculationResult, PerLoanType, Student } from '../student.js';
import type { Working } from '../working.js';
import { addAdjustmentSteps, addLatestChange } from './adjustment-steps.js';
import { addEligibilitySteps } from './eligibility-steps.js';
import { addEnrollmentSteps } from './enrollment-steps.js';
import { addInstallmentSteps } from './installment-steps.js';
import { addLimitSteps, type LimitSteps } from './limit-steps.js';
import { addOverdisbursementSteps } from './overdisbursement-steps.js';
import { addPercentSteps } from './percent-steps.js';
import { addRemainingSteps } from './remaining-steps.js';
import { type Found, StepList } from './step-list.js';
import { addPlannedCounts, addTermSteps } from './term-steps.js';
import type { TermTrail } from './term-trail.js';
import { addTotalSteps } from './total-steps.js';
import type { Trace, TraceAssumption } from './trace-format.js';
import { yearAsPlanned, yearNow } from './year-view.js';

/** What section 10 leaves out, by name. */
const NOT_CONSIDERED = [
  'aggregate_limit',
  'lifetime_limit',
  'other_financial_assistance',
  'parent_plus',
  'nonterm_programs',
  'clock_hour_programs',
  'subscription_programs',
  'remaining_period_proration',
  'professional_judgment',
].map((id) => ({ id, section: '10' }));

/**
 * Why {@link calculate} answers this student as it does: every figure of the answer is the result of one step. The
 * figures are those of the same calculation, and this walk only writes them down; nothing of it runs without being asked.
 *
 * Never throws for a student without {@link refusals}.
 */
export function traceOf(student: Student, awardYear: string = CURRENT_AWARD_YEAR): Trace {
  const working = workOut(student, awardYear);
  return {
    format: 'trace/1',
    rules: { award_year: awardYear, version: RULES_VERSION },
    steps: stepsOf(student, working, resultOf(student, working)),
    assumed: assumptionsOf(student, working),
    not_considered: NOT_CONSIDERED,
  };
}

function stepsOf(student: Student, working: Working, result: CalculationResult): Trace['steps'] {
  const steps = new StepList();
  const { terms, limits, eligibility, unreduced } = working;
  const termSteps = terms.flatMap((term, index) => {
    const input = student.terms[index];
    return input === undefined ? [] : [addTermSteps(steps, input, term, index, limits.effective)];
  });
  const now = yearNow(terms, termSteps);
  const percent = addPercentSteps(steps, now, student, eligibility);
  const limit = addLimitSteps(steps, student, working);
  const amounts = addEligibilitySteps(steps, now, unreduced, eligibility, limit, percent);
  const trail = terms.flatMap((term, index): TermTrail[] => {
    const [input, own] = [student.terms[index], termSteps[index]];
    if (input === undefined || own === undefined) return [];
    return [{ index, term, ...own, ...addEnrollmentSteps(steps, input, term, own, index) }];
  });
  const remaining = addRemainingSteps(steps, working, trail, amounts);
  const installments = addInstallmentSteps(steps, working, trail, remaining, percent);
  addTotalSteps(steps, result, trail, installments);
  const latest = addLatestChange(steps, working, trail);
  const asPlanned =
    working.changed === null ? amounts : addPlannedSteps(steps, student, working, trail, limit);
  addAdjustmentSteps(steps, working, result, trail, { latest, eligibility: amounts, asPlanned, remaining });
  addOverdisbursementSteps(steps, working, trail, amounts, remaining.disbursed);
  return steps.steps;
}

/** Section 7.1: sections 2 and 4 once more, with the credits of the plan. */
function addPlannedSteps(
  steps: StepList,
  student: Student,
  working: Working,
  trail: readonly TermTrail[],
  limit: LimitSteps,
): PerLoanType<Found> {
  const counts = trail.map((own) => addPlannedCounts(steps, own, own.term, own.index));
  const plan = yearAsPlanned(working.terms, trail, counts);
  const percent = addPercentSteps(steps, plan, student, working.asPlanned);
  return addEligibilitySteps(steps, plan, working.unreduced, working.asPlanned, limit, percent);
}

/** Sections 1.1, 1.2 and 1.6: what stands in for inputs that are null. */
function assumptionsOf(student: Student, { terms }: Working): TraceAssumption[] {
  const assumed: TraceAssumption[] = [];
  for (const [index, { full_time_credits, credits_enrolled }] of student.terms.entries()) {
    const term = terms[index];
    if (term === undefined) continue;
    const path = `terms.${index}`;
    if (full_time_credits === null) {
      assumed.push({
        input: `${path}.full_time_credits`,
        value: toText(term.fullTimeCredits),
        section: '1.1',
      });
    }
    if (credits_enrolled === null) {
      assumed.push({ input: `${path}.credits_enrolled`, value: toText(term.plannedCredits), section: '1.2' });
    }
  }
  if (student.academic_year_terms === null) {
    assumed.push({ input: 'academic_year_terms', value: String(terms.length), section: '1.6' });
  }
  return assumed;
}
