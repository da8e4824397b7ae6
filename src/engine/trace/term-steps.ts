import { toText } from '../exact.js';
import {
  type CreditsKind,
  countsTowardYear,
  DEFAULT_FULL_TIME_CREDITS,
  type ResolvedTerm,
} from '../resolved-term.js';
import { choice, ED_EXAMPLES, practice } from './rule-sources.js';
import { given, type Rule, type TermPlace } from './step-list.js';

const UNDERGRADUATE_STANDARD = practice('the usual undergraduate full-time standard');

const COUNTS: Omit<Rule<TermPlace>, 'step'> = {
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

/** Section 1. */
export const TERM_RULES: readonly Rule<TermPlace>[] = [
  {
    id: 'full_time_credits',
    section: '1.1',
    title: 'Full-time credits of the term',
    formula: 'the full-time credits given, or the undergraduate standard where none are given',
    unit: 'credits',
    sources: [UNDERGRADUATE_STANDARD],
    step: ({ term, input: { full_time_credits }, limits }) => {
      const path = `terms.${term.index}.full_time_credits`;
      const standard = toText(DEFAULT_FULL_TIME_CREDITS);
      const isGiven = full_time_credits !== null;
      const parameter = {
        name: 'undergraduate full-time standard',
        value: standard,
        unit: 'credits',
        effective: limits.effective,
        source: UNDERGRADUATE_STANDARD.cite,
      } as const;
      return {
        inputs: [given('full-time credits given', path, full_time_credits, 'credits')],
        parameters: isGiven ? [] : [parameter],
        worked: isGiven ? `${toText(term.fullTimeCredits)} as given` : `none given, so ${standard}`,
        value: toText(term.fullTimeCredits),
        field: path,
      };
    },
  },
  {
    id: 'planned_credits',
    section: '1.2',
    title: 'Credits the award was planned on',
    formula: 'the enrolled credits given, or full time where none are given',
    unit: 'credits',
    sources: [practice('awards may be planned as full time until the school knows otherwise')],
    step: ({ term, input }) => {
      const path = `terms.${term.index}.credits_enrolled`;
      const planned = toText(term.plannedCredits);
      return {
        inputs: [
          given('credits enrolled', path, input.credits_enrolled, 'credits'),
          ['full-time credits', 'full_time_credits'],
        ],
        worked: term.isFullTimeAssumed ? `none given, so full time: ${planned}` : `${planned} as given`,
        value: planned,
        field: path,
      };
    },
  },
  {
    id: 'effective_credits',
    section: '1.3',
    title: 'Credits that count now',
    formula: 'the final credits once they are known, before that the planned credits',
    unit: 'credits',
    sources: [ED_EXAMPLES],
    step: (place) => {
      const effective = toText(place.term.effectiveCredits);
      return {
        inputs: [finalCredits(place), ['planned credits', 'planned_credits']],
        worked:
          place.input.actual_final_credits === null
            ? `final credits are not known, so the planned ${effective}`
            : `the final credits are ${effective}`,
        value: effective,
      };
    },
  },
  {
    id: 'credits_changed',
    section: '1.4',
    title: 'Whether the credits changed from the plan',
    formula: 'the credits that count now differ from the planned credits',
    unit: 'yes or no',
    sources: [ED_EXAMPLES],
    step: (place) => {
      const { term, input } = place;
      const isFinal = input.actual_final_credits !== null;
      return {
        inputs: isFinal
          ? [
              ['credits that count now', 'effective_credits'],
              ['planned credits', 'planned_credits'],
            ]
          : [finalCredits(place)],
        applies: isFinal,
        worked: isFinal ? changeText(term) : 'The final credits are not known yet.',
        value: term.isChanged,
      };
    },
  },
  {
    id: 'required',
    section: '1.5',
    title: 'Whether the term is a required part of the academic year',
    formula: 'as the school says',
    unit: 'yes or no',
    sources: [choice('only the school knows which terms its academic year has')],
    step: ({ term: { index, required } }) => ({
      inputs: [given('required', `terms.${index}.required`, required, 'yes or no')],
      worked: required ? 'required' : 'optional',
      value: required,
      field: `terms.${index}.required`,
    }),
  },
  {
    ...COUNTS,
    step: ({ term }) => ({
      inputs: [
        ['required', 'required'],
        ['credits that count now', 'effective_credits'],
      ],
      ...countsText(term, 'effectiveCredits'),
    }),
  },
];

/** Section 7.1: whether the term would have counted with its planned credits. */
export const COUNTS_AS_PLANNED: Rule<TermPlace> = {
  ...COUNTS,
  id: 'planned_counts',
  section: '7.1',
  title: 'Whether the term counted toward the year as planned',
  step: ({ term }) => ({
    inputs: [
      ['required', 'required'],
      ['planned credits', 'planned_credits'],
    ],
    ...countsText(term, 'plannedCredits'),
  }),
};

function finalCredits({ term, input: { actual_final_credits } }: TermPlace) {
  return given('final credits', `terms.${term.index}.actual_final_credits`, actual_final_credits, 'credits');
}

function changeText({ isChanged, plannedCredits, effectiveCredits }: ResolvedTerm): string {
  const after = toText(effectiveCredits);
  return isChanged ? `from ${toText(plannedCredits)} to ${after}` : `${after} as planned`;
}

function countsText(term: ResolvedTerm, credits: CreditsKind) {
  const value = countsTowardYear(term, credits);
  if (term.required) return { value, worked: 'required, so it counts' };
  const worked = value
    ? `optional with ${toText(term[credits])} credits, so it counts`
    : 'optional without credits, so it does not count';
  return { value, worked };
}
