import { cellValue } from '../contract/cell-value.js';
import { FIELDS, type Field } from '../contract/field-list.js';
import { wordsOf } from '../contract/name-forms.js';
import { compare, exact, isPositive, toText } from '../engine/exact.js';
import { exactCell, isNoNumber, valueKey, withoutUnit } from './cell-rules.js';
import { KNOWN_VALUES, LOAD_WORDS, NSLDS_YEARS, PEOPLESOFT_YEARS, PROGRAM_DEGREES } from './known-values.js';
import type { CellRule } from './recipe.js';

/** The values of a file's column, read as one of ours. */
export interface ValueReading {
  /** For the recipe: meanings to state because the service does not read these values by itself. */
  readonly values: Readonly<Record<string, string>>;
  /** The first few values that cannot be read. */
  readonly unread: readonly string[];
  /** Whether there are values, and none of them can be read. */
  readonly isStrange: boolean;
  /** Whether they are only load words such as full time and half time, or shares such as 0.75, and not credits. */
  readonly isLoad: boolean;
}

const MOST_UNREAD = 5;

/**
 * Reads values of the file, without blank ones, as those of one of our columns.
 *
 * @param name of the file's column, whose codes may be those of NSLDS.
 */
export function readValues(column: string, cells: Iterable<string>, name = ''): ValueReading {
  const field = FIELDS.find((each) => each.column === column);
  const distinct = new Map<string, string>();
  for (const cell of cells) {
    if (cell.trim() !== '' && !isNoNumber(column, cell)) distinct.set(valueKey(cell), cell.trim());
  }
  const known = knownIn(column, [...distinct.keys()], name);
  const values: Record<string, string> = {};
  const unread: string[] = [];
  let readable = 0;
  for (const theirs of distinct.values()) {
    const own = field === undefined ? theirs : ownReading(field, theirs);
    const meant = own ?? meaningOf(column, known, theirs);
    if (own === null && meant !== null) values[theirs] = meant;
    if (meant !== null) readable += 1;
    else if (unread.length < MOST_UNREAD) unread.push(theirs);
  }
  const all = [...distinct.values()];
  const isWordOfLoad = (value: string): boolean =>
    LOAD_WORDS.test(value.replace(/[\s\-_]+/g, ' ')) || (column === 'term_ft_credits' && isShare(value));
  const isLoad = field?.kind === 'credits' && all.length > 0 && (all.every(isWordOfLoad) || areShares(all));
  return { values, unread, isStrange: all.length > 0 && readable === 0, isLoad };
}

/** What a cell means as one of our columns; null if it cannot be read. */
export function meaningIn(column: string, cell: string, name = ''): string | null {
  return readAs(column, cell) ?? meaningOf(column, knownIn(column, [cell], name), cell);
}

/** Whether a value is below any school's full-time credits: a share of full time, or a 1 for yes. */
function isShare(value: string): boolean {
  const amount = exactCell({ kind: 'credits' }, value);
  return amount !== null && compare(amount, MOST_OF_SHARE) <= 0;
}

/** Whether values are shares of full time, such as 0.75 and 1: nobody has more than one credit, and some have less. */
function areShares(values: readonly string[]): boolean {
  const amounts = values.map((value) => exactCell({ kind: 'credits' }, value));
  const one = exact(1);
  return (
    amounts.every((amount) => amount !== null && compare(amount, one) <= 0) &&
    amounts.some((amount) => amount !== null && isPositive(amount) && compare(amount, one) < 0)
  );
}

const MOST_OF_SHARE = exact(2);

/** How the service reads a cell of our column by itself, as text; null if it refuses it. */
export function readAs(column: string, text: string): string | null {
  const field = FIELDS.find((each) => each.column === column);
  return field === undefined ? text : ownReading(field, text);
}

function ownReading(field: Field, text: string): string | null {
  const parsed = field.schema.safeParse(
    cellValue(field, field.kind === 'credits' ? withoutUnit(text) : text),
  );
  if (!parsed.success) return null;
  const { data } = parsed;
  if (typeof data === 'string') return data;
  if (typeof data === 'boolean') return data ? 'yes' : 'no';
  // Credits and dollars are exact quantities; in counts and whole dollars the value is the number itself.
  if (field.kind !== 'credits' && field.kind !== 'dollars') return String(data);
  const quantity = exactCell(field, text);
  return quantity === null ? text : toText(quantity);
}

/**
 * Reads codes that a recipe does not name by what they mean everywhere, unless one that it names means something else
 * there: a later export may have the first graduate student, or the first senior.
 *
 * @returns null for a code that has to be explained.
 */
export function knownElsewhere(
  column: string,
  { column: name, values = {} }: Extract<CellRule, { column: string }>,
): (code: string) => string | null {
  const known = knownIn(column, [...PROGRAM_DEGREES], name);
  const named = Object.entries(values).map(([code, said]) => ({
    ...{ code, said },
    meant: readAs(column, code) ?? meaningOf(column, known, code),
  }));
  const agreed = named.filter(({ said, meant }) => meant === said);
  if (agreed.length === 0 || named.some(({ said, meant }) => meant !== null && meant !== said))
    return () => null;
  const hasLetters = agreed.some(({ code }) => LETTER.test(code));
  const keys = new Set(named.map(({ code }) => valueKey(code)));
  return (code) => {
    const isOpen = !keys.has(valueKey(code)) && (hasLetters || !LETTER.test(code));
    return isOpen && readAs(column, code) === null ? meaningOf(column, known, code) : null;
  };
}

/** A letter alone, which means nothing beside other codes. */
const LETTER = /^\s*\p{L}\s*$/u;

/** Names of a yes or no about dependency. */
const DEPENDENT_FLAG = /^_(?:is_)?(in)?dependent_(?:student_)?(?:flag_|ind_|indicator_|yn_)?$/;
const YES_AND_NO = ['dependent', 'independent'] as const;

/** Yes and no in a column called `Independent`, or `Dependent`. */
function flagValues(name: string): Readonly<Record<string, string>> {
  const [found, isTurned] = DEPENDENT_FLAG.exec(wordsOf(name)) ?? [];
  if (found === undefined) return {};
  const [yes, no] = isTurned === undefined ? YES_AND_NO : YES_AND_NO.toReversed();
  return { y: yes, yes, true: yes, 1: yes, n: no, no, false: no, 0: no };
}

const PEOPLESOFT_LEVEL = /_acad(?:emic)?_(?:level|lvl)_/;
const NSLDS_YEAR = /_nslds_(?:\w+_)?(?:year|yr|level)_/;

function knownIn(column: string, codes: readonly string[], name: string): Readonly<Record<string, string>> {
  const known = KNOWN_VALUES[column] ?? {};
  if (column === 'dependency_status') return { ...known, ...flagValues(name) };
  if (column === 'grade_level' && NSLDS_YEAR.test(wordsOf(name))) return { ...known, ...NSLDS_YEARS };
  if (column === 'grade_level' && PEOPLESOFT_LEVEL.test(wordsOf(name)))
    return { ...known, ...PEOPLESOFT_YEARS };
  if (column !== 'degree_level' || !codes.some((code) => PROGRAM_DEGREES.has(lettersOf(code)))) return known;
  const { med: _, ...others } = known;
  return others;
}

/** Converts `B.A.` to `ba`, and `Master's` to `masters`. */
function lettersOf(code: string): string {
  return code.toLowerCase().replace(/[.'’]/g, '');
}

function meaningOf(column: string, known: Readonly<Record<string, string>>, text: string): string | null {
  const key = valueKey(text).replace(/[\s\-_]+/g, ' ');
  // A code may have the name of a property that every object has, such as `constructor`.
  const plain = key.replace(
    /^(?:0|year (?!5))(?=\d)|(?<=[a-z]) (?:year|degree)$|(?<=^(?:associate|bachelor|master)(?:'?s)?) (?:of|in) .+$/g,
    '',
  );
  const found = [key, lettersOf(key), plain, lettersOf(plain)].find((each) => Object.hasOwn(known, each));
  return found === undefined ? meaningOfParts(column, known, text) : (known[found] ?? null);
}

/** Several words for one meaning, such as `FR - Freshman` and `2nd year undergraduate/sophomore`; null if they differ. */
function meaningOfParts(
  column: string,
  known: Readonly<Record<string, string>>,
  text: string,
): string | null {
  const whole = text.trim();
  const [, code = '', words = whole] = CODE_AND_WORDS.exec(whole) ?? [];
  const parts = words
    .replace(BESIDE_YEAR, '')
    .split(/[/()]/)
    .flatMap((part) => part.trim() || []);
  if (parts[0] === whole || !parts.every((part) => /\p{L}{3}/u.test(part))) return null;
  // A code of the school's own means what the words say.
  const said =
    code === '' || (OWN_CODE.test(code) && meaningIn(column, code) === null) ? parts : [code, ...parts];
  const [only = null, ...others] = new Set(
    said.map((part) => readAs(column, part) ?? meaningOf(column, known, part)),
  );
  return others.length > 0 ? null : only;
}

const CODE_AND_WORDS = /^(\w{1,4}) ?[-–:] ?(\p{L}.+)$/u;
/** A code that may mean anything, and neither a word nor a beginning of one, as in `Pre-Professional`. */
const OWN_CODE = /^(?:\d+|(?!no|ex|un)\w{1,2})$/i;
/** What the FAFSA says beside a year of study, and credits earned, as in `Freshman (0-29)`. */
const BESIDE_YEAR =
  /(?<=year) undergraduate(?:\/(?:never )?attended college.*)?|\(\d+ ?(?:to|\+|[-–])? ?\d*\+?(?: (?:credits?|hours?|hrs|units?))?\)$/i;
