import { beyond, type Dollars, dollarsOf, minus, plus, total } from '../dollars.js';
import { add, compare, type Exact, greatest, isPositive, toText, ZERO } from '../exact.js';
import type { LoanType, PerLoanType, Student } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { CreditsKind, ResolvedTerm, Year } from '../working.js';
import { REDUCTION, YEAR_SHARE } from './rounding.js';
import type * as rule from './rule.js';
import { because, eachTerm, perLoan, perTerm, perYear } from './rule.js';
import * as cited from './sources.js';
import * as worked from './worked-text.js';

type Terms = readonly ResolvedTerm[];

const CREDITS = {
  effectiveCredits: 'credits that count now',
  plannedCredits: 'planned credits',
} as const satisfies Record<CreditsKind, rule.StepInput>;

const OF_REDUCTION = [cited.REDUCTION_LAW, cited.REDUCTION_RULE];
const ROUNDING_CHOICE: cited.Source = `choice: dollars are rounded ${REDUCTION.half}, and never above the whole dollars of the amount: no official text that we know settles it`;

/** Sources of the annual limit that the subsidized and the unsubsidized loan share. */
export const OF_BOTH_LOANS: readonly cited.Source[] = [
  'rule: 34 CFR 685.203(b) and (c)',
  'handbook: FSA Handbook 2025-26, volume 8, chapter 4: beyond the subsidized limit, unsubsidized only up to the annual limit',
  'choice: that both loans share one annual limit is taken to hold for the reduced limit as well',
];

/** Rule 1.5, sections 2 (percent) and 4 (eligibility), rule 6.1 (remainder). Also for the planned year. */
export const YEAR_RULES = {
  counts: perTerm('counts', 'yes or no', '1.5 Whether the term counts toward the year', {
    titleAsPlanned: 'Whether the term counted toward the year as planned',
    formula: 'it is required, or has credits above 0',
    sources: ['choice: a required term belongs to the academic year, with or without credits'],
    inputs: ({ year }) => ['required', CREDITS[year.kind]],
    of: (required: boolean, credits: Exact): boolean => required || isPositive(credits),
    value: ({ year, term }) => year.counted.includes(term),
    step: ({ year, term }) => {
      if (term.required) return 'required, so it counts';
      const credits = `optional with ${toText(term[year.kind])} credits, so it counts`;
      if (year.counted.includes(term)) return because(credits, cited.SUMMER_COUNTS);
      return because(
        'optional without credits, so it does not count',
        'choice: an optional term that the student skips does not raise the full-time standard of the year',
      );
    },
  }),
  ftCredits: perYear('annual_full_time_credits', 'credits', '2.1 Full-time credits of the academic year', {
    formula:
      'the full-time credits of the terms that count, and the largest full-time credits once more for each term of the year that is not listed',
    sources: [cited.REDUCTION_RULE],
    inputs: (place) => [...withCounts('full-time credits', place), 'terms of the academic year'],
    field: 'annual_ft_credits',
    of: (counted: Terms, terms: Terms, student: Student): Exact => {
      let all = counted.reduce((all, { fullTimeCredits }) => add(all, fullTimeCredits), ZERO);
      for (let missing = missingTerms(student); missing > 0; missing--) {
        all = add(all, largestFullTimeCredits(terms));
      }
      return all;
    },
    value: ({ year }) => toText(year.ftCredits),
    step: (place) => {
      const { terms, year, student } = place;
      const parts = year.counted.map(({ fullTimeCredits }) => toText(fullTimeCredits));
      const sources = [cited.REDUCTION_RULE];
      if (year.counted.some(({ required }) => !required)) sources.push(cited.SUMMER_COUNTS);
      if (student.academic_year_terms === null)
        sources.push(
          'choice: where the school does not say how many terms its academic year has, it has the listed terms, as in example 2 of the Department, 10 April 2026',
        );
      const missing = missingTerms(student);
      if (missing > 0) {
        sources.push('choice: a loan for one term of a longer year is measured against the whole year');
        const largest = toText(largestFullTimeCredits(terms));
        parts.push(`${missing} x ${largest} for ${missing === 1 ? 'the term' : 'terms'} not listed`);
      }
      return because(yearSum(place, parts, year.ftCredits), ...sources);
    },
  }),
  credits: perYear('annual_credits', 'credits', '2.2 Credits of the academic year', {
    formula: 'the credits of the terms that count, including those below half time and overloads',
    sources: [cited.REDUCTION_LAW],
    inputs: (place) => withCounts(CREDITS[place.year.kind], place),
    of: (counted: Terms, kind: CreditsKind): Exact =>
      counted.reduce((all, term) => add(all, term[kind]), ZERO),
    value: ({ year }) => toText(year.credits),
    step: (place) => {
      const { credits: all, kind, counted } = place.year;
      const isUnusual = counted.some(({ [kind]: credits, fullTimeCredits }) => {
        return compare(add(credits, credits), fullTimeCredits) < 0 || compare(credits, fullTimeCredits) > 0;
      });
      const allStay =
        'choice: credits below half time and overload credits stay in the sum, as vendors report of a session of the Department on 15 April 2026';
      const parts = counted.map((term) => toText(term[kind]));
      const text = yearSum(place, parts, all);
      return isUnusual ? because(text, cited.REDUCTION_LAW, allStay) : text;
    },
  }),
  percent: perYear('annual_percent', 'percent', '2.2 Share of a full-time year', {
    formula: 'credits / full-time credits, not above 100 percent; 0 without credits',
    ...YEAR_SHARE,
    sources: [
      ...OF_REDUCTION,
      'ED: Schedule of Reductions questions and answers, 10 April 2026, example 1: 62.5 percent is 63',
      `choice: the law rounds the reduction to the nearest whole percent; that an exact ${(YEAR_SHARE.half satisfies `half ${string}`).replace(' ', ' goes ')} rests on the examples of the Department alone`,
    ],
    inputs: [['credits of the year', 'annual_credits'], 'full-time credits of the year'],
    field: 'reduced_annual_pct',
    value: ({ year }) => year.percent,
    step: ({ year: { credits, ftCredits, percent } }) => {
      if (isPositive(credits)) return worked.share(credits, ftCredits, percent);
      const none = 'no credits, so 0%';
      if (isPositive(ftCredits)) return none;
      return because(none, 'choice: a year in which no term counts has a share of 0 percent');
    },
  }),
  both: perYear('combined_eligibility', 'dollars', '4.1 Subsidized and unsubsidized eligibility together', {
    formula: 'limit before the reduction x share of a full-time year',
    ...REDUCTION,
    sources: [...OF_REDUCTION, ROUNDING_CHOICE],
    inputs: ['limit before the reduction', 'share of a full-time year'],
    value: ({ year }) => year.both,
    step: ({ unreduced, year }) =>
      worked.reduced(unreduced.total, year.percent, 'limit before the reduction'),
  }),
  sub: perYear('subsidized_eligibility', 'dollars', '4.2 Subsidized eligibility for the year', {
    loanType: 'sub',
    formula: 'subsidized amount x share of a full-time year, not above both together',
    ...REDUCTION,
    sources: [...OF_REDUCTION, cited.NEED_FIRST, ROUNDING_CHOICE],
    inputs: ['subsidized amount', 'share of a full-time year', 'both together'],
    field: 'annual_basic_eligibility_sub',
    value: ({ year }) => year.eligible.sub,
    // Never above both: the subsidized amount is within the limit, and both are reduced by the same percent.
    step: ({ unreduced: { base }, year }) => worked.reduced(base.sub, year.percent, 'subsidized amount'),
  }),
  unsub: perYear('unsubsidized_eligibility', 'dollars', '4.3 Unsubsidized eligibility for the year', {
    loanType: 'unsub',
    formula: 'both together - subsidized eligibility',
    sources: OF_REDUCTION,
    inputs: ['both together', ['subsidized eligibility', 'subsidized_eligibility.sub']],
    field: 'annual_basic_eligibility_unsub',
    of: minus,
    value: ({ year }) => year.eligible.unsub,
    step: ({ student, year: { both, eligible } }) => {
      const notApart =
        'choice: reduced apart, the two could exceed the reduced combined limit by a rounding dollar';
      const text = worked.arithmetic([both], [eligible.sub]);
      return student.degree_level === 'undergraduate' ? because(text, ...OF_REDUCTION, notApart) : text;
    },
  }),
  grad_plus: perYear('grad_plus_eligibility', 'dollars', '4.4 Grad PLUS eligibility for the year', {
    loanType: 'grad_plus',
    formula: 'Grad PLUS amount x share of a full-time year',
    ...REDUCTION,
    sources: [...OF_REDUCTION, cited.LEGACY, ROUNDING_CHOICE],
    inputs: ['Grad PLUS amount', 'share of a full-time year'],
    field: 'annual_basic_eligibility_grad_plus',
    value: ({ year }) => year.eligible.grad_plus,
    step: ({ unreduced: { base }, year }) => worked.reduced(base.grad_plus, year.percent, 'Grad PLUS amount'),
  }),
  left: perYear('left_for_both', 'dollars', '6.1 Left of the annual limit for both loans', {
    formula: 'subsidized and unsubsidized eligibility together - what was disbursed of both, never below 0',
    sources: OF_BOTH_LOANS,
    inputs: ['both together', 'disbursed so far, subsidized', 'disbursed so far, unsubsidized'],
    of: (both: Dollars, paid: PerLoanType): Dollars => beyond(both, plus(paid.sub, paid.unsub)),
    value: ({ year }) => year.left,
    step: ({ year, loans: { sub, unsub } }) => worked.floored([year.both], [sub.disbursed, unsub.disbursed]),
  }),
  remaining: perLoan('remaining', 'dollars', '6.1 Eligibility that remains to be paid', {
    formula:
      "eligibility for the year - disbursed so far, never below 0, and not more than is left of the limit that the loan shares: for both loans together, the subsidized loan first; for Grad PLUS of the program's own limit",
    sources: [cited.ED_NETTING],
    inputs: (place) => [
      ['eligibility for the year', eligibilityOf(place.loanType)],
      'disbursed so far',
      ...(sharedLimit(place)?.inputs ?? []),
    ],
    of: (eligible: Dollars, paid: Dollars, leftOfShared: Dollars): Dollars =>
      dollarsOf(Math.min(beyond(eligible, paid), leftOfShared)),
    value: ({ year, loanType }) => year.remaining[loanType],
    step: (place) => {
      const { year, loanType, loan } = place;
      const amount = year.remaining[loanType];
      const own = worked.floored([year.eligible[loanType]], [loan.disbursed]);
      const shared = sharedLimit(place);
      if (shared === null || amount === beyond(year.eligible[loanType], loan.disbursed)) return own;
      return {
        worked: `${own.worked}; ${shared.text}; the lower is ${wholeDollars(amount)}`,
        decided_by: shared.name,
        sources: [cited.ED_NETTING, ...shared.sources],
      };
    },
  }),
} satisfies rule.Rules<Omit<Year, 'kind' | 'counted' | 'unequal' | 'eligible'> & PerLoanType, 'counts'>;

/** Id of the rule of section 4 for a loan type. */
export function eligibilityOf(loanType: LoanType): string {
  return YEAR_RULES[loanType].id;
}

/** Section 2.1: how many terms of the academic year are not listed in the request. */
function missingTerms({ academic_year_terms, terms }: Student): number {
  return Math.max(0, (academic_year_terms ?? 0) - terms.length);
}

/** Section 2.1: the full-time credits that each unlisted term counts with. */
function largestFullTimeCredits(terms: Terms): Exact {
  return terms.reduce((largest, { fullTimeCredits }) => greatest(largest, fullTimeCredits), ZERO);
}

function withCounts(name: rule.InputName, { terms }: rule.YearPlace): rule.StepInput[] {
  return terms.flatMap((term) => [...eachTerm(name, [term]), ...eachTerm('counts', [term])]);
}

/** The sum over the terms that count, followed by the names of the other terms. */
function yearSum({ terms, year }: rule.YearPlace, parts: readonly string[], sum: Exact): string {
  const left = terms.filter((term) => !year.counted.includes(term));
  const whole = parts.length === 0 ? toText(sum) : worked.added(parts, toText(sum));
  return [whole, ...left.map(({ name }) => `${name} does not count`)].join('; ');
}

/** Section 6.1: what a program's own limit leaves for Grad PLUS once all unsubsidized dollars are paid. */
export function leftOfProgramLimit(eligible: PerLoanType, paid: PerLoanType, unsubLeft: Dollars): Dollars {
  return beyond(plus(eligible.unsub, eligible.grad_plus), total([paid.unsub, paid.grad_plus, unsubLeft]));
}

/** The limit that a loan shares with another, and its rest; null for Grad PLUS without a program limit. */
function sharedLimit({ loanType, student, year: { eligible, left, remaining }, loans }: rule.Places['loan']) {
  if (loanType !== 'grad_plus') {
    const isFirst = loanType === 'sub';
    const inputs: rule.StepInput[] = [['left for both loans', 'left_for_both']];
    if (!isFirst) inputs.push(['remains of the subsidized loan', 'remaining.sub']);
    const sum = isFirst ? wholeDollars(left) : worked.arithmetic([left], [remaining.sub]);
    const text = `left for both loans: ${sum}`;
    return { name: 'what is left for both loans', sources: OF_BOTH_LOANS, inputs, text };
  }
  if (student.total_limit === null) return null;
  const paid = [loans.unsub.disbursed, loans.grad_plus.disbursed, remaining.unsub];
  const inputs: rule.StepInput[] = [
    ['unsubsidized eligibility', 'unsubsidized_eligibility.unsub'],
    'disbursed so far, unsubsidized',
    ['remains of the unsubsidized loan', 'remaining.unsub'],
  ];
  const sources: cited.Source[] = [
    cited.PROGRAM_LIMIT_RULE,
    "choice: a program's own limit is taken to cover Grad PLUS after the unsubsidized loan",
  ];
  const text = `left of the program's limit: ${worked.floored([eligible.unsub, eligible.grad_plus], paid).worked}`;
  return { name: "what is left of the program's own limit", sources, inputs, text };
}
