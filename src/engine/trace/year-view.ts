import { type CreditsOf, countsTowardYear, effective, planned, type ResolvedTerm } from '../resolved-term.js';
import type { Found, Rule } from './step-list.js';
import type { TermSteps } from './term-steps.js';

/** One term as a view of the year has it. */
export interface TermView {
  readonly label: string;
  readonly term: ResolvedTerm;
  readonly isCounted: boolean;
  readonly credits: Found;
  readonly counts: Found;
  readonly fullTime: Found;
}

/** The credits that sections 2 and 4 go by: those that count now, or for section 7.1 those of the plan. */
export interface YearView {
  readonly creditsName: string;
  readonly terms: readonly TermView[];
  /** A rule of sections 2 or 4 as the view states it. */
  readonly rule: (rule: Rule) => Rule;
  /** The figure of the answer that a step gives: none for the plan. */
  readonly field: (name: string) => { readonly field?: string };
}

/** The year as it is. */
export function yearNow(terms: readonly ResolvedTerm[], found: readonly TermSteps[]): YearView {
  return {
    creditsName: 'credits that count now',
    terms: termViews(
      terms,
      effective,
      found,
      (term) => term.effective,
      (term) => term.counts,
    ),
    rule: (rule) => rule,
    field: (field) => ({ field }),
  };
}

/** The year as planned; `counts` are the steps that say which terms counted then. */
export function yearAsPlanned(
  terms: readonly ResolvedTerm[],
  found: readonly TermSteps[],
  counts: readonly Found[],
): YearView {
  return {
    creditsName: 'planned credits',
    terms: termViews(
      terms,
      planned,
      found,
      (term) => term.planned,
      (_, index) => counts[index],
    ),
    rule: (rule) => ({
      ...rule,
      id: `planned_${rule.id}`,
      section: '7.1',
      title: `${rule.title}, as planned`,
    }),
    field: () => ({}),
  };
}

function termViews(
  terms: readonly ResolvedTerm[],
  creditsOf: CreditsOf,
  found: readonly TermSteps[],
  credits: (term: TermSteps) => Found,
  counts: (term: TermSteps, index: number) => Found | undefined,
): TermView[] {
  return found.flatMap((own, index) => {
    const term = terms[index];
    const ownCounts = counts(own, index);
    if (term === undefined || ownCounts === undefined) return [];
    const isCounted = countsTowardYear(term, creditsOf(term));
    return [
      { label: own.label, term, isCounted, credits: credits(own), counts: ownCounts, fullTime: own.fullTime },
    ];
  });
}
