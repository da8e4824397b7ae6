import { compare, type Exact, isPositive, toText } from '../exact.js';
import {
  type CreditsKind,
  DEFAULT_FULL_TIME_CREDITS,
  type ResolvedTerm,
  type TermFigures,
} from '../figures.js';
import type { Term } from '../student.js';
import { given, type Rule, type Rules, type StepInput, type TermPlace, taken } from './rule.js';
import { choice, ED_FINAL_CREDITS, practice, RULE_PRORATION, SUMMER_COUNTS } from './sources.js';

const UNDERGRADUATE_STANDARD = practice('the usual undergraduate full-time standard');

const STANDARD_FOR_ALL = choice(
  'no standard of graduate and professional programs is known here, so theirs is taken to be that of undergraduates',
);

const PLANNED_FULL_TIME = practice('awards may be planned as full time until the school knows otherwise');

const REQUIRED_COUNTS = choice('a required term belongs to the academic year, with or without credits');

const SKIPPED_DOES_NOT_COUNT = choice(
  'an optional term that the student skips does not raise the full-time standard of the year',
);

/** What each kind of credits is called, and the rule that gives them. */
export const CREDITS: Readonly<Record<CreditsKind, { readonly name: string; readonly rule: string }>> = {
  effectiveCredits: { name: 'credits that count now', rule: 'effective_credits' },
  plannedCredits: { name: 'planned credits', rule: 'planned_credits' },
};

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
    of: (given: Exact | null): Exact => given ?? DEFAULT_FULL_TIME_CREDITS,
    step: ({ student, term, input: { full_time_credits }, limits }) => {
      const standard = toText(DEFAULT_FULL_TIME_CREDITS);
      const { effective } = limits;
      const { cite: source } = UNDERGRADUATE_STANDARD;
      const isGiven = full_time_credits !== null;
      const name = 'undergraduate full-time standard, dated by the award year';
      const isUndergraduate = student.degree_level === 'undergraduate';
      const assumed = isUndergraduate ? [UNDERGRADUATE_STANDARD] : [UNDERGRADUATE_STANDARD, STANDARD_FOR_ALL];
      return {
        inputs: [given('full-time credits given', 'full_time_credits', full_time_credits, 'credits')],
        parameters: isGiven ? [] : [{ name, value: standard, unit: 'credits', effective, source }],
        worked: isGiven ? `${toText(term.fullTimeCredits)} as given` : `none given, so ${standard}`,
        value: toText(term.fullTimeCredits),
        field: 'full_time_credits',
        ...(isGiven ? {} : { sources: assumed }),
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
    of: (given: Exact | null, fullTimeCredits: Exact): Exact => given ?? fullTimeCredits,
    step: ({ term, input }) => {
      const planned = toText(term.plannedCredits);
      return {
        inputs: [
          given('credits enrolled', 'credits_enrolled', input.credits_enrolled, 'credits'),
          ...taken({ 'full-time credits': 'full_time_credits' }),
        ],
        worked: term.isFullTimeAssumed ? `none given, so full time: ${planned}` : `${planned} as given`,
        value: planned,
        field: 'credits_enrolled',
        ...(term.isFullTimeAssumed ? { sources: [PLANNED_FULL_TIME] } : {}),
      };
    },
  },
  effectiveCredits: {
    id: 'effective_credits',
    per: 'term',
    section: '1.3',
    title: 'Credits that count now',
    formula: 'the final credits once they are known, before that the planned credits',
    unit: 'credits',
    sources: [ED_FINAL_CREDITS],
    of: (final: Exact | null, plannedCredits: Exact): Exact => final ?? plannedCredits,
    step: ({ term, input }) => {
      const isFinal = input.actual_final_credits !== null;
      const effective = toText(term.effectiveCredits);
      return {
        inputs: [finalCredits(input), ...taken({ 'planned credits': 'planned_credits' })],
        worked: isFinal
          ? `the final credits are ${effective}`
          : `final credits are not known, so the planned ${effective}`,
        value: effective,
      };
    },
  },
  isChanged: {
    id: 'credits_changed',
    per: 'term',
    section: '1.4',
    title: 'Whether the credits changed from the plan',
    formula: 'the credits that count now differ from the planned credits',
    unit: 'yes or no',
    sources: [choice('a change is measured against the credits that the award was planned on')],
    of: (effectiveCredits: Exact, plannedCredits: Exact): boolean =>
      compare(effectiveCredits, plannedCredits) !== 0,
    step: ({ term, input }) => {
      const isFinal = input.actual_final_credits !== null;
      return {
        inputs: isFinal
          ? taken({ 'credits that count now': 'effective_credits', 'planned credits': 'planned_credits' })
          : [finalCredits(input)],
        applies: isFinal,
        worked: isFinal ? changeText(term) : 'The final credits are not known yet.',
        value: term.isChanged,
      };
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
    of: (given: boolean): boolean => given,
    step: ({ term: { required } }) => ({
      inputs: [given('required', 'required', required, 'yes or no')],
      worked: required ? 'required' : 'optional',
      value: required,
      field: 'required',
    }),
  },
  counts: {
    id: 'counts',
    per: 'term',
    section: '1.5',
    title: 'Whether the term counts toward the year',
    formula: 'it is required, or has credits above 0',
    unit: 'yes or no',
    sources: [REQUIRED_COUNTS],
    of: (required: boolean, credits: Exact): boolean => required || isPositive(credits),
    step: ({ term, kind }) => {
      const { name, rule } = CREDITS[kind];
      const value = countsTowardYear(term, kind);
      const optional = value
        ? `optional with ${toText(term[kind])} credits, so it counts`
        : 'optional without credits, so it does not count';
      return {
        inputs: taken({ required: 'required', [name]: rule }),
        worked: term.required ? 'required, so it counts' : optional,
        value,
        ...(term.required ? {} : { sources: [value ? SUMMER_COUNTS : SKIPPED_DOES_NOT_COUNT] }),
      };
    },
  },
} satisfies Rules<keyof TermFigures | 'counts'>;

/** Section 1.5: whether a term belongs to the academic year by one kind of its credits. */
export function countsTowardYear(term: TermFigures, kind: CreditsKind): boolean {
  return TERM_RULES.counts.of(term.required, term[kind]);
}

/** Section 7.1: whether the term would have counted with its planned credits. */
export const COUNTS_AS_PLANNED: Rule = {
  ...TERM_RULES.counts,
  id: 'planned_counts',
  section: '7.1',
  title: 'Whether the term counted toward the year as planned',
  when: ({ changed }) => changed !== undefined,
  step: (place: TermPlace) => TERM_RULES.counts.step({ ...place, kind: 'plannedCredits' }),
};

function finalCredits({ actual_final_credits }: Term): StepInput {
  return given('final credits', 'actual_final_credits', actual_final_credits, 'credits');
}

function changeText({ isChanged, plannedCredits, effectiveCredits }: ResolvedTerm): string {
  const after = toText(effectiveCredits);
  return isChanged ? `from ${toText(plannedCredits)} to ${after}` : `${after} as planned`;
}
