import {
  add,
  cappedPercent,
  compare,
  type Exact,
  FULL_PERCENT,
  greatest,
  isPositive,
  percentOf,
  toText,
  ZERO,
} from '../exact.js';
import type { AnnualEligibility, CreditsKind, ResolvedTerm } from '../figures.js';
import { type PerLoanType, perLoanType } from '../student.js';
import { wholeDollars } from '../texts.js';
import { ofTerms, type Rules, type StepInput, type YearPlace } from './rule.js';
import {
  choice,
  DOLLAR_ROUNDING,
  ED_ROUNDING,
  NEED_FIRST,
  RULE_PRORATION,
  STATUTE_EQUAL_HALF,
  STATUTE_LEGACY,
  STATUTE_PRORATION,
  SUMMER_COUNTS,
} from './sources.js';
import { CREDITS, countsTowardYear } from './term-rules.js';
import {
  arithmeticText,
  isAboveWholeDollars,
  isCapped,
  percentText,
  reducedText,
  sumText,
} from './worked-text.js';

const WHOLE_YEAR = choice('a loan for one term of a longer year is measured against the whole year');

const LISTED_ARE_THE_YEAR = choice(
  'where the school does not say how many terms its academic year has, it has the listed terms, as in example 2 of the Department, 10 April 2026',
);

const ALL_CREDITS_STAY = choice(
  'credits below half time and overload credits stay in the sum, as vendors report of a session of the Department on 15 April 2026',
);

const NOT_APART = choice(
  'reduced apart, the two could exceed the reduced combined limit by a rounding dollar',
);

const NO_TERM_COUNTS = choice('a year in which no term counts has a share of 0 percent');

const HALF_UP = 'half up to whole dollars, not above the whole dollars of the amount';

/** Section 2: the percent. */
export const PERCENT_RULES = {
  annualFtCredits: {
    id: 'annual_full_time_credits',
    per: 'year',
    section: '2.1',
    title: 'Full-time credits of the academic year',
    formula:
      'the full-time credits of the terms that count, and the largest full-time credits once more for each term of the year that is not listed',
    unit: 'credits',
    sources: [RULE_PRORATION],
    field: 'annual_ft_credits',
    of: (terms: readonly ResolvedTerm[], academicYearTerms: number | null, kind: CreditsKind): Exact => {
      let sum = ZERO;
      for (const term of terms) if (countsTowardYear(term, kind)) sum = add(sum, term.fullTimeCredits);
      for (let missing = missingTerms(terms, academicYearTerms); missing > 0; missing--) {
        sum = add(sum, largestFullTimeCredits(terms));
      }
      return sum;
    },
    value: ({ eligibility }) => toText(eligibility.annualFtCredits),
    step: (view) => {
      const { terms, eligibility, student } = view;
      const counted = countedTerms(view);
      const parts = counted.map(({ fullTimeCredits }) => toText(fullTimeCredits));
      const sources = [RULE_PRORATION];
      if (counted.some(({ required }) => !required)) sources.push(SUMMER_COUNTS);
      if (student.academic_year_terms === null) sources.push(LISTED_ARE_THE_YEAR);
      const missing = missingTerms(terms, student.academic_year_terms);
      if (missing > 0) {
        sources.push(WHOLE_YEAR);
        const largest = toText(largestFullTimeCredits(terms));
        parts.push(`${missing} x ${largest} for ${missing === 1 ? 'the term' : 'terms'} not listed`);
      }
      return {
        worked: yearSum(view, parts, toText(eligibility.annualFtCredits)),
        inputs: [
          ...withCounts(view, ['full-time credits', 'full_time_credits']),
          ['terms of the academic year', 'input:academic_year_terms', 'terms'],
        ],
        sources,
      };
    },
  },
  credits: {
    id: 'annual_credits',
    per: 'year',
    section: '2.2',
    title: 'Credits of the academic year',
    formula: 'the credits of the terms that count, including those below half time and overloads',
    unit: 'credits',
    sources: [STATUTE_PRORATION],
    of: (terms: readonly ResolvedTerm[], kind: CreditsKind): Exact => {
      let sum = ZERO;
      for (const term of terms) if (countsTowardYear(term, kind)) sum = add(sum, term[kind]);
      return sum;
    },
    value: ({ eligibility }) => toText(eligibility.credits),
    step: (view) => {
      const parts = countedTerms(view).map((term) => toText(term[view.kind]));
      return {
        worked: yearSum(view, parts, toText(view.eligibility.credits)),
        inputs: withCounts(view, CREDITS[view.kind]),
        sources: hasUnusualCredits(view) ? [STATUTE_PRORATION, ALL_CREDITS_STAY] : [STATUTE_PRORATION],
      };
    },
  },
  percent: {
    id: 'annual_percent',
    per: 'year',
    section: '2.2',
    title: 'Share of a full-time year',
    formula: 'credits / full-time credits, not above 100 percent; 0 without credits',
    rounding: 'half up to a whole percent',
    unit: 'percent',
    sources: [STATUTE_PRORATION, RULE_PRORATION, ED_ROUNDING, STATUTE_EQUAL_HALF],
    inputs: [
      ['credits of the year', 'annual_credits'],
      ['full-time credits of the year', 'annual_full_time_credits'],
    ],
    field: 'reduced_annual_pct',
    of: (credits: Exact, annualFtCredits: Exact): number =>
      isPositive(credits) ? cappedPercent(credits, annualFtCredits) : 0,
    value: ({ eligibility }) => eligibility.percent,
    step: ({ eligibility: { credits, annualFtCredits, percent } }) => {
      const sources = isPositive(annualFtCredits) ? undefined : [NO_TERM_COUNTS];
      if (!isPositive(credits)) return { worked: 'no credits, so 0%', sources };
      const decidedBy = isCapped(credits, annualFtCredits) ? `the cap of ${FULL_PERCENT} percent` : null;
      return { worked: percentText(credits, annualFtCredits, percent), decidedBy };
    },
  },
} satisfies Rules<Omit<AnnualEligibility, 'combined' | 'amounts'>>;

/** Section 2.1: how many terms of the academic year are not listed in the request. */
function missingTerms(terms: readonly ResolvedTerm[], academicYearTerms: number | null): number {
  return Math.max(0, (academicYearTerms ?? 0) - terms.length);
}

/** Section 2.1: the full-time credits that each unlisted term counts with. */
function largestFullTimeCredits(terms: readonly ResolvedTerm[]): Exact {
  return terms.reduce((largest, { fullTimeCredits }) => greatest(largest, fullTimeCredits), ZERO);
}

function countedTerms({ terms, kind }: YearPlace) {
  return terms.filter((term) => countsTowardYear(term, kind));
}

/** Whether any term that counts is below half time or above full time. */
function hasUnusualCredits(view: YearPlace): boolean {
  return countedTerms(view).some((term) => {
    const credits = term[view.kind];
    return (
      compare(add(credits, credits), term.fullTimeCredits) < 0 || compare(credits, term.fullTimeCredits) > 0
    );
  });
}

function withCounts({ terms }: YearPlace, [name, rule]: StepInput): StepInput[] {
  return terms.flatMap((term) => [...ofTerms(name, rule, [term]), ...ofTerms('counts', 'counts', [term])]);
}

/** A sum over the terms that count, and the terms that do not. */
function yearSum({ terms, kind }: YearPlace, parts: readonly string[], sum: string): string {
  const left = terms.filter((term) => !countsTowardYear(term, kind));
  const whole = parts.length === 0 ? sum : sumText(parts, sum);
  return [whole, ...left.map(({ name }) => `${name} does not count`)].join('; ');
}

/** The `decided_by` of a figure that rounding would lift above the whole dollars of an amount with cents. */
function wholeDollarsOf(amount: Exact, percent: number, name: string): string | null {
  return isAboveWholeDollars(amount, percent) ? `the whole dollars of the ${name}` : null;
}

const SHARE: StepInput = ['share of a full-time year', 'annual_percent'];
const BOTH: StepInput = ['both together', 'combined_eligibility'];

/** Section 4: eligibility for the year. */
export const ELIGIBILITY_RULES = {
  combined: {
    id: 'combined_eligibility',
    per: 'year',
    section: '4.1',
    title: 'Subsidized and unsubsidized eligibility together',
    formula: 'limit before the reduction x share of a full-time year',
    rounding: HALF_UP,
    unit: 'dollars',
    sources: [STATUTE_PRORATION, RULE_PRORATION, DOLLAR_ROUNDING],
    inputs: [['limit before the reduction', 'limit_before_reduction'], SHARE],
    of: (total: Exact, percent: number): number => percentOf(total, percent),
    value: ({ eligibility }) => eligibility.combined,
    step: ({ unreduced: { total }, eligibility: { percent } }) => ({
      worked: reducedText(total, percent),
      decidedBy: wholeDollarsOf(total, percent, 'limit before the reduction'),
    }),
  },
  sub: {
    id: 'subsidized_eligibility',
    per: 'year',
    loanType: 'sub',
    section: '4.2',
    title: 'Subsidized eligibility for the year',
    formula: 'subsidized amount x share of a full-time year, not above both together',
    rounding: HALF_UP,
    unit: 'dollars',
    sources: [STATUTE_PRORATION, RULE_PRORATION, NEED_FIRST, DOLLAR_ROUNDING],
    inputs: [['subsidized amount', 'subsidized_base'], SHARE, BOTH],
    field: 'annual_basic_eligibility_sub',
    of: (base: Exact, percent: number, combined: number): number =>
      Math.min(percentOf(base, percent), combined),
    value: ({ eligibility }) => eligibility.amounts.sub,
    step: ({ unreduced: { base }, eligibility: { percent, combined } }) => {
      const reduced = reducedText(base.sub, percent);
      return percentOf(base.sub, percent) > combined
        ? { worked: `${reduced}, not above ${wholeDollars(combined)}`, decidedBy: 'both together' }
        : { worked: reduced, decidedBy: wholeDollarsOf(base.sub, percent, 'subsidized amount') };
    },
  },
  unsub: {
    id: 'unsubsidized_eligibility',
    per: 'year',
    loanType: 'unsub',
    section: '4.3',
    title: 'Unsubsidized eligibility for the year',
    formula: 'both together - subsidized eligibility',
    unit: 'dollars',
    sources: [STATUTE_PRORATION, RULE_PRORATION],
    inputs: [BOTH, ['subsidized eligibility', 'subsidized_eligibility.sub']],
    field: 'annual_basic_eligibility_unsub',
    of: (combined: number, sub: number): number => combined - sub,
    value: ({ eligibility }) => eligibility.amounts.unsub,
    step: ({ student, eligibility: { combined, amounts } }) => ({
      worked: arithmeticText([combined], [amounts.sub]),
      sources:
        student.degree_level === 'undergraduate' ? [STATUTE_PRORATION, RULE_PRORATION, NOT_APART] : undefined,
    }),
  },
  grad_plus: {
    id: 'grad_plus_eligibility',
    per: 'year',
    loanType: 'grad_plus',
    section: '4.4',
    title: 'Grad PLUS eligibility for the year',
    formula: 'Grad PLUS amount x share of a full-time year',
    rounding: HALF_UP,
    unit: 'dollars',
    sources: [STATUTE_PRORATION, RULE_PRORATION, STATUTE_LEGACY, DOLLAR_ROUNDING],
    inputs: [['Grad PLUS amount', 'grad_plus_base'], SHARE],
    field: 'annual_basic_eligibility_grad_plus',
    of: (base: Exact, percent: number): number => percentOf(base, percent),
    value: ({ eligibility }) => eligibility.amounts.grad_plus,
    step: ({ unreduced: { base }, eligibility: { percent } }) => ({
      worked: reducedText(base.grad_plus, percent),
      decidedBy: wholeDollarsOf(base.grad_plus, percent, 'Grad PLUS amount'),
    }),
  },
} satisfies Rules<{ combined: number } & PerLoanType>;

/** The eligibility of each loan type as the id of its rule. */
export const ELIGIBILITY_OF: PerLoanType<string> = perLoanType((loanType) => ELIGIBILITY_RULES[loanType].id);
