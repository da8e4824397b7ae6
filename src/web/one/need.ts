import type { JsonObject } from '../../contract/json-student.js';
import { compare, type Exact, exact, isExact, parseExact, toText } from '../../engine/exact.js';
import { limitsFor, subsidizedMaximum } from '../../engine/limits.js';
import { DEGREE_LEVELS, GRADE_LEVELS } from '../../engine/student.js';

/** A need above what may be subsidized. This is common; the maximum is used instead. */
export interface CappedNeed {
  /** The need as given. */
  readonly need: Exact;
  /** The amount used. */
  readonly used: Exact;
  /** Whether the lower limit is the program's own, not the subsidized maximum. */
  readonly isProgramLimit: boolean;
}

const NEED = 'subsidized_amount';

/**
 * The request with a subsidized need that the service accepts; the same object if it accepts the need as given. Every field
 * that is filled in must be readable.
 */
export function withCappedNeed(
  request: JsonObject,
  awardYear: string,
): {
  readonly request: JsonObject;
  readonly cappedNeed: CappedNeed | null;
} {
  const need = amountOf(request[NEED]);
  const maximum = maximumOf(request, awardYear);
  if (need === null || maximum === null) return { request, cappedNeed: null };
  const limit = amountOf(request['total_limit']);
  const isProgramLimit = limit !== null && compare(limit, maximum) < 0;
  const used = isProgramLimit ? limit : maximum;
  if (compare(need, used) <= 0) return { request, cappedNeed: null };
  return { request: { ...request, [NEED]: toText(used) }, cappedNeed: { need, used, isProgramLimit } };
}

function maximumOf({ degree_level, grade_level }: JsonObject, awardYear: string): Exact | null {
  const level = DEGREE_LEVELS.find((each) => each === degree_level);
  const grade = GRADE_LEVELS.find((each) => each === grade_level) ?? null;
  const maximum = subsidizedMaximum({ degree_level: level, grade_level: grade }, limitsFor(awardYear));
  return maximum === null ? null : exact(maximum);
}

function amountOf(value: unknown): Exact | null {
  const amount = typeof value === 'string' ? parseExact(value) : null;
  return amount !== null && isExact(amount) ? amount : null;
}
