import { MAX_TERMS } from '../../engine/student.js';
import { type Case, type Entries, isBlankAt } from './case.js';

/** Terms can be added and removed anywhere in the year; no two ever get the same name. */

/** Names for an added term, in the order of the year. */
const TERM_NAMES = ['Fall', 'Winter', 'Spring', 'Summer'];
const SUMMER = 'Summer';

/** Whether the year has room for one more term. */
export function hasRoom({ terms }: Case): boolean {
  return terms.length < MAX_TERMS;
}

/**
 * The case with one more term at an index. Its full-time credits are copied from its neighbor, and can be changed; its own
 * credits are left for the person to enter. Returns the case unchanged if the year is full.
 */
export function withTerm(typed: Case, at: number): Case {
  return inserted(typed, at, freeName(typed, TERM_NAMES), {});
}

/**
 * The case with a summer at its beginning (`header`) or its end (`trailer`). It counts in the year only if the student enrolls,
 * which is how schools treat a summer.
 */
export function withSummer(typed: Case, end: 'header' | 'trailer'): Case {
  const at = end === 'header' ? 0 : typed.terms.length;
  return inserted(typed, at, freeName(typed, [SUMMER]), { required: 'false' });
}

/** The case without one of its terms; unchanged if it has only one. */
export function withoutTerm(typed: Case, index: number): Case {
  if (typed.terms.length < 2) return typed;
  return { ...typed, terms: typed.terms.filter((_, each) => each !== index) };
}

/** The case with these full-time credits in every term that has none. */
export function withSameFullTime(typed: Case, text: string): Case {
  const terms = typed.terms.map((term, index) =>
    isBlankAt(typed, { name: 'full_time_credits', term: index })
      ? { ...term, full_time_credits: text }
      : term,
  );
  return { ...typed, terms };
}

/** The name of a term, or a substitute if it has none yet. */
export function termName({ terms }: Case, index: number): string {
  return (terms[index]?.['label'] ?? '').trim() || `Term ${index + 1}`;
}

/** {@link termName} of each term, in order. */
export function termNames(typed: Case): string[] {
  return typed.terms.map((_, index) => termName(typed, index));
}

function inserted(typed: Case, at: number, label: string, others: Entries): Case {
  if (!hasRoom(typed)) return typed;
  const { terms } = typed;
  const neighbor = terms[at - 1] ?? terms[at];
  const added = { label, full_time_credits: neighbor?.['full_time_credits'] ?? '', ...others };
  return { ...typed, terms: [...terms.slice(0, at), added, ...terms.slice(at)] };
}

function freeName({ terms }: Case, names: readonly string[]): string {
  const used = new Set(terms.map(({ label = '' }) => label.trim().toLowerCase()));
  const isFree = (name: string) => !used.has(name.toLowerCase());
  const free = names.find(isFree);
  if (free !== undefined) return free;
  const base = names.length === 1 ? `${names[0]}` : 'Term';
  // More numbers than a year has terms.
  const numbers = Array.from({ length: 2 * MAX_TERMS }, (_, index) => index + 2);
  return numbers.map((number) => `${base} ${number}`).find(isFree) ?? base;
}
