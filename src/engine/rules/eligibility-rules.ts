import { type Dollars, lower, minus } from '../dollars.js';
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
import { ofTerms, ofYear, type Rules, type Step, type StepInput, type YearPlace } from './rule.js';
import * as cited from './sources.js';
import { CREDITS, countsTowardYear } from './term-rules.js';
import {
  arithmeticText,
  isAboveWholeDollars,
  isCapped,
  percentText,
  reducedText,
  sumText,
} from './worked-text.js';

const WHOLE_YEAR = cited.choice('a loan for one term of a longer year is measured against the whole year');
const LISTED_ARE_THE_YEAR = cited.choice(
  'where the school does not say how many terms its academic year has, it has the listed terms, as in example 2 of the Department, 10 April 2026',
);
const ALL_CREDITS_STAY = cited.choice(
  'credits below half time and overload credits stay in the sum, as vendors report of a session of the Department on 15 April 2026',
);
const NOT_APART = cited.choice(
  'reduced apart, the two could exceed the reduced combined limit by a rounding dollar',
);
const EQUAL_HALF = cited.choice(
  'the law rounds the reduction to the nearest whole percent; that an exact half goes up rests on the examples of the Department alone',
);
const DOLLAR_ROUNDING = cited.choice(
  'dollars are rounded half up, and never above the whole dollars of the amount: no official text that we know settles it',
);
const NO_TERM_COUNTS = cited.choice('a year in which no term counts has a share of 0 percent');

/** Section 2: the percent. */
export const PERCENT_RULES = {
  annualFtCredits: ofYear('2.1', 'annual_full_time_credits', 'Full-time credits of the academic year', {
    formula:
      'the full-time credits of the terms that count, and the largest full-time credits once more for each term of the year that is not listed',
    unit: 'credits',
    sources: [cited.cfr('685.203(m)(1)')],
    inputs: (year) => [
      ...withCounts(year, ['full-time credits', 'full_time_credits']),
      ['terms of the academic year', 'input:academic_year_terms', 'terms'],
    ],
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
    step: (year) => {
      const { terms, eligibility, student } = year;
      const counted = countedTerms(year);
      const parts = counted.map(({ fullTimeCredits }) => toText(fullTimeCredits));
      const sources = [cited.cfr('685.203(m)(1)')];
      if (counted.some(({ required }) => !required)) sources.push(cited.SUMMER_COUNTS);
      if (student.academic_year_terms === null) sources.push(LISTED_ARE_THE_YEAR);
      const missing = missingTerms(terms, student.academic_year_terms);
      if (missing > 0) {
        sources.push(WHOLE_YEAR);
        const largest = toText(largestFullTimeCredits(terms));
        parts.push(`${missing} x ${largest} for ${missing === 1 ? 'the term' : 'terms'} not listed`);
      }
      return { worked: yearSum(year, parts, eligibility.annualFtCredits), sources };
    },
  }),
  credits: ofYear('2.2', 'annual_credits', 'Credits of the academic year', {
    formula: 'the credits of the terms that count, including those below half time and overloads',
    unit: 'credits',
    sources: [cited.statute('1087e(a)(7)(A)')],
    inputs: (year) => withCounts(year, CREDITS[year.kind]),
    of: (terms: readonly ResolvedTerm[], kind: CreditsKind): Exact => {
      let sum = ZERO;
      for (const term of terms) if (countsTowardYear(term, kind)) sum = add(sum, term[kind]);
      return sum;
    },
    value: ({ eligibility }) => toText(eligibility.credits),
    step: (year) => {
      const counted = countedTerms(year);
      const isUnusual = counted.some(({ [year.kind]: credits, fullTimeCredits }) => {
        return compare(add(credits, credits), fullTimeCredits) < 0 || compare(credits, fullTimeCredits) > 0;
      });
      const parts = counted.map((term) => toText(term[year.kind]));
      return {
        worked: yearSum(year, parts, year.eligibility.credits),
        sources: isUnusual ? [cited.statute('1087e(a)(7)(A)'), ALL_CREDITS_STAY] : undefined,
      };
    },
  }),
  percent: ofYear('2.2', 'annual_percent', 'Share of a full-time year', {
    formula: 'credits / full-time credits, not above 100 percent; 0 without credits',
    rounding: 'half up to a whole percent',
    unit: 'percent',
    sources: [...cited.PRORATION, cited.questions('example 1: 62.5 percent is 63'), EQUAL_HALF],
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
  }),
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

function withCounts({ terms }: YearPlace, [name, rule]: StepInput): StepInput[] {
  return terms.flatMap((term) => [...ofTerms(name, rule, [term]), ...ofTerms('counts', 'counts', [term])]);
}

/** A sum over the terms that count, and the terms that do not. */
function yearSum({ terms, kind }: YearPlace, parts: readonly string[], sum: Exact): string {
  const left = terms.filter((term) => !countsTowardYear(term, kind));
  const whole = parts.length === 0 ? toText(sum) : sumText(parts, toText(sum));
  return [whole, ...left.map(({ name }) => `${name} does not count`)].join('; ');
}

const SHARE: StepInput = ['share of a full-time year', 'annual_percent'];
const BOTH: StepInput = ['both together', 'combined_eligibility'];

/** What every reduced amount has in common. */
const REDUCED = {
  rounding: 'half up to whole dollars, not above the whole dollars of the amount',
  unit: 'dollars',
} as const;

/** An amount times the share of the year; its whole dollars decide where rounding would exceed them. */
function reducedStep(amount: Exact, percent: number, name: string): Step {
  const decidedBy = isAboveWholeDollars(amount, percent) ? `the whole dollars of the ${name}` : null;
  return { worked: reducedText(amount, percent), decidedBy };
}

/** Section 4: eligibility for the year. */
export const ELIGIBILITY_RULES = {
  combined: ofYear('4.1', 'combined_eligibility', 'Subsidized and unsubsidized eligibility together', {
    ...REDUCED,
    formula: 'limit before the reduction x share of a full-time year',
    sources: [...cited.PRORATION, DOLLAR_ROUNDING],
    inputs: [['limit before the reduction', 'limit_before_reduction'], SHARE],
    of: percentOf,
    value: ({ eligibility }) => eligibility.combined,
    step: ({ unreduced, eligibility }) =>
      reducedStep(unreduced.total, eligibility.percent, 'limit before the reduction'),
  }),
  sub: ofYear('4.2', 'subsidized_eligibility', 'Subsidized eligibility for the year', {
    ...REDUCED,
    loanType: 'sub',
    formula: 'subsidized amount x share of a full-time year, not above both together',
    sources: [...cited.PRORATION, cited.NEED_FIRST, DOLLAR_ROUNDING],
    inputs: [['subsidized amount', 'subsidized_base'], SHARE, BOTH],
    field: 'annual_basic_eligibility_sub',
    of: (base: Exact, percent: number, combined: Dollars): Dollars =>
      lower(percentOf(base, percent), combined),
    value: ({ eligibility }) => eligibility.amounts.sub,
    step: ({ unreduced: { base }, eligibility: { percent, combined } }) => {
      if (percentOf(base.sub, percent) <= combined)
        return reducedStep(base.sub, percent, 'subsidized amount');
      const worked = `${reducedText(base.sub, percent)}, not above ${wholeDollars(combined)}`;
      return { worked, decidedBy: 'both together' };
    },
  }),
  unsub: ofYear('4.3', 'unsubsidized_eligibility', 'Unsubsidized eligibility for the year', {
    loanType: 'unsub',
    formula: 'both together - subsidized eligibility',
    unit: 'dollars',
    sources: [...cited.PRORATION],
    inputs: [BOTH, ['subsidized eligibility', 'subsidized_eligibility.sub']],
    field: 'annual_basic_eligibility_unsub',
    of: minus,
    value: ({ eligibility }) => eligibility.amounts.unsub,
    step: ({ student: { degree_level }, eligibility: { combined, amounts } }) => {
      const rest = degree_level === 'undergraduate' ? [NOT_APART] : [];
      return {
        worked: arithmeticText([combined], [amounts.sub]),
        sources: [...cited.PRORATION, ...rest],
      };
    },
  }),
  grad_plus: ofYear('4.4', 'grad_plus_eligibility', 'Grad PLUS eligibility for the year', {
    ...REDUCED,
    loanType: 'grad_plus',
    formula: 'Grad PLUS amount x share of a full-time year',
    sources: [...cited.PRORATION, cited.LEGACY, DOLLAR_ROUNDING],
    inputs: [['Grad PLUS amount', 'grad_plus_base'], SHARE],
    field: 'annual_basic_eligibility_grad_plus',
    of: percentOf,
    value: ({ eligibility }) => eligibility.amounts.grad_plus,
    step: ({ unreduced: { base }, eligibility }) =>
      reducedStep(base.grad_plus, eligibility.percent, 'Grad PLUS amount'),
  }),
} satisfies Rules<{ combined: Dollars } & PerLoanType>;

/** The eligibility of each loan type as the id of its rule. */
export const ELIGIBILITY_OF: PerLoanType<string> = perLoanType((loanType) => ELIGIBILITY_RULES[loanType].id);
