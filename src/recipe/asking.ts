import type { Share } from './answers.js';
import type { Standing } from './decided-rows.js';
import type { TableRow } from './examination.js';
import type { Student } from './student-facts.js';
import type { Found } from './student-groups.js';
import type { Asked, Choices } from './table-questions.js';

/** What a question is that only students can raise, from their data alone. */

/** What a question finds in a student. */
export interface Finding {
  /** The number of a row that it is about, 0 for the first; absent where it is only counted. */
  readonly row?: number | undefined;
  /** Which of the things that the question tells apart. */
  readonly kind?: string;
}

/** What a question has found so far. */
export interface Tally extends Found {
  /** The students of whom it can be said. */
  of: number;
  /** How often each kind was found. */
  readonly kinds: Map<string, number>;
  /** The rows of some students for whom the answer matters. */
  readonly groups: (readonly TableRow[])[];
}

/** A question that students may raise. */
export interface Asking extends Pick<Asked, 'path'> {
  /** Null where it cannot be said of a student. */
  find(student: Student, standing: Standing): readonly Finding[] | null;
  /** Null where what was found asks nothing after all. `of` is `3 of 20 students`. */
  text(of: string, found: Tally): string | null;
  readonly choices: Choices | ((found: Tally) => Choices);
  /** How many it is of where that is not the students who were found; null where it is said of the file as a whole. */
  share?(found: Tally): Share | null;
  /**
   * The answer that takes the rows as they are. Such a question is asked where it is of most, and where it no longer is but
   * something else was said: that is then not taken for the few.
   */
  readonly itself?: string;
}

/** What is found in a student of whom it is not so, and in one of whom it is. */
export const NONE: readonly Finding[] = [];
export const FIRST: readonly Finding[] = [{ row: 0 }];

/** What students are whose answer is not known. */
export const not_calculated = 'Not known: these students are not calculated';
