import leven from 'leven';
import { type Field, STUDENT_FIELDS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../contract/field-list.js';
import { firstCharacters, folded, joinedName } from '../contract/name-forms.js';
import { lookOf } from './letter-forms.js';
import { meanings, plainWords } from './name-words.js';
import {
  FILLERS,
  FUND_CODES,
  LEFT_OUT,
  NOT_NEEDED,
  NOT_PAID,
  OTHER_NAMES,
  OTHER_PEOPLE,
  PAID_BY_FUND,
  WEAK_WORDS,
} from './other-names.js';

/** Only this much of a name is compared: some describe the column in a whole sentence. */
const COMPARED_LENGTH = 200;
/** Names of at least this length may differ in two letters and still match; shorter ones in one. */
const LONG_NAME = 9;
/** The weight of a word that is not ours, compared with one of ours that is missing. */
const FOREIGN_WORD = 2;
/** One of our columns, prepared for comparison. */
interface Ours {
  readonly column: string;
  /** The column name and its JSON field name, without separators. */
  readonly spellings: readonly string[];
  readonly words: ReadonlySet<string>;
  /** The words that nobody leaves out; never only one. */
  readonly core: readonly string[];
  readonly fillers: ReadonlySet<string>;
  /** Words that show that a different column is meant. */
  readonly excluded: ReadonlySet<string>;
  /** Whether it holds what was paid. */
  readonly isPaid: boolean;
  /** What student systems call it. */
  readonly others: readonly OtherName[];
}

/** A name of {@link OTHER_NAMES}. */
interface OtherName {
  readonly folded: string;
  readonly words: readonly string[];
  /** Whether it also matches at the end of a longer name. */
  readonly isEnd: boolean;
}

const NO_WORDS: ReadonlySet<string> = new Set();

const OUR_COLUMNS: readonly Ours[] = [
  ours(STUDENT_ID_COLUMN, [STUDENT_ID_COLUMN], 'text'),
  ...STUDENT_FIELDS.map(({ column, name, kind }) => ours(column, [column, name], kind)),
  // `label` and `required` alone are found by their words.
  ...TERM_FIELDS.map(({ column, name, kind }) =>
    ours(column, name.includes('_') ? [column, name, `term_${name}`] : [column], kind),
  ),
];

/** Names that consist of a fund code alone. */
const FUND_OF_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries(FUND_CODES).flatMap(([loan, codes]) => codes.map((code) => [code, loan] as const)),
);

function ours(column: string, spellings: readonly string[], kind: Field['kind']): Ours {
  const words = new Set(meanings(column.split('_')));
  const core = [...words].filter((word) => !LEFT_OUT.has(word));
  const fillers = new Set([...FILLERS.any, ...(FILLERS[kind] ?? [])]);
  const isPaid = kind === 'whole dollars';
  return {
    column,
    spellings: spellings.map(joinedName),
    words,
    core: core.length > 1 ? core : [...words],
    fillers,
    excluded: isPaid ? NOT_PAID : column === 'subsidized_amount' ? NOT_NEEDED : NO_WORDS,
    isPaid,
    others: (OTHER_NAMES[column] ?? []).map((name) => ({
      folded: folded(name),
      words: meanings(plainWords(name)),
      isEnd: name.startsWith('…'),
    })),
  };
}

/** A name, prepared for comparison. */
interface Name {
  readonly joined: string;
  readonly folded: string;
  readonly raw: readonly string[];
  /** What its words mean. */
  readonly words: readonly string[];
}

/** The forms of a name. PowerFAIDS writes `Section.FieldName`. */
function formsOf(cell: string): readonly Name[] {
  const name = lookOf(firstCharacters(cell, COMPARED_LENGTH));
  const names = name.includes('.') ? [name, name.slice(name.lastIndexOf('.') + 1)] : [name];
  return names.map((each) => {
    const raw = plainWords(each);
    return { joined: joinedName(each), folded: folded(each), raw, words: meanings(raw) };
  });
}

/**
 * Our columns that an unrecognized name may be meant for, among those that the file lacks: a name that student systems
 * use, a typo, look-alike letters, or words in common. Several if they are equally likely; empty if the column is for
 * something else.
 */
export function meantColumns(cell: string, missing: readonly string[]): readonly string[] {
  return meant(
    formsOf(cell),
    OUR_COLUMNS.filter(({ column }) => missing.includes(column)),
  );
}

/** The columns among `columns` that a name may be meant for, each judged as if it were the only one missing. */
export function possiblyMeant(cell: string, columns: readonly string[]): readonly string[] {
  const forms = formsOf(cell);
  return OUR_COLUMNS.filter((own) => columns.includes(own.column) && meant(forms, [own]).length > 0).map(
    ({ column }) => column,
  );
}

function meant(forms: readonly Name[], lacking: readonly Ours[]): readonly string[] {
  for (const name of forms) {
    for (const find of [bySystem, bySpelling, byWords]) {
      const found = find(name, lacking);
      if (found.length > 0) return found.map(({ column }) => column);
    }
  }
  return [];
}

const PAID_NAMES: ReadonlySet<string> = new Set(PAID_BY_FUND.map(folded));

function bySystem({ folded: plain, words }: Name, lacking: readonly Ours[]): readonly Ours[] {
  if (PAID_NAMES.has(plain)) return lacking.filter(({ isPaid }) => isPaid);
  const fund = FUND_OF_CODE.get(plain);
  if (fund !== undefined)
    return lacking.filter(({ column, isPaid }) => isPaid && column.endsWith(`_${fund}`));
  const exact = lacking.filter(({ others }) => others.some((other) => other.folded === plain));
  if (exact.length > 0) return exact;
  return lacking.filter(({ others, fillers }) =>
    others.some((other) =>
      other.isEnd
        ? isEndOf(other.words, words) && !words.some((word) => OTHER_PEOPLE.has(word))
        : isSameBut(fillers, other.words, words),
    ),
  );
}

/** Whether `words` are those of another name, apart from filler words. */
function isSameBut(
  fillers: ReadonlySet<string>,
  other: readonly string[],
  words: readonly string[],
): boolean {
  return (
    other.every((word) => words.includes(word)) &&
    words.every((word) => other.includes(word) || fillers.has(word))
  );
}

function isEndOf(end: readonly string[], words: readonly string[]): boolean {
  return end.every((word, index) => word === words[words.length - end.length + index]);
}

function bySpelling({ joined }: Name, lacking: readonly Ours[]): readonly Ours[] {
  const slips = (spelling: string): number => {
    const count = leven(joined, spelling);
    return count <= (spelling.length >= LONG_NAME ? 2 : 1) ? count : Number.POSITIVE_INFINITY;
  };
  return nearest(lacking, ({ spellings }) => Math.min(...spellings.map(slips)));
}

/** Columns whose words are all in the name, or that contain all words of the name. */
function byWords({ raw, words }: Name, lacking: readonly Ours[]): readonly Ours[] {
  return nearest(lacking, (own) => {
    const telling = words.filter((word) => own.words.has(word) || !own.fillers.has(word));
    const foreign = telling.filter((word) => !own.words.has(word)).length;
    const isPart = foreign === 0 && telling.some((word) => !WEAK_WORDS.has(word));
    const isWhole =
      own.core.every((word) => words.includes(word)) &&
      ![...raw, ...words].some((word) => own.excluded.has(word));
    if (!isPart && !isWhole) return Number.POSITIVE_INFINITY;
    const left = [...own.words].filter((word) => word !== 'term' && !words.includes(word)).length;
    return foreign * FOREIGN_WORD + left;
  });
}

/** The closest ones, several if they tie; an infinite distance is too far. */
function nearest(lacking: readonly Ours[], distance: (own: Ours) => number): readonly Ours[] {
  const distances = lacking.map(distance);
  const least = Math.min(...distances);
  return Number.isFinite(least) ? lacking.filter((_, index) => distances[index] === least) : [];
}
