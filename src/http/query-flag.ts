import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { notAFlag } from '../contract/request-errors.js';

/**
 * Whether a query parameter says `true`; a request that does not have it says `false`. Other parameters are none of its business.
 *
 * @param refuse makes the answer to any other value, and to a parameter given twice, of a sentence that names the parameter.
 * @throws ApiError what `refuse` makes.
 */
export function queryFlag(req: Request, name: string, refuse: (message: string) => ApiError): boolean {
  const query = req.url.indexOf('?');
  // Nearly every request has none.
  if (query < 0) return false;
  const [value = 'false', ...others] = new URLSearchParams(req.url.slice(query)).getAll(name);
  if (others.length > 0) throw refuse(`The query parameter ${name} is given more than once. Give it once.`);
  if (value === 'true' || value === 'false') return value === 'true';
  throw refuse(notAFlag(name));
}
