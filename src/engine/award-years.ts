const YEARS = ['2026-27'] as const;

/** An award year (July 1 to June 30) that has limits in `limits.ts`. */
export type AwardYear = (typeof YEARS)[number];
/** All award years in order, for code that does not need the limits. */
export const AWARD_YEARS: readonly string[] = YEARS;
/** The award year used when a request names none. */
export const CURRENT_AWARD_YEAR: AwardYear = '2026-27';
