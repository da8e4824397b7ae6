import { nameKey } from '../table/column-names.js';
import { areFailedRows } from './column-facts.js';
import type { TableFacts } from './examination.js';
import { heldBy, isNamesake, studentsIn } from './held.js';
import { placedAnew, placedColumns } from './places.js';
import { lessOf, type Recipe } from './recipe.js';
import { heldByHarmless } from './suggest.js';

/**
 * An earlier recipe for a new file: all of it stays, and what the file has that it does not know is open, as
 * the lines of its columns find it. It stays confirmed, so that a file with nothing new needs no answer at all; new columns that the data shows to be
 * harmless are noted with the others, and so is that of the reasons why rows failed.
 */
export function recall(known: Recipe, facts: TableFacts): Recipe {
  const earlier = withNamesOf(facts, known);
  const placed = placedColumns(earlier);
  const columns = facts.columns.filter(({ name }) => !isNamesake(name, placed));
  const reasons = areFailedRows(facts) ? facts.columns.slice(-1).filter(({ name }) => !placed.has(name)) : [];
  const noted = reasons.map((column) => [column.name, heldBy(column, studentsIn(earlier, facts))]);
  const harmless = heldByHarmless(earlier, { columns });
  return { ...earlier, not_used: { ...harmless, ...Object.fromEntries(noted), ...earlier.not_used } };
}

/**
 * A recipe with the names that the columns of a file have, where they differ in capitals, blanks, hyphens and underscores alone:
 * no two columns of a file do.
 */
function withNamesOf({ columns }: TableFacts, recipe: Recipe): Recipe {
  const names = new Map(columns.map(({ name }) => [nameKey(name), name]));
  const nameOf = (name: string): string => names.get(nameKey(name)) ?? name;
  const keysOf = <Value>(of: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [nameOf(name), value]));
  const named = placedAnew(
    recipe,
    (rule) => {
      if (rule === null || rule === 'none') return rule;
      const less = lessOf(rule).map(nameOf);
      const read = { ...rule, ...(less.length > 0 && { less }) };
      if ('columns' in read) return { ...read, columns: read.columns.map(nameOf) };
      return 'column' in read ? { ...read, column: nameOf(read.column) } : rule;
    },
    (status) => ({ ...status, column: nameOf(status.column) }),
  );
  return { ...named, not_used: keysOf(recipe.not_used), ...(recipe.held && { held: keysOf(recipe.held) }) };
}
