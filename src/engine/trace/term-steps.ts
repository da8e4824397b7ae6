import { toText } from '../exact.js';
import { countsTowardYear, DEFAULT_FULL_TIME_CREDITS, type ResolvedTerm } from '../resolved-term.js';
import type { Term } from '../student.js';
import { choice, ED_EXAMPLES, practice } from './rule-sources.js';
import { type Found, given, type Rule, type StepList, taken } from './step-list.js';

const UNDERGRADUATE_STANDARD = practice('the usual undergraduate full-time standard');

const FULL_TIME_CREDITS: Rule = {
  id: 'full_time_credits',
  section: '1.1',
  title: 'Full-time credits of the term',
  formula: 'the full-time credits given, or the undergraduate standard where none are given',
  unit: 'credits',
  sources: [UNDERGRADUATE_STANDARD],
};
const PLANNED_CREDITS: Rule = {
  id: 'planned_credits',
  section: '1.2',
  title: 'Credits the award was planned on',
  formula: 'the enrolled credits given, or full time where none are given',
  unit: 'credits',
  sources: [practice('awards may be planned as full time until the school knows otherwise')],
};
const EFFECTIVE_CREDITS: Rule = {
  id: 'effective_credits',
  section: '1.3',
  title: 'Credits that count now',
  formula: 'the final credits once they are known, before that the planned credits',
  unit: 'credits',
  sources: [ED_EXAMPLES],
};
const CREDITS_CHANGED: Rule = {
  id: 'credits_changed',
  section: '1.4',
  title: 'Whether the credits changed from the plan',
  formula: 'the credits that count now differ from the planned credits',
  unit: 'yes or no',
  sources: [ED_EXAMPLES],
};
const REQUIRED: Rule = {
  id: 'required',
  section: '1.5',
  title: 'Whether the term is a required part of the academic year',
  formula: 'as the school says',
  unit: 'yes or no',
  sources: [choice('only the school knows which terms its academic year has')],
};
const COUNTS: Rule = {
  id: 'counts',
  section: '1.5',
  title: 'Whether the term counts toward the year',
  formula: 'it is required, or has credits above 0',
  unit: 'yes or no',
  sources: [
    ED_EXAMPLES,
    choice('an optional term that the student skips does not raise the full-time standard of the year'),
  ],
};
const COUNTS_AS_PLANNED: Rule = {
  ...COUNTS,
  id: 'planned_counts',
  section: '7.1',
  title: 'Whether the term counted toward the year as planned',
};

/** What section 1 found of a term, for the steps after it. */
export interface TermSteps {
  /** As it stands in the names of inputs. */
  readonly label: string;
  readonly fullTime: Found;
  readonly planned: Found;
  readonly effective: Found;
  readonly changed: Found;
  readonly counts: Found;
  readonly required: Found;
}

/** Section 1 for the term at `index`. */
export function addTermSteps(
  steps: StepList,
  { full_time_credits, credits_enrolled, actual_final_credits }: Term,
  term: ResolvedTerm,
  index: number,
  effectiveDate: string,
): TermSteps {
  const path = `terms.${index}`;
  const standard = toText(DEFAULT_FULL_TIME_CREDITS);
  const fullTimeText = toText(term.fullTimeCredits);
  const plannedText = toText(term.plannedCredits);
  const effectiveText = toText(term.effectiveCredits);
  const fullTime = steps.add({
    rule: FULL_TIME_CREDITS,
    term: index,
    inputs: [given('full-time credits given', `${path}.full_time_credits`, full_time_credits, 'credits')],
    parameters:
      full_time_credits === null
        ? [
            {
              name: 'undergraduate full-time standard',
              value: standard,
              unit: 'credits',
              effective: effectiveDate,
              source: UNDERGRADUATE_STANDARD.cite,
            },
          ]
        : [],
    worked: full_time_credits === null ? `none given, so ${standard}` : `${fullTimeText} as given`,
    value: fullTimeText,
    field: `${path}.full_time_credits`,
  });
  const planned = steps.add({
    rule: PLANNED_CREDITS,
    term: index,
    inputs: [
      given('credits enrolled', `${path}.credits_enrolled`, credits_enrolled, 'credits'),
      taken('full-time credits', fullTime),
    ],
    worked: term.isFullTimeAssumed ? `none given, so full time: ${plannedText}` : `${plannedText} as given`,
    value: plannedText,
    field: `${path}.credits_enrolled`,
  });
  const finalCredits = given(
    'final credits',
    `${path}.actual_final_credits`,
    actual_final_credits,
    'credits',
  );
  const effective = steps.add({
    rule: EFFECTIVE_CREDITS,
    term: index,
    inputs: [finalCredits, taken('planned credits', planned)],
    worked:
      actual_final_credits === null
        ? `final credits are not known, so the planned ${plannedText}`
        : `the final credits are ${effectiveText}`,
    value: effectiveText,
  });
  const changed = steps.add({
    rule: CREDITS_CHANGED,
    term: index,
    inputs:
      actual_final_credits === null
        ? [finalCredits]
        : [taken('credits that count now', effective), taken('planned credits', planned)],
    applies: actual_final_credits !== null,
    worked: changeText(term, actual_final_credits !== null),
    value: term.isChanged,
  });
  const required = steps.add({
    rule: REQUIRED,
    term: index,
    inputs: [given('required', `${path}.required`, term.required, 'yes or no')],
    worked: term.required ? 'required' : 'optional',
    value: term.required,
    field: `${path}.required`,
  });
  const isCounted = countsTowardYear(term, term.effectiveCredits);
  const counts = steps.add({
    rule: COUNTS,
    term: index,
    inputs: [taken('required', required), taken('credits that count now', effective)],
    worked: countsText(term, effectiveText, isCounted),
    value: isCounted,
  });
  return { label: term.label.trim(), fullTime, planned, effective, changed, counts, required };
}

/** Section 7.1: whether the term would have counted with its planned credits. */
export function addPlannedCounts(
  steps: StepList,
  { required, planned }: TermSteps,
  term: ResolvedTerm,
  index: number,
): Found {
  const isCounted = countsTowardYear(term, term.plannedCredits);
  return steps.add({
    rule: COUNTS_AS_PLANNED,
    term: index,
    inputs: [taken('required', required), taken('planned credits', planned)],
    worked: countsText(term, toText(term.plannedCredits), isCounted),
    value: isCounted,
  });
}

function changeText(term: ResolvedTerm, isFinal: boolean): string {
  if (!isFinal) return 'The final credits are not known yet.';
  const [before, after] = [toText(term.plannedCredits), toText(term.effectiveCredits)];
  return term.isChanged ? `from ${before} to ${after}` : `${after} as planned`;
}

function countsText(term: ResolvedTerm, credits: string, isCounted: boolean): string {
  if (term.required) return 'required, so it counts';
  return isCounted
    ? `optional with ${credits} credits, so it counts`
    : 'optional without credits, so it does not count';
}
