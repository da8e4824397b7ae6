import leven from 'leven';
import { underscored } from './cell-value.js';
import { type Field, STUDENT_FIELDS, STUDENT_ID_COLUMN, TERM_FIELDS } from './field-list.js';
import {
  FILLERS,
  LEFT_OUT,
  NOT_PAID,
  OTHER_NAMES,
  PAID_BY_FUND,
  PHRASES,
  SYNONYMS,
  WEAK_WORDS,
} from './other-names.js';

/** So much of a name is compared: some describe the column in a whole sentence. */
const COMPARED_LENGTH = 200;
/** From this length on a name may differ in two letters, below it in one, before it counts as another. */
const LONG_NAME = 9;
/** Words from this length on may differ in one letter. */
const LONG_WORD = 6;
/** What a word that is none of ours weighs against one of ours that is missing. */
const FOREIGN_WORD = 2;

/** One of our columns, prepared for comparison. */
interface Ours {
  readonly column: string;
  /** The column, and what its field is called in JSON. */
  readonly spellings: readonly string[];
  readonly words: ReadonlySet<string>;
  /** The words that nobody leaves out; never just one. */
  readonly core: readonly string[];
  readonly fillers: ReadonlySet<string>;
  /** Whether it holds what was paid, so that {@link NOT_PAID} makes a column another one. */
  readonly isPaid: boolean;
  /** Names of student systems, folded. */
  readonly others: ReadonlySet<string>;
}

/** The word of ours that a synonym stands for. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([word, synonyms]) => synonyms.map((synonym) => [synonym, word] as const)),
);

const OUR_COLUMNS: readonly Ours[] = [
  ours(STUDENT_ID_COLUMN, [STUDENT_ID_COLUMN], 'text'),
  ...STUDENT_FIELDS.map(({ column, name, kind }) => ours(column, [column, name], kind)),
  // `label` and `required` alone are found by their words.
  ...TERM_FIELDS.map(({ column, name, kind }) =>
    ours(column, name.includes('_') ? [column, name, `term_${name}`] : [column], kind),
  ),
];

/** Words in which a slip of letters is worth looking for. */
const LONG_WORDS: readonly string[] = [
  ...new Set([...OUR_COLUMNS.flatMap(({ words }) => [...words]), ...MEANINGS.keys()]),
].filter((word) => word.length >= LONG_WORD);

function ours(column: string, spellings: readonly string[], kind: Field['kind']): Ours {
  const words = new Set(splitWords(column).map((word) => MEANINGS.get(word) ?? word));
  const core = [...words].filter((word) => !LEFT_OUT.has(word));
  return {
    column,
    spellings,
    words,
    core: core.length > 1 ? core : [...words],
    fillers: new Set([...FILLERS.any, ...(FILLERS[kind] ?? [])]),
    isPaid: kind === 'whole dollars',
    others: new Set((OTHER_NAMES[column] ?? []).map(folded)),
  };
}

/**
 * The columns of ours that a name which is none may be meant for, among those that the file lacks: a name that student systems
 * use, a slip of letters, or words in common. Several where they are equally likely; empty for a column of something else.
 */
export function meantColumns(cell: string, missing: readonly string[]): readonly string[] {
  const name = cell.slice(0, COMPARED_LENGTH);
  const lacking = OUR_COLUMNS.filter(({ column }) => missing.includes(column));
  // PowerFAIDS writes `Section.FieldName`.
  const names = name.includes('.') ? [name, name.slice(name.lastIndexOf('.') + 1)] : [name];
  for (const each of names) {
    for (const find of [bySystem, bySpelling, byWords]) {
      const found = find(each, lacking);
      if (found.length > 0) return found.map(({ column }) => column);
    }
  }
  return [];
}

function bySystem(name: string, lacking: readonly Ours[]): readonly Ours[] {
  const plain = folded(name);
  if (PAID_BY_FUND.some((other) => folded(other) === plain)) return lacking.filter(({ isPaid }) => isPaid);
  return lacking.filter(({ others }) => others.has(plain));
}

function bySpelling(name: string, lacking: readonly Ours[]): readonly Ours[] {
  const plain = withUnderscores(name);
  const slips = (spelling: string): number => {
    const count = leven(plain, spelling);
    return count <= (spelling.length >= LONG_NAME ? 2 : 1) ? count : Number.POSITIVE_INFINITY;
  };
  return nearest(lacking, ({ spellings }) => Math.min(...spellings.map(slips)));
}

/** All its words among ours, or all of ours among its. */
function byWords(name: string, lacking: readonly Ours[]): readonly Ours[] {
  const raw = splitWords(name);
  const words = [...new Set(raw.map(meaningOf))];
  const isNotPaid = raw.some((word) => NOT_PAID.has(word));
  return nearest(lacking, (own) => {
    const telling = words.filter((word) => own.words.has(word) || !own.fillers.has(word));
    const foreign = telling.filter((word) => !own.words.has(word)).length;
    const isPart = foreign === 0 && telling.some((word) => !WEAK_WORDS.has(word));
    const isWhole = own.core.every((word) => words.includes(word)) && !(own.isPaid && isNotPaid);
    if (!isPart && !isWhole) return Number.POSITIVE_INFINITY;
    const left = [...own.words].filter((word) => word !== 'term' && !words.includes(word)).length;
    return foreign * FOREIGN_WORD + left;
  });
}

/** Those that are least far, all of them where several are; infinity is too far. */
function nearest(lacking: readonly Ours[], distance: (own: Ours) => number): readonly Ours[] {
  const distances = lacking.map(distance);
  const least = Math.min(...distances);
  return Number.isFinite(least) ? lacking.filter((_, index) => distances[index] === least) : [];
}

function splitWords(name: string): readonly string[] {
  const plain = PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), withUnderscores(name));
  return plain.split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u).filter((word) => word !== '');
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
  return underscored(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2'));
}

/** Letters and digits alone, in lower case. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
