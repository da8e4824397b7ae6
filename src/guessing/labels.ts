import type { DegreeLevel } from '../engine/limits.js';
import { type TableError, tableError } from '../table/table-error.js';
import { remembered } from './cells.js';
import type { BlankCreditsMeaning, Decisions } from './decisions.js';

/** More different labels than this are not terms; a student's terms are kept as bits of a number. */
const MOST_LABELS = 30;

/** A term label in the form used for comparison: capitals and blanks make no difference. */
export function labelKey(label: string): string {
  return label.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** The terms, in the form used for comparison, of which others were said to be parts. */
export function joinedTerms({ terms }: Decisions): ReadonlySet<string> {
  const joined = Object.entries(terms ?? {}).filter(([theirs, ours]) => labelKey(theirs) !== labelKey(ours));
  return new Set(joined.flatMap(([, ours]) => (ours === '' ? [] : [labelKey(ours)])));
}

/** The terms of a file, in the order of their first rows. */
export class Labels {
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #keyOf = remembered(labelKey);

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.placeOf(text);
  }

  /** The index of a term, which is added if new; -1 if there are too many. */
  placeOf(label: string): number {
    const key = this.#keyOf(label);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    if (this.texts.length === MOST_LABELS) return -1;
    this.#places.set(key, this.texts.length);
    return this.texts.push(label) - 1;
  }

  /** The label of the term at an index; blank if it is none of them. */
  at(place: number): string {
    return this.texts[place] ?? '';
  }

  /** The index of a known term; undefined for any other. */
  find(label: string): number | undefined {
    return this.#places.get(labelKey(label));
  }
}

/** The decided meaning of a term's blank credits; undefined if it is open. */
export function blankMeaning({ blank_credits }: Decisions, label: string): BlankCreditsMeaning | undefined {
  if (typeof blank_credits === 'string') return blank_credits;
  return saidOf(blank_credits, label) ?? undefined;
}

/** The decided full-time credits of a term; blank if they are open. */
export function decidedFullTime(
  { full_time_in_term, full_time_credits }: Decisions,
  level: DegreeLevel,
  label: string,
): string {
  return saidOf(full_time_in_term?.[level] ?? {}, label) ?? full_time_credits?.[level] ?? '';
}

/** What was decided for a term. */
export function saidOf<Said>(
  byLabel: Readonly<Record<string, Said>> | null | undefined,
  label: string,
): Said | undefined {
  const key = labelKey(label);
  return Object.entries(byLabel ?? {}).find(([each]) => labelKey(each) === key)?.[1];
}

/** The refusal of a term column with more different terms than a file can have. */
export function tooManyTerms(): TableError {
  return tableError(
    `More than ${MOST_LABELS} different terms: the column of terms is another one. Choose the column that says the term, such as Fall 2026.`,
  );
}
