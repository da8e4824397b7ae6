import { cellAt, type FileColumn } from './cells.js';
import { type Decisions, saidOfColumn } from './decisions.js';
import { labelKey } from './labels.js';

const AID_YEAR =
  /_(?:(?:aid|award|awd|academic|acad|fa|faid|fiscal|loan)_(?:year|yr)|aidy|acyr|yr_cde|yr_code|year_code)_/;
/** A column with more different years than this means something else. */
const MOST_YEARS = 6;

/**
 * A column that gives the aid year of each row, in a file that may have several; or one of kinds of rows, of which one
 * was decided to be calculated.
 */
export class AidYears {
  readonly years = new Set<string>();
  /** Whether any student has the same term in two of them. */
  isMixed = false;
  /** Whether the rows of any student are of several award years. */
  #isSplit = false;
  readonly #ofStudents = new Map<string, string>();
  readonly #place: number;
  /** The year whose rows are calculated; null while that is undecided, blank for all rows. */
  readonly said: string | null;
  readonly #firsts = new Map<string, string>();
  /** Students with rows that are not calculated. */
  readonly others = new Set<string>();

  constructor(
    readonly name: string,
    place: number,
    { aid_year }: Decisions,
  ) {
    this.#place = place;
    this.said = saidOfColumn(aid_year, name) ?? null;
  }

  /** Whether it has to be decided which year is calculated. */
  get isAsked(): boolean {
    return (this.isMixed || this.#isSplit) && this.years.size <= MOST_YEARS;
  }

  add(given: readonly string[], student: string, label: string): void {
    const year = cellAt(given, this.#place);
    if (year === '' || this.isAsked || this.years.size > MOST_YEARS) {
      if (this.isAsked && year !== '') this.years.add(year);
      return;
    }
    this.years.add(year);
    const own = this.#ofStudents.get(student);
    if (own === undefined) this.#ofStudents.set(student, year);
    else if (own !== year) this.#isSplit ||= isAwardYear(own) && isAwardYear(year);
    const key = `${student}\n${labelKey(label)}`;
    const first = this.#firsts.get(key);
    if (first === undefined) this.#firsts.set(key, year);
    else if (first !== year) this.isMixed = true;
  }

  /** Whether a row belongs to a year that is not calculated. */
  isOther(given: readonly string[], student: string): boolean {
    const year = cellAt(given, this.#place);
    const isOther = this.said !== null && this.said !== '' && year !== '' && year !== this.said.trim();
    if (isOther) this.others.add(student);
    return isOther;
  }
}

/** Whether a cell is an award year: `2026-2027`, `26/27`, `2627`. */
function isAwardYear(cell: string): boolean {
  const [, from, to] = /^(?:20)?(\d\d)\s*[-/]?\s*(?:20)?(\d\d)$/.exec(cell) ?? [];
  return Number(to) === Number(from) + 1;
}

/** Those of some columns that may give the aid year of rows, or of which one kind of rows was chosen. */
export function aidYears(columns: readonly FileColumn[], decisions: Decisions): readonly AidYears[] {
  return columns.flatMap(({ place, name, words }) => {
    const isChosen = saidOfColumn(decisions.aid_year, name) != null;
    return isChosen || AID_YEAR.test(words) ? [new AidYears(name, place, decisions)] : [];
  });
}
