import { ROWS_DIFFER } from './failed-here.js';
import { codeKey, decisionOf, type Recipe } from './recipe.js';
import type { OwnRow, Student } from './student-facts.js';

/** Rows of the same student and term: which of them are there twice, and which count. */

/** A row's part of a term, with the term's label as the file writes it. */
interface Part {
  readonly own: OwnRow;
  readonly code: string;
}

/** Each row is compared with so many of its student and term that follow. */
const MOST_COMPARED = 10;

/** Finds repeated rows, notes them with their student, and keeps those that count, as a recipe says. */
export class RepeatedRows {
  readonly #recipe: Recipe;
  /** By place, the columns that are not read. */
  readonly #unread: ReadonlyMap<number, string>;
  /** The places of those that were said not to tell courses or payments apart. */
  readonly #tellingNothing: ReadonlySet<number>;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    this.#unread = new Map(Object.keys(recipe.not_used).map((name) => [header.indexOf(name), name]));
    const tellingNothing = [...this.#unread].flatMap(([place, column]) =>
      decisionOf(recipe, `only_differ:${column}`) === 'once' ? place : [],
    );
    this.#tellingNothing = new Set(tellingNothing);
  }

  /** Those of the parts of a term that count; all of them where it is not known, which fails their student. */
  counted<Own extends Part>(parts: readonly Own[], student: Student): readonly Own[] {
    if (parts.length < 2) return parts;
    const equal = grouped(parts, ({ own }) => textOf(own.cells));
    const [twice] = equal.find(({ length }) => length > 1) ?? [];
    if (twice !== undefined) student.equalRows.push(twice.own.row);
    const different = equal.flatMap((same) => same.slice(0, 1));
    const counted = decisionOf(this.#recipe, 'equal_rows') === 'each' ? parts : different;
    const { rows } = this.#recipe;
    if (rows === 'course' || rows === 'fund') {
      this.#noteAlike(different, student);
      return this.#withoutAlike(counted);
    }
    const byCode = (of: readonly Own[]) => grouped(of, ({ code }) => codeKey(code));
    const several = byCode(different).find(({ length }) => length > 1);
    if (several?.[0] === undefined) return counted;
    student.differingRows.push(several[0].own.row);
    const decided = decisionOf(this.#recipe, 'differing_rows');
    if (decided === 'last') return byCode(parts).flatMap((same) => same.slice(-1));
    if (decided === 'add_up') return counted;
    const numbers = several.map(({ own }) => own.row).join(' and ');
    student.fail(ROWS_DIFFER, `rows ${numbers} are of the same student and term, and are not equal`);
    // All of them are the student's: who corrects the rows needs each.
    return parts;
  }

  /** Notes courses or payments that differ in a column alone that is not read, as those of two meeting days do. */
  #noteAlike(different: readonly Part[], { onlyDiffering }: Student): void {
    const alike = new Map<number, number>();
    for (const [at, { own }] of different.entries())
      for (const other of different.slice(at + 1, at + 1 + MOST_COMPARED)) {
        const place = onlyDifference(own.cells, other.own.cells);
        if (this.#unread.has(place) && !alike.has(place)) alike.set(place, own.row);
      }
    if (alike.size === 0) return;
    const [first] = different;
    const varying = [...this.#unread.keys()].filter((place) =>
      different.some(({ own }) => own.cells[place] !== first?.own.cells[place]),
    );
    for (const [place, row] of alike) {
      // What alone tells the courses of a term apart is what they are.
      const isOneOfSeveral = varying.some((each) => each !== place) || this.#recipe.rows === 'fund';
      if (isOneOfSeveral) onlyDiffering.set(this.#unread.get(place) ?? '', row);
    }
  }

  /** Courses or payments, once each of those that differ only in what was said not to tell them apart. */
  #withoutAlike<Own extends Part>(parts: readonly Own[]): readonly Own[] {
    if (this.#tellingNothing.size === 0) return parts;
    const telling = ({ own }: Part): string =>
      textOf(own.cells.filter((_, place) => !this.#tellingNothing.has(place)));
    return grouped(parts, telling).flatMap((same) => same.slice(0, 1));
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

/** The place of the only cell in which two rows differ; -1 if there are several. */
function onlyDifference(one: readonly string[], other: readonly string[]): number {
  let found = -1;
  for (let place = 0; place < one.length; place++) {
    if (one[place]?.trim() === other[place]?.trim()) continue;
    if (found >= 0) return -1;
    found = place;
  }
  return found;
}

function textOf(cells: readonly string[]): string {
  return cells.map((cell) => cell.trim()).join('\n');
}
