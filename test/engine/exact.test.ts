import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Dollars, dollarsOf, minus, plus } from '../../src/engine/dollars.js';
import {
  add,
  compare,
  type Exact,
  half,
  isExact,
  isSame,
  parseExact,
  roundedRatio,
  subtract,
  toJson,
  toText,
} from '../../src/engine/exact.js';
import { DISBURSEMENT_RULES } from '../../src/engine/rules/disbursement-rules.js';
import { YEAR_SHARE } from '../../src/engine/rules/rounding.js';
import { Rational } from '../reference/rational.js';
import { forAll, fuzzRuns } from '../support/runs.js';

function quantity(text: string): Exact {
  const reading = parseExact(text);
  if (!isExact(reading)) throw new Error(`${text} is ${reading}`);
  return reading;
}

/** The exact fraction of a quantity: the reference calculates with integers of any size. */
const fractionOf = (value: Exact) => Rational.parse(toText(value));

function withPlaces(digits: number, places: number): string {
  const text = String(digits).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** All that a request can hold: nine digits before the point, 15 in all, 15 decimals; mostly thousandths. */
const anyText = fc.oneof(
  fc
    .tuple(fc.nat({ max: 999_999_999 }), fc.nat({ max: 3 }))
    .map(([digits, places]) => withPlaces(digits, places)),
  fc.nat({ max: 999_999_999_999 }).map((digits) => withPlaces(digits, 3)),
  fc
    .tuple(fc.nat({ max: 999_999_999_999_999 }), fc.integer({ min: 6, max: 15 }))
    .map(([digits, places]) => withPlaces(digits, places)),
);
const positiveText = anyText.filter((text) => /[1-9]/.test(text));
const RUNS = fuzzRuns(5000);

it('a quantity read from text is the same read from the JSON number that the text spells, and comes back as one', () => {
  forAll(100, anyText, (text) => {
    const reading = parseExact(Number(text));
    expect(isExact(reading) && toText(reading)).toBe(toText(quantity(text)));
    expect(Rational.parse(JSON.stringify(toJson(quantity(text))))).toEqual(Rational.parse(text));
  });
});

it('sums, differences, halves and comparisons are those of fractions of whole numbers of any size', () => {
  forAll(RUNS, anyText, anyText, (a, b) => {
    const [x, y] = [Rational.parse(a), Rational.parse(b)];
    const sum = add(quantity(a), quantity(b));
    expect(toText(sum)).toBe(x.plus(y).toString());
    expect(fractionOf(half(sum)).times(2)).toEqual(fractionOf(sum));
    // A sum may be stored differently from the same quantity read from a text.
    expect(isSame(subtract(sum, quantity(b)), quantity(a))).toBe(true);
    expect(isSame(sum, quantity(a))).toBe(x.plus(y).compare(x) === 0);
    expect(toText(subtract(quantity(a), quantity(b)))).toBe(x.minus(y).toString());
    expect(Math.sign(compare(quantity(a), quantity(b)))).toBe(x.compare(y));
  });
});

it('ratios are rounded as those of fractions of whole numbers of any size', () => {
  // Larger results are only capped.
  const capped = (quotient: number): number => Math.min(quotient, Number.MAX_SAFE_INTEGER);
  forAll(RUNS, fc.nat({ max: 4_000_000_000 }), anyText, positiveText, (factor, a, b) => {
    const share = Rational.parse(a).times(factor).over(Rational.parse(b));
    const rounded = (way: 'half up' | 'half down') =>
      capped(roundedRatio(way, factor, quantity(a), quantity(b)));
    expect(rounded('half up')).toBe(capped(share.halfUp().toNumber()));
    expect(rounded('half down')).toBe(capped(share.halfDown().toNumber()));
  });
});

it('at a forced tie, and a hair beside it, a rounding goes where the exact half goes', () => {
  const finest = quantity('0.000000000000001');
  const count = fc.integer({ min: 1, max: 2000 });
  forAll(fuzzRuns(1000), positiveText, count, fc.nat({ max: 500_000 }), (text, times, whole) => {
    // times x (2 x whole + 1) x a / (2 x times x a) = whole + 1/2.
    const a = quantity(text);
    const twice = Array.from({ length: 2 * times }, () => a).reduce(add);
    const factor = times * (2 * whole + 1);
    expect(roundedRatio('half up', factor, a, twice)).toBe(whole + 1);
    expect(roundedRatio('half down', factor, a, twice)).toBe(whole);
    for (const divisor of [add(twice, finest), add(twice, half(finest)), subtract(twice, half(finest))]) {
      const share = fractionOf(a).times(factor).over(fractionOf(divisor));
      expect(roundedRatio('half up', factor, a, divisor)).toBe(share.halfUp().toNumber());
      expect(roundedRatio('half down', factor, a, divisor)).toBe(share.halfDown().toNumber());
    }
  });
});

it('counts, percents, whole dollars and quantities are never one another: this compiles (npm run typecheck)', () => {
  const paid = dollarsOf(3500);
  const openTerms: number = 3;
  const percent = YEAR_SHARE.of(quantity('6'), quantity('12'));
  const mixed = [
    // @ts-expect-error A count cannot be halved: three terms have no half.
    () => half(openTerms),
    // @ts-expect-error Nor can whole dollars: the odd one would be lost.
    () => half(paid),
    // @ts-expect-error A count cannot be added to dollars,
    () => plus(paid, openTerms),
    // @ts-expect-error not even with a plus sign.
    (): Dollars => paid + openTerms,
    // @ts-expect-error A percent is not dollars.
    () => minus(paid, percent),
    // @ts-expect-error The order of a rule's figures matters.
    () => DISBURSEMENT_RULES.unscheduled.of(openTerms, paid),
    // @ts-expect-error Whole dollars cannot be added to credits.
    () => add(quantity('12'), paid),
    // @ts-expect-error Nor compared with them.
    () => compare(paid, quantity('12')),
    // @ts-expect-error A quantity is stored in thousandths, so it is not a number to calculate with.
    () => quantity('12') * 2,
    // @ts-expect-error The factor of a ratio is a whole number.
    () => roundedRatio('half up', quantity('12'), quantity('1'), quantity('2')),
  ];
  expect(mixed).toHaveLength(10);
});
