import { FIELDS } from '../contract/field-list.js';
import { statutoryLimit, subsidizedMaximum } from '../engine/annual-limit.js';
import { compare, type Exact, exact } from '../engine/exact.js';
import {
  DEGREE_LEVELS,
  type DegreeLevel,
  GRADE_LEVELS,
  type GradeLevel,
  limitsFor,
} from '../engine/limits.js';
import { cellIn, exactCell } from './cell-rules.js';
import { readAs } from './guess-values.js';

/** Columns of ours whose cells are one of a few words: any other text is a code that somebody has to explain. */
export const CODED_COLUMNS: readonly string[] = FIELDS.filter(
  ({ kind }) => kind === 'choice' || kind === 'flag',
).map(({ column }) => column);

/** Reads words, and caches them because the same cells occur again and again. */
export class WordReader {
  readonly #column: string;
  readonly #known = new Map<string, string | null>();

  constructor(column: string) {
    this.#column = column;
  }

  /** The cell in our words; null if it cannot be read. A blank one is blank. */
  read(cell: string): string | null {
    if (cell === '') return '';
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const read = readAs(this.#column, cell);
    // Other kinds of columns may have a million different values.
    if (this.#known.size < MOST_KEPT) this.#known.set(cell, read);
    return read;
  }
}

const MOST_KEPT = 1000;

/** What the annual limit of a row's student depends on, as far as the row says. */
export interface Standing {
  /** Null if unknown. */
  readonly level: DegreeLevel | null;
  readonly grade: GradeLevel | null;
  readonly isDependent: boolean;
  /**
   * The most that may be subsidized, in dollars: the table's maximum, or a program's own lower limit. Null if unknown.
   */
  readonly most: Exact | null;
  /** The table's limit for a full-time student, in whole dollars. Null if unknown. */
  readonly statutory: number | null;
}

/** Reads the standing of rows in these columns, under the limits of an award year. */
export function standingIn(
  columns: readonly string[],
  awardYear: string,
): (cells: readonly string[]) => Standing {
  const words = (column: string): ((cells: readonly string[]) => string | null) => {
    const cellOf = cellIn(columns, column);
    const reader = new WordReader(column);
    return (cells) => reader.read(cellOf(cells));
  };
  const levelOf = words('degree_level');
  const gradeOf = words('grade_level');
  const dependencyOf = words('dependency_status');
  const deniedOf = words('plus_denied');
  const legacyOf = words('is_legacy_borrower');
  const limitOf = cellIn(columns, 'total_limit');
  const limits = limitsFor(awardYear);
  return (cells) => {
    const written = levelOf(cells);
    // The service reads a blank cell this way; if the file does not mean that, it was asked about beforehand.
    const level = oneOf(DEGREE_LEVELS, written === '' ? 'undergraduate' : written);
    const grade = oneOf(GRADE_LEVELS, gradeOf(cells));
    const isDependent = dependencyOf(cells) === 'dependent';
    if (level === null) return { level, grade, isDependent, most: null, statutory: null };
    const student = {
      degree_level: level,
      grade_level: grade,
      dependency_status: isDependent ? ('dependent' as const) : ('independent' as const),
      plus_denied: deniedOf(cells) === 'yes',
      is_legacy_borrower: legacyOf(cells) === 'yes',
    };
    const statutory = statutoryLimit(student, limits)?.total ?? null;
    const who = { level, grade, isDependent, statutory };
    const maximum = subsidizedMaximum(student, limits);
    if (maximum === null) return { ...who, most: null };
    const own = limitOf(cells) === '' ? null : exactCell({ kind: 'dollars' }, limitOf(cells));
    const most = exact(maximum);
    return { ...who, most: own !== null && compare(own, most) < 0 ? own : most };
  };
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | null {
  return words.find((word) => word === text) ?? null;
}
