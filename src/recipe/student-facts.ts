import { type RemarkKind, remarkCell } from './failed-here.js';
import { OUR_FIELDS, type Ours, type PaidField, STUDENT_FIELDS } from './our-fields.js';
import type { StudentGroup } from './student-groups.js';

/** A student and the terms as the rows of a file say. */

/** Texts by our columns, in our words; `''` says nothing. */
export type Cells = Record<Ours, string>;

/** Those of them that say something of a student. */
export type Facts = Pick<Cells, (typeof STUDENT_FIELDS)[number]>;

const blank = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Readonly<Record<Field, string>>;
export const NO_CELLS: Readonly<Cells> = blank(OUR_FIELDS);
const NO_FACTS: Readonly<Facts> = blank(STUDENT_FIELDS);

/** A term of a student as the rows say. */
export interface OwnTerm {
  /** Its place in the recipe; -1 for a label that is not there. */
  readonly place: number;
  readonly label: string;
  /** Of the student, only the need is what its rows say. */
  readonly cells: Cells;
  /** The numbers of its rows. */
  readonly rows: readonly number[];
  /** Whether a status takes credits away. */
  readonly isCleared: boolean;
  /** Credits that are a sum of several columns, of which some are blank. */
  readonly halfBlank: readonly Ours[];
}

/** How rows of the same term are alike: in every cell, or only some of them. */
export type Likeness = 'equal' | 'some equal' | 'different';

/** A student as the rows say. */
export class Student {
  readonly facts: Facts = { ...NO_FACTS };
  /** In the order of the year. */
  readonly terms: OwnTerm[] = [];
  /** Terms whose number of rows is in doubt, by the first such row. */
  readonly repeated: { readonly row: number; readonly likeness: Likeness }[] = [];
  /** Payments of terms with several rows: by the first such row, and whether each has the same. */
  readonly paidOfParts: { readonly row: number; readonly field: PaidField; readonly areSame: boolean }[] = [];
  /** The first reason why the student cannot be calculated, as a cell of ours. */
  failure: string | null = null;
  /** Whether every row was said to be left out. */
  isLeftOut = true;
  #needs: readonly { readonly need: string; readonly row: number }[] | undefined;

  constructor(readonly group: StudentGroup) {}

  /** What rows of terms say of the need, with their numbers; asked once the terms are there. */
  get needs() {
    this.#needs ??= this.terms.flatMap(({ cells: { subsidized_amount: need }, rows: [row = 0] }) =>
      need === '' ? [] : [{ need, row }],
    );
    return this.#needs;
  }

  fail(kind: RemarkKind, text: string): void {
    this.failure ??= remarkCell(kind, text);
  }
}
