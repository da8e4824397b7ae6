import { statusCode, statusCodes } from './codes.js';
import { areFailedRows } from './column-facts.js';
import { codeName, heldText, valuesText } from './column-texts.js';
import type { ColumnFacts, TableFacts } from './examination.js';
import { kindOf } from './our-fields.js';
import { type Place, placesOf } from './places.js';
import { codeKey, columnsOf, type Held, isOwnRecipe, type OpenPlace, type Recipe } from './recipe.js';

/**
 * What columns held when a person said what they are, so that next month's file is not read as last month's where one of
 * them holds something else. Of students nothing is kept: of ids and names only that they were numbers or texts.
 */

/** More or longer codes than these may be names of people, as may those that hardly any student shares with another. */
const MOST_KEPT = 12;
const CODES_OF_STUDENTS = 3 / 4;
const SHORT_CODE = 2;
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b/;
/** In a file of fewer rows anything may be missing, and in one of fewer than these one value be that of all. */
const FEW_ROWS = 5;
const MANY_ROWS = 20;
/** Numbers beyond what was seen by less than this are ordinary, and so are those of fewer than a third of the rows. */
const CLEARLY = 1.25;
/** Amounts come to more students from month to month; where so many more rows have none, they are gone. */
const MORE_OF_NONE = 0.25;

/** How many students a file has, at least; 0 while nobody has said what their ids are. */
export function studentsIn({ fields }: Recipe, { columns }: Pick<TableFacts, 'columns'>): number {
  const [id] = columnsOf(fields.student_id);
  return columns.find(({ name }) => name === id)?.distinct ?? 0;
}

/** What a recipe keeps of a column that is not used, of a file of so many students. */
export function heldBy(column: ColumnFacts, students: number): Held {
  const { kind, codes, distinct, samples } = column;
  // Amounts that are not there yet.
  if (isOfZeros(column)) return 'blank';
  // What is the same for several students is nobody's own; a year or a date is another one in each month.
  if (kind === 'one value' && students > 1 && !/\d/.test(samples.join(''))) return { codes: [...samples] };
  if (kind !== 'codes') return kind;
  // Each month has dates of its own.
  if (codes?.every(({ code }) => code === '' || DATE.test(code)) === true) return 'texts';
  const isShort = codes?.every(({ code }) => code.length <= SHORT_CODE) === true;
  const areFew = distinct <= MOST_KEPT && distinct <= students * CODES_OF_STUDENTS;
  if (codes === null || !(isShort || areFew)) return 'texts';
  return { codes: codes.map(({ code }) => code).toSorted() };
}

function isOfZeros({ numbers, blanks, rows, least, most }: ColumnFacts): boolean {
  return numbers + blanks === rows && least === 0 && most === 0;
}

/** Whether a column that is not used holds only what it held when that was said. */
export function stillHolds(held: Held, column: ColumnFacts): boolean {
  const { kind, codes, words, blanks, numbers, distinct } = column;
  if (kind === 'blank') return true;
  if (typeof held === 'object' && 'to' in held) return isWithin(held, column);
  if (typeof held === 'object') {
    const known = new Set(held.codes.map(codeKey));
    return codes?.every(({ code }) => known.has(codeKey(code))) === true;
  }
  const isOne = distinct === 1 && blanks === 0;
  const holds: Record<typeof held, boolean> = {
    blank: isOfZeros(column),
    'one value': isOne,
    'own text': kind === 'own text' || (numbers === 0 && (codes === null || areNearlyOwn(column))),
    numbers: words?.every(({ code }) => code === '') === true,
    texts: kind !== 'numbers' || isOne,
    mixed: true,
  };
  return holds[held];
}

/** Two students may share a name or a date of birth, and no more than a few of many do. */
function areNearlyOwn({ kind, codes, distinct, rows }: ColumnFacts): boolean {
  const { rows: most } = codes?.find(({ code }) => code !== '') ?? { rows: 0 };
  // Where all differ, and are none of its own, they do by digits alone.
  const areOwn = kind !== 'texts' || distinct < rows;
  return areOwn && distinct * 2 > rows && most <= Math.max(3, rows / 20);
}

/** What the cells of a placed column are. */
type Cells = 'amounts' | 'codes' | 'texts';

function cellsOf(place: Place): Cells {
  if (place.field === null) return 'codes';
  const { kind } = kindOf(place.field);
  return kind === 'number' ? 'amounts' : kind === 'text' ? 'texts' : 'codes';
}

/** What a recipe keeps of a placed column. */
function heldPlaced(column: ColumnFacts, cells: Cells): Held {
  const { kind, rows, blanks, numbers, least, most, codes } = column;
  const filled = rows - blanks;
  if (kind === 'blank') return kind;
  if (cells === 'codes' && codes !== null) {
    const [first] = codes;
    const kept = statusCodes(column).map(({ code }) => code);
    return { codes: kept.toSorted(), ...(first && { most: statusCode(first.code) }) };
  }
  if (cells === 'amounts' && least !== null && most !== null && Number.isFinite(most - least)) {
    return {
      from: rounded(least, Math.floor),
      to: rounded(most, Math.ceil),
      none: Math.round(shareOfNone(column) * 10) / 10,
    };
  }
  if (numbers === filled) return 'numbers';
  return numbers === 0 ? 'texts' : 'mixed';
}

/** An amount of dollars as a round one, so that it is nobody's own; credits stay as they are. */
function rounded(amount: number, round: (amount: number) => number): number {
  const size = Math.abs(amount);
  const power = 10 ** (String(Math.floor(size)).length - 1);
  const step = size < 100 ? 1 : size < power * 3 ? power / 2 : power;
  return round(amount / step) * step;
}

/** Whether a placed column holds what it held. */
function isAsBefore(held: Held, column: ColumnFacts): boolean {
  const { kind, rows, blanks, numbers } = column;
  if (held === 'blank' || rows < FEW_ROWS) return true;
  if (kind === 'blank') return false;
  // What told students apart, and is one value for all, tells nothing any longer.
  if (typeof held === 'object' && kind === 'one value' && rows >= MANY_ROWS && didVary(held)) return false;
  if (typeof held === 'object' && 'codes' in held) return isMostlyAsBefore(held.most, column);
  if (typeof held === 'object')
    return isWithin(held, column) && shareOfNone(column) <= (held.none ?? 1) + MORE_OF_NONE;
  const filled = rows - blanks;
  if (held === 'numbers') return (filled - numbers) * 3 < filled;
  return held !== 'texts' || numbers * 3 < filled;
}

/** In how many of the rows an amount is 0 or blank, from 0 to 1. */
function shareOfNone({ zeros, blanks, rows }: ColumnFacts): number {
  return (zeros + blanks) / rows;
}

/** Whether what four of five rows have now is what most had. A new code is open at its own place. */
function isMostlyAsBefore(before: string | undefined, { codes, rows }: ColumnFacts): boolean {
  const [now] = codes ?? [];
  if (before === undefined || now === undefined) return true;
  return codeKey(statusCode(now.code)) === codeKey(before) || now.rows * 5 < rows * 4;
}

function didVary(held: Extract<Held, object>): boolean {
  return 'codes' in held ? held.codes.length > 1 : held.to >= held.from * 2 && held.to > 0;
}

function isWithin(
  { from, to }: { readonly from: number; readonly to: number },
  { least, most, thirds }: ColumnFacts,
): boolean {
  if (thirds === null || (least === 0 && most === 0)) return from === 0 && to === 0;
  const [low, high] = thirds;
  const isBelow = low < (from > 0 ? from / CLEARLY : from * CLEARLY);
  return !isBelow && (to <= 0 || high <= to * CLEARLY);
}

/** A recipe that keeps what each of its placed columns holds; what was kept stays, but where it says nothing yet. */
export function withHeld(recipe: Recipe, { columns }: TableFacts): Recipe {
  const held: Record<string, Held> = {};
  for (const place of placesOf(recipe)) {
    for (const name of columnsOf(place.rule)) {
      const column = columns.find((each) => each.name === name);
      const before = heldIn(recipe, name);
      const now = column === undefined ? before : heldPlaced(column, cellsOf(place));
      const isChanged = before !== undefined && column !== undefined && !isAsBefore(before, column);
      const isSame = typeof before === typeof now && !saysNothing(before);
      const kept = isChanged || isSame ? before : now;
      if (kept !== undefined) held[name] = kept;
    }
  }
  return { ...recipe, held };
}

function saysNothing(held: Held | undefined): boolean {
  if (typeof held !== 'object') return held === 'blank';
  return 'to' in held ? held.from === 0 && held.to === 0 : held.codes.length < 2;
}

function heldIn({ held = {} }: Recipe, name: string): Held | undefined {
  return Object.hasOwn(held, name) ? held[name] : undefined;
}

/**
 * How a placed column is not what it was, in a sentence; null if it is. One that is blank although nobody said so is like one
 * that is gone. Of rows that failed anything may be missing.
 */
export function changeText(recipe: Recipe, facts: TableFacts, column: ColumnFacts): string | null {
  const held = heldIn(recipe, column.name);
  if (areFailedRows(facts)) return null;
  // In a draft a person sees it, and what is confirmed keeps it.
  if (held === undefined)
    return column.kind === 'blank' && recipe.confirmed && !isOwnRecipe(recipe)
      ? 'is blank on every row.'
      : null;
  return isAsBefore(held, column)
    ? null
    : `held ${heldText(held)}${mostText(held)} when this was confirmed, and now holds ${valuesText(column)}.`;
}

function mostText(held: Held): string {
  if (typeof held !== 'object' || !('codes' in held)) return '';
  const { codes, most } = held;
  return most === undefined || codes.length < 2 ? '' : `, mostly ${codeName(most)},`;
}

/** What a placed column leaves open that is not what it was. */
export function openHeld(recipe: Recipe, facts: TableFacts, column: ColumnFacts): readonly OpenPlace[] {
  const { name } = column;
  const change = changeText(recipe, facts, column);
  if (change === null) return [];
  return [
    {
      path: ['held', name],
      message: `"${name}" ${change} Correct the file, place another column, or, if this is how it is now, write ${JSON.stringify(heldNow(recipe, column))}.`,
    },
  ];
}

/** A recipe by which a column is right as it is now. */
export function accepted(recipe: Recipe, column: ColumnFacts): Recipe {
  return { ...recipe, held: { ...recipe.held, [column.name]: heldNow(recipe, column) } };
}

function heldNow(recipe: Recipe, column: ColumnFacts): Held {
  const held = heldIn(recipe, column.name);
  if (typeof held !== 'object') return heldPlaced(column, 'texts');
  return heldPlaced(column, 'to' in held ? 'amounts' : 'codes');
}

/** What is open of columns that were not used and are gone: their name may be that of a placed one now. */
export function openGone({ not_used }: Recipe, { columns }: TableFacts): readonly OpenPlace[] {
  const gone = Object.entries(not_used).filter(([name]) => columns.every((column) => column.name !== name));
  return gone
    .filter(([name, held]) => couldMatter(held) || baseOf(name) !== name)
    .map(([name, held]) => ({
      path: ['not_used', name],
      message: `"${name}" was not used, held ${heldText(held)}, and is gone. If another column has its name or its place now, place that one; if it is gone, remove this.`,
    }));
}

/** Whether a column held what could be taken for a placed one. */
function couldMatter(held: Held): boolean {
  if (typeof held === 'object') return !('codes' in held) || held.codes.length > 1;
  return held === 'numbers' || held === 'mixed';
}

/** Whether a column is the second or a later one of a name that a placed column has, too. */
export function isNamesake(name: string, placed: ReadonlySet<string>): boolean {
  return baseOf(name) !== name && [...placed].some((each) => baseOf(each) === baseOf(name));
}

/** The name that a column has in the file. */
function baseOf(name: string): string {
  return name.replace(/ \[\d+\]$/, '');
}
