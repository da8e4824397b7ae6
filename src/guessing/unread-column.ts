import type { DegreeLevel } from '../engine/limits.js';
import { cellAt } from './cells.js';
import { Tally } from './tally.js';

/** A column that nothing is read from, and the rows in which it may decide what a student may borrow. */
export abstract class UnreadColumn {
  readonly tally = new Tally();
  /** Whether it has to be asked about. */
  abstract readonly mayDecide: boolean;
  /** What it has on these rows, as the end of a sentence. */
  abstract readonly has: string;
  /** What to do in the file if it does decide something, in sentences. */
  abstract readonly advice: string;

  /** @param term the label of its one term, if a row has columns for each term; otherwise null. */
  constructor(
    readonly place: number,
    readonly name: string,
    readonly term: string | null,
  ) {}

  /** Whether it may decide what a student of this level may borrow; null for one that is not known. */
  concerns(_level: DegreeLevel | null): boolean {
    return true;
  }

  /** Our column that may be read from it instead; null for none. */
  get readFor(): 'cost_of_attendance' | 'degree_level' | null {
    return null;
  }

  /** What its codes mean if it is, as far as that is known. */
  get meanings(): Readonly<Record<string, string>> {
    return {};
  }

  /** If it may have the credits that count: the label of its one term, or null. Otherwise undefined. */
  get creditsOf(): string | null | undefined {
    return undefined;
  }

  /** @param label of the row's term. */
  add(given: readonly string[], label: string, student: number, row: number): void {
    if (this.term === null || this.term === label)
      this.addCell(cellAt(given, this.place), given, student, row);
  }

  protected abstract addCell(cell: string, given: readonly string[], student: number, row: number): void;
}
