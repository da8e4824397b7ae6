import { wordsOf } from '../contract/name-forms.js';

/**
 * Words in a column's name that mark its line, because dollars were wrong where such a column was overlooked or taken for
 * another. They settle nothing and open nothing, so a word that is missing here costs nobody a dollar: this list is
 * complete at 40.
 */
const ALARM_WORDS: ReadonlySet<string> = new Set(
  `withdrawn withdrew withdrawal dropped drop audit aud deleted cancelled canceled returned refund
   prior previous last cumulative cum ytd remaining offered awarded accepted declined anticipated
   estimated scheduled planned corrected override revised final census earned attempted billed
   billing limit net gross lifetime parent`.split(/\s+/),
);

/** The words of a column's name that deserve a second look, as they are in the name. */
export function alarmsIn(name: string): readonly string[] {
  const words = wordsOf(name).split('_');
  const found = words.filter((word) => ALARM_WORDS.has(word));
  const toDate = words.some((word, at) => word === 'to' && words[at + 1] === 'date');
  return [...new Set(toDate ? [...found, 'to date'] : found)];
}
