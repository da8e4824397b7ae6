import { type Dollars, minus, plus, total } from '../dollars.js';
import { compare, dollars, type Exact, isPositive, quotientText, sum, toText, ZERO } from '../exact.js';
import { groupedDollars, wholeDollars } from '../texts.js';
import { FULL_PERCENT, HUNDRED, PERCENT_OF, REDUCTION } from './rounding.js';
import type { Step } from './rule.js';

/** The arithmetic of a step as a person would write it. Rules import this file as `worked`. */

/** A share of a whole: `21 / 24 = 87.5%, rounded to 88%`. The cap decides if the share exceeds it. */
export function share(part: Exact, whole: Exact, percent: number): Step {
  const quotient = quotientText(FULL_PERCENT, part, whole);
  const isCapped = compare(part, whole) > 0;
  const rounded = `, ${isCapped ? 'capped at' : 'rounded to'} ${percent}%`;
  const end = quotient === String(percent) ? '' : rounded;
  const decided_by = isCapped ? `the cap of ${FULL_PERCENT} percent` : null;
  return { worked: `${toText(part)} / ${toText(whole)} = ${quotient}%${end}`, decided_by };
}

/** A reduced amount: `$2,501 x 50% = $1,250.50, rounded to $1,251`. Its whole dollars cap the result. */
export function reduced(amount: Exact, percent: number, name: string): Step {
  const quotient = quotientText(percent, amount, HUNDRED);
  const text = `${dollars(amount)} x ${percent}% = ${groupedDollars(quotient)}`;
  const whole = REDUCTION.of(amount, percent);
  if (PERCENT_OF.of(amount, percent) === whole) return { worked: `${text}${roundedTo(quotient, whole)}` };
  const worked = `${text}, not above the whole dollars: ${wholeDollars(whole)}`;
  return { worked, decided_by: `the whole dollars of the ${name}` };
}

/**
 * The share of the term at `index` when an amount of 0 or more is split by weights, as in section 6.2:
 * `$2,205 x 2 / 2 = $2,205, less $1,102 for earlier terms = $1,103`.
 */
export function part(
  amount: Dollars,
  weights: readonly Exact[],
  parts: readonly Dollars[],
  index: number,
): string {
  const weightSoFar = sum(weights.slice(0, index + 1));
  const weightOfAll = sum(weights);
  const earlier = total(parts.slice(0, index).filter((_, at) => isPositive(weights[at] ?? ZERO)));
  const own = parts[index] ?? 0;
  const quotient = quotientText(amount, weightSoFar, weightOfAll);
  const due = `${wholeDollars(amount)} x ${toText(weightSoFar)} / ${toText(weightOfAll)} = ${groupedDollars(quotient)}${roundedTo(quotient, plus(earlier, own))}`;
  return earlier === 0
    ? due
    : `${due}, less ${wholeDollars(earlier)} for earlier terms = ${wholeDollars(own)}`;
}

function roundedTo(quotient: string, whole: Dollars): string {
  return quotient === String(whole) ? '' : `, rounded to ${wholeDollars(whole)}`;
}

/** `a + b + c = result`. */
export function added(parts: readonly string[], result: string): string {
  return parts.length === 1 && parts[0] === result ? result : `${parts.join(' + ')} = ${result}`;
}

/** Whole dollars added and subtracted: `$5,500 - $3,500 = $2,000`. */
export function arithmetic(amounts: readonly Dollars[], takenOff: readonly Dollars[] = []): string {
  const less = takenOff.map((amount) => ` - ${wholeDollars(amount)}`).join('');
  const text = `${amounts.map(wholeDollars).join(' + ')}${less}`;
  return added([text], wholeDollars(minus(total(amounts), total(takenOff))));
}

/** {@link arithmetic} with a floor of 0: `$1,500 - $2,000 = -$500, so $0`. */
export function floored(limits: readonly Dollars[], paid: readonly Dollars[]): Step {
  const worked = arithmetic(limits, paid);
  if (total(limits) >= total(paid)) return { worked };
  return { worked: `${worked}, so $0`, decided_by: 'the floor of 0' };
}
