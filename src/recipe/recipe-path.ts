import type { Path, Recipe } from './recipe.js';

/** The value at a path of a recipe; undefined if there is none. */
export function valueAt(recipe: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    recipe,
  );
}

/** A recipe with an answer written at a path; objects that it leads through are made where there are none. */
export function answered(recipe: Recipe, path: Path, value: string | null): Recipe {
  return { ...recipe, ...written(recipe, path, value) };
}

function written(at: unknown, [key, ...rest]: Path, value: string | null): object {
  if (key === undefined) return {};
  const next = valueAt(at, [key]);
  const made = rest.length === 0 ? value : written(next, rest, value);
  if (Array.isArray(at)) return at.map((each: unknown, place) => (place === key ? made : each));
  return { ...(typeof at === 'object' ? at : {}), [key]: made };
}
