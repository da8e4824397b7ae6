import { readAs, readValues } from '../../recipe/guess-values.js';
import type { SourceInfo } from '../../recipe/source.js';

/** A value that occurs in a column of theirs. */
export interface SeenValue {
  readonly theirs: string;
  readonly count: number;
  /** What it is read as when it stays as it is; null where it cannot be read. */
  readonly read: string | null;
  /** What student systems mean by it, where we know that and it cannot be read as it is. */
  readonly proposed: string | null;
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
  const { values } = readValues(ours, counts.keys());
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_VALUES)
    .map(([value, count]) => ({
      theirs: value,
      count,
      read: readAs(ours, value),
      proposed: values[value] ?? null,
    }));
}
