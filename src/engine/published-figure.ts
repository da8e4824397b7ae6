import { workOut } from './calculate.js';
import {
  combinedEligibility,
  gradPlusEligibility,
  missingTerms,
  reducedAnnualPercent,
  subsidizedEligibility,
  unsubsidizedEligibility,
} from './eligibility.js';
import {
  add,
  compare,
  type Exact,
  exact,
  FULL_PERCENT,
  isExact,
  least,
  parseExact,
  percentOf,
  ratioHalfUp,
  wholeNumber,
  ZERO,
} from './exact.js';
import { CURRENT_AWARD_YEAR } from './limits.js';
import { countsTowardYear, DEFAULT_FULL_TIME_CREDITS } from './resolved-term.js';
import type { Student } from './student.js';
import { DOLLAR_ROUNDING, NEED_FIRST, RULE_PRORATION, STATUTE_PRORATION } from './trace/rule-sources.js';
import type { TraceSource } from './trace/trace-format.js';
import type { Working } from './working.js';

/**
 * The published figures of a year: the percent, and dollar amounts. `combined` is subsidized and unsubsidized together.
 */
export const PUBLISHED_FIGURES = ['percent', 'combined', 'subsidized', 'unsubsidized', 'grad_plus'] as const;
export type PublishedFigure = (typeof PUBLISHED_FIGURES)[number];

/** A published figure and its value. */
export interface PublishedValue {
  readonly figure: PublishedFigure;
  /** Percent or dollars, 0 or more. */
  readonly value: Exact;
}

/**
 * The figures that a mistake gives, in every form it may have been written; figures that it does not affect are
 * missing.
 */
type Figures = Readonly<Partial<Record<PublishedFigure, readonly Exact[]>>>;

/** A mistake that calculators and tables are known to make. */
export interface KnownMistake {
  readonly id: string;
  /** The mistake, as a sentence. */
  readonly what: string;
  /** The section of docs/rules.md that it breaks. */
  readonly section: string;
  /** The sources of the rule. */
  readonly sources: readonly TraceSource[];
}

/** The result of a check. */
export interface FigureCheck {
  /** The correct figure: whole percent or whole dollars. */
  readonly right: number;
  readonly isRight: boolean;
  /** The known mistakes that give the published figure; empty if it is right, or wrong in another way. */
  readonly mistakes: readonly KnownMistake[];
}

/**
 * Whether a figure published for a student is right, and if not, which known mistake gives it. The student must have no
 * refusals.
 *
 * @throws RangeError for an award year without a table.
 */
export function checkFigure(
  student: Student,
  { figure, value }: PublishedValue,
  awardYear: string = CURRENT_AWARD_YEAR,
): FigureCheck {
  const year = { ...workOut(student, awardYear), student };
  const right = rightFigures(year)[figure];
  if (compare(value, exact(right)) === 0) return { right, isRight: true, mistakes: [] };
  const mistakes = MISTAKES.filter(({ figuresOf }) =>
    figuresOf(year)[figure]?.some((wrong) => compare(wrong, value) === 0),
  );
  return { right, isRight: false, mistakes: mistakes.map(({ figuresOf: _, ...mistake }) => mistake) };
}

type Year = Working & { readonly student: Student };

function rightFigures({
  eligibility: { percent, combined, amounts },
}: Year): Record<PublishedFigure, number> {
  const { sub, unsub, grad_plus } = amounts;
  return { percent, combined, subsidized: sub, unsubsidized: unsub, grad_plus };
}

/** Section 4 with a different percent. */
function figuresAt(percent: number, { unreduced: { total, base } }: Year): Figures {
  const combined = combinedEligibility(total, percent);
  const subsidized = subsidizedEligibility(base.sub, percent, combined);
  return inLists({
    percent,
    combined,
    subsidized,
    unsubsidized: unsubsidizedEligibility(combined, subsidized),
    grad_plus: gradPlusEligibility(base.grad_plus, percent),
  });
}

function inLists(figures: Readonly<Partial<Record<PublishedFigure, number>>>): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, [exact(value)]]));
}

/** `100 x credits / full-time credits`, rounded up to the next whole percent. */
function percentRoundedUp(year: Year): Figures {
  const { credits, annualFtCredits } = year.eligibility;
  let percent = reducedAnnualPercent(credits, annualFtCredits);
  // If the percent was rounded down, the next one is one more. Compared by multiplying, without a division.
  const isBelow = compare(timesWhole(credits, FULL_PERCENT), timesWhole(annualFtCredits, percent)) > 0;
  if (isBelow && percent < FULL_PERCENT) percent += 1;
  return figuresAt(percent, year);
}

function timesWhole(quantity: Exact, times: number): Exact {
  let sum = ZERO;
  for (let nth = 0; nth < times; nth++) sum = add(sum, quantity);
  return sum;
}

/** The limit x credits / full-time credits, in whole dollars or in cents; the percent with one or two decimals. */
function percentUnrounded({
  eligibility: { credits, annualFtCredits },
  unreduced: { total, base },
}: Year): Figures {
  if (compare(annualFtCredits, ZERO) === 0) return {};
  const part = least(credits, annualFtCredits);
  const share = (amount: Exact): Exact[] => {
    const whole = wholeNumber(amount);
    if (whole === null) return [];
    const cents = ratioHalfUp(whole * 100, part, annualFtCredits);
    return [exact(ratioHalfUp(whole, part, annualFtCredits)), hundredths(cents)];
  };
  const tenths = ratioHalfUp(FULL_PERCENT * 10, part, annualFtCredits);
  return {
    percent: [hundredths(tenths * 10), hundredths(ratioHalfUp(FULL_PERCENT * 100, part, annualFtCredits))],
    combined: share(total),
    subsidized: share(base.sub),
    unsubsidized: share(base.unsub),
    grad_plus: share(base.grad_plus),
  };
}

/** So many hundredths, as a quantity. */
function hundredths(count: number): Exact {
  const digits = String(count).padStart(3, '0');
  const reading = parseExact(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
  if (!isExact(reading)) throw new RangeError(`${count} hundredths are no quantity: ${reading}.`);
  return reading;
}

/** Each term's share of the limit at that term's own percent, rounded term by term and added up. */
function termByTerm({ terms, unreduced: { total, base }, student }: Year): Figures {
  const counted = terms.filter((term) => countsTowardYear(term, 'effectiveCredits'));
  const count = counted.length + missingTerms(terms, student.academic_year_terms);
  if (count === 0) return {};
  const sum = (amount: Exact): number =>
    counted.reduce(
      (dollars, { intensityPercent }) =>
        dollars + ratioHalfUp(intensityPercent, amount, exact(FULL_PERCENT * count)),
      0,
    );
  const [combined, subsidized] = [sum(total), sum(base.sub)];
  return inLists({
    combined,
    subsidized,
    unsubsidized: combined - subsidized,
    grad_plus: sum(base.grad_plus),
  });
}

/** Full time taken as 12 credits in every term, whatever the program says. */
function twelveForAll(year: Year): Figures {
  const { terms, student } = year;
  const counted = terms.filter((term) => countsTowardYear(term, 'effectiveCredits'));
  const count = counted.length + missingTerms(terms, student.academic_year_terms);
  const fullTime = timesWhole(DEFAULT_FULL_TIME_CREDITS, count);
  return figuresAt(reducedAnnualPercent(year.eligibility.credits, fullTime), year);
}

/** The full subsidized amount that need allows, with only the remainder reduced. */
function subsidizedNotReduced({ eligibility: { percent }, unreduced: { total, base } }: Year): Figures {
  const combined = combinedEligibility(total, percent);
  const subsidized = percentOf(base.sub, FULL_PERCENT);
  return inLists({ subsidized, unsubsidized: Math.max(0, combined - subsidized) });
}

/** Both parts rounded separately, so that together they exceed the reduced limit by a dollar. */
function partsRoundedSeparately({ eligibility: { percent, amounts }, unreduced: { base } }: Year): Figures {
  const unsubsidized = percentOf(base.unsub, percent);
  return inLists({ unsubsidized, combined: amounts.sub + unsubsidized });
}

const MISTAKES: readonly (KnownMistake & { readonly figuresOf: (year: Year) => Figures })[] = [
  {
    id: 'percent_rounded_up',
    what: 'The percent was rounded up to the next whole percent instead of to the nearest.',
    section: '2.2',
    sources: [STATUTE_PRORATION],
    figuresOf: percentRoundedUp,
  },
  {
    id: 'percent_not_rounded',
    what: 'The percent was not rounded to a whole percent before it was applied.',
    section: '2.2',
    sources: [STATUTE_PRORATION],
    figuresOf: percentUnrounded,
  },
  {
    id: 'term_by_term',
    what: 'The percent of each term was applied to its share of the limit instead of one percent to the limit of the year.',
    section: '2.1',
    sources: [RULE_PRORATION],
    figuresOf: termByTerm,
  },
  {
    id: 'twelve_credits_for_all',
    what: 'Full time was taken as 12 credits a term, although the program has another standard.',
    section: '2.1',
    sources: [RULE_PRORATION],
    figuresOf: twelveForAll,
  },
  {
    id: 'subsidized_not_reduced',
    what: 'The subsidized part was not reduced.',
    section: '4.2',
    sources: [NEED_FIRST],
    figuresOf: subsidizedNotReduced,
  },
  {
    id: 'parts_rounded_separately',
    what: 'Both parts were rounded by themselves, and together pass the reduced limit by a dollar.',
    section: '4.3',
    sources: [DOLLAR_ROUNDING],
    figuresOf: partsRoundedSeparately,
  },
];

/** The mistakes that {@link checkFigure} recognizes. */
export const KNOWN_MISTAKES: readonly KnownMistake[] = MISTAKES.map(
  ({ figuresOf: _, ...mistake }) => mistake,
);
