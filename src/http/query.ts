import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { notAFlag, queryGivenTwice, unknownAwardYear, unknownParameter } from '../contract/request-errors.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';

/** Makes the error for an unusable parameter, from its name and a sentence that names it. */
type Refuse = (name: string, message: string) => ApiError;

/** The query of a request. Every parameter is known and given once. */
export class Query<Name extends string> {
  readonly #values: ReadonlyMap<string, string>;
  readonly #refuse: Refuse;

  /** @throws ApiError made by `refuse` for a parameter that is not in `names` or is given twice. */
  constructor(req: Request, names: readonly Name[], refuse: Refuse) {
    const start = req.url.indexOf('?');
    const values = new Map<string, string>();
    // Nearly every request has no query.
    for (const [name, value] of start < 0 ? [] : new URLSearchParams(req.url.slice(start))) {
      if (!names.some((known) => known === name)) throw refuse(name, unknownParameter(name, names));
      if (values.has(name)) throw refuse(name, queryGivenTwice(name));
      values.set(name, value);
    }
    this.#values = values;
    this.#refuse = refuse;
  }

  text(name: Name): string | undefined {
    return this.#values.get(name);
  }

  /** Whether a parameter is `true`; false if it is absent. @throws ApiError for any other value. */
  flag(name: Name): boolean {
    const value = this.#values.get(name) ?? 'false';
    if (value === 'true' || value === 'false') return value === 'true';
    throw this.#refuse(name, notAFlag(name));
  }

  /** The award year, or the current one if it is absent. @throws ApiError for a year without a table. */
  awardYear(name: Name): string {
    const value = this.#values.get(name) ?? CURRENT_AWARD_YEAR;
    if (AWARD_YEARS.includes(value)) return value;
    throw this.#refuse(name, unknownAwardYear(`The query parameter ${name}`, value));
  }
}
