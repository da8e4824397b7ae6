import { decisionOf, type Recipe } from './recipe.js';

/** Decisions that are of one kind of finding, told by names of columns or the like: `same_credits:Major | Campus`. */

const BETWEEN = ' | ';

/** Names as one kind of finding. */
export function kindOfNames(names: readonly string[]): string {
  return names.join(BETWEEN);
}

/** The names of a kind. */
export function namesOf(kind: string): readonly string[] {
  return kind.split(BETWEEN);
}

/** Where a question is decided of one kind of finding. */
export function keyOfKind(key: string, kind: string): string {
  return kind === '' ? key : `${key}:${kind}`;
}

/** Whether a kind has some of the names of another one, and no others. */
export function isPartOf(kind: string, other: string): boolean {
  const names = namesOf(other);
  return kind !== other && namesOf(kind).every((name) => names.includes(name));
}

/**
 * What was said both of rows that differ in some of these columns alone, and of others that differ in more, and so holds for these;
 * `''` for nothing.
 */
export function coveringAnswer(recipe: Recipe, key: string, kind: string): string {
  const keys = Object.keys(recipe.decisions).filter((each) => each.startsWith(`${key}:`));
  const covers = (answer: string): boolean => {
    const said = keys
      .filter((each) => decisionOf(recipe, each) === answer)
      .map((each) => each.slice(key.length + 1));
    return said.some((other) => isPartOf(other, kind)) && said.some((other) => isPartOf(kind, other));
  };
  return ['once', 'each'].find(covers) ?? '';
}
