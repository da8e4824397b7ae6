/** How often a test repeats itself: what the variable says where it is set, for a long hunt, else `usual`. */
export function runsOf(variable: string, usual: number): number {
  return Number(process.env[variable] || usual);
}

export function fuzzRuns(usual: number): number {
  return runsOf('FUZZ_RUNS', usual);
}

export const FUZZ_TIMEOUT_MS = 3_600_000;
