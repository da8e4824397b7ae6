import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { valueKey } from './cell-rules.js';
import { cellAt, remembered } from './cells.js';
import { type Candidates, RIVALED, type SeenTable } from './guess-columns.js';
import { meaningIn, readValues } from './guess-values.js';
import { PROGRAM_DEGREES } from './known-values.js';
import { otherTimeOf } from './other-times.js';
import { holdsSocialSecurity } from './social-security.js';
import { termTime } from './term-order.js';

/** What the cells of a file say about its columns, whatever these are called. */

/** The columns of a file with their values, and whether no row is blank there. */
export interface ToldTable extends SeenTable {
  readonly isFilled: readonly boolean[];
}

/** Columns of ours whose words mean nothing else, with the words of a name that say as much of a column where all rows are alike. */
const TOLD_BY_WORDS: Readonly<Record<string, RegExp>> = {
  dependency_status: /_(?:dep\w*|ind\w*)_/,
  degree_level: /_(?:level|lvl|career|division|div|prog\w*)_/,
  grade_level: /_(?:class\w*|year|yr|standing)_/,
};
/** Names that say what a column of codes or numbers holds, in a file without a column that is called so by everybody. */
const TOLD_BY_NAME: Readonly<Record<string, RegExp>> = {
  dependency_status: /_(?:dep|depend\w*|d_i|model)_/,
  degree_level: /^_prog(?:ram)?_(?:level|lvl)_$/,
  cost_of_attendance: /^_(?:(?:student|total|aid|fa)_)?budget_$/,
  grade_level: /^_(?:\w+_)?(?:dl|loans?|nslds)_(?:year|yr|level|lvl)_$/,
  term_credits_enrolled:
    /^_(?:(?:fa|aid|adj\w*|load|elig\w*|current|curr|at|for|disb\w*|cpos|title_iv)_)+(?:credits?|hours?|hrs|units?)_$|^_(?:credits|hours|hrs|units)_(?:at|for)_(?:disb\w*|aid|fa|load)_$/,
};
export const TOLD_COLUMNS: readonly string[] = [
  ...Object.keys(TOLD_BY_WORDS),
  'term_label',
  'term_credits_enrolled',
];

/** Names of what holds for a course, another person or another time, in the same words. */
const OF_OTHERS =
  /_(?:parents?|mother|father|spouse|sibling|courses?|crse|section|sect|high|hs|highest|earned|completed|conferred|admit\w*|admission|entry|entering|entrance|start\w*|intended|appl\w*|transfer|residen\w*|tax|military|veteran|va|insurance|housing|plus|loans?|fees?|tuition|billing|expected|anticipated|first|initial|original|old|override\w*|award\w*|funds?)_/;
const OF_OTHER_PEOPLE = /_(?:parents?|mother|father|spouse|sibling|override\w*)_/;
const OF_DEGREES = /bachelor|master|doctor|associate/i;

/**
 * The columns among `free` of which every row says, in words that mean nothing else, what one of ours holds: `UGRD` and
 * `GRAD`, but neither codes of one letter or digit nor degrees, which parents have as well.
 */
export function tellingPlaces(
  { header, values, isFilled }: ToldTable,
  ours: string,
  free: readonly number[],
): readonly number[] {
  const named = TOLD_BY_WORDS[ours];
  const isNamedSo = (place: number): boolean => {
    const name = header[place] ?? '';
    const words = wordsOf(name);
    return (
      TOLD_BY_NAME[ours]?.test(words) === true &&
      !OF_OTHER_PEOPLE.test(words) &&
      meaningsIn(ours, values[place] ?? [], name).isAll
    );
  };
  const told = free.filter((place) => {
    const name = header[place] ?? '';
    const cells = values[place] ?? [];
    const words = wordsOf(name);
    if (otherTimeOf(ours, null, name) !== null) return false;
    const meant = meaningsIn(ours, cells, name);
    const isNamed = isNamedSo(place);
    const isCode = ours !== 'term_credits_enrolled' && !cells.every(isWord);
    if (isNamed && (meant.some.size > 1 || (meant.some.size === 1 && !isCode))) return true;
    if (isFilled[place] !== true || OF_OTHERS.test(words)) return false;
    if (ours === 'term_label') return areTerms(cells) && !OF_ENTRY.test(words);
    if (named === undefined || !cells.every(isWord)) return false;
    const isOfDegrees = cells.some(
      (cell) => OF_DEGREES.test(cell) || PROGRAM_DEGREES.has(cell.toLowerCase()),
    );
    const isOfYears = ours === 'degree_level' && meaningsIn('grade_level', cells, name).some.size > 0;
    if (!meant.isAll || meant.some.size === 0 || isOfDegrees || isOfYears) return false;
    return meant.some.size > 1 || named.test(words);
  });
  // Beside it, another one that is called so may say the contrary, even if it says the same of everybody.
  return told.length === 0 ? told : free.filter((place) => told.includes(place) || isNamedSo(place));
}

/** Names of the term in which something else began or ends. */
const OF_ENTRY = /_(?:cohort|catalog|grad\w*|matric\w*|last|effective|created|updated)_/;

/** Whether cells are several terms of one academic year, each with its season and year. */
function areTerms(cells: readonly string[]): boolean {
  const years = new Set(cells.map((cell) => termTime(cell)?.academicYear ?? null));
  return cells.length > 1 && years.size === 1 && !years.has(null);
}

/** Whether a cell has a word, and not a code of one letter or digit. */
export function isWord(cell: string): boolean {
  return /\p{L}{2}/u.test(cell);
}

/** What the cells of a column mean as one of ours, without what has no meaning there, and whether all can be read. */
function meaningsIn(
  ours: string,
  cells: readonly string[],
  name: string,
): { readonly some: ReadonlySet<string>; readonly isAll: boolean } {
  const meant = new Set(cells.flatMap((cell) => meaningIn(ours, cell, name) ?? []));
  meant.delete('');
  return { some: meant, isAll: cells.length > 0 && readValues(ours, cells, name).unread.length === 0 };
}

/** How much of a column's cells can be read as one of ours: `all`, `most` or less. Codes of one character count if they differ. */
export function readableAs(ours: string, cells: readonly string[], name: string): 'all' | 'most' | 'few' {
  const { some, isAll } = meaningsIn(ours, cells, name);
  if (some.size === 0 || (some.size === 1 && !cells.every(isWord))) return 'few';
  const { unread } = readValues(ours, cells, name);
  return isAll ? 'all' : unread.length * 2 < new Set(cells).size && some.size > 1 ? 'most' : 'few';
}

/** Whether two cells of a row may say the same, beside those of the rows before. */
type Same = (one: string, other: string) => boolean;

/** Pairs of columns that say the same on every row. */
export class Twins {
  #pairs: readonly { readonly one: number; readonly other: number; readonly isSame: Same }[];

  constructor(header: readonly string[], candidates: readonly Candidates[]) {
    this.#pairs = candidates.flatMap(({ ours, places, isOurName }) => {
      if (!TWIN_COLUMNS.has(ours)) return [];
      return places.flatMap((one, nth) =>
        places
          .slice(nth + 1)
          .map((other) => ({ one, other, isSame: sameAs(ours, header[one], header[other], isOurName) })),
      );
    });
  }

  add(cells: readonly string[]): void {
    const left = this.#pairs.filter(({ one, other, isSame }) =>
      isSame(cellAt(cells, one), cellAt(cells, other)),
    );
    if (left.length < this.#pairs.length) this.#pairs = left;
  }

  areSame(one: number, other: number): boolean {
    return (
      one === other ||
      this.#pairs.some((pair) => [pair.one, pair.other].every((place) => place === one || place === other))
    );
  }
}

/** Columns of ours that may be in a file several times: ids and terms as numbers and names, others as codes and words. */
const TWIN_COLUMNS: ReadonlySet<string> = new Set([STUDENT_ID_COLUMN, 'term_label', ...RIVALED]);

/** Cells with a meaning say the same if they mean the same; others if each is always beside the same other one. */
function sameAs(
  ours: string,
  name: string | undefined,
  otherName: string | undefined,
  isBlankSame: boolean,
): Same {
  if (ours !== STUDENT_ID_COLUMN && ours !== 'term_label') {
    const meaningBy = (own: string | undefined) =>
      remembered((cell) => meaningIn(ours, cell, own) ?? valueKey(cell));
    const [ofOne, ofOther] = [meaningBy(name), meaningBy(otherName)];
    return (one, other) => (isBlankSame && (one === '' || other === '')) || ofOne(one) === ofOther(other);
  }
  const ways = [new Map<string, string>(), new Map<string, string>()];
  return (...pair) =>
    ways.every((way, at) => {
      const [key = '', value = ''] = at === 0 ? pair : pair.toReversed();
      const known = way.get(key) ?? value;
      way.set(key, known);
      return known === value && (key === '') === (value === '');
    });
}

/**
 * Leaves one of several columns that say the same: codes and words of one meaning, student numbers one to one, or the
 * codes and the descriptions of terms, of which those with season and year say most. Names of students and internal
 * numbers give way to the school's own numbers.
 */
export function withoutTwins(
  { header, values }: SeenTable,
  twins: Twins,
  candidates: Candidates,
): Candidates {
  const { ours, isOurName } = candidates;
  const isId = ours === STUDENT_ID_COLUMN;
  const cellsOf = (place: number): readonly string[] => values[place] ?? [];
  if (isOurName) {
    const isKept = (place: number): boolean => columnName(header[place] ?? '') === ours || contradicts(place);
    const contradicts = (place: number): boolean =>
      !twins.areSame(candidates.places[0] ?? -1, place) &&
      !/approv|accept/i.test(header[place] ?? '') &&
      meaningsIn(ours, cellsOf(place), header[place] ?? '').isAll;
    return { ...candidates, places: candidates.places.filter(isKept) };
  }
  const rankOf = (place: number): number => {
    const cells = cellsOf(place);
    if (ours === 'term_label')
      return cells.every((cell) => typeof termTime(cell)?.academicYear === 'number') ? 0 : 1;
    if (!isId) return 0;
    if (!cells.every((cell) => /\d/.test(cell))) return NAMES;
    return INTERNAL.test(header[place] ?? '') ? 1 : 0;
  };
  const ranked = candidates.places
    .filter((place) => !isId || !holdsSocialSecurity(header[place] ?? '', cellsOf(place)))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  // The period of a loan is the same on all rows, and a session is a part of a term.
  const mayBeTerm = (place: number): boolean =>
    cellsOf(place).length > 1 && cellsOf(place).every((cell) => termTime(cell) !== null);
  const isSure = ours === 'term_label' && ranked.some((place) => rankOf(place) === 0 && mayBeTerm(place));
  // The file has one column for what it has words for.
  const isOfWords = TOLD_BY_WORDS[ours] !== undefined && ranked.some((place) => cellsOf(place).length > 0);
  const hasNumbers = ranked.some((place) => rankOf(place) < NAMES);
  const places = ranked.filter(
    (place) =>
      (!isSure || mayBeTerm(place)) &&
      (!hasNumbers || rankOf(place) < NAMES) &&
      (!isOfWords || cellsOf(place).length > 0),
  );
  const left = places.filter(
    (place, nth) => !places.slice(0, nth).some((other) => twins.areSame(other, place)),
  );
  const isOther = left[0] !== candidates.places[0] && candidates.alsoMeant.length > 0;
  return left.length === 0 || isOther ? candidates : { ...candidates, places: left };
}

/** The rank of a column of names among those of ids. */
const NAMES = 2;
/** Names of numbers of a database, which people do not know students by. */
const INTERNAL = /pidm|uid/i;
