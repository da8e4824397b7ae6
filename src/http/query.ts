import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { notAFlag, queryGivenTwice, unknownAwardYear, unknownParameter } from '../contract/request-errors.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';

/** As a long address has room for thousands of names. */
const MOST_REFUSED = 10;

/** The query of a request. Parameters that are not in `names`, given twice or unusable are refused together. */
export class Query<Name extends string> {
  readonly #values = new Map<string, string>();
  /** A sentence for each parameter that cannot be used. */
  readonly #wrong = new Map<string, string>();

  constructor(req: Request, names: readonly Name[]) {
    const start = req.url.indexOf('?');
    // Nearly every request has no query.
    for (const [name, value] of start < 0 ? [] : new URLSearchParams(req.url.slice(start))) {
      if (this.#wrong.size === MOST_REFUSED) break;
      if (!names.some((known) => known === name)) this.#wrong.set(name, unknownParameter(name, names));
      else if (this.#values.has(name)) this.#wrong.set(name, queryGivenTwice(name));
      else this.#values.set(name, value);
    }
  }

  text(name: Name): string | undefined {
    return this.#values.get(name);
  }

  /** Whether a parameter is `true`; false if it is absent. */
  flag(name: Name): boolean {
    const value = this.text(name) ?? 'false';
    if (value !== 'true' && value !== 'false') this.#wrong.set(name, notAFlag(name));
    return value === 'true';
  }

  /** The award year, or the current one if it is absent. */
  awardYear(name: Name): string {
    const value = this.text(name) ?? CURRENT_AWARD_YEAR;
    if (!AWARD_YEARS.includes(value))
      this.#wrong.set(name, unknownAwardYear(`The query parameter ${name}`, value));
    return value;
  }

  /** Call it once all parameters are read. @throws ApiError made by `refuse` if any cannot be used. */
  check(refuse: (wrong: ReadonlyMap<string, string>) => ApiError): void {
    if (this.#wrong.size > 0) throw refuse(this.#wrong);
  }
}
