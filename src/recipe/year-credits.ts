import { CREDIT_COLUMNS } from '../contract/field-list.js';
import type { DegreeLevel } from '../engine/limits.js';
import { cellIn } from './cells.js';
import type { Facts } from './facts.js';
import type { RawRow } from './raw-rows.js';
import { recipeError } from './recipe-error.js';
import { Tally } from './tally.js';

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

/** Adds rows to the facts about credits and full-time credits that may be those of the year. @throws RecipeError if they are. */
export function yearReader({ raw, read, recipe, yearCredits, yearFullTime }: Facts) {
  const creditsOf = cellIn(raw.columns, CREDIT_COLUMNS.find((column) => raw.filled.has(column)) ?? '');
  return ({ row, cells }: RawRow, level: DegreeLevel | null, isFirst: boolean, student: number): void => {
    yearCredits.add(Number(creditsOf(cells)), isFirst, () => read.isMany(cells, level, 1.5), student, row);
    if (!(Number(read.fullTimeOf(cells)) >= (level === null || level === 'undergraduate' ? 20 : 18))) return;
    yearFullTime.add(student, row);
    if (recipe.decisions.full_time_period === 'year') throw recipeError(FULL_TIME_OF_YEAR, { row });
  };
}

const FULL_TIME_OF_YEAR =
  'These full-time credits were said to be those of the year. Write those of the term into the column, such as 12, and take the file again.';
