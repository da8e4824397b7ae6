const YEARS = ['2026-27'] as const;

/** An award year, from July 1 to June 30, whose limits are in `limits.ts`. */
export type AwardYear = (typeof YEARS)[number];
/** All of them, in order, for whatever needs no limits. */
export const AWARD_YEARS: readonly string[] = YEARS;
/** The award year used when a request names none. */
export const CURRENT_AWARD_YEAR: AwardYear = '2026-27';
