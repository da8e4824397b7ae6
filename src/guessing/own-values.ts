import { FIELDS } from '../contract/field-list.js';
import { compare, type Exact, exact } from '../engine/exact.js';
import {
  DEGREE_LEVELS,
  type DegreeLevel,
  GRADE_LEVELS,
  type GradeLevel,
  limitsFor,
} from '../engine/limits.js';
import { statutoryLimit, subsidizedMaximum } from '../engine/statutory-limit.js';
import { type CellMaker, exactCell } from './cell-rules.js';
import { cellIn, remembered } from './cells.js';
import { knownElsewhere, readAs } from './guess-values.js';
import type { ColumnRules } from './recipe.js';

/** Columns of ours whose cells are one of a few words: any other text is a code that somebody has to explain. */
export const CODED_COLUMNS: readonly string[] = FIELDS.filter(
  ({ kind }) => kind === 'choice' || kind === 'flag',
).map(({ column }) => column);

/** Reads cells in our words; null for one that cannot be read, and a blank one is blank. */
export function wordReader(column: string): (cell: string) => string | null {
  return remembered((cell) => (cell === '' ? '' : readAs(column, cell)));
}

/** Codes that a recipe does not name, and their usual meanings, by our column. */
export type KnownCodes = Map<string, Map<string, string>>;

/** A maker of coded cells that also reads codes which its rule does not name, and collects them. */
export function readingKnown(maker: CellMaker, rules: ColumnRules, known: KnownCodes): CellMaker {
  const { column, place } = maker;
  const rule = rules[column];
  if (rule === undefined || 'constant' in rule || !CODED_COLUMNS.includes(column)) return maker;
  const meaningOf = knownElsewhere(column, rule);
  const codes = new Map<string, string>();
  known.set(column, codes);
  const usual = remembered((code) => {
    const meaning = meaningOf(code);
    if (meaning !== null) codes.set(code.trim(), meaning);
    return meaning;
  });
  const make = (given: readonly string[]): string => usual(given[place] ?? '') ?? maker.make(given);
  return { ...maker, make };
}

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
  /** Whether the cost of attendance may matter: only a legacy graduate or professional borrower has a Grad PLUS amount. */
  readonly mayNeedCost: boolean;
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
    const read = wordReader(column);
    return (cells) => read(cellOf(cells));
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
    const legacy = legacyOf(cells);
    const mayNeedCost = level !== 'undergraduate' && legacy !== '' && legacy !== 'no';
    if (level === null) return { level, grade, isDependent, mayNeedCost, most: null, statutory: null };
    const student = {
      degree_level: level,
      grade_level: grade,
      dependency_status: isDependent ? ('dependent' as const) : ('independent' as const),
      plus_denied: deniedOf(cells) === 'yes',
      is_legacy_borrower: legacy === 'yes',
    };
    const statutory = statutoryLimit(student, limits)?.total ?? null;
    const maximum = subsidizedMaximum(student, limits);
    const own = limitOf(cells) === '' ? null : exactCell({ kind: 'dollars' }, limitOf(cells));
    const table = maximum === null ? null : exact(maximum);
    const most = table !== null && own !== null && compare(own, table) < 0 ? own : table;
    return { level, grade, isDependent, mayNeedCost, most, statutory };
  };
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | null {
  return words.find((word) => word === text) ?? null;
}
