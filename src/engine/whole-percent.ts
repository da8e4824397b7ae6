import { type Exact, ratioHalfUp } from './exact.js';

export const FULL_PERCENT = 100;

/** 100 x part / whole as a whole percent, half up, not above 100. `part` is 0 or more, `whole` above 0. */
export function cappedPercent(part: Exact, whole: Exact): number {
  return Math.min(FULL_PERCENT, ratioHalfUp(FULL_PERCENT, part, whole));
}
