import { MAX_TERMS } from '../../engine/student.js';
import { type Case, isBlankAt, withEntry } from './case.js';

/** Terms can be added and removed anywhere in the year; no two ever get the same name. */

/** Names for an added term, in the order of the year. */
const TERM_NAMES = ['Fall', 'Winter', 'Spring', 'Summer'];

/** Whether the year has room for one more term. */
export function hasRoom({ terms }: Case): boolean {
  return terms.length < MAX_TERMS;
}

/**
 * The case with one more term at an index. Its full-time credits are copied from its neighbor, and can be changed; its own
 * credits are left for the person to enter. A summer counts in the year only if the student enrolls, which is how schools treat
 * it. Returns the case unchanged if the year is full.
 */
export function withTerm(typed: Case, at: number, isSummer: boolean = false): Case {
  if (!hasRoom(typed)) return typed;
  const { terms } = typed;
  const { full_time_credits = '' } = terms[at - 1] ?? terms[at] ?? {};
  const added = isSummer
    ? { label: freeName(typed, ['Summer'], 'Summer'), full_time_credits, required: 'false' }
    : { label: freeName(typed, TERM_NAMES, 'Term'), full_time_credits };
  return { ...typed, terms: [...terms.slice(0, at), added, ...terms.slice(at)] };
}

/** The case without one of its terms; unchanged if it has only one. */
export function withoutTerm(typed: Case, index: number): Case {
  if (typed.terms.length < 2) return typed;
  return { ...typed, terms: typed.terms.filter((_, each) => each !== index) };
}

/** The name of a term, or a substitute if it has none yet. */
export function termName({ terms }: Case, index: number): string {
  return (terms[index]?.['label'] ?? '').trim() || `Term ${index + 1}`;
}

/** {@link termName} of each term, in order. */
export function termNames(typed: Case): string[] {
  return typed.terms.map((_, index) => termName(typed, index));
}

function nameOf({ label = '' }: { readonly label?: string }): string {
  return label.trim().toLowerCase();
}

/** The full-time credits of the first term, where a later term has none yet that they could be used for; otherwise null. */
export function offeredFullTime(typed: Case): string | null {
  const first = typed.terms[0]?.['full_time_credits']?.trim() ?? '';
  return first !== '' && lacksFullTime(typed).length > 0 ? first : null;
}

/** The case with {@link offeredFullTime} in each term that has no full-time credits. */
export function withOfferedFullTime(typed: Case): Case {
  const offered = offeredFullTime(typed);
  if (offered === null) return typed;
  return lacksFullTime(typed).reduce(
    (filled, term) => withEntry(filled, { name: FULL_TIME, term }, offered),
    typed,
  );
}

const FULL_TIME = 'full_time_credits';

function lacksFullTime(typed: Case): number[] {
  return [...typed.terms.keys()].filter((term) => isBlankAt(typed, { name: FULL_TIME, term }));
}

/** The first of the names that no term has, or the base with a number. */
function freeName({ terms }: Case, names: readonly string[], base: string): string {
  const used = new Set(terms.map(nameOf));
  // More numbers than a year has terms.
  const numbered = Array.from({ length: 2 * MAX_TERMS }, (_, index) => `${base} ${index + 2}`);
  return [...names, ...numbered].find((name) => !used.has(name.toLowerCase())) ?? base;
}
