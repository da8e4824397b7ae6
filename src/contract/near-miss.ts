import leven from 'leven';
import { STUDENT_FIELDS, STUDENT_ID_COLUMN, TERM_FIELDS } from './field-list.js';
import { FILLERS, OTHER_NAMES, PAID_BY_FUND, SYNONYMS, WEAK_WORDS } from './other-names.js';

/** Names longer than this are no slip of ours, and comparing them costs time. */
const LONGEST_NAME = 60;
/** From this length on a name may differ in two letters, below it in one, before it counts as another. */
const LONG_NAME = 9;
/** Words from this length on may differ in one letter. */
const LONG_WORD = 6;

/** One of our columns, prepared for comparison. */
interface Ours {
  readonly column: string;
  /** The column, and what its field is called in JSON. */
  readonly spellings: readonly string[];
  readonly words: ReadonlySet<string>;
  /** The words without `term`, which people leave out, where more than one is left. */
  readonly core: ReadonlySet<string>;
  /** Names of student systems, folded. */
  readonly others: ReadonlySet<string>;
}

/** The word of ours that a synonym stands for. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([word, synonyms]) => synonyms.map((synonym) => [synonym, word] as const)),
);

const OUR_COLUMNS: readonly Ours[] = [
  ours(STUDENT_ID_COLUMN, [STUDENT_ID_COLUMN]),
  ...STUDENT_FIELDS.map(({ column, name }) => ours(column, [column, name])),
  // `label` and `required` alone are found by their words.
  ...TERM_FIELDS.map(({ column, name }) =>
    ours(column, name.includes('_') ? [column, name, `term_${name}`] : [column]),
  ),
];

const PRIOR_COLUMNS = TERM_FIELDS.filter(({ kind }) => kind === 'whole dollars').map(({ column }) => column);

/** Words in which a slip of letters is worth looking for. */
const LONG_WORDS: readonly string[] = [
  ...new Set([...OUR_COLUMNS.flatMap(({ words }) => [...words]), ...MEANINGS.keys()]),
].filter((word) => word.length >= LONG_WORD);

function ours(column: string, spellings: readonly string[]): Ours {
  const words = new Set(splitWords(column).map((word) => MEANINGS.get(word) ?? word));
  const core = new Set([...words].filter((word) => word !== 'term'));
  const others = new Set((OTHER_NAMES[column] ?? []).map(folded));
  return { column, spellings, words, core: core.size > 1 ? core : words, others };
}

/**
 * The columns of ours that a name which is none may be meant for, among those that the file lacks, the likeliest first: a slip
 * of letters, words in common, or a name that student systems use. Empty for a column of something else.
 */
export function meantColumns(name: string, missing: readonly string[]): readonly string[] {
  if (name.length > LONGEST_NAME) return [];
  const lacking = OUR_COLUMNS.filter(({ column }) => missing.includes(column));
  // PowerFAIDS writes `Section.FieldName`.
  const names = name.includes('.') ? [name, name.slice(name.lastIndexOf('.') + 1)] : [name];
  for (const each of names) {
    const found = bySystem(each, lacking) ?? bySpelling(each, lacking) ?? byWords(each, lacking);
    if (found !== null) return found;
  }
  return [];
}

function bySystem(name: string, lacking: readonly Ours[]): readonly string[] | null {
  const plain = folded(name);
  if (PAID_BY_FUND.some((other) => folded(other) === plain)) {
    const prior = PRIOR_COLUMNS.filter((column) => lacking.some((own) => own.column === column));
    if (prior.length > 0) return prior;
  }
  const own = lacking.find(({ others }) => others.has(plain));
  return own === undefined ? null : [own.column];
}

function bySpelling(name: string, lacking: readonly Ours[]): readonly string[] | null {
  const plain = withUnderscores(name);
  const isSlip = (spelling: string): boolean =>
    leven(plain, spelling) <= (spelling.length >= LONG_NAME ? 2 : 1);
  const own = lacking.find(({ spellings }) => spellings.some(isSlip));
  return own === undefined ? null : [own.column];
}

/** All its words among ours, or all of ours among its. Once with every word, once without those that say nothing. */
function byWords(name: string, lacking: readonly Ours[]): readonly string[] | null {
  const all = [...new Set(splitWords(name).map(meaningOf))];
  for (const words of [all, all.filter((word) => !FILLERS.has(word))]) {
    if (words.every((word) => WEAK_WORDS.has(word))) continue;
    const found = lacking
      .filter(
        (own) =>
          words.every((word) => own.words.has(word)) || [...own.core].every((word) => words.includes(word)),
      )
      .map(({ column, words: own }) => ({ column, apart: Math.abs(own.size - words.length) }))
      .toSorted((a, b) => a.apart - b.apart);
    const nearest = found.filter(({ apart }) => apart === found[0]?.apart);
    if (nearest.length > 0) return nearest.map(({ column }) => column);
  }
  return null;
}

function splitWords(name: string): readonly string[] {
  return withUnderscores(name)
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u)
    .filter((word) => word !== '');
}

/** The word of ours that a word means, also with a letter wrong; itself if none. */
function meaningOf(word: string): string {
  const meaning = MEANINGS.get(word);
  if (meaning !== undefined || word.length < LONG_WORD) return meaning ?? word;
  const known = LONG_WORDS.find((each) => leven(word, each) <= 1);
  return known === undefined ? word : (MEANINGS.get(known) ?? known);
}

/** `CreditHours`, `credit-hours` and `Credit Hours` as `credit_hours`. */
function withUnderscores(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[\s\-_]+/g, '_');
}

/** Letters and digits alone, in lower case. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
