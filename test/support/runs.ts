import fc from 'fast-check';

/** How often a test repeats: `usual`, unless the variable is set (for a long hunt). */
export function runsOf(variable: string, usual: number): number {
  return Number(process.env[variable] || usual);
}

export function fuzzRuns(usual: number): number {
  return runsOf('FUZZ_RUNS', usual);
}

export const FUZZ_TIMEOUT_MS = 3_600_000;

/** Tries a property, the last argument, with so many random values of each arbitrary. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  runs: number,
  ...property: Parameters<typeof fc.property<Values>>
): void {
  fc.assert(fc.property(...property), { numRuns: runs });
}

/** {@link forAll} of a property that takes time. */
export function forAllAsync<Values extends [unknown, ...unknown[]]>(
  runs: number,
  ...property: Parameters<typeof fc.asyncProperty<Values>>
): Promise<void> {
  return fc.assert(fc.asyncProperty(...property), { numRuns: runs });
}
