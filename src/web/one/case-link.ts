import { STUDENT_FIELDS, TERM_FIELDS } from '../../contract/field-list.js';
import { RULES_VERSION } from '../../engine/calculate.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { MAX_TERMS } from '../../engine/student.js';
import type { Case, Entries } from './case.js';

/**
 * The link that reproduces the form: readable parameters behind `#`, which browsers never send to a server.
 *
 *   #v=1&rules=2026-27.1&degree_level=undergraduate&terms.0.label=Fall&terms.0.credits_enrolled=12&b.terms.0.credits_enrolled=6
 *
 * Fields have the same paths as in errors. The prefix `b.` marks the second plan, which is written in full. `rules` names the award
 * year and the rules behind the answer: with other rules the same case may have a different answer.
 */

/** What the page shows: one plan, or two to compare. */
export interface Plans {
  readonly a: Case;
  readonly b: Case | null;
}

/** The contents of a link, and the parameters that this page does not know. */
export type ReadLink =
  | {
      readonly ok: true;
      readonly plans: Plans;
      readonly unknown: readonly string[];
      /** The rules that the link was made with, if they differ from this page's; else null. */
      readonly otherRules: string | null;
    }
  | { readonly ok: false; readonly version: string };

const VERSION = '1';
const SECOND = 'b.';
/** Far longer than anything a person types; a longer text in a link is cut. */
const MOST_CHARACTERS = 300;

const STUDENT_NAMES = new Set(STUDENT_FIELDS.map(({ name }) => name));
const TERM_NAMES = new Set(TERM_FIELDS.map(({ name }) => name));

/** The rules that this page uses for a case. */
export function rulesOf({ awardYear }: Case): string {
  return `${awardYear}.${RULES_VERSION}`;
}

/** The link from `#` on. */
export function linkTo({ a, b }: Plans): string {
  const parameters = new URLSearchParams({ v: VERSION, rules: rulesOf(a) });
  for (const [path, text] of [...entriesOf(a, ''), ...(b === null ? [] : entriesOf(b, SECOND))]) {
    parameters.append(path, text);
  }
  return `#${parameters}`;
}

function entriesOf({ student, terms }: Case, prefix: string): [string, string][] {
  const written = (entries: Entries, path: string) =>
    Object.entries(entries)
      .filter(([, text]) => text !== '')
      .map(([name, text]): [string, string] => [`${prefix}${path}${name}`, text]);
  return [
    ...written(student, ''),
    ...terms.flatMap((term, index) => {
      const own = written(term, `terms.${index}.`);
      // A term with nothing typed is still a term.
      return own.length > 0 ? own : [[`${prefix}terms.${index}.label`, ''] satisfies [string, string]];
    }),
  ];
}

/** Reads a link from `#` on; null if it holds no case. */
export function readLink(hash: string): ReadLink | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const version = parameters.get('v');
  if (version === null) return null;
  if (version !== VERSION) return { ok: false, version: version.slice(0, MOST_CHARACTERS) };
  const unknown: string[] = [];
  const rules = parameters.get('rules')?.slice(0, MOST_CHARACTERS);
  const awardYear = AWARD_YEARS.find((year) => rules?.startsWith(`${year}.`)) ?? CURRENT_AWARD_YEAR;
  const [a, b] = [new CaseReader(awardYear), new CaseReader(awardYear)];
  for (const [path, text] of parameters) {
    if (path === 'v' || path === 'rules') continue;
    const reader = path.startsWith(SECOND) ? b : a;
    const isTaken = reader.take(path.slice(reader === b ? SECOND.length : 0), text.slice(0, MOST_CHARACTERS));
    if (!isTaken) unknown.push(path.slice(0, MOST_CHARACTERS));
  }
  const first = a.read();
  if (first === null) return null;
  const otherRules = rules === undefined || rules === rulesOf(first) ? null : rules;
  return { ok: true, plans: { a: first, b: b.read() }, unknown, otherRules };
}

class CaseReader {
  readonly #awardYear: string;
  readonly #student: Record<string, string> = {};
  readonly #terms: Record<string, string>[] = [];

  constructor(awardYear: string) {
    this.#awardYear = awardYear;
  }

  take(path: string, text: string): boolean {
    const [, place, name = path] = /^terms\.(\d)\.(\w+)$/.exec(path) ?? [];
    if (place === undefined) return set(this.#student, STUDENT_NAMES, name, text);
    const index = Number(place);
    if (index >= MAX_TERMS) return false;
    while (this.#terms.length <= index) this.#terms.push({});
    return set(this.#terms[index] ?? {}, TERM_NAMES, name, text);
  }

  read(): Case | null {
    if (this.#terms.length === 0) return null;
    return { awardYear: this.#awardYear, student: this.#student, terms: this.#terms };
  }
}

function set(into: Record<string, string>, names: ReadonlySet<string>, name: string, text: string): boolean {
  if (!names.has(name)) return false;
  into[name] = text;
  return true;
}
