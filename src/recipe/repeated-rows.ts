import type { Facts } from './facts.js';
import { labelKey } from './labels.js';
import { cellIn, type RawRow, studentIn } from './raw-rows.js';
import { isStepDue, type Steps } from './steps.js';

type GivenRow = Pick<RawRow, 'row' | 'given'>;

/**
 * Looks once more at the rows of students who have some more than once.
 *
 * @param onDifference told of each row that differs from the first of the same student, term and part.
 */
export function* compareRepeated(
  { raw, students, repeated }: Facts,
  onDifference: (student: number, first: GivenRow, row: GivenRow) => void,
): Steps<void> {
  const idOf = studentIn(raw.columns);
  const labelOf = cellIn(raw.columns, 'term_label');
  const firsts = new Map<string, GivenRow>();
  let rows = 0;
  for (const row of raw.rows()) {
    rows += 1;
    if (isStepDue(rows)) yield;
    const student = students.get(idOf(row)) ?? -1;
    if (!repeated.has(student)) continue;
    const key = JSON.stringify([student, labelKey(labelOf(row.cells)), labelKey(row.part)]);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, row);
    else if (placeOfDifference(first, row) >= 0) onDifference(student, first, row);
  }
}

/** The place of the first cell in which two rows differ; -1 where they are equal in every cell. */
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
