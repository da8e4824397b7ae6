import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { wordsOf } from '../contract/name-forms.js';
import { compare, isNegative, subtract, toText } from '../engine/exact.js';
import { tableError } from '../table/table-error.js';
import { exactCell, isSome } from './cell-rules.js';
import { type FileColumn, placesOf, type TermColumn } from './cells.js';
import { saidOfColumn } from './decisions.js';
import { isOfChanges } from './guess-columns.js';
import { termOfName } from './guess-shape.js';
import { columnsRead, type Recipe } from './recipe.js';
import { LEFT_NAMES } from './status-words.js';
import { Tally } from './tally.js';

/**
 * An unread column of credits that a student withdrew from or audits. The row's own credits may still include them,
 * which is asked: credits that do not count pay too much.
 */
export interface WithdrawnColumn extends TermColumn {
  /** Whether its name does not say credits, so that only numbers above 1 say so: `Fall Dropped`. */
  readonly mayBeFlags: boolean;
}

const LEFT = `(?:w|${LEFT_NAMES})`;
/** Names of what does not count, in which numbers are credits and anything else is a code. */
const NOT_COUNTED = new RegExp(
  `_(?:${LEFT}|remedial|developmental|(?:not|never|non)_(?:in_)?(?:program|degree|counted|applicable|eligible|required|attended|credit))_`,
);
const CREDITS = '(?:credits?|hours?|hrs?|units?)';
const WITHDRAWN = new RegExp(`_(?:${LEFT}_(?:\\w+_)?${CREDITS}|${CREDITS}_(?:\\w+_)?${LEFT})_`);
/** Words behind which a name says what is no longer in its credits. */
const WITHOUT = /_(?:after|less|without|net_of)_.*/;
/** Names of something other than credits. */
const NO_CREDITS = /_(?:date|fee|fees|deadline|flag|ind|code|status|reason|grade)_/;
/** The same, in names that do not say credits. */
const NO_NUMBERS =
  /_(?:grd|mark|mode|basis|id|pos|position|rank|order|no|num|number|sub|unsub|loans?|disb\w*|plus|grants?|pell|amt|amount|paid|type|method|level|year|days?|times?|pct|percent|rate)_/;
/** Names of credits that are not those of a term. */
const OF_LIFETIME = /_(?:cum|cumulative|lifetime|career|overall|transfer|pct|percent|percentage)_/;

/** Those of some columns that hold such credits. */
export function withdrawnColumns(
  columns: readonly FileColumn[],
  labels: readonly string[],
): readonly WithdrawnColumn[] {
  return columns.flatMap(({ place, name, words }) =>
    (isWithdrawnCredits(name) || mayBeWithdrawn(name)) &&
    NOT_COUNTED.test(held(name)) &&
    !OF_LIFETIME.test(words)
      ? [{ place, name, term: termOfName(name, labels), mayBeFlags: !isWithdrawnCredits(name) }]
      : [],
  );
}

/** Whether a column of this name holds credits that a student withdrew from or audits. */
export function isWithdrawnCredits(name: string): boolean {
  return WITHDRAWN.test(held(name)) && !NO_CREDITS.test(wordsOf(name)) && !isOfChanges(name);
}

/** The words of a name that say what is in the column. */
function held(name: string): string {
  return wordsOf(name).replace(WITHOUT, '_');
}

/** Whether numbers above 1 in a column of this name are credits that do not count, and not codes. */
export function mayBeWithdrawn(name: string): boolean {
  const words = wordsOf(name);
  return NOT_COUNTED.test(words) && !NO_CREDITS.test(words) && !NO_NUMBERS.test(words);
}

/** The rows of a file with credits that may not count, beside credits of their own. */
export class WithdrawnCredits {
  readonly tally = new Tally();
  #isNumber: boolean;
  #isOther = false;

  constructor(readonly column: WithdrawnColumn) {
    this.#isNumber = !column.mayBeFlags;
  }

  get mayCount(): boolean {
    return this.#isNumber && !this.#isOther && this.tally.students > 0;
  }

  /** @param isBetween whether they are what the planned credits of the row are more than the final ones. */
  add(cell: string, student: number, row: number, isBetween: boolean): void {
    if (this.column.mayBeFlags) {
      const isCredits = isManyCredits(cell);
      this.#isNumber ||= isCredits;
      this.#isOther ||= !isCredits && exactCell({ kind: 'credits' }, cell) === null;
    }
    if (!isBetween) this.tally.add(student, row);
  }
}

/** Whether a cell is a number other than 0 and 1, which no code of yes and no is. */
export function isManyCredits(cell: string): boolean {
  return /^\s*\d{1,2}(?:\.\d+)?\s*$/.test(cell) && !/^\s*0*[01]?(?:\.0*)?\s*$/.test(cell);
}

/** Detects withdrawn credits that are what the planned credits of the row are more than the final ones. */
export function betweenCredits(
  columns: readonly string[],
): (cells: readonly string[], withdrawn: string) => boolean {
  const places = CREDIT_COLUMNS.map((column) => columns.indexOf(column));
  return (cells, withdrawn) => {
    const [planned, final, other] = [...places.map((place) => cells[place] ?? ''), withdrawn].map((cell) =>
      exactCell({ kind: 'credits' }, cell),
    );
    return (
      planned != null && final != null && other != null && compare(subtract(planned, final), other) === 0
    );
  };
}

/** The names of the file's columns that credits are read from, in one term or in all. */
export function creditNames(recipe: Recipe, label: string | null): readonly string[] {
  return CREDIT_COLUMNS.flatMap((column) => columnsRead(recipe, [column], label));
}

/**
 * Subtracts these credits from those of a row, if that was decided. A row with fewer credits than that, or with
 * something other than a number, fails with the words it gets instead of credits.
 */
export function withoutWithdrawn(
  all: readonly WithdrawnColumn[],
  columns: readonly string[],
  { shape, decisions }: Recipe,
): (cells: string[], given: readonly string[], row: number, label: string | null) => void {
  const subtracted = all.filter(({ name }) => saidOfColumn(decisions.withdrawn_credits, name) === 'subtract');
  const places = placesOf(columns, CREDIT_COLUMNS);
  const isBetween = betweenCredits(columns);
  const hasTerms = shape.rows === 'student' && shape.terms.length > 1;
  return (cells, given, row, label) => {
    for (const { place, name, term } of subtracted) {
      if (!isSome('credits', given[place] ?? '') || isBetween(cells, given[place] ?? '')) continue;
      if (hasTerms && term === null) throw tableError(OF_NO_TERM, { row, column: name });
      if (term !== null && term !== label) continue;
      for (const credits of places)
        cells[credits] = difference(cells[credits] ?? '', given[place] ?? '', name);
    }
  };
}

function difference(cell: string, other: string, name: string): string {
  const [own, withdrawn] = [cell, other].map((each) => exactCell({ kind: 'credits' }, each));
  if (cell.trim() === '' || own == null) return cell;
  const left = withdrawn == null ? null : subtract(own, withdrawn);
  return left === null || isNegative(left) ? `${cell.trim()} less ${other.trim()} of ${name}` : toText(left);
}

const OF_NO_TERM =
  'These credits do not say of which term they are. Subtract them from the credits of their term in the file.';
