import { nameKey } from './column-names.js';
import { isFilled, isNumber, type TableRow } from './delimited-text.js';

/** Why a row below the header is not one of the table. */
export const SET_ASIDE_REASONS = ['total', 'remark', 'repeated header'] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

interface Aside {
  readonly reason: SetAsideReason;
  /** What a remark may speak of if not of the report or a page: that of a row of its own, or beside one of the table. */
  readonly speaksOf?: 'rows below' | 'its row';
}

/** A row below the header that is not one of the table. */
export type SetAsideRow = TableRow & Aside;

const SUMMARY_WORDS =
  'summary|totals?|sub-?\\s?totals?|sums?|count|averages?|avg|mean|max(?:imum)?|min(?:imum)?';
/** `Total`, `Grand Total:`, `Subtotal for Fall`, `Count of students`; as WebFOCUS writes subtotals, `*TOTAL TERM Fall`. */
const TOTAL = new RegExp(
  `^\\W*(?:(?:grand|sub|report|page|overall|file|final)[\\s-]+)?(?:${SUMMARY_WORDS})\\b(?:\\W*$|\\s+(?:of|for|by|all|rows?|records?)\\b.*|\\s*:.*)|^\\s*\\*+\\s*(?:sub-?)?totals?\\b`,
  'i',
);
/** As Excel writes subtotals, `A0012 Total`: of the rows above that have what is before the word. */
const TOTAL_OF = /^(.*\S)\s+(?:totals?|count)\W*$/i;

/** A summer, but where ids are. */
const SUMMER = /^\W*sum\W*$/i;

/** `Total FR`, as some systems write subtotals: the label of a line where ids are no words. */
const BEGINS_AS_TOTAL = new RegExp(`^\\W*(?:(?:grand|sub)[\\s-]*)?(?:${SUMMARY_WORDS})\\b`, 'i');

/** Whether a single filled cell consists of words; the last row of a truncated download looks different. */
const WORDS = /\S\s+\S/;
/** A cell of a line drawn with signs, of units such as `(credits)`, or of a box that is not checked. */
const NOTHING = /^\s*(?:[-=+_|]{2,}|\([^()\d]+\)|false)?\s*$/i;

/** How reports begin statements about themselves. */
const ABOUT_REPORT =
  /^\W*(?:page\s+\d|(?:report|run|printed|generated|created|exported|prepared|executed|refreshed|downloaded|extracted)\b|as of\b|end of\b|confidential\b|\d[\d,]*\s+(?:rows?|records?|results?)\b|(?:number|record|row|total) (?:of )?(?:records|rows|count)\b|notes?\s*:|n\s*=\s*\d|source\s*:|filters?\s*:|parameters?\s*:|user\s*:|date\s*:)/i;

/** What a page has at its foot, whatever is before it. */
const PAGE = /^\W*page\s+\d/i;

/** A row with fewer names of columns is no header. */
const LEAST_NAMES = 3;
/** A remark is one statement, a name and a statement, or the number of a page, a date and the time of day. */
const MOST_CELLS_OF_REMARK = 3;

/** Tells the rows of a table from what reports put between and below them. If in doubt, a row is one of the table. */
export class RowJudge {
  readonly #header: string;
  readonly #top: ReadonlySet<string>;
  /** The first cells of rows that may be repeated, so that other rows need not be compared. */
  readonly #beginnings: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #width: number;
  /** Columns that contain words in most rows, where a single filled cell may belong to a student. */
  readonly #words: ReadonlySet<number>;
  /** Columns that most rows fill. */
  readonly #usual: readonly number[];
  /** The column of ids, words without blanks, so that text such as `Total FR` is not an id; -1 for none. */
  readonly #idPlace: number;
  /** What each column was last filled with. */
  readonly #above: string[] = [];

  /**
   * @param header the names of the columns.
   * @param top the filled rows from the top to the header: a report repeats them on each page.
   * @param sample some of the rows below.
   */
  constructor(header: readonly string[], top: readonly TableRow[], sample: readonly TableRow[]) {
    const inMost = (isLike: (cell: string, cells: readonly string[]) => boolean): readonly number[] =>
      [...header.keys()].filter((place) => {
        const like = sample.filter(({ cells }) => isLike(cells[place] ?? '', cells));
        return like.length * 2 > sample.length;
      });
    this.#header = keyOf(header);
    this.#top = new Set(top.map(({ cells }) => keyOf(cells)));
    this.#beginnings = new Set([header, ...top.map(({ cells }) => cells)].map(beginningOf));
    this.#names = new Set(header.map(nameKey).filter((name) => name !== ''));
    this.#width = header.length;
    this.#words = new Set(inMost((cell, cells) => WORDS.test(cell.trim()) && isLongerThan(cells, 1)));
    this.#usual = inMost(isFilled);
    this.#idPlace = idPlace(header.length, sample);
  }

  /**
   * Whether a row is the header of another table, whose columns are in another order or other ones: most of its cells
   * are names of columns.
   */
  isOtherHeader(cells: readonly string[]): boolean {
    const [first = '', second = ''] = cells;
    if (!this.#names.has(nameKey(first)) && !this.#names.has(nameKey(second))) return false;
    const named = new Set(cells.map(nameKey).filter((name) => this.#names.has(name)));
    return named.size >= LEAST_NAMES && named.size * 2 > cells.filter(isFilled).length;
  }

  /** Whether a row has an id, and cells in at least half of the columns that most rows fill. */
  isRow(cells: readonly string[]): boolean {
    const filled = this.#usual.filter((place) => isFilled(cells[place]));
    return ID.test((cells[this.#idPlace] ?? '').trim()) && filled.length * 2 > this.#usual.length;
  }

  /** Why the next row is not one of the table, of which one cell may be as wide as most of it; null for one of the table. */
  asideOf(cells: readonly string[], isWide = false): Aside | null {
    const isLong = isLongerThan(cells, MOST_CELLS_OF_REMARK);
    if (this.#beginnings.has(beginningOf(cells))) {
      const key = keyOf(cells);
      const isRepeated = this.#top.has(key);
      if (key === this.#header || (isRepeated && isLong)) return { reason: 'repeated header' };
      if (isRepeated) return { reason: 'remark' };
    }
    if (cells.every((cell) => NOTHING.test(cell)) && cells.some(isFilled)) return { reason: 'remark' };
    if (this.#isTotal(cells)) return { reason: 'total' };
    const remark = isLong ? null : this.#remarkIn(cells, isWide);
    for (let place = 0; remark === null && place < cells.length; place++)
      this.#above[place] = cells[place] || (this.#above[place] ?? '');
    return remark;
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
      // What is left of the word says whose total it is.
      const mustBeLabel = isFirst || place === this.#idPlace || !isNumber(text);
      if (mustBeLabel && !this.#isLabel(text, place)) return false;
      isFirst = false;
    }
    return !isFirst;
  }

  #isLabel(text: string, place: number): boolean {
    const [, of = ''] = TOTAL_OF.exec(text) ?? [];
    if (place === this.#idPlace && (of !== '' || (WORDS.test(text) && BEGINS_AS_TOTAL.test(text))))
      return true;
    if (place !== this.#idPlace && SUMMER.test(text)) return false;
    // A course may be called Calidad Total.
    const above = nameKey(this.#above[place] ?? '');
    return TOTAL.test(text) || (of !== '' && above === nameKey(of));
  }

  /** What a row of few cells says of the report, a page, or other rows; null for a row of the table. */
  #remarkIn(cells: readonly string[], isWide: boolean): Aside | null {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const [first, second] = filled;
    if (first === undefined) return null;
    const isAbout = ABOUT_REPORT.test(first) || filled.some((cell) => PAGE.test(cell));
    if (isAbout && filled.length < this.#width) return { reason: 'remark' };
    const isSentence =
      WORDS.test(first) && /\p{L}/u.test(first) && !this.#words.has(cells.findIndex(isFilled));
    const isRemark = second === undefined && (isSentence || isWide);
    return isRemark ? { reason: 'remark', speaksOf: 'rows below' } : null;
  }
}

function isLongerThan(cells: readonly string[], most: number): boolean {
  let filled = 0;
  for (const cell of cells) if (isFilled(cell) && ++filled > most) return true;
  return false;
}

function beginningOf(cells: readonly string[]): string {
  return nameKey(cells.find(isFilled) ?? '');
}

/** Cells in the form used for comparison, without trailing blank ones. */
function keyOf(cells: readonly string[]): string {
  return cells.map(nameKey).join('\n').trimEnd();
}

/** An id has letters and digits, leading zeros, or more digits than amounts have. */
const ID = /^(?=\S*\d)(?:\S*\p{L}\S*|0\d+|\d{5,}|\d[\d-]*-\d+)$/u;

/** Where an id is printed once, so many rows have one. */
const MOST_ROWS_OF_ID = 20;

/**
 * The index of the column of ids in some rows of a table, of which it has the most different ones; -1 for none. It is told
 * by what it holds, since nobody knows what it is called.
 */
function idPlace(width: number, sample: readonly TableRow[]): number {
  let found = -1;
  let most = 0;
  for (let place = 0; place < width; place++) {
    const all = sample.flatMap(({ cells }) => cells[place]?.trim() || []);
    const filled = all.filter((cell) => !BEGINS_AS_TOTAL.test(cell) && !TOTAL_OF.test(cell));
    const ids = filled.filter((cell) => ID.test(cell));
    if (ids.length * 4 < filled.length * 3 || filled.length * MOST_ROWS_OF_ID <= sample.length) continue;
    const count = new Set(ids).size;
    if (count > most) [found, most] = [place, count];
  }
  return found;
}
