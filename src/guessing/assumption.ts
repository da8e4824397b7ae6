import { counted, numberText } from '../engine/texts.js';
import type { DecisionName } from './decisions.js';

/** A sentence about what a calculation assumes, and the decision that changes it; null if none does. */
export interface Assumption {
  readonly text: string;
  readonly decision: DecisionName | null;
}

/** Sentences, one after another. */
export type Said = Generator<Assumption, void, undefined>;

/** A sentence, and the decision that changes it. */
export function said(text: string, decision: DecisionName | null = null): Assumption {
  return { text, decision };
}

/** `1 student has`, `20 students have`. */
export function studentsHave(count: number): string {
  return counted(count, 'student has', 'students have');
}

/** `is` after one of something, `are` after several. */
export function are(items: readonly unknown[]): string {
  return items.length === 1 ? 'is' : 'are';
}

/** How many rows, terms or columns are named. */
export const MOST_NAMED = 4;

/** Joins items: `a, b and c`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** The first of some items, and how many more there are. */
export function firstOf(items: readonly string[]): string {
  const more = items.length - MOST_NAMED;
  return list([...items.slice(0, MOST_NAMED), ...(more > 0 ? [`${numberText(more)} more`] : [])]);
}

/** A name of the file. */
export function quoted(name: string): string {
  return `"${name}"`;
}
