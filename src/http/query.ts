import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { notAFlag, unknownAwardYear } from '../contract/request-errors.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';

/** Makes the error for a parameter that cannot be used, from a sentence that names it. */
type Refuse = (message: string) => ApiError;

/**
 * Whether a query parameter is `true`; false if it is absent. Other parameters are ignored.
 *
 * @throws ApiError made by `refuse` for any other value, and for a parameter given twice.
 */
export function queryFlag(req: Request, name: string, refuse: Refuse): boolean {
  const value = queryValue(req, name, refuse) ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw refuse(notAFlag(name));
}

/**
 * The award year in `award_year`, or the current one.
 *
 * @throws ApiError made by `refuse` for a year without a table, and for a parameter given twice.
 */
export function queryAwardYear(req: Request, refuse: Refuse): string {
  const value = queryValue(req, 'award_year', refuse) ?? CURRENT_AWARD_YEAR;
  if (AWARD_YEARS.includes(value)) return value;
  throw refuse(unknownAwardYear('The query parameter award_year', value));
}

function queryValue(req: Request, name: string, refuse: Refuse): string | undefined {
  const query = req.url.indexOf('?');
  // Nearly every request has no query.
  if (query < 0) return undefined;
  const [value, ...others] = new URLSearchParams(req.url.slice(query)).getAll(name);
  if (others.length === 0) return value;
  throw refuse(`The query parameter ${name} is given more than once. Give it once.`);
}
