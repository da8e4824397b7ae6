import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { compare, exact, toText } from '../engine/exact.js';
import type { DegreeLevel } from '../engine/limits.js';
import { tableError } from '../table/table-error.js';
import { exactCell, isMoney } from './cell-rules.js';
import { cellIn } from './cells.js';
import { saidOfColumn } from './decisions.js';
import type { Facts } from './facts.js';
import type { Standing } from './own-values.js';
import type { RawRow } from './raw-rows.js';
import { columnRead, PAID_COLUMNS, type Recipe } from './recipe.js';
import { Tally } from './tally.js';

const OF_YEAR = /_(?:ytd|year|yr|annual|ay|to_date|total|cumulative)_/;

/** A column of what was paid whose name speaks of the year, on rows of single terms. */
export class YearAmounts {
  /** What was decided that it is; null where nobody has. */
  readonly said: string | null;
  /** Students whose rows all have the same amount. */
  readonly same = new Tally();
  /** Whether some student's rows have different ones, so that it is of each term. */
  differs = false;
  readonly #first = new Map<number, string>();
  readonly #cellOf: (cells: readonly string[]) => string;

  constructor(
    ours: string,
    readonly theirs: string,
    columns: readonly string[],
    { decisions }: Recipe,
  ) {
    this.#cellOf = cellIn(columns, ours);
    this.said = saidOfColumn(decisions.paid, theirs) ?? null;
  }

  add(cells: readonly string[], student: number, row: number): void {
    const cell = this.#cellOf(cells);
    const first = this.#first.get(student);
    if (first === undefined) this.#first.set(student, cell);
    else if (first !== cell) this.differs = true;
    else if (isMoney(cell)) this.same.add(student, row);
  }
}

/** The columns of a recipe that may say of each term what was paid in the year. */
export function yearAmounts(recipe: Recipe, columns: readonly string[]): readonly YearAmounts[] {
  if (recipe.shape.rows !== 'term' && recipe.shape.rows !== 'course') return [];
  return PAID_COLUMNS.flatMap((ours) => {
    const theirs = columnRead(recipe.columns, ours);
    return theirs !== null && OF_YEAR.test(wordsOf(theirs))
      ? [new YearAmounts(ours, theirs, columns, recipe)]
      : [];
  });
}

/** Whether the credits on the rows of terms may be those of the whole year. */
export class YearCredits {
  /** Rows with more than one and a half times the full-time credits of a term. */
  readonly high = new Tally();
  #isRepeated = false;
  #differs = false;
  /** The credits in the first row of each student. */
  readonly #firsts: number[] = [];

  /** Whether every student with several terms has the same credits in each, and some have more than most take in a term. */
  get areLikely(): boolean {
    return this.#isRepeated && !this.#differs && this.high.students > 0;
  }

  /** @param isFirst whether the row is the first of its student's term. */
  add(credits: number, isFirst: boolean, isHigh: () => boolean, student: number, row: number): void {
    if (this.#differs) return;
    if (isHigh()) this.high.add(student, row);
    const first = this.#firsts[student];
    if (first === undefined) this.#firsts[student] = credits;
    else {
      this.#isRepeated ||= isFirst;
      this.#differs = first !== credits;
    }
  }
}

/** Adds rows to the facts about credits and full-time credits that may be those of the year. @throws TableError if they are. */
export function yearReader({ raw, read, recipe, yearCredits, yearFullTime }: Facts) {
  const creditsOf = cellIn(raw.columns, CREDIT_COLUMNS.find((column) => raw.filled.has(column)) ?? '');
  return ({ row, cells }: RawRow, level: DegreeLevel | null, isFirst: boolean, student: number): void => {
    yearCredits.add(Number(creditsOf(cells)), isFirst, () => read.isMany(cells, level, 1.5), student, row);
    if (!(Number(read.fullTimeOf(cells)) >= (level === null || level === 'undergraduate' ? 20 : 18))) return;
    yearFullTime.add(student, row);
    if (recipe.decisions.full_time_period === 'year') throw tableError(FULL_TIME_OF_YEAR, { row });
  };
}

const FULL_TIME_OF_YEAR =
  'These full-time credits were said to be those of the year. Write those of the term into the column, such as 12, and take the file again.';

/** Names that say whose limit it is. */
const OF_PROGRAM = /_(?:program|school|institution\w*|inst|college|department)_/;

/**
 * Detects amounts that may be no program's own limit of the year: they are not the table's for the student, or, under a
 * name that says whose limit it is, lower and not round.
 */
export function doubtfulLimits({
  recipe,
  raw: { columns },
  isContract,
}: Facts): (cells: readonly string[], standing: Standing) => boolean {
  const name = columnRead(recipe.columns, 'total_limit');
  if (isContract || name === null || columnName(name) === 'total_limit') return () => false;
  const limitOf = cellIn(columns, 'total_limit');
  const isOfProgram = OF_PROGRAM.test(wordsOf(name));
  return (cells, { statutory }) => {
    const cell = limitOf(cells);
    const limit = cell === '' ? null : exactCell({ kind: 'dollars' }, cell);
    if (limit === null) return false;
    const difference = statutory === null ? -1 : compare(limit, exact(statutory));
    return isOfProgram ? difference < 0 && !ROUND.test(toText(limit)) : difference !== 0;
  };
}

/** Whole hundreds of dollars. */
const ROUND = /^\d*00$/;
