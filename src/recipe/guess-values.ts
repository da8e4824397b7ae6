import { cellValue } from '../contract/cell-value.js';
import { FIELDS, type Field } from '../contract/field-list.js';
import { compare, exact, toText } from '../engine/exact.js';
import { exactCell, isNoNumber, valueKey } from './cell-rules.js';
import { KNOWN_VALUES, LOAD_WORDS, PROGRAM_DEGREES } from './known-values.js';

/** A value of theirs, and what it means to us; null when it cannot be read. */
export interface Sample {
  readonly theirs: string;
  readonly ours: string | null;
}

/** What the values of a column of theirs are when it is read as one of ours. */
export interface ValueReading {
  /** For the recipe: what must be said because the service does not read it by itself. */
  readonly values: Readonly<Record<string, string>>;
  /** The first two different values. */
  readonly samples: readonly Sample[];
  /** Values that cannot be read, the first few. */
  readonly unread: readonly string[];
  /** Whether there are values, and none of them can be read. */
  readonly isStrange: boolean;
  /** Whether they say only full time, half time and the like, or a share such as 0.75, and no credits. */
  readonly isLoad: boolean;
}

const MOST_UNREAD = 5;
const SAMPLES = 2;

/** Reads values of theirs, blank ones left out, as those of a column of ours. */
export function readValues(column: string, cells: Iterable<string>): ValueReading {
  const field = FIELDS.find((each) => each.column === column);
  const distinct = new Map<string, string>();
  for (const cell of cells) {
    if (cell.trim() !== '' && !isNoNumber(column, cell)) distinct.set(valueKey(cell), cell.trim());
  }
  const known = knownIn(column, [...distinct.keys()]);
  const values: Record<string, string> = {};
  const samples: Sample[] = [];
  const unread: string[] = [];
  let readable = 0;
  for (const theirs of distinct.values()) {
    const own = field === undefined ? theirs : ownReading(field, theirs);
    const meant = own ?? meaningOf(known, theirs);
    if (own === null && meant !== null) values[theirs] = meant;
    if (meant !== null) readable += 1;
    else if (unread.length < MOST_UNREAD) unread.push(theirs);
    if (samples.length < SAMPLES) samples.push({ theirs, ours: meant });
  }
  const isLoad =
    field?.kind === 'credits' &&
    distinct.size > 0 &&
    [...distinct.values()].every(
      (value) =>
        LOAD_WORDS.test(value.replace(/[\s\-_]+/g, ' ')) || (column === 'term_ft_credits' && isShare(value)),
    );
  return { values, samples, unread, isStrange: distinct.size > 0 && readable === 0, isLoad };
}

/** Less than any school's full-time credits: a share of full time, or a 1 for yes. */
function isShare(value: string): boolean {
  const amount = exactCell({ kind: 'credits' }, value);
  return amount !== null && compare(amount, MOST_OF_SHARE) <= 0;
}

const MOST_OF_SHARE = exact(2);

/** What the service reads in a cell of a column of ours by itself, as text; null for what it refuses. */
export function readAs(column: string, text: string): string | null {
  const field = FIELDS.find((each) => each.column === column);
  return field === undefined ? text : ownReading(field, text);
}

function ownReading(field: Field, text: string): string | null {
  const parsed = field.schema.safeParse(cellValue(field, text));
  if (!parsed.success) return null;
  const { data } = parsed;
  if (typeof data === 'string') return data;
  if (typeof data === 'boolean') return data ? 'yes' : 'no';
  // Quantities are thousandths or decimals, or, in counts and whole dollars, the number itself.
  if (field.kind !== 'credits' && field.kind !== 'dollars') return String(data);
  const quantity = exactCell(field, text);
  return quantity === null ? text : toText(quantity);
}

function knownIn(column: string, codes: readonly string[]): Readonly<Record<string, string>> {
  const known = KNOWN_VALUES[column] ?? {};
  if (column !== 'degree_level' || !codes.some((code) => PROGRAM_DEGREES.has(lettersOf(code)))) return known;
  const { med: _, ...others } = known;
  return others;
}

/** `B.A.` as `ba`. */
function lettersOf(code: string): string {
  return code.toLowerCase().replaceAll('.', '');
}

function meaningOf(known: Readonly<Record<string, string>>, text: string): string | null {
  const key = valueKey(text).replace(/[\s\-_]+/g, ' ');
  // A code may be called as something that every object has, such as `constructor`.
  const found = [key, lettersOf(key)].find((each) => Object.hasOwn(known, each));
  return found === undefined ? null : (known[found] ?? null);
}
