import leven from 'leven';
import { REQUEST_COLUMNS } from './field-list.js';
import { wordsOf } from './name-forms.js';
import { FILLERS, FUND_CODES, OTHER_NAMES, PHRASES, SYNONYMS } from './other-names.js';

/** Words from this length on may differ in one letter. */
const LONG_WORD = 6;
/** Words from this length on may be several without anything between them. */
const GLUED_LENGTH = 4;
/** Longer words are not taken apart: the time that it takes grows with the square of the length. */
const MOST_GLUED_LENGTH = 60;

/** The word of ours that a synonym stands for. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([word, synonyms]) => synonyms.map((synonym) => [synonym, word] as const)),
);

const OUR_WORDS: readonly string[] = REQUEST_COLUMNS.flatMap((column) => column.split('_'));

/** Words in which a typo is worth looking for. */
const LONG_WORDS: readonly string[] = [...new Set([...OUR_WORDS, ...MEANINGS.keys()])].filter(
  (word) => word.length >= LONG_WORD,
);

/** Words that a longer one may be made of. */
const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(SYNONYMS),
  ...MEANINGS.keys(),
  ...Object.values(FILLERS).flat(),
  ...Object.values(FUND_CODES).flat(),
  ...OUR_WORDS,
  // Two letters are a word by chance too often.
  ...Object.values(OTHER_NAMES)
    .flatMap((names) => names.flatMap((name) => wordsOf(name).split('_')))
    .filter((word) => word.length > 2),
]);

/** The words of a name as it has them, with phrases put into words of ours. */
export function plainWords(name: string): readonly string[] {
  const words = wordsOf(name).split('_').flatMap(unglued);
  const plain = PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), `_${words.join('_')}_`);
  return plain.split('_').filter((word) => word !== '');
}

/** `PRIORSUB` as `prior` and `sub`: the fewest known words that a word is made of; itself if there are none. */
function unglued(word: string): readonly string[] {
  if (word.length < GLUED_LENGTH || word.length > MOST_GLUED_LENGTH || KNOWN_WORDS.has(word)) return [word];
  /** The fewest words that make the first letters, by their number; undefined where none do. */
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

/** The different words of ours that words mean. */
export function meanings(words: readonly string[]): readonly string[] {
  return [...new Set(words.map(meaningOf))];
}

/** The word of ours that a word means, also with a letter wrong; itself if none. */
function meaningOf(word: string): string {
  const meaning = MEANINGS.get(word);
  if (meaning !== undefined || word.length < LONG_WORD) return meaning ?? word;
  const known = LONG_WORDS.find((each) => leven(word, each) <= 1);
  return known === undefined ? word : (MEANINGS.get(known) ?? known);
}
