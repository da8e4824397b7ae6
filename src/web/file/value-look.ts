import { cellValue } from '../../contract/cell-value.js';
import { FIELDS } from '../../contract/field-list.js';
import type { SourceInfo } from '../../recipe/source.js';

/** A value that occurs in a column of theirs, and whether we can read it as it is. */
export interface SeenValue {
  readonly theirs: string;
  readonly count: number;
  readonly isReadable: boolean;
}

/** More values than these are no code that a person matches one by one. */
const MOST_VALUES = 30;

/** The values that the first rows have in a column, the most frequent first. Blank cells are left out. */
export function valuesSeen(
  { header, firstRows }: SourceInfo,
  theirs: string,
  ours: string,
): readonly SeenValue[] {
  const place = header.indexOf(theirs);
  const counts = new Map<string, number>();
  for (const { cells } of firstRows) {
    const value = cells[place]?.trim() ?? '';
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_VALUES)
    .map(([value, count]) => ({ theirs: value, count, isReadable: isReadable(ours, value) }));
}

function isReadable(column: string, text: string): boolean {
  const field = FIELDS.find((each) => each.column === column);
  return field === undefined || field.schema.safeParse(cellValue(field, text)).success;
}
