import { nameKey } from './column-names.js';
import { isFilled, isNumber, type TableRow } from './delimited-text.js';

/** Why a row below the header is not a row of the table. */
export const SET_ASIDE_REASONS = ['total', 'remark', 'repeated header'] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

interface Aside {
  readonly reason: SetAsideReason;
  /** What a remark is about: rows below it, or the row it is beside; missing for the report or a page. */
  readonly speaksOf?: 'rows below' | 'its row';
}

/** A row below the header that is not a row of the table. */
export type SetAsideRow = TableRow & Aside;

const SUMMARY_WORDS =
  'summary|totals?|sub-?\\s?totals?|sums?|count|averages?|avg|mean|max(?:imum)?|min(?:imum)?';
/** `Total`, `Grand Total:`, `Subtotal for Fall`, `Count of students`, and WebFOCUS's `*TOTAL TERM Fall`. */
const TOTAL = new RegExp(
  `^\\W*(?:(?:grand|sub|report|page|overall|file|final)[\\s-]+)?(?:${SUMMARY_WORDS})\\b(?:\\W*$|\\s+(?:of|for|by|all|rows?|records?)\\b.*|\\s*:.*)|^\\s*\\*+\\s*(?:sub-?)?totals?\\b`,
  'i',
);
/** Excel's subtotal `A0012 Total`, of the rows above whose cell is the text before the word. */
const TOTAL_OF = /^(.*\S)\s+(?:totals?|count)\W*$/i;

/** `Sum`, which means the summer term unless it is in the id column. */
const SUMMER = /^\W*sum\W*$/i;

/** `Total FR`, as some systems write subtotals: counts as a label only in the column of one-word ids. */
const BEGINS_AS_TOTAL = new RegExp(`^\\W*(?:(?:grand|sub)[\\s-]*)?(?:${SUMMARY_WORDS})\\b`, 'i');

/** Several words: a remark has these, while the last row of a truncated download usually does not. */
const WORDS = /\S\s+\S/;
/** A blank cell, or one of a drawn line, of units such as `(credits)`, or of an unchecked box. */
const NOTHING = /^\s*(?:[-=+_|]{2,}|\([^()\d]+\)|false)?\s*$/i;

/** How statements of a report about itself begin. */
const ABOUT_REPORT =
  /^\W*(?:page\s+\d|(?:report|run|printed|generated|created|exported|prepared|executed|refreshed|downloaded|extracted)\b|as of\b|end of\b|confidential\b|\d[\d,]*\s+(?:rows?|records?|results?)\b|(?:number|record|row|total) (?:of )?(?:records|rows|count)\b|notes?\s*:|n\s*=\s*\d|source\s*:|filters?\s*:|parameters?\s*:|user\s*:|date\s*:)/i;

/** A page footer, whatever is before it. */
const PAGE = /^\W*page\s+\d/i;

/** A row with fewer column names is not a header. */
const LEAST_NAMES = 3;
/** A remark is one statement, a name and a statement, or a page number, a date and a time. */
const MOST_CELLS_OF_REMARK = 3;

/** Tells table rows from other rows of a report. When in doubt, a row belongs to the table. */
export class RowJudge {
  readonly #header: string;
  readonly #topRows: ReadonlySet<string>;
  /** The first cells of rows that may be repeated; rows that begin otherwise need no comparison. */
  readonly #firstCells: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #width: number;
  /** Columns that hold several words in most rows: a single filled cell there may be a student's. */
  readonly #wordColumns: ReadonlySet<number>;
  readonly #usualColumns: readonly number[];
  /** The index of the id column, whose ids are single words, so that `Total FR` is not an id; -1 for none. */
  readonly #idIndex: number;
  /** The last filled cell of each column. */
  readonly #lastFilled: string[] = [];

  /**
   * @param header the column names.
   * @param top the filled rows down to the header, which a report repeats on each page.
   * @param sample some of the rows below.
   */
  constructor(header: readonly string[], top: readonly TableRow[], sample: readonly TableRow[]) {
    const inMost = (isLike: (cell: string, cells: readonly string[]) => boolean): readonly number[] =>
      [...header.keys()].filter((index) => {
        const like = sample.filter(({ cells }) => isLike(cells[index] ?? '', cells));
        return like.length * 2 > sample.length;
      });
    this.#header = rowKey(header);
    this.#topRows = new Set(top.map(({ cells }) => rowKey(cells)));
    this.#firstCells = new Set([header, ...top.map(({ cells }) => cells)].map(firstCellKey));
    this.#names = new Set(header.map(nameKey).filter((name) => name !== ''));
    this.#width = header.length;
    this.#wordColumns = new Set(inMost((cell, cells) => WORDS.test(cell.trim()) && isLongerThan(cells, 1)));
    this.#usualColumns = inMost(isFilled);
    this.#idIndex = findIdIndex(header.length, sample);
  }

  /** Whether a row is the header of another table: most of its cells are column names of this one. */
  isOtherHeader(cells: readonly string[]): boolean {
    const [first = '', second = ''] = cells;
    if (!this.#names.has(nameKey(first)) && !this.#names.has(nameKey(second))) return false;
    const named = new Set(cells.map(nameKey).filter((name) => this.#names.has(name)));
    return named.size >= LEAST_NAMES && named.size * 2 > cells.filter(isFilled).length;
  }

  /** Whether a row has an id, and fills at least half of the columns that most rows fill. */
  isData(cells: readonly string[]): boolean {
    const filled = this.#usualColumns.filter((index) => isFilled(cells[index]));
    return ID.test((cells[this.#idIndex] ?? '').trim()) && filled.length * 2 > this.#usualColumns.length;
  }

  /** Why the next row is not a table row; null if it is one. `isWide`: one cell spans most columns. */
  asideOf(cells: readonly string[], isWide = false): Aside | null {
    const isLong = isLongerThan(cells, MOST_CELLS_OF_REMARK);
    if (this.#firstCells.has(firstCellKey(cells))) {
      const key = rowKey(cells);
      const isRepeated = this.#topRows.has(key);
      if (key === this.#header || (isRepeated && isLong)) return { reason: 'repeated header' };
      if (isRepeated) return { reason: 'remark' };
    }
    if (cells.every((cell) => NOTHING.test(cell)) && cells.some(isFilled)) return { reason: 'remark' };
    if (this.#isTotal(cells)) return { reason: 'total' };
    const remark = isLong ? null : this.#remarkIn(cells, isWide);
    for (let index = 0; remark === null && index < cells.length; index++)
      this.#lastFilled[index] = cells[index] || (this.#lastFilled[index] ?? '');
    return remark;
  }

  /**
   * Whether the first filled cell, the id and all texts are labels of totals. Without an id column, a row
   * that fills all usual columns is a student's, whose name may be Min. Called for every row.
   */
  #isTotal(cells: readonly string[]): boolean {
    if (this.#idIndex < 0 && this.#usualColumns.every((index) => isFilled(cells[index]))) return false;
    let isFirst = true;
    for (let index = 0; index < cells.length; index++) {
      const text = (cells[index] ?? '').trim();
      if (text === '') continue;
      // The first filled cell must be the label: text to its left would say whose total it is.
      const mustBeLabel = isFirst || index === this.#idIndex || !isNumber(text);
      if (mustBeLabel && !this.#isLabel(text, index)) return false;
      isFirst = false;
    }
    return !isFirst;
  }

  #isLabel(text: string, index: number): boolean {
    const [, subject = ''] = TOTAL_OF.exec(text) ?? [];
    if (index === this.#idIndex && (subject !== '' || (WORDS.test(text) && BEGINS_AS_TOTAL.test(text))))
      return true;
    if (index !== this.#idIndex && SUMMER.test(text)) return false;
    // A course may be called Calidad Total.
    const above = nameKey(this.#lastFilled[index] ?? '');
    return TOTAL.test(text) || (subject !== '' && above === nameKey(subject));
  }

  /** The remark in a row of few cells, and what it is about; null for a table row. */
  #remarkIn(cells: readonly string[], isWide: boolean): Aside | null {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const [first, second] = filled;
    if (first === undefined) return null;
    const isAbout = ABOUT_REPORT.test(first) || filled.some((cell) => PAGE.test(cell));
    if (isAbout && filled.length < this.#width) return { reason: 'remark' };
    const isSentence =
      WORDS.test(first) && /\p{L}/u.test(first) && !this.#wordColumns.has(cells.findIndex(isFilled));
    const isRemark = second === undefined && (isSentence || isWide);
    return isRemark ? { reason: 'remark', speaksOf: 'rows below' } : null;
  }
}

function isLongerThan(cells: readonly string[], most: number): boolean {
  let filled = 0;
  for (const cell of cells) if (isFilled(cell) && ++filled > most) return true;
  return false;
}

function firstCellKey(cells: readonly string[]): string {
  return nameKey(cells.find(isFilled) ?? '');
}

/** Cells in the form used for comparison, without trailing blanks. */
function rowKey(cells: readonly string[]): string {
  return cells.map(nameKey).join('\n').trimEnd();
}

/** An id has a digit and also letters, leading zeros, hyphens, or more digits than amounts have. */
const ID = /^(?=\S*\d)(?:\S*\p{L}\S*|0\d+|\d{5,}|\d[\d-]*-\d+)$/u;

/** If an id is printed only on a student's first row, one in this many rows has one. */
const MOST_ROWS_OF_ID = 20;

/** The index of the column with the most different ids, recognized by their form; -1 for none. */
function findIdIndex(width: number, sample: readonly TableRow[]): number {
  let found = -1;
  let most = 0;
  for (let index = 0; index < width; index++) {
    const all = sample.flatMap(({ cells }) => cells[index]?.trim() || []);
    const filled = all.filter((cell) => !BEGINS_AS_TOTAL.test(cell) && !TOTAL_OF.test(cell));
    const ids = filled.filter((cell) => ID.test(cell));
    if (ids.length * 4 < filled.length * 3 || filled.length * MOST_ROWS_OF_ID <= sample.length) continue;
    const count = new Set(ids).size;
    if (count > most) [found, most] = [index, count];
  }
  return found;
}
