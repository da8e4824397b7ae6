import type { Json } from './decisions.js';

/** Places of a recipe by their paths, as choices name them: `["decisions", "need"]`, `["shape", "terms", "0", "columns"]`. */

/** What a recipe has at a place; undefined for nothing. */
export function valueAt(recipe: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    recipe,
  );
}

/** A recipe with a value at a place, under the last of its keys. Objects on the way are made where there are none. */
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
