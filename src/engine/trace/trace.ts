import { RULES_VERSION, resultOf } from '../calculate.js';
import { type Exact, toText } from '../exact.js';
import type { Working } from '../figures.js';
import { CURRENT_AWARD_YEAR } from '../limits.js';
import { CHANGE_RULES, LATEST_CHANGE_RULES } from '../rules/change-rules.js';
import { DISBURSEMENT_RULES } from '../rules/disbursement-rules.js';
import { ELIGIBILITY_RULES, PERCENT_RULES } from '../rules/eligibility-rules.js';
import { borrowedLoanTypes, LIMIT_RULES } from '../rules/limit-rules.js';
import { REMAINING_RULES } from '../rules/remaining-rules.js';
import type { Rule, TermPlace, YearPlace } from '../rules/rule.js';
import { NOT_READ, POLICY_READ_ON } from '../rules/sources.js';
import { ENROLLMENT_RULES, TERM_RULES } from '../rules/term-rules.js';
import type { Student, Term } from '../student.js';
import { studentWarnings, termWarnings } from '../warnings.js';
import { workOut } from '../work-out.js';
import { digestOf } from './digest.js';
import { StepList } from './step-list.js';
import type { Trace, TraceAssumption, TraceStep, TraceWarning } from './trace-format.js';

/** What the calculation leaves out, by section 10. */
const NOT_CONSIDERED: Trace['not_considered'] = Object.entries({
  aggregate_limit: 'aggregate limits',
  lifetime_limit: 'lifetime limits',
  other_financial_assistance:
    'other financial assistance (no loan above the cost of attendance less other aid)',
  grounds_of_plus_denial:
    'the grounds on which a dependent student has the higher limit (a parent denied PLUS, or other exceptional circumstances that the school documents; neither a refusal to borrow, nor an exhausted Parent PLUS limit, nor one denial where another parent is approved)',
  end_of_legacy_status:
    'whether legacy status holds (a loan for the program before July 1, 2026, and enrolled on June 30, 2026) and when it ends (after three academic years or the length of the program, and on withdrawal or when the student ceases to be enrolled)',
  parent_plus: "Parent PLUS loans, which a program's own limit covers as well",
  short_programs: 'programs shorter than an academic year',
  preparatory_coursework: 'the limits of preparatory and teacher-certification coursework',
  health_professions: 'the increased limits of legacy borrowers in health professions',
  nonterm_programs: 'nonterm programs',
  clock_hour_programs: 'clock-hour programs',
  subscription_programs: 'subscription programs',
  remaining_period_proration: 'the proration of the remaining period of graduating students',
  professional_judgment: 'professional judgment',
}).map(([id, text]) => ({ id, section: '10', text }));

/**
 * Why {@link calculate} gives this answer for this student: every figure of the answer is the result of one step. The
 * figures come from the same calculation and are only written down here. Runs only on request.
 *
 * Never throws for a student without {@link refusals}.
 */
export function traceOf(student: Student, awardYear: string = CURRENT_AWARD_YEAR): Trace {
  const working = workOut(student, awardYear);
  const year: YearPlace = {
    ...working,
    student,
    result: resultOf(student, working),
    borrowed: borrowedLoanTypes(student, working),
    kind: 'effectiveCredits',
  };
  const terms = student.terms.flatMap((input, index): TermPlace[] => {
    const term = working.terms[index];
    return term === undefined ? [] : [{ ...year, term, input }];
  });
  const steps = stepsOf(year, terms);
  return {
    format: 'trace/1',
    rules: {
      award_year: awardYear,
      version: RULES_VERSION,
      policy_read_on: POLICY_READ_ON,
      not_read: NOT_READ,
    },
    digest: digestOf(student, awardYear),
    decisive: decisiveSteps(steps),
    steps,
    warnings: warningsOf(student, working),
    assumed: assumptionsOf(student, terms),
    not_considered: NOT_CONSIDERED,
  };
}

/** The sentences of the answer's warnings, each with the steps it follows from. */
function warningsOf(student: Student, working: Working): TraceWarning[] {
  const warnings: TraceWarning[] = [];
  studentWarnings(student, working, (text, ...steps) => warnings.push({ text, term: null, steps }));
  for (const term of working.terms) {
    termWarnings(term, student, working, (text, ...steps) =>
      warnings.push({ text, term: term.index, steps }),
    );
  }
  return warnings;
}

/** The rules in the order of docs/rules.md. */
function stepsOf(year: YearPlace, terms: readonly TermPlace[]): Trace['steps'] {
  const list = new StepList(year);
  const all = (...records: readonly Readonly<Record<string, Rule>>[]): Rule[] =>
    records.flatMap((rules) => Object.values(rules));
  for (const term of terms) list.add(all(TERM_RULES), year, [term]);
  list.add(all(PERCENT_RULES, LIMIT_RULES, ELIGIBILITY_RULES), year, terms);
  for (const term of terms) list.add(all(ENROLLMENT_RULES), year, [term]);
  list.add(all(REMAINING_RULES, DISBURSEMENT_RULES, LATEST_CHANGE_RULES), year, terms);
  if (year.changed !== undefined) {
    // Section 7.1: sections 2, 4 and 6.1 again with the planned credits.
    const { asPlanned: eligibility, remainingAsPlanned: remaining } = year;
    const { left, remaining: remains } = REMAINING_RULES;
    const again = [TERM_RULES.counts, ...all(PERCENT_RULES, ELIGIBILITY_RULES), left, remains];
    list.add(again, { ...year, eligibility, remaining, kind: 'plannedCredits' }, terms);
  }
  list.add(all(CHANGE_RULES), year, terms);
  return list.steps;
}

/** Sections 1.1, 1.2 and 1.6: the values used for inputs that are null. */
function assumptionsOf(
  { academic_year_terms, total_limit }: Student,
  terms: readonly TermPlace[],
): TraceAssumption[] {
  const assumed: TraceAssumption[] = [];
  for (const { input, term } of terms) {
    const assume = (field: keyof Term, value: Exact, section: string): void => {
      if (input[field] !== null) return;
      assumed.push({ input: `terms.${term.index}.${field}`, value: toText(value), section });
    };
    assume('full_time_credits', term.fullTimeCredits, '1.1');
    assume('credits_enrolled', term.plannedCredits, '1.2');
  }
  if (total_limit === null) assumed.push({ input: 'total_limit', value: 'none', section: '1.6' });
  if (academic_year_terms === null) {
    assumed.push({ input: 'academic_year_terms', value: String(terms.length), section: '1.6' });
  }
  return assumed;
}

/** How many steps are shown first. */
const MOST_DECISIVE = 10;

/** The most decisive rules first, each with a test of whether its step decided anything for this student. */
const RANKS: readonly { readonly rule: string; readonly decides?: (step: TraceStep) => boolean }[] = [
  { rule: 'annual_percent' },
  { rule: 'statutory_limit' },
  { rule: 'combined_eligibility' },
  { rule: 'overdisbursement', decides: ({ applies }) => applies },
  { rule: 'limit_before_reduction', decides: ({ decided_by }) => decided_by === "program's own limit" },
  { rule: 'subsidized_eligibility', decides: ({ applies, result }) => applies && result.value !== 0 },
  { rule: 'grad_plus_eligibility', decides: ({ applies }) => applies },
  { rule: 'change_in_remaining', decides: ({ applies, result }) => applies && result.value !== 0 },
  { rule: 'unscheduled', decides: ({ applies }) => applies },
  { rule: 'payable', decides: ({ result }) => result.value === false },
  { rule: 'remaining', decides: ({ decided_by }) => decided_by !== null },
  { rule: 'annual_credits' },
  { rule: 'annual_full_time_credits' },
  { rule: 'disbursed', decides: ({ applies, result }) => applies && result.value !== 0 },
  { rule: 'unsubsidized_eligibility' },
  { rule: 'equal_amount', decides: ({ applies, result }) => applies && result.value !== 0 },
];

/** Ids of the steps that decided most for a student, in the order of the steps. */
function decisiveSteps(steps: readonly TraceStep[]): string[] {
  const rules = steps.map(({ id }) => id.split('.', 1)[0]);
  const found = RANKS.flatMap(({ rule, decides }) =>
    steps.filter((step, nth) => rules[nth] === rule && (decides?.(step) ?? true)),
  );
  const ids = new Set(found.slice(0, MOST_DECISIVE).map(({ id }) => id));
  return steps.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}
