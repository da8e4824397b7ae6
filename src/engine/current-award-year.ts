/** The award year used when a request names none. */
export const CURRENT_AWARD_YEAR = '2026-27';
