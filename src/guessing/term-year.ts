import type { DegreeLevel } from '../engine/limits.js';
import type { YearTerms } from './decisions.js';
import type { Facts } from './facts.js';
import { fullTimeKey } from './facts-reader.js';
import type { Labels } from './labels.js';

/** The smallest and largest number of terms listed for a student. */
export function termCounts({ terms, notOfYear }: Facts): { readonly least: number; readonly most: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const [student, bits] of terms.entries()) {
    const count = bitCount(bits | (notOfYear[student] ?? 0));
    if (count === 0) continue;
    least = Math.min(least, count);
    most = Math.max(most, count);
  }
  return { least: most === 0 ? 0 : least, most };
}

/** How many terms a student has. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Whether what was decided says of every student of a file which terms are missing. */
export function decidesYear({ terms, missing, labels: own }: YearTerms, labels: Labels): boolean {
  if (missing === 'as_listed') return true;
  if (own !== undefined) return own.length === terms;
  // Of a summer that some attend nobody knows whether it is one of them.
  return terms >= labels.texts.length || labels.texts.length > MOST_OF_A_YEAR;
}

/** The most terms in a student's year; a file of several years has more labels. */
const MOST_OF_A_YEAR = 4;

/** How many terms of the year a student with these terms lacks, and which where that is known. */
export function missingTerms(
  { terms, missing, labels: own }: YearTerms,
  labels: Labels,
  bits: number,
): { readonly count: number; readonly places: readonly number[] } {
  if (missing === 'as_listed') return { count: 0, places: [] };
  const year = own === undefined ? labels.texts : own;
  const lacking = year.filter((label) => {
    const place = labels.find(label);
    return place === undefined || (bits & (1 << place)) === 0;
  });
  const places = lacking.flatMap((label) => labels.find(label) ?? []);
  if (own !== undefined) return { count: lacking.length, places };
  const count = Math.max(0, terms - bitCount(bits));
  return { count, places: count === lacking.length ? places : [] };
}

/**
 * Whether a missing term has the full-time credits that the rules take for it, the largest of the student's own (section 2); where it
 * has others it needs a row of its own.
 */
export function hasUsualFullTime(
  { fullTime, labels }: Facts,
  level: DegreeLevel,
  bits: number,
  places: readonly number[],
): boolean {
  const values = new Set<string>();
  for (let place = 0; place < labels.texts.length; place++) {
    if ((bits & (1 << place)) === 0 && !places.includes(place)) continue;
    const credits = fullTime.get(fullTimeKey(level, place));
    // Where students differ, their own say it best.
    if (credits !== undefined && credits !== null) values.add(credits);
  }
  return values.size <= 1;
}

/** How many students lack a term of the year as it was decided. */
export function lackingStudents(facts: Facts): number {
  const { year_terms } = facts.recipe.decisions;
  if (year_terms == null) return 0;
  return facts.terms.filter((bits) => bits !== 0 && missingTerms(year_terms, facts.labels, bits).count > 0)
    .length;
}
