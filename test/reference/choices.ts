export interface Choices {
  /** A whole number from 0 to bound - 1. */
  below(bound: number): number;
}

export function seededChoices(seed: number): Choices {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * bound);
    },
  };
}

export function pick<T>(choices: Choices, first: T, ...others: readonly T[]): T {
  const index = choices.below(others.length + 1);
  for (const [position, value] of others.entries()) if (position + 1 === index) return value;
  return first;
}

export function chance(choices: Choices, percent: number): boolean {
  return choices.below(100) >= 100 - percent;
}

export function between(choices: Choices, low: number, high: number): number {
  return low + choices.below(high - low + 1);
}
