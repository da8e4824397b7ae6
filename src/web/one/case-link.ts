import { RULES_VERSION } from '../../engine/calculate.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { type Case, entriesOf, PLACES, withEntry } from './case.js';
import type { Entries } from './form-fields.js';

/**
 * The link that reproduces the form: readable parameters behind `#`, which browsers never send to a server.
 *
 *   #v=1&rules=2026-27.3&degree_level=undergraduate&terms.0.label=Fall&terms.0.credits_enrolled=12
 *
 * Fields have the same paths as in errors. `rules` names the award year and the rules behind the answer: with other rules the
 * same case may have a different answer.
 */

export interface ReadLink {
  /** Null if this page cannot read links of its version. */
  readonly typed: Case | null;
  /** What the person should know of the link. */
  readonly remarks: readonly string[];
}

const VERSION = '1';

/** The link from `#` on. Cases with the same content have the same link. */
export function linkTo(typed: Case): string {
  const parameters = new URLSearchParams({ v: VERSION, rules: rulesOf(typed) });
  for (const { field, path, text } of entriesOf(typed)) {
    // A term with nothing typed is still a term.
    if (text !== '' || field.name === 'label') parameters.append(path, text);
  }
  return `#${parameters}`;
}

function rulesOf({ awardYear }: Pick<Case, 'awardYear'>): string {
  return `${awardYear}.${RULES_VERSION}`;
}

/** Whether two cases have the same content. */
export function isSameCase(one: Case, other: Case): boolean {
  return one === other || linkTo(one) === linkTo(other);
}

/** Reads a link from `#` on; null if it holds no case. */
export function readLink(hash: string): ReadLink | null {
  const { v: version, rules, ...texts } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  if (version === undefined) return null;
  if (version !== VERSION) {
    const text = `This link has version ${version}, which this page cannot read. Ask for a new link, or type the case in.`;
    return { typed: null, remarks: [text] };
  }
  const known = Object.keys(texts).filter((path) => PLACES.has(path));
  const terms = Math.max(0, ...known.map((path) => (PLACES.get(path)?.term ?? -1) + 1));
  if (terms === 0) return null;
  const awardYear = AWARD_YEARS.find((year) => rules?.startsWith(`${year}.`)) ?? CURRENT_AWARD_YEAR;
  const blank: Case = { awardYear, student: {}, terms: Array<Entries>(terms).fill({}) };
  const typed = known.reduce((filled, path) => withEntry(filled, path, texts[path] ?? ''), blank);
  const remarks: string[] = [];
  if (rules !== undefined && rules !== rulesOf(typed))
    remarks.push(
      `This link was made with rules ${rules}. This page calculates with rules ${rulesOf(typed)}, so its figures can differ.`,
    );
  const unknown = Object.keys(texts).filter((path) => !PLACES.has(path));
  if (unknown.length > 0)
    remarks.push(`This page does not know these parts of the link and left them out: ${unknown.join(', ')}.`);
  return { typed, remarks };
}
