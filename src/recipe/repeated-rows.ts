import { isPositive, toText, ZERO } from '../engine/exact.js';
import { ROWS_DIFFER } from './failed-here.js';
import { CREDIT_FIELDS, PAID_FIELDS } from './our-fields.js';
import { amountOf } from './read-cells.js';
import { codeKey, columnsOf, decisionOf, type Recipe } from './recipe.js';
import type { OwnRow, OwnTerm, Student } from './student-facts.js';

/** Rows of the same student and term: which of them are there twice, and which count. */

/** One row's part of a term. What its cells say of the student is as the file writes it. */
export interface Part extends OwnTerm {
  readonly own: OwnRow;
  /** The label as the file writes it: parts of a term have several. */
  readonly code: string;
}

/** Finds repeated rows, notes them with their student, and keeps those that count, as a recipe says. */
export class RepeatedRows {
  readonly #recipe: Recipe;
  /** The columns that say of which course, or of which payment of a fund, a row is. */
  readonly #telling: readonly number[];

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    const { course, fund, payment_number } = recipe.fields;
    const rules = recipe.rows === 'fund' ? [fund, payment_number] : [course];
    this.#telling = rules.flatMap(columnsOf).map((name) => header.indexOf(name));
  }

  /** Those of the parts of a term that count; all of them where it is not known, which fails their student. */
  counted<Own extends Part>(parts: readonly Own[], student: Student): readonly Own[] {
    if (parts.length < 2) return parts;
    const equal = grouped(parts, ({ own }) => textOf(own.cells));
    const [twice] = equal.find(({ length }) => length > 1) ?? [];
    const different = equal.flatMap((same) => same.slice(0, 1));
    const counted = this.#decided(student, 'equal_rows', twice) === 'each' ? parts : different;
    const { rows } = this.#recipe;
    if (rows === 'course' || rows === 'fund') return this.#withoutAlike(counted, different, student);
    const byCode = (of: readonly Own[]) => grouped(of, ({ code }) => codeKey(code));
    const several = byCode(different).find(({ length }) => length > 1);
    if (several === undefined) return counted;
    const decided = this.#decided(student, 'differing_rows', several[0]);
    if (decided === 'last') return byCode(parts).flatMap((same) => same.slice(-1));
    if (decided === 'add_up') return counted;
    this.#refuse(several, 'of the same student and term', student);
    // All of them are the student's: who corrects the rows needs each.
    return parts;
  }

  /** Notes rows of one course, and payments of one fund; only one of them counts where that was said. */
  #withoutAlike<Own extends Part>(
    counted: readonly Own[],
    different: readonly Own[],
    student: Student,
  ): readonly Own[] {
    const isCourse = this.#recipe.rows === 'course';
    const amountsOf = ({ cells }: Part) =>
      (isCourse ? CREDIT_FIELDS : PAID_FIELDS).map((field) => amountOf(field, cells[field]) ?? ZERO);
    const adding = different.filter((part) => !part.isCleared && amountsOf(part).some(isPositive));
    const whichOf = ({ own }: Part): string =>
      this.#telling.map((place) => own.cells[place]?.trim() ?? '').join('\n');
    const told = isCourse ? adding.filter((part) => whichOf(part).trim() !== '') : adding;
    const alike = grouped(told, whichOf).filter(({ length }) => length > 1);
    const decided = this.#decided(student, 'alike_rows', alike[0]?.[0]);
    const sameAmounts = alike.map((same) => grouped(same, (part) => amountsOf(part).map(toText).join(' ')));
    const differing = alike.find((_, at) => (sameAmounts[at]?.length ?? 0) > 1);
    if (decided === 'once' && isCourse && differing !== undefined)
      this.#refuse(differing, 'of one course', student);
    const passedOver =
      decided === 'once'
        ? sameAmounts.flat().flatMap((same) => same.slice(1))
        : alike.flatMap((same) => (decided === 'last' ? same.slice(0, -1) : []));
    return counted.filter((part) => !passedOver.includes(part));
  }

  /** Notes that a question is of a student, if it is, and gives the answer. */
  #decided(student: Student, key: string, part: Part | undefined): string {
    const decided = decisionOf(this.#recipe, key);
    if (part !== undefined) {
      student.note(key, { row: part.own.row });
      student.isInDoubt ||= decided === '';
    }
    return decided;
  }

  #refuse(parts: readonly Part[], what: string, student: Student): void {
    const numbers = parts.map(({ own }) => own.row).join(' and ');
    student.fail(ROWS_DIFFER, `rows ${numbers} are ${what}, and are not equal`);
  }
}

/** Parts of the same key, in the order of the first of each. */
export function grouped<Own>(
  parts: readonly Own[],
  keyOf: (part: Own) => string,
): readonly (readonly Own[])[] {
  const found = new Map<string, Own[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const same = found.get(key);
    if (same === undefined) found.set(key, [part]);
    else same.push(part);
  }
  return [...found.values()];
}

function textOf(cells: readonly string[]): string {
  return cells.map((cell) => cell.trim()).join('\n');
}
