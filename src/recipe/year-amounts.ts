import { wordsOf } from '../contract/name-forms.js';
import { isMoney } from './cell-rules.js';
import { cellIn } from './cells.js';
import { saidOfColumn } from './decisions.js';
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

  /** @param theirs the file's column. */
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
