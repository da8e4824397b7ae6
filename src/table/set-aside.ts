import { nameKey } from './column-names.js';
import type { TableRow } from './delimited-text.js';
import { numberPlaces, RunningTotals } from './running-totals.js';

/** Why a row below the header is not one of the table. */
export const SET_ASIDE_REASONS = ['total', 'remark', 'repeated header'] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/** A row below the header that is not one of the table. */
export interface SetAsideRow extends TableRow {
  /** `sum` where its numbers alone say that it may be a total. */
  readonly reason: SetAsideReason | 'sum';
  /** Whether it is a remark that may speak of the rows below it, and not of the report or a page. */
  readonly isStatement?: boolean;
}

/** A number as a report writes it: with currency, thousands, percent, or in parentheses. */
const NUMBER = /^[-+(]?\s*[$€£]?\s*[-+]?[0-9][0-9.,'\s]*\s*[%)]?$/;

const SUMMARY_WORDS =
  'summary|totals?|sub-?\\s?totals?|sums?|count|averages?|avg|mean|max(?:imum)?|min(?:imum)?';
/**
 * `Total`, `Grand Total:`, `Subtotal for Fall`, `Count of students`; as Excel writes subtotals, `A0012 Total`; as WebFOCUS
 * does, `*TOTAL TERM Fall`.
 */
const TOTAL = new RegExp(
  `^\\W*(?:(?:grand|sub|report|page|overall|file|final)[\\s-]+)?(?:${SUMMARY_WORDS})\\b(?:\\W*$|\\s+(?:of|for|by|all|rows?|records?)\\b.*|\\s*:.*)|\\S\\s+(?:${SUMMARY_WORDS})\\W*$|^\\s*\\*+\\s*(?:sub-?)?totals?\\b`,
  'i',
);

/** `Total FR`, as some systems write subtotals: the label of a line where ids are no words. */
const BEGINS_AS_TOTAL = new RegExp(`^\\W*(?:(?:grand|sub)[\\s-]*)?(?:${SUMMARY_WORDS})\\b`, 'i');

/** Whether a single filled cell consists of words; the last row of a truncated download looks different. */
const WORDS = /\S\s+\S/;

/** A cell of a line drawn with signs, of units such as `(credits)`, or of a box that is not checked. */
const NOTHING = /^\s*(?:[-=+_|]{2,}|\([^()\d]+\)|false)?\s*$/i;

/** A table with fewer columns may be a list of two. */
const LEAST_NAMES_BESIDE_LEGEND = 5;

/** How reports begin statements about themselves. */
const ABOUT_REPORT =
  /^\W*(?:page\s+\d|(?:report|run|printed|generated|created|exported|prepared|executed|refreshed|downloaded|extracted)\b|as of\b|end of\b|confidential\b|\d[\d,]*\s+(?:rows?|records?|results?)\b|(?:number|record|row|total) (?:of )?(?:records|rows|count)\b|notes?\s*:|source\s*:|filters?\s*:|parameters?\s*:|user\s*:|date\s*:)/i;

/** The foot of a page has its number, a date and the time of day, in any order. */
const MOST_CELLS_OF_FOOT = 3;
const OF_FOOT =
  /^(?:(?:page )?\d{1,4}(?: (?:of|\/) \d{1,4})?|\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d\d?:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)$/iu;
/** What no row of a table consists of. */
const PAGE_OR_TIME = /^page \d|^\d\d?:\d\d/i;

/** What a single cell does not say of the rows below it. */
const NOT_OF_ROWS = [NOTHING, ABOUT_REPORT, OF_FOOT];

/** A row with fewer names of columns is no header. */
const LEAST_NAMES = 3;

/** A remark is one statement, or a name and a statement. */
const MOST_CELLS_OF_REMARK = 2;

/** Tells the rows of a table from what reports put between and below them. If in doubt, a row is one of the table. */
export class RowJudge {
  readonly #header: string;
  readonly #top: ReadonlySet<string>;
  /** The first cells of rows that may be repeated, so that other rows need not be compared. */
  readonly #beginnings: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #width: number;
  /** Indexes of columns that contain words in most rows, where a single filled cell may belong to a student. */
  readonly #wordColumns: ReadonlySet<number>;
  /** Places that most rows fill. */
  readonly #usual: readonly number[];
  /** The index of the column of ids, words without blanks, so that text such as `Total FR` is not an id; -1 for none. */
  readonly #idPlace: number;
  readonly #numberPlaces: readonly number[];

  /**
   * @param header the names of the columns.
   * @param top the filled rows from the top to the header: a report repeats them on each page.
   * @param sample some of the rows below.
   */
  constructor(header: readonly string[], top: readonly TableRow[], sample: readonly TableRow[]) {
    this.#header = keyOf(header);
    this.#top = new Set(top.map(({ cells }) => keyOf(cells)));
    this.#beginnings = new Set([header, ...top.map(({ cells }) => cells)].map(beginningOf));
    this.#names = new Set(header.map(nameKey).filter((name) => name !== ''));
    this.#width = header.length;
    this.#wordColumns = new Set([...header.keys()].filter((place) => holdsWords(sample, place)));
    this.#usual = [...header.keys()].filter(
      (place) => sample.filter(({ cells }) => isFilled(cells[place])).length * 2 > sample.length,
    );
    this.#idPlace = idPlace(header.length, sample);
    this.#numberPlaces = numberPlaces(header.length, sample);
  }

  /** Whether a row that a blank one parts from the table is a line of a legend, such as `FR, Freshman`. */
  isLegend(cells: readonly string[]): boolean {
    if (this.#idPlace < 0 || this.#width < LEAST_NAMES_BESIDE_LEGEND) return false;
    if (isLongerThan(cells, MOST_CELLS_OF_REMARK)) return false;
    return !/\d/.test(cells.find(isFilled) ?? '');
  }

  /** For one pass through the rows. */
  runningTotals(): RunningTotals {
    return new RunningTotals(this.#numberPlaces, this.#idPlace);
  }

  /**
   * Whether a row is the header of another table, whose columns are in another order or other ones: most of its cells
   * are names of columns.
   */
  isOtherHeader(cells: readonly string[]): boolean {
    const [first = '', second = ''] = cells;
    if (!this.#names.has(nameKey(first)) && !this.#names.has(nameKey(second))) return false;
    const named = new Set(cells.map(nameKey).filter((name) => this.#names.has(name)));
    return named.size >= LEAST_NAMES && named.size * 2 > filledIn(cells).length;
  }

  /** Why a row with a filled cell is not one of the table; null for one of the table. */
  reasonOf(cells: readonly string[]): SetAsideReason | null {
    if (this.#beginnings.has(beginningOf(cells))) {
      const key = keyOf(cells);
      if (key === this.#header) return 'repeated header';
      if (this.#top.has(key))
        return filledIn(cells).length > MOST_CELLS_OF_REMARK ? 'repeated header' : 'remark';
    }
    if (this.#width < 2) return null;
    if (cells.some(isFilled) && cells.every((cell) => NOTHING.test(cell))) return 'remark';
    if (this.#isTotal(cells)) return 'total';
    return this.#isOfReport(cells) || this.isStatement(cells) ? 'remark' : null;
  }

  /**
   * A word such as total, and otherwise only numbers. If there is an id, it must be the word. Where nobody knows the ids, a
   * row without a blank where others have none is of a student, who may be called Min. Asked of every row.
   */
  #isTotal(cells: readonly string[]): boolean {
    if (this.#idPlace < 0 && this.#usual.every((place) => isFilled(cells[place]))) return false;
    let isFirst = true;
    for (let place = 0; place < cells.length; place++) {
      const text = (cells[place] ?? '').trim();
      if (text === '') continue;
      const isId = place === this.#idPlace;
      const isLabel = (): boolean =>
        TOTAL.test(text) || (isId && WORDS.test(text) && BEGINS_AS_TOTAL.test(text));
      // What is left of the word says whose total it is.
      if ((isFirst || isId || !NUMBER.test(text)) && !isLabel()) return false;
      isFirst = false;
    }
    return !isFirst;
  }

  /** Whether a row is a statement in a single cell that may speak of the rows below it. */
  isStatement(cells: readonly string[]): boolean {
    if (isLongerThan(cells, 1)) return false;
    const [first] = filledIn(cells);
    if (first === undefined || NOT_OF_ROWS.some((each) => each.test(first.text))) return false;
    const isWords = /\p{L}/u.test(first.text) && WORDS.test(first.text);
    return isWords && !this.#wordColumns.has(first.place) && !this.#top.has(keyOf(cells));
  }

  #isOfReport(cells: readonly string[]): boolean {
    if (isLongerThan(cells, MOST_CELLS_OF_FOOT)) return false;
    const filled = filledIn(cells);
    const isOfFoot = filled.length > 1 && filled.every(({ text }) => OF_FOOT.test(text));
    if (isOfFoot && filled.some(({ text }) => PAGE_OR_TIME.test(text))) return true;
    const [first, second] = filled;
    if (second === undefined && first !== undefined && OF_FOOT.test(first.text))
      return WORDS.test(first.text);
    if (first === undefined || filled.length > MOST_CELLS_OF_REMARK) return false;
    return ABOUT_REPORT.test(first.text) && (this.#width > MOST_CELLS_OF_REMARK || second === undefined);
  }
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== '';
}

function filledIn(cells: readonly string[]): { readonly text: string; readonly place: number }[] {
  return cells.flatMap((cell, place) => (isFilled(cell) ? [{ text: cell.trim(), place }] : []));
}

/** Whether more than `most` cells are filled. */
function isLongerThan(cells: readonly string[], most: number): boolean {
  let filled = 0;
  for (const cell of cells) {
    if (isFilled(cell)) filled += 1;
    if (filled > most) return true;
  }
  return false;
}

function beginningOf(cells: readonly string[]): string {
  return nameKey(cells.find(isFilled) ?? '');
}

/** Cells in the form used for comparison, without trailing blank ones. */
function keyOf(cells: readonly string[]): string {
  return cells.map(nameKey).join('\n').trimEnd();
}

function holdsWords(sample: readonly TableRow[], place: number): boolean {
  const words = sample.filter(
    ({ cells }) => isLongerThan(cells, 1) && WORDS.test(cells[place]?.trim() ?? ''),
  );
  return words.length * 2 > sample.length;
}

/** An id has letters and digits, leading zeros, or more digits than amounts have. */
const ID = /^(?=\S*\d)(?:\S*\p{L}\S*|0\d+|\d{5,}|\d[\d-]*-\d+)$/u;

/**
 * The index of the column of ids in some rows of a table: most rows have one, in few of them the same; -1 for none. It
 * is told by what it holds, since nobody knows what it is called.
 */
function idPlace(width: number, sample: readonly TableRow[]): number {
  let found = -1;
  let most = 0;
  for (let place = 0; place < width; place++) {
    const all = sample.flatMap(({ cells }) => cells[place]?.trim() || []);
    const filled = all.filter((cell) => !BEGINS_AS_TOTAL.test(cell));
    const ids = filled.filter((cell) => ID.test(cell));
    if (ids.length * 4 < filled.length * 3 || filled.length * 2 <= sample.length) continue;
    const count = new Set(ids).size;
    if (count > most) [found, most] = [place, count];
  }
  return found;
}
