import { RULES_VERSION } from '../../engine/calculate.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { type Case, entriesOf, placeAt } from './case.js';

/**
 * The link that reproduces the form: readable parameters behind `#`, which browsers never send to a server.
 *
 *   #v=1&rules=2026-27.3&degree_level=undergraduate&terms.0.label=Fall&terms.0.credits_enrolled=12
 *
 * Fields have the same paths as in errors. `rules` names the award year and the rules behind the answer: with other rules the
 * same case may have a different answer.
 */

/** The contents of a link, and the parameters that this page does not know. */
export type ReadLink =
  | {
      readonly ok: true;
      readonly typed: Case;
      readonly unknown: readonly string[];
      /** The rules that the link was made with, if they differ from this page's; else null. */
      readonly otherRules: string | null;
    }
  | { readonly ok: false; readonly version: string };

const VERSION = '1';
/** Far longer than anything a person types; a longer text in a link is cut. */
const MOST_CHARACTERS = 300;

/** The rules that this page uses for a case. */
export function rulesOf({ awardYear }: Case): string {
  return `${awardYear}.${RULES_VERSION}`;
}

/** The link from `#` on. Cases with the same content have the same link. */
export function linkTo(typed: Case): string {
  const parameters = new URLSearchParams({ v: VERSION, rules: rulesOf(typed) });
  for (const { field, path, text } of entriesOf(typed)) {
    // A term with nothing typed is still a term.
    if (text !== '' || field.name === 'label') parameters.append(path, text);
  }
  return `#${parameters}`;
}

/** Whether two cases have the same content. */
export function isSameCase(one: Case, other: Case): boolean {
  return one === other || linkTo(one) === linkTo(other);
}

/** Reads a link from `#` on; null if it holds no case. */
export function readLink(hash: string): ReadLink | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const version = parameters.get('v');
  if (version === null) return null;
  if (version !== VERSION) return { ok: false, version: version.slice(0, MOST_CHARACTERS) };
  const rules = parameters.get('rules')?.slice(0, MOST_CHARACTERS);
  const awardYear = AWARD_YEARS.find((year) => rules?.startsWith(`${year}.`)) ?? CURRENT_AWARD_YEAR;
  parameters.delete('v');
  parameters.delete('rules');
  const typed = readCase(parameters, awardYear);
  if (typed === null) return null;
  const unknown = [...parameters.keys()]
    .filter((path) => placeAt(path) === null)
    .map((path) => path.slice(0, MOST_CHARACTERS));
  const otherRules = rules === undefined || rules === rulesOf(typed) ? null : rules;
  return { ok: true, typed, unknown, otherRules };
}

/** The case that parameters describe; null if it has no term. */
function readCase(parameters: URLSearchParams, awardYear: string): Case | null {
  const student: Record<string, string> = {};
  const terms: Record<string, string>[] = [];
  for (const [path, text] of parameters) {
    const place = placeAt(path);
    if (place === null) continue;
    while (place.term !== null && terms.length <= place.term) terms.push({});
    const entries = place.term === null ? student : terms[place.term];
    if (entries !== undefined) entries[place.name] = text.slice(0, MOST_CHARACTERS);
  }
  return terms.length === 0 ? null : { awardYear, student, terms };
}
