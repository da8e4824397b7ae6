import { heldBy, isHarmless } from './column-facts.js';
import type { TableFacts } from './examination.js';
import type { Recipe } from './recipe.js';
import { placedColumns } from './suggest.js';

/**
 * An earlier recipe for a new file: all of it stays, and what the file has that it does not know is open, as
 * `openPlaces` finds it. It stays confirmed, so that a file with nothing new needs no answer at all; new columns that the
 * data shows to be harmless are noted with the others.
 */
export function recall(earlier: Recipe, facts: TableFacts): Recipe {
  const placed = placedColumns(earlier);
  const harmless = facts.columns.filter(
    (column) =>
      !placed.has(column.name) && !Object.hasOwn(earlier.not_used, column.name) && isHarmless(column),
  );
  if (harmless.length === 0) return earlier;
  const added = Object.fromEntries(harmless.map((column) => [column.name, heldBy(column)]));
  return { ...earlier, not_used: { ...earlier.not_used, ...added } };
}
