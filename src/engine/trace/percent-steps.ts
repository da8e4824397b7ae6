import type { AnnualEligibility } from '../eligibility.js';
import { greatest, isPositive, toText, ZERO } from '../exact.js';
import type { Student } from '../student.js';
import { FULL_PERCENT } from '../whole-percent.js';
import { choice, ED_EXAMPLES, RULE_PRORATION, STATUTE_PRORATION } from './rule-sources.js';
import { type Found, type Rule, type StepList, taken } from './step-list.js';
import { isCapped, percentText, sumText } from './worked-text.js';
import type { YearView } from './year-view.js';

const ANNUAL_FULL_TIME_CREDITS: Rule = {
  id: 'annual_full_time_credits',
  section: '2.1',
  title: 'Full-time credits of the academic year',
  formula:
    'the full-time credits of the terms that count, and the largest full-time credits once more for each term of the year that is not listed',
  unit: 'credits',
  sources: [
    RULE_PRORATION,
    choice('a loan for one term of a longer year is measured against the whole year'),
  ],
};
const ANNUAL_CREDITS: Rule = {
  id: 'annual_credits',
  section: '2.2',
  title: 'Credits of the academic year',
  formula: 'the credits of the terms that count, those below half time and overloads as well',
  unit: 'credits',
  sources: [STATUTE_PRORATION, ED_EXAMPLES],
};
const ANNUAL_PERCENT: Rule = {
  id: 'annual_percent',
  section: '2.2',
  title: 'Share of a full-time year',
  formula: 'credits / full-time credits, not above 100 percent; 0 without credits',
  rounding: 'half up to a whole percent',
  unit: 'percent',
  sources: [STATUTE_PRORATION, RULE_PRORATION, ED_EXAMPLES],
};

/** Section 2 with the credits of a view. */
export function addPercentSteps(
  steps: StepList,
  view: YearView,
  student: Student,
  eligibility: AnnualEligibility,
): Found {
  const fullTime = addFullTimeCredits(steps, view, student.academic_year_terms, eligibility);
  const counted = view.terms.filter(({ isCounted }) => isCounted);
  const credits = steps.add({
    rule: view.rule(ANNUAL_CREDITS),
    inputs: view.terms.flatMap(({ label, credits, counts }) => [
      taken(`${view.creditsName}, ${label}`, credits),
      taken(`counts, ${label}`, counts),
    ]),
    worked: yearSum(
      view,
      counted.map(({ credits }) => String(credits.value)),
      toText(eligibility.credits),
    ),
    value: toText(eligibility.credits),
  });
  const { annualFtCredits, percent } = eligibility;
  const hasCredits = isPositive(eligibility.credits);
  return steps.add({
    rule: view.rule(ANNUAL_PERCENT),
    inputs: [taken('credits of the year', credits), taken('full-time credits of the year', fullTime)],
    worked: hasCredits ? percentText(eligibility.credits, annualFtCredits, percent) : 'no credits, so 0 %',
    value: percent,
    decidedBy:
      hasCredits && isCapped(eligibility.credits, annualFtCredits)
        ? `the cap of ${FULL_PERCENT} percent`
        : null,
    ...view.field('reduced_annual_pct'),
  });
}

function addFullTimeCredits(
  steps: StepList,
  view: YearView,
  yearTerms: number | null,
  { annualFtCredits }: AnnualEligibility,
): Found {
  const parts = view.terms
    .filter(({ isCounted }) => isCounted)
    .map(({ term }) => toText(term.fullTimeCredits));
  const missing = Math.max(0, (yearTerms ?? 0) - view.terms.length);
  if (missing > 0) {
    const largest = view.terms.reduce((most, { term }) => greatest(most, term.fullTimeCredits), ZERO);
    parts.push(`${missing} x ${toText(largest)} for ${missing === 1 ? 'the term' : 'terms'} not listed`);
  }
  return steps.add({
    rule: view.rule(ANNUAL_FULL_TIME_CREDITS),
    inputs: [
      ...view.terms.flatMap(({ label, fullTime, counts }) => [
        taken(`full-time credits, ${label}`, fullTime),
        taken(`counts, ${label}`, counts),
      ]),
      {
        name: 'terms of the academic year',
        value: yearTerms,
        unit: 'terms',
        from: 'input:academic_year_terms',
      },
    ],
    worked: yearSum(view, parts, toText(annualFtCredits)),
    value: toText(annualFtCredits),
    ...view.field('annual_ft_credits'),
  });
}

/** A sum over the terms that count, and which do not. */
function yearSum(view: YearView, parts: readonly string[], sum: string): string {
  const left = view.terms.filter(({ isCounted }) => !isCounted).map(({ label }) => `${label} does not count`);
  return [parts.length === 0 ? sum : sumText(parts, sum), ...left].join('; ');
}
