import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { notAFlag, unknownAwardYear } from '../contract/request-errors.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';

/** Makes the answer to a parameter that cannot be used of a sentence that names it. */
type Refuse = (message: string) => ApiError;

/**
 * Whether a query parameter says `true`; a request that does not have it says `false`. Other parameters are none of its business.
 *
 * @throws ApiError what `refuse` makes for any other value, and for a parameter given twice.
 */
export function queryFlag(req: Request, name: string, refuse: Refuse): boolean {
  const value = queryValue(req, name, refuse) ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw refuse(notAFlag(name));
}

/**
 * The award year that `award_year` names, or the current one.
 *
 * @throws ApiError what `refuse` makes for a year without a table, and for a parameter given twice.
 */
export function queryAwardYear(req: Request, refuse: Refuse): string {
  const value = queryValue(req, 'award_year', refuse) ?? CURRENT_AWARD_YEAR;
  if (AWARD_YEARS.includes(value)) return value;
  throw refuse(unknownAwardYear('The query parameter award_year', value));
}

function queryValue(req: Request, name: string, refuse: Refuse): string | undefined {
  const query = req.url.indexOf('?');
  // Nearly every request has none.
  if (query < 0) return undefined;
  const [value, ...others] = new URLSearchParams(req.url.slice(query)).getAll(name);
  if (others.length === 0) return value;
  throw refuse(`The query parameter ${name} is given more than once. Give it once.`);
}
