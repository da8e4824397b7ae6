import { type Dollars, minus, plus } from '../dollars.js';
import {
  compare,
  dollars,
  type Exact,
  exact,
  FULL_PERCENT,
  floor,
  isPositive,
  percentOf,
  quotientText,
  ratioHalfUp,
  toText,
  ZERO,
} from '../exact.js';
import { total, totalWeight } from '../installments.js';
import { groupedDollars, wholeDollars } from '../texts.js';

/** The arithmetic of a step with its figures, as a person would write it. */

/** Parts as a share of a whole: `21 / 24 = 87.5%, rounded to 88%`. */
export function percentText(part: Exact, whole: Exact, percent: number): string {
  const share = quotientText(FULL_PERCENT, part, whole);
  const text = `${toText(part)} / ${toText(whole)} = ${share}%`;
  if (share === String(percent)) return text;
  return `${text}, ${isCapped(part, whole) ? 'capped at' : 'rounded to'} ${percent}%`;
}

/** Whether a share exceeds the cap of 100 percent. */
export function isCapped(part: Exact, whole: Exact): boolean {
  return compare(part, whole) > 0;
}

/** An amount reduced by a percent: `$2,501 x 50% = $1,250.50, rounded to $1,251`. */
export function reducedText(amount: Exact, percent: number): string {
  const quotient = quotientText(percent, amount, exact(FULL_PERCENT));
  const text = `${dollars(amount)} x ${percent}% = ${groupedDollars(quotient)}`;
  if (!isAboveWholeDollars(amount, percent))
    return `${text}${roundedTo(quotient, percentOf(amount, percent))}`;
  return `${text}, not above the whole dollars: ${wholeDollars(floor(amount))}`;
}

/** Whether an amount with cents, reduced by a percent and rounded, would exceed its own whole dollars. */
export function isAboveWholeDollars(amount: Exact, percent: number): boolean {
  return ratioHalfUp(percent, amount, exact(FULL_PERCENT)) > floor(amount);
}

/** How the parts of a split are rounded: section 6.2. */
export const CUMULATIVE_HALF_DOWN = 'half down to whole dollars, on the sum up to and with the term';

/**
 * The share of the term at `index` when an amount of 0 or more is split by weights, as in section 6.2:
 * `$2,205 x 2 / 2 = $2,205, less $1,102 for earlier terms = $1,103`.
 */
export function partText(
  amount: Dollars,
  weights: readonly Exact[],
  parts: readonly Dollars[],
  index: number,
): string {
  const weightSoFar = totalWeight(weights.slice(0, index + 1));
  const weightOfAll = totalWeight(weights);
  const earlier = total(parts.slice(0, index).filter((_, at) => isPositive(weights[at] ?? ZERO)));
  const part = parts[index] ?? 0;
  const quotient = quotientText(amount, weightSoFar, weightOfAll);
  const due = `${wholeDollars(amount)} x ${toText(weightSoFar)} / ${toText(weightOfAll)} = ${groupedDollars(quotient)}${roundedTo(quotient, plus(earlier, part))}`;
  return earlier === 0
    ? due
    : `${due}, less ${wholeDollars(earlier)} for earlier terms = ${wholeDollars(part)}`;
}

function roundedTo(quotient: string, whole: Dollars): string {
  return quotient === String(whole) ? '' : `, rounded to ${wholeDollars(whole)}`;
}

/** `a + b + c = sum`. */
export function sumText(parts: readonly string[], sum: string): string {
  return parts.length === 1 && parts[0] === sum ? sum : `${parts.join(' + ')} = ${sum}`;
}

/** {@link sumText} of whole dollars. */
export function dollarSum(amounts: readonly Dollars[]): string {
  return sumText(amounts.map(wholeDollars), wholeDollars(total(amounts)));
}

/** Whole dollars added and taken off: `$5,500 - $3,500 = $2,000`. */
export function arithmeticText(added: readonly Dollars[], takenOff: readonly Dollars[]): string {
  const less = takenOff.map((amount) => ` - ${wholeDollars(amount)}`).join('');
  return `${added.map(wholeDollars).join(' + ')}${less} = ${wholeDollars(minus(total(added), total(takenOff)))}`;
}
