import type { Json } from './decisions.js';

/**
 * Locations in a recipe by their paths, as choices name them: `["decisions", "need"]`, `["shape", "terms", "0",
 * "columns"]`.
 */

/** The value at a path of a recipe; undefined if there is none. */
export function valueAt(recipe: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    recipe,
  );
}

/** A recipe with a value written at a path. Missing objects along the path are created. */
export function writtenAt(recipe: unknown, [key, ...rest]: readonly string[], value: Json): unknown {
  if (key === undefined) return value;
  if (Array.isArray(recipe)) {
    return recipe.map((each: unknown, at) => (String(at) === key ? writtenAt(each, rest, value) : each));
  }
  const own = typeof recipe === 'object' && recipe !== null ? Object.entries(recipe) : [];
  return Object.fromEntries([
    ...own.filter(([each]) => each !== key),
    [key, writtenAt(valueAt(recipe, [key]), rest, value)],
  ]);
}
