import { cellValue } from '../contract/cell-value.js';
import { CREDIT_COLUMNS, type Field, REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { add, compare, type Exact, isExact, parseExact, ZERO } from '../engine/exact.js';
import { type Problem, TableError } from '../table/table-error.js';
import { placesWhere, remembered } from './cells.js';
import { UNDECIDED } from './decisions.js';
import { type CellRule, type ColumnRules, PAID_COLUMNS } from './recipe.js';

/** How many columns of a file are named. */
const MOST_NAMED = 12;

/** Makes the cell of one of our columns from the cells of a row of the file. */
export interface CellMaker {
  /** Our column. */
  readonly column: string;
  /** The index of the file's column that it is read from, -1 for a constant. */
  readonly place: number;
  make(cells: readonly string[]): string;
}

/** Finds the columns that a recipe names, and collects those it does not find. */
export class HeaderPlaces {
  readonly #header: readonly string[];
  readonly #problems: Problem[] = [];
  readonly #found = new Set<number>();

  constructor(header: readonly string[]) {
    this.#header = header;
  }

  /**
   * The index of a column by its name: exactly as written, otherwise ignoring case and treating blanks, hyphens and
   * underscores as the same.
   */
  placeOf(name: string, purpose: string): number {
    const exact = placesWhere(this.#header, (each) => each === name.trim());
    const found =
      exact.length > 0 ? exact : placesWhere(this.#header, (each) => columnName(each) === columnName(name));
    const [place = -1] = found;
    if (found.length === 1) {
      this.#found.add(place);
      return place;
    }
    const message =
      found.length === 0
        ? `The file has no column "${name}", which the recipe reads ${purpose} from.`
        : `The column "${name}", which the recipe reads ${purpose} from, appears ${found.length} times. Rename all but one.`;
    this.#problems.push({ message, row: null, column: name });
    return -1;
  }

  /**
   * @throws TableError naming every requested column that was not found, and the file's columns that were not
   * requested.
   */
  refuseProblems(): void {
    if (this.#problems.length === 0) return;
    const others = this.#header.filter((name, place) => name !== '' && !this.#found.has(place));
    const names = others.slice(0, MOST_NAMED).map((name) => `"${name}"`);
    const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
    const today =
      this.#found.size === 0
        ? 'The recipe reads no column of this file: it is for another export, or for another sheet or header row of this one.'
        : 'Write the name that a column has today into the recipe, or make a new recipe.';
    const message =
      names.length === 0 ? today : `Not read by the recipe: ${names.join(', ')}${more}. ${today}`;
    throw new TableError([...this.#problems, { message, row: null, column: null }]);
  }
}

/** What systems write for a missing number: `N/A`, a dash. A formula error, `#N/A`, fails with its row. */
const NO_NUMBER = /^(?:n\/?\.?a\.?|nil|none|nan|unknown|missing|tbd|[-\u2013\u2014]+|\.)$/i;
/**
 * Columns whose blank cells are asked about, so that such a word is included in the question, or fail whom they matter
 * for, or say that nothing was paid. In other columns it fails with its row.
 */
const MAY_LACK_NUMBER: ReadonlySet<string> = new Set([
  ...CREDIT_COLUMNS,
  ...PAID_COLUMNS,
  ...['term_ft_credits', 'subsidized_amount', 'academic_year_terms', 'cost_of_attendance'],
]);

/** Whether a cell of a column whose blanks mean nothing by themselves says that there is no number. */
export function isNoNumber(column: string, cell: string): boolean {
  return MAY_LACK_NUMBER.has(column) && NO_NUMBER.test(cell.trim());
}

const CREDITS: ReadonlySet<string> = new Set([...CREDIT_COLUMNS, 'term_ft_credits']);
/** Credits with their unit, or with the load that they are: `12 cr`, `12 FT`. */
const WITH_UNIT =
  /^(\d+(?:\.\d*)?)\s*(?:cr|crs|credits?|sch|(?:cr\w*|sem\w*|qtr|quarter)\.? (?:hrs?|hours?)|hrs?|hours?|units?|ft|ht|pt|tq|3q|lt|lth)\.?$/i;

/** Credits without their unit; other cells as they are. */
export function withoutUnit(cell: string): string {
  return WITH_UNIT.exec(cell.trim())?.[1] ?? cell;
}

/**
 * The makers of some rules, in the order of our columns.
 *
 * @param noNumbers collects words for a missing number, which are read as blank; null if they mean what the
 * documentation of the columns says.
 */
export function cellMakers(
  rules: ColumnRules,
  places: HeaderPlaces,
  noNumbers: Set<string> | null,
): readonly CellMaker[] {
  return REQUEST_COLUMNS.flatMap((column) => {
    const rule = rules[column];
    if (rule === undefined) return [];
    const place = 'constant' in rule ? -1 : places.placeOf(rule.column, column);
    const decided = cellReader(rule);
    const make = remembered(noNumbers === null ? decided : shownReader(column, rule, decided, noNumbers));
    return [{ column, place, make: place < 0 ? () => make('') : (cells) => make(cells[place] ?? '') }];
  });
}

/** Reads a cell as a person sees it, and a word for a missing number as a blank cell. */
function shownReader(
  column: string,
  rule: CellRule,
  decided: (cell: string) => string,
  noNumbers: Set<string>,
): (cell: string) => string {
  const shown = (cell: string): string => shownCell(decided(cell));
  const read = CREDITS.has(column) ? (cell: string) => withoutUnit(shown(cell)) : shown;
  if (!MAY_LACK_NUMBER.has(column)) return read;
  const blank = 'blank' in rule && rule.blank !== UNDECIDED ? (rule.blank ?? '') : '';
  return (cell) => {
    const text = read(cell);
    if (!NO_NUMBER.test(text.trim())) return text;
    noNumbers.add(text.trim());
    return blank;
  };
}

/** Reads a cell as a rule says, with what a blank one and a code were decided to mean. */
function cellReader(rule: CellRule): (cell: string) => string {
  if ('constant' in rule) return () => rule.constant;
  const blank = rule.blank === UNDECIDED ? '' : (rule.blank ?? '');
  const decided = Object.entries(rule.values ?? {}).filter(([, ours]) => ours !== UNDECIDED);
  const values = new Map(decided.map(([theirs, ours]) => [valueKey(theirs), ours]));
  if (values.size === 0 && blank === '') return (cell) => cell;
  return (cell) => {
    const key = valueKey(cell);
    return key === '' ? blank : (values.get(key) ?? cell);
  };
}

/** What a database writes for a blank cell, whatever the column. */
const NULL = /^\s*(?:\(null\)|\[null\]|<null>|null|\\n)\s*$/i;
const LONGEST_NULL = 8;

/** Whether a cell is the null of a database. */
export function isNull(cell: string): boolean {
  return cell.length > 1 && cell.length <= LONGEST_NULL && NULL.test(cell);
}

/** The cells of a row with those of a database's nulls blank; collects how these were written. */
export function withoutNulls(cells: readonly string[], words: Set<string>): readonly string[] {
  if (!cells.some(isNull)) return cells;
  return cells.map((cell) => {
    if (!isNull(cell)) return cell;
    words.add(cell.trim());
    return '';
  });
}

/** Negative dollars as accountants and mainframes write them: `(1,500.00)`, `1500.00-`. */
const NEGATIVE = /^(?:\(\s*\$?\s*([0-9][0-9,.]*)\s*\)|\$?\s*([0-9][0-9,.]*)\s*-)$/;

/** A cell of credits or dollars in any notation; null if it is not a number. */
export function exactCell(field: Pick<Field, 'kind'>, cell: string): Exact | null {
  const negative = field.kind === 'dollars' ? NEGATIVE.exec(cell.trim()) : null;
  const below = negative?.[1] ?? negative?.[2];
  const plain = field.kind === 'credits' ? withoutUnit(cell) : cell;
  const written = cellValue(field, below === undefined ? plain : `-${below}`);
  const reading = typeof written === 'string' ? parseExact(written) : 'not-a-decimal';
  return isExact(reading) ? reading : null;
}

/** Whether the cells that hold numbers add up to this one. */
export function isSumOf(field: Pick<Field, 'kind'>, cells: readonly string[], whole: Exact): boolean {
  const sum = cells.reduce((total, cell) => add(total, exactCell(field, cell) ?? ZERO), ZERO);
  return compare(sum, whole) === 0;
}

/** Whether a cell has an amount other than 0, or something that cannot be read. */
export function isSome(kind: 'credits' | 'dollars', cell: string): boolean {
  return cell.trim() !== '' && !isZero(kind, cell);
}

/** Whether a cell is 0; a blank one is not. */
export function isZero(kind: 'credits' | 'dollars', cell: string): boolean {
  const amount = exactCell({ kind }, cell);
  return amount !== null && compare(amount, ZERO) === 0;
}

/** Whether a dollar cell says that something was paid, or cannot be read. */
export function isMoney(cell: string): boolean {
  return isSome('dollars', cell);
}

/** Direction marks and other invisible characters that web pages and right-to-left sheets put into cells. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** A cell as a person sees it. */
export function shownCell(cell: string): string {
  return cell.replace(UNSEEN, '');
}

/** A value in the form used for comparing the file's values: capitals and blanks make no difference. */
export function valueKey(cell: string): string {
  return shownCell(cell).trim().toLowerCase().replace(/\s+/g, ' ');
}
