import { between, type Choices, chance, pick } from './choices.js';

/** Decimal places of the whole numbers in which credits are reckoned here. */
export const CREDIT_PLACES = 10;
const CREDIT = 10 ** CREDIT_PLACES;
const THOUSANDTH = CREDIT / 1000;

/** Full-time credits of a term, in units of 10^-10 credit; always above 0. */
export function randomFullTime(choices: Choices): number {
  const kind = choices.below(20);
  if (kind < 9) return 12 * CREDIT;
  if (kind < 13) return pick(choices, 9, 15, 6, 18, 16, 20, 1, 3) * CREDIT;
  if (kind < 15) return between(choices, 1, 40) * (CREDIT / 2);
  if (kind < 17) return pick(choices, 333, 7_333, 6_667, 12_500, 8_001) * THOUSANDTH;
  if (kind < 18) return between(choices, 1, 24_000_000) * (CREDIT / 1_000_000);
  if (kind < 19) return between(choices, 1, 24 * CREDIT);
  return between(choices, 1, 24) * CREDIT + pick(choices, 1, 3, 9_999_999_999);
}

/** Credits of a student in a term of `fullTime` units: around every threshold, and anything else. */
export function randomCredits(choices: Choices, fullTime: number): number {
  const half = Math.floor(fullTime / 2);
  const step = pick(choices, CREDIT, CREDIT / 2, THOUSANDTH, CREDIT / 1_000_000, 1);
  const kind = pick<() => number>(
    choices,
    () => fullTime,
    () => fullTime,
    () => between(choices, 0, 24) * CREDIT,
    () => between(choices, 0, 40) * (CREDIT / 2),
    () => half,
    () => Math.max(0, half - step),
    () => half + step,
    () => Math.max(0, fullTime - step),
    () => fullTime + step,
    () => 0,
    () => between(choices, 0, 24_000) * THOUSANDTH,
    () => between(choices, 0, 24_000_000) * (CREDIT / 1_000_000),
    () => exactlyHalfPercent(choices, fullTime) ?? fullTime,
    () => between(choices, 0, 20) * CREDIT + pick(choices, 333, 667, 666, 334) * THOUSANDTH,
    () => Math.floor((fullTime * 3) / 4),
    () => fullTime,
    () => fullTime,
  );
  return kind();
}

/** Credits that are exactly k + 1/2 percent of `fullTime`, sometimes a breath beside it; undefined where none is. */
function exactlyHalfPercent(choices: Choices, fullTime: number): number | undefined {
  const exact = halfPercentOf(choices, fullTime);
  return exact === undefined || chance(choices, 60) ? exact : Math.max(0, exact + pick(choices, -1, 1));
}

function halfPercentOf(choices: Choices, fullTime: number): number | undefined {
  const numerator = fullTime * (2 * between(choices, 0, 99) + 1);
  return numerator % 200 === 0 ? numerator / 200 : undefined;
}

/**
 * Changes one term's credits so that the whole year comes to exactly k + 1/2 percent, sometimes a breath beside it.
 * Leaves the list alone where that is not possible.
 */
export function aimAtHalfPercent(choices: Choices, fullTimes: readonly number[], credits: number[]): void {
  const all = fullTimes.reduce((sum, value) => sum + value, 0);
  const target = exactlyHalfPercent(choices, all);
  const last = credits.length - 1;
  const others = credits.slice(0, last).reduce((sum, value) => sum + value, 0);
  if (target !== undefined && target >= others) credits[last] = target - others;
}

/** Credits with all 15 significant digits in use. Each is as near to a threshold of a 12-credit term as can be. */
export const FINEST_CREDITS = [
  '5.99999999999999',
  '6.00000000000001',
  '11.9999999999999',
  '12.0000000000001',
  '0.00000000000001',
  '8.33333333333333',
] as const;
