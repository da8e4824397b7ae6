import leven from 'leven';
import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { wordsOf } from '../contract/name-forms.js';
import { FILLERS, FUND_CODES, OTHER_NAMES, PHRASES, SYNONYMS } from './other-names.js';

/** Words of at least this length may differ in one letter. */
const LONG_WORD = 6;
/** Words of at least this length may be several words run together. */
const GLUED_LENGTH = 4;
/** Longer words are not taken apart, because the time grows with the square of the length. */
const MOST_GLUED_LENGTH = 60;

/** Synonyms, each with our word for it. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([word, synonyms]) => synonyms.map((synonym) => [synonym, word] as const)),
);

const OUR_WORDS: readonly string[] = REQUEST_COLUMNS.flatMap((column) => column.split('_'));

/** Words in which a typo is worth looking for. */
const LONG_WORDS: readonly string[] = [...new Set([...OUR_WORDS, ...MEANINGS.keys()])].filter(
  (word) => word.length >= LONG_WORD,
);

/** Words that may be run together in a longer one. */
const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(SYNONYMS),
  ...MEANINGS.keys(),
  ...Object.values(FILLERS).flat(),
  ...Object.values(FUND_CODES).flat(),
  ...OUR_WORDS,
  // Two letters match a word by chance too often.
  ...Object.values(OTHER_NAMES)
    .flatMap((names) => names.flatMap((name) => wordsOf(name).split('_')))
    .filter((word) => word.length > 2),
]);

/** The words of a name, with known phrases replaced by our words. */
export function plainWords(name: string): readonly string[] {
  const words = wordsOf(name).split('_').flatMap(unglued);
  const plain = PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), `_${words.join('_')}_`);
  return plain.split('_').filter((word) => word !== '');
}

/** Splits `PRIORSUB` into `prior` and `sub`, using the fewest known words; the word itself if it cannot be split. */
function unglued(word: string): readonly string[] {
  if (word.length < GLUED_LENGTH || word.length > MOST_GLUED_LENGTH || KNOWN_WORDS.has(word)) return [word];
  /** For each length, the fewest words that make up that many letters; undefined if none do. */
  const made: (readonly string[] | undefined)[] = [[]];
  for (let end = 2; end <= word.length; end++) {
    for (let start = 0; start <= end - 2; start++) {
      const before = made[start];
      const last = word.slice(start, end);
      if (before === undefined || !KNOWN_WORDS.has(last)) continue;
      if (before.length + 1 < (made[end]?.length ?? Number.POSITIVE_INFINITY)) made[end] = [...before, last];
    }
  }
  return made[word.length] ?? [word];
}

/** Our words for the given words, without duplicates. */
export function meanings(words: readonly string[]): readonly string[] {
  return [...new Set(words.map(meaningOf))];
}

/** Our word for a word, even with one letter wrong; the word itself if there is none. */
function meaningOf(word: string): string {
  const meaning = MEANINGS.get(word);
  if (meaning !== undefined || word.length < LONG_WORD) return meaning ?? word;
  const known = LONG_WORDS.find((each) => leven(word, each) <= 1);
  return known === undefined ? word : (MEANINGS.get(known) ?? known);
}
