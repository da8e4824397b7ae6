import { MAX_TERMS } from '../../engine/student.js';
import type { Case } from './case.js';

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

/**
 * The terms of two plans side by side, in the order of plan B, then those that only plan A has. Terms of one name belong together;
 * among the others, if both plans have as many, those in the same order: they were renamed.
 */
export function pairedTerms<Term extends { readonly label?: string }>(
  a: readonly Term[],
  b: readonly Term[],
): (readonly [Term | undefined, Term | undefined])[] {
  const left = [...a];
  const take = (place: number): Term | undefined => (place < 0 ? undefined : left.splice(place, 1)[0]);
  const named = b.map((term) => take(left.findIndex((each) => nameOf(each) === nameOf(term))));
  const areRenamed = a.length === b.length;
  const pairs = b.map((term, place) => [named[place] ?? (areRenamed ? take(0) : undefined), term] as const);
  return [...pairs, ...left.map((term) => [term, undefined] as const)];
}

function nameOf({ label = '' }: { readonly label?: string }): string {
  return label.trim().toLowerCase();
}

/** The first of the names that no term has, or the base with a number. */
function freeName({ terms }: Case, names: readonly string[], base: string): string {
  const used = new Set(terms.map(nameOf));
  // More numbers than a year has terms.
  const numbered = Array.from({ length: 2 * MAX_TERMS }, (_, index) => `${base} ${index + 2}`);
  return [...names, ...numbered].find((name) => !used.has(name.toLowerCase())) ?? base;
}
