import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded } from '../contract/name-forms.js';
import { meantColumns } from '../contract/near-miss.js';
import { cellAt, placesWhere } from './cells.js';
import { isBlankRow, type SourceRow } from './records.js';
import { numberPlaces, RunningTotals } from './running-totals.js';

/** Why a row below the header does not belong to a student. */
export const SET_ASIDE_REASONS = ['total', 'remark', 'repeated header'] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/** A row below the header that does not belong to a student, and is not calculated. */
export interface SetAsideRow extends SourceRow {
  readonly reason: SetAsideReason;
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
  `^\\W*(?:(?:grand|sub|report|page|overall|term|file|final)[\\s-]+)?(?:${SUMMARY_WORDS})\\b(?:\\W*$|\\s+(?:of|for|by|all|students?|rows?|records?|awards?|paid|disbursed)\\b.*|\\s*:.*)|\\S\\s+(?:${SUMMARY_WORDS})\\W*$|^\\s*\\*+\\s*(?:sub-?)?totals?\\b`,
  'i',
);

/** `Total FR`, as some systems write subtotals: the label of a line where ids are no words. */
const BEGINS_AS_TOTAL = new RegExp(`^\\W*(?:(?:grand|sub)[\\s-]*)?(?:${SUMMARY_WORDS})\\b`, 'i');

/** At most one id in this many may contain a blank: the sample includes remarks, too. */
const MOST_ODD_IDS = 4;

/** Whether a single filled cell consists of words; the last row of a truncated download looks different. */
const WORDS = /\S\s+\S/;

/** A cell of a line drawn with signs, of units such as `(credits)`, or of a box that is not checked. */
const NOTHING = /^\s*(?:[-=+_|]{2,}|\([^()\d]+\)|false)?\s*$/i;

/** A header with fewer names may be that of a list of two columns. */
const LEAST_NAMES_BESIDE_LEGEND = 5;

/** How reports begin statements about themselves. */
const ABOUT_REPORT =
  /^\W*(?:page\s+\d|(?:report|run|printed|generated|created|exported|prepared|executed|refreshed|downloaded|extracted)\b|as of\b|end of\b|confidential\b|\d[\d,]*\s+(?:rows?|records?|students?|results?)\b|(?:number|record|row|total|student) (?:of )?(?:records|rows|students|count)\b|notes?\s*:|source\s*:|filters?\s*:|parameters?\s*:|user\s*:|date\s*:)/i;

/** The foot of a page has its number, a date and the time of day, in any order. */
const MOST_CELLS_OF_FOOT = 3;
const OF_FOOT =
  /^(?:(?:page )?\d{1,4}(?: (?:of|\/) \d{1,4})?|\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d\d?:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)$/iu;
/** What no row of a student consists of. */
const PAGE_OR_TIME = /^page \d|^\d\d?:\d\d/i;

/** A row with fewer names of columns is no header. */
const LEAST_NAMES = 3;

function nameKey(cell: string): string {
  return cell.trim().toLowerCase();
}

/** A remark is one statement, or a name and a statement. */
const MOST_CELLS_OF_REMARK = 2;

/** Tells rows of students from what reports put between and below them. If in doubt, a row belongs to a student. */
export class RowJudge {
  readonly #header: string;
  readonly #top: ReadonlySet<string>;
  /** The first cells of rows that may be repeated, so that other rows need not be compared. */
  readonly #beginnings: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #width: number;
  /** Indexes of columns that contain words in most rows, where a single filled cell may belong to a student. */
  readonly #wordColumns: ReadonlySet<number>;
  readonly #idPlaces: readonly number[];
  /** Whether ids are words without blanks, so that text such as `Total FR` is not an id. */
  readonly #hasPlainIds: boolean;
  readonly #numberPlaces: readonly number[];
  /** Whether a row may be told from a line of a legend. */
  readonly #hasLongRows: boolean;

  /**
   * @param header the names of the columns.
   * @param top the filled rows from the top to the header: a report repeats them on each page.
   * @param sample some of the rows below.
   */
  constructor(header: readonly string[], top: readonly SourceRow[], sample: readonly SourceRow[]) {
    this.#header = keyOf(header);
    this.#top = new Set(top.map(({ cells }) => keyOf(cells)));
    this.#beginnings = new Set([header, ...top.map(({ cells }) => cells)].map(beginningOf));
    this.#names = new Set(header.map(nameKey).filter((name) => name !== ''));
    this.#width = header.length;
    this.#wordColumns = new Set([...header.keys()].filter((place) => holdsWords(sample, place)));
    this.#idPlaces = placesWhere(header, isId);
    this.#numberPlaces = numberPlaces(header, sample);
    const ids = sample.flatMap(({ cells }) =>
      this.#idPlaces.flatMap((place) =>
        BEGINS_AS_TOTAL.test(cells[place] ?? '') ? [] : [cells[place] ?? ''],
      ),
    );
    this.#hasPlainIds = ids.filter((id) => WORDS.test(id)).length * MOST_ODD_IDS <= ids.length;
    this.#hasLongRows =
      this.#names.size >= LEAST_NAMES_BESIDE_LEGEND &&
      ids.filter((id) => /\d/.test(id)).length * 2 > ids.filter(isFilled).length;
  }

  /** Whether a row that a blank one parts from the students is a line of a legend, such as `FR, Freshman`. */
  isLegend(cells: readonly string[]): boolean {
    if (!this.#hasLongRows || isLongerThan(cells, MOST_CELLS_OF_REMARK)) return false;
    return !/\d/.test(cells.find(isFilled) ?? '');
  }

  /** For one pass through the rows. */
  runningTotals(): RunningTotals {
    return new RunningTotals(this.#numberPlaces, this.#idPlaces);
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

  /** Why a row with a filled cell does not belong to a student; null for a student's row. */
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
    return this.#isRemark(cells) ? 'remark' : null;
  }

  /** A word such as total, and otherwise only numbers. If there is an id, it must be in the word's cell. */
  #isTotal(cells: readonly string[]): boolean {
    const isLabel = (text: string): boolean =>
      TOTAL.test(text) || (this.#hasPlainIds && WORDS.test(text) && BEGINS_AS_TOTAL.test(text));
    const isStudent = this.#idPlaces.some(
      (place) => isFilled(cells[place]) && !isLabel(cellAt(cells, place)),
    );
    if (isStudent) return false;
    const [first, ...others] = filledIn(cells);
    const hasId = this.#idPlaces.length > 0;
    if (first === undefined || (!hasId && !TOTAL.test(first.text))) return false;
    const labels = [first, ...others].filter(({ text }) => !NUMBER.test(text));
    return (
      labels.length > 0 &&
      labels.every(({ text, place }) => (this.#idPlaces.includes(place) ? isLabel(text) : TOTAL.test(text)))
    );
  }

  #isFoot(cells: readonly string[]): boolean {
    if (isLongerThan(cells, MOST_CELLS_OF_FOOT)) return false;
    const filled = filledIn(cells);
    return (
      filled.length > 1 &&
      filled.every(({ text }) => OF_FOOT.test(text)) &&
      filled.some(({ text }) => PAGE_OR_TIME.test(text))
    );
  }

  #isRemark(cells: readonly string[]): boolean {
    if (this.#isFoot(cells)) return true;
    if (isLongerThan(cells, MOST_CELLS_OF_REMARK)) return false;
    const [first, second] = filledIn(cells);
    if (first === undefined) return false;
    if (ABOUT_REPORT.test(first.text)) return this.#width > MOST_CELLS_OF_REMARK || second === undefined;
    const isWords = /\p{L}/u.test(first.text) && WORDS.test(first.text);
    return second === undefined && isWords && !this.#wordColumns.has(first.place);
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
  return folded(cells.find(isFilled) ?? '');
}

/** Cells in the form used for comparison, without trailing blank ones. */
function keyOf(cells: readonly string[]): string {
  return cells.map(folded).join('\n').trimEnd();
}

function holdsWords(sample: readonly SourceRow[], place: number): boolean {
  const rows = sample.filter((each) => !isBlankRow(each));
  const words = rows.filter(
    ({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1 && WORDS.test(cellAt(cells, place)),
  );
  return words.length * 2 > rows.length;
}

function isId(name: string): boolean {
  return (
    columnName(name) === STUDENT_ID_COLUMN ||
    meantColumns(name, [STUDENT_ID_COLUMN]).includes(STUDENT_ID_COLUMN)
  );
}
