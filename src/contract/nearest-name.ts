import { closestMatch } from 'leven';

/** A typo changes at most one letter in so many. */
const LETTERS_PER_SLIP = 4;

/** The name that a misspelled one is probably meant for, by edit distance; undefined if none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(given.length / LETTERS_PER_SLIP));
  return closestMatch(given, [...names], { maxDistance });
}
