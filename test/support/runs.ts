/** How often a test repeats: `usual`, unless the variable is set (for a long hunt). */
export function runsOf(variable: string, usual: number): number {
  return Number(process.env[variable] || usual);
}

export function fuzzRuns(usual: number): number {
  return runsOf('FUZZ_RUNS', usual);
}

export const FUZZ_TIMEOUT_MS = 3_600_000;
