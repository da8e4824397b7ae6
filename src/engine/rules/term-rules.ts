import { compare, type Exact, isPositive, toText } from '../exact.js';
import { type CreditsKind, DEFAULT_FULL_TIME_CREDITS, type TermFigures } from '../figures.js';
import type { Rules, StepInput } from './rule.js';
import { choice, ED_FINAL_CREDITS, practice, RULE_PRORATION, SUMMER_COUNTS } from './sources.js';

const UNDERGRADUATE_STANDARD = practice('the usual undergraduate full-time standard');

const STANDARD_FOR_ALL = choice(
  'no standard of graduate and professional programs is known here, so theirs is taken to be that of undergraduates',
);

const PLANNED_FULL_TIME = practice('awards may be planned as full time until the school knows otherwise');

const SKIPPED_DOES_NOT_COUNT = choice(
  'an optional term that the student skips does not raise the full-time standard of the year',
);

/** Each kind of credits as an input. */
export const CREDITS = {
  effectiveCredits: ['credits that count now', 'effective_credits'],
  plannedCredits: ['planned credits', 'planned_credits'],
} as const satisfies Record<CreditsKind, StepInput>;

const FINAL_CREDITS: StepInput = ['final credits', 'input:actual_final_credits', 'credits'];

/** Section 1: what a term says. */
export const TERM_RULES = {
  fullTimeCredits: {
    id: 'full_time_credits',
    per: 'term',
    section: '1.1',
    title: 'Full-time credits of the term',
    formula: 'the full-time credits given, or the undergraduate standard where none are given',
    unit: 'credits',
    sources: [RULE_PRORATION],
    inputs: [['full-time credits given', 'input:full_time_credits', 'credits']],
    field: 'full_time_credits',
    of: (given: Exact | null): Exact => given ?? DEFAULT_FULL_TIME_CREDITS,
    value: ({ term }) => toText(term.fullTimeCredits),
    step: ({ student, input, limits: { effective } }) => {
      if (input.full_time_credits !== null) return `${toText(input.full_time_credits)} as given`;
      const name = 'undergraduate full-time standard, dated by the award year';
      const value = toText(DEFAULT_FULL_TIME_CREDITS);
      const isUndergraduate = student.degree_level === 'undergraduate';
      return {
        worked: `none given, so ${value}`,
        parameters: [{ name, value, unit: 'credits', effective, source: UNDERGRADUATE_STANDARD.cite }],
        sources: isUndergraduate ? [UNDERGRADUATE_STANDARD] : [UNDERGRADUATE_STANDARD, STANDARD_FOR_ALL],
      };
    },
  },
  plannedCredits: {
    id: 'planned_credits',
    per: 'term',
    section: '1.2',
    title: 'Credits the award was planned on',
    formula: 'the enrolled credits given, or full time where none are given',
    unit: 'credits',
    sources: [choice('the credits that the school gives are those the award was planned on')],
    inputs: [
      ['credits enrolled', 'input:credits_enrolled', 'credits'],
      ['full-time credits', 'full_time_credits'],
    ],
    field: 'credits_enrolled',
    of: (given: Exact | null, fullTimeCredits: Exact): Exact => given ?? fullTimeCredits,
    value: ({ term }) => toText(term.plannedCredits),
    step: ({ term: { plannedCredits, isFullTimeAssumed } }) =>
      isFullTimeAssumed
        ? { worked: `none given, so full time: ${toText(plannedCredits)}`, sources: [PLANNED_FULL_TIME] }
        : `${toText(plannedCredits)} as given`,
  },
  effectiveCredits: {
    id: 'effective_credits',
    per: 'term',
    section: '1.3',
    title: 'Credits that count now',
    formula: 'the final credits once they are known, before that the planned credits',
    unit: 'credits',
    sources: [ED_FINAL_CREDITS],
    inputs: [FINAL_CREDITS, CREDITS.plannedCredits],
    of: (final: Exact | null, plannedCredits: Exact): Exact => final ?? plannedCredits,
    value: ({ term }) => toText(term.effectiveCredits),
    step: ({ term: { effectiveCredits }, input }) =>
      input.actual_final_credits === null
        ? `final credits are not known, so the planned ${toText(effectiveCredits)}`
        : `the final credits are ${toText(effectiveCredits)}`,
  },
  isChanged: {
    id: 'credits_changed',
    per: 'term',
    section: '1.4',
    title: 'Whether the credits changed from the plan',
    formula: 'the credits that count now differ from the planned credits',
    unit: 'yes or no',
    sources: [choice('a change is measured against the credits that the award was planned on')],
    inputs: [CREDITS.effectiveCredits, CREDITS.plannedCredits],
    of: (effectiveCredits: Exact, plannedCredits: Exact): boolean =>
      compare(effectiveCredits, plannedCredits) !== 0,
    value: ({ term }) => term.isChanged,
    step: ({ term: { isChanged, plannedCredits, effectiveCredits }, input }) => {
      if (input.actual_final_credits === null) {
        return { whyNot: 'The final credits are not known yet.', inputs: [FINAL_CREDITS] };
      }
      const after = toText(effectiveCredits);
      return isChanged ? `from ${toText(plannedCredits)} to ${after}` : `${after} as planned`;
    },
  },
  required: {
    id: 'required',
    per: 'term',
    section: '1.5',
    title: 'Whether the term is a required part of the academic year',
    formula: 'as the school says',
    unit: 'yes or no',
    sources: [choice('only the school knows which terms its academic year has')],
    inputs: [['required', 'input:required', 'yes or no']],
    field: 'required',
    of: (given: boolean): boolean => given,
    value: ({ term }) => term.required,
    step: ({ term }) => (term.required ? 'required' : 'optional'),
  },
  counts: {
    id: 'counts',
    per: 'term',
    section: '1.5',
    title: 'Whether the term counts toward the year',
    titleAsPlanned: 'Whether the term counted toward the year as planned',
    formula: 'it is required, or has credits above 0',
    unit: 'yes or no',
    sources: [choice('a required term belongs to the academic year, with or without credits')],
    of: (required: boolean, credits: Exact): boolean => required || isPositive(credits),
    value: ({ term, kind }) => countsTowardYear(term, kind),
    step: ({ term, kind }) => {
      const inputs: StepInput[] = [['required', 'required'], CREDITS[kind]];
      if (term.required) return { worked: 'required, so it counts', inputs };
      return countsTowardYear(term, kind)
        ? {
            worked: `optional with ${toText(term[kind])} credits, so it counts`,
            inputs,
            sources: [SUMMER_COUNTS],
          }
        : {
            worked: 'optional without credits, so it does not count',
            inputs,
            sources: [SKIPPED_DOES_NOT_COUNT],
          };
    },
  },
} satisfies Rules<TermFigures & { counts: boolean }>;

/** Section 1.5: whether a term belongs to the academic year by one kind of its credits. */
export function countsTowardYear(term: TermFigures, kind: CreditsKind): boolean {
  return TERM_RULES.counts.of(term.required, term[kind]);
}
