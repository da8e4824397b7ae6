import type { Facts } from './facts.js';
import { labelKey } from './labels.js';
import { cellIn, type RawRow, studentIn } from './raw-rows.js';
import { isStepDue, type Steps } from './steps.js';

type GivenRow = Pick<RawRow, 'row' | 'given'>;

/** Callbacks for students with repeated rows. */
interface Comparison {
  /** A row that differs from the first of the same student, term and part. */
  onDifference(student: number, first: GivenRow, row: GivenRow): void;
  /** A row that is equal in every cell to an earlier one of the same student. */
  onCopy(student: number, row: GivenRow): void;
}

/** Looks again at the rows of students who have repeated ones. */
export function* compareRepeated(
  { raw, students, repeated }: Facts,
  { onDifference, onCopy }: Comparison,
): Steps<void> {
  const idOf = studentIn(raw.columns);
  const labelOf = cellIn(raw.columns, 'term_label');
  const firsts = new Map<string, GivenRow>();
  // Numbers instead of rows, which would take the memory of the whole file.
  const seen = new Set<number>();
  let rows = 0;
  for (const row of raw.rows()) {
    rows += 1;
    if (isStepDue(rows)) yield;
    const student = students.get(idOf(row)) ?? -1;
    if (!repeated.has(student)) continue;
    // Terms of one row are not copies of each other.
    const number = numberOf([`${row.term}`, ...row.given]);
    if (seen.has(number)) onCopy(student, row);
    seen.add(number);
    const key = JSON.stringify([student, labelKey(labelOf(row.cells)), labelKey(row.part)]);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, row);
    else if (placeOfDifference(first, row) >= 0) onDifference(student, first, row);
  }
}

/** A 53-bit hash of cells; two of a million rows collide once in ten thousand files. */
function numberOf(cells: readonly string[]): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (const cell of cells) {
    const text = `${cell.trim()}\n`;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 0x9e3779b1);
      other = Math.imul(other ^ code, 0x5f356495);
    }
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return 0x100000000 * (other & 0x1fffff) + (one >>> 0);
}

/** The index of the first cell in which two rows differ; -1 if they are equal in every cell. */
function placeOfDifference(one: GivenRow, other: GivenRow): number {
  return one.given.findIndex((cell, place) => cell.trim() !== (other.given[place] ?? '').trim());
}

const SHOWN_LENGTH = 40;

/** How two rows differ, in words. */
export function differenceOf(header: readonly string[], one: GivenRow, other: GivenRow): string {
  const at = placeOfDifference(one, other);
  const cells = [one, other].map(({ given }) =>
    JSON.stringify((given[at] ?? '').trim().slice(0, SHOWN_LENGTH)),
  );
  return `rows ${one.row} and ${other.row} differ in ${header[at]} (${cells.join(' and ')})`;
}
