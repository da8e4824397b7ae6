import { isNegative, isPositive, toText, ZERO } from '../engine/exact.js';
import { ROWS_DIFFER } from './failed-here.js';
import { CREDIT_FIELDS, OUR_FIELDS, type Ours, ofPartsKey, PAID, PAID_FIELDS } from './our-fields.js';
import { amountOf, isSame, sumOf } from './read-cells.js';
import { codeKey, columnsOf, decisionOf, type Recipe } from './recipe.js';
import { isPaid, NO_CELLS, type OwnRow, type OwnTerm, type Student } from './student-facts.js';

/** Rows of the same student and term: which of them are there twice, and which count. */

/** One row's part of a term. What its cells say of the student is as the file writes it. */
export interface Part extends Pick<OwnTerm, 'place' | 'label' | 'cells' | 'isCleared' | 'halfBlank'> {
  readonly own: OwnRow;
  /** The label as the file writes it: parts of a term have several. */
  readonly code: string;
  /** What the row says that there is nothing of, as opposed to a blank. */
  readonly nothing: readonly Ours[];
  /** Whether its credits are those of another row, so that their blank says nothing. */
  readonly isBeside?: boolean;
}

/** The parts of a student's terms; those that are left out only say who the student is. */
export interface Found {
  readonly parts: Part[];
  readonly leftOut: Part[];
}

/** Finds repeated rows, notes them with their student, and keeps those that count, as a recipe says. */
export class RepeatedRows {
  readonly #recipe: Recipe;
  /** The columns that say of which course, or of which payment of a fund, a row is. */
  readonly #telling: readonly number[];
  readonly #amounts: readonly number[];

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    const { course, fund, payment_number } = recipe.fields;
    const rules = recipe.rows === 'fund' ? [fund, payment_number] : [course];
    const placesOf = (columns: readonly string[]) => columns.map((name) => header.indexOf(name));
    this.#telling = placesOf(rules.flatMap(columnsOf));
    this.#amounts = placesOf(columnsOf(recipe.fields.fund_paid));
  }

  /** The course, or the payment, that a row is of. */
  readonly #whichOf = ({ own }: Part): string => textOf(this.#telling.map((place) => own.cells[place]));

  /** What a row of a fund says was paid, whether it counts or not. */
  readonly #writtenAmount = ({ own }: Part): string => textOf(this.#amounts.map((place) => own.cells[place]));

  /** Rows of no course are told apart by nothing. */
  readonly #isTold = (part: Part): boolean =>
    this.#recipe.rows !== 'course' || this.#whichOf(part).trim() !== '';

  /**
   * Notes rows that count beside others of the same course, payment or term that do not by their status: a log has a course once
   * more when it was dropped. Where it was said that the latter take back the former, these are left out.
   */
  takeBack({ parts, leftOut }: Found, student: Student): void {
    const { rows } = this.#recipe;
    const isTaken = (part: Part): boolean =>
      leftOut.includes(part) ||
      (rows === 'course' && part.isCleared) ||
      (rows === 'fund' && part.nothing.length > 0 && !isPaid(part));
    const keyOf = (part: Part): string =>
      [part.place, rows === 'term' ? codeKey(part.code) : this.#whichOf(part)].join('\n');
    const told = rows === 'student' ? [] : [...parts, ...leftOut].filter((part) => part.place >= 0);
    if (!told.some(isTaken)) return;
    const mixed = grouped(told.filter(this.#isTold), keyOf).filter(
      (same) => same.some(isTaken) && same.some((part) => !isTaken(part) && adds(part)),
    );
    const decided = this.#decided(student, 'taken_back', mixed[0]?.[0]);
    for (const same of mixed) {
      if (decided === 'not_calculated')
        this.#refuse(same, 'of the same thing, of which only some count', student);
      const inOrder = same.toSorted((one, other) => one.own.row - other.own.row);
      const telling = decided === 'last' ? inOrder.at(-1) : decided === 'first' ? inOrder[0] : undefined;
      if (telling === undefined || !isTaken(telling)) continue;
      const standing = same.filter((each) => !isTaken(each));
      // One of several payments, or of another amount, may be another one; and a payment may stay where its course does not.
      const isUnclear =
        rows === 'fund'
          ? standing.length > 1 || new Set(same.map(this.#writtenAmount)).size > 1
          : standing.some(isPaid);
      if (isUnclear) this.#refuse(same, 'of the same thing, of which only some count', student);
      for (const part of standing) {
        // Credits of the term may be printed with a payment alone.
        const left = rows === 'fund' ? [withoutPayment(part)] : [];
        parts.splice(parts.indexOf(part), 1, ...left);
        if (rows !== 'fund') leftOut.push(part);
      }
    }
  }

  /** Those of the parts of a term that count; all of them where it is not known, which fails their student. */
  counted<Own extends Part>(parts: readonly Own[], student: Student): readonly Own[] {
    if (parts.length < 2) return parts;
    const equal = grouped(parts, ({ own }) => textOf(own.cells));
    const [twice] = equal.find(({ length }) => length > 1) ?? [];
    const different = equal.flatMap((same) => same.slice(0, 1));
    const ofEqual = this.#decided(student, 'equal_rows', twice);
    if (ofEqual === 'not_calculated' && twice !== undefined)
      student.fail(ROWS_DIFFER, `row ${twice.own.row} is there several times`);
    const { rows } = this.#recipe;
    // Where rows are listed twice, what takes one of them back is, too.
    for (const [paid, again] of ofEqual === 'once' && rows === 'fund' ? equal : []) {
      const [back, ...others] = parts.filter((part) => paid !== undefined && takesBack(part, paid));
      if (again !== undefined && back !== undefined && others.length === 0)
        student.fail(
          ROWS_DIFFER,
          `row ${again.own.row} is there several times, and row ${back.own.row} takes it back once`,
        );
    }
    const counted = ofEqual === 'each' ? parts : different;
    if (rows === 'course' || rows === 'fund') return this.#withoutAlike(counted, different, student);
    return grouped(parts, ({ code }) => codeKey(code)).flatMap((same) => {
      const several = same.filter((part) => different.includes(part));
      const counting = same.filter((part) => counted.includes(part));
      if (several.length < 2) return counting;
      const key = areOfSameCredits(several) ? 'same_credits' : 'differing_rows';
      const decided = this.#decided(student, key, several[0]);
      if (decided === 'last') return same.reduce(replaced);
      if (decided === 'add_up') return counting;
      const once = decided === 'once' ? asOne(counting) : null;
      if (once !== null) return once;
      this.#refuse(several, 'of the same student and term', student);
      // All of them are the student's: who corrects the rows needs each.
      return same;
    });
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
    const isPaying = (part: Own): boolean => !part.isCleared && amountsOf(part).some(isPositive);
    const severalOf = (some: readonly Own[]) =>
      grouped(some.filter(this.#isTold), this.#whichOf).filter(({ length }) => length > 1);
    // A payment may be corrected to 0; without a number, 0 is usually another one, not paid yet.
    const isNumbered = columnsOf(this.#recipe.fields.payment_number).length > 0;
    const isZero = (part: Own): boolean =>
      PAID_FIELDS.some((field) => part.cells[field] !== '') && !isReturn(part);
    const adding = different.filter((part) => isPaying(part) || (!isCourse && isNumbered && isZero(part)));
    const paid = severalOf(adding).filter((same) => same.some(isPaying));
    // Where what was paid is there several times, so is what was returned; two returns of one payment are two.
    const returning = different.filter((part) => amountsOf(part).some(isNegative));
    const alike = paid.length === 0 ? [] : [...paid, ...severalOf(returning)];
    const decided = this.#decided(student, 'alike_rows', alike[0]?.[0]);
    const sameAmounts = alike.map((same) => grouped(same, (part) => amountsOf(part).map(toText).join(' ')));
    const differing = alike.find((_, at) => (sameAmounts[at]?.length ?? 0) > 1);
    if (decided === 'once' && isCourse && differing !== undefined)
      this.#refuse(differing, 'of one course', student);
    const [first] = alike;
    if (decided === 'not_calculated' && first !== undefined)
      this.#refuse(first, isCourse ? 'of one course' : 'of one payment', student);
    const passedOver =
      decided === 'once'
        ? sameAmounts.flat().flatMap((same) => same.slice(1))
        : alike.flatMap((same) =>
            decided === 'last' ? same.slice(0, -1) : decided === 'first' ? same.slice(1) : [],
          );
    // A row that is passed over takes nothing else with it: the payment of a term or its credits may be printed there alone.
    return counted.flatMap((part) => {
      if (!passedOver.includes(part)) return part;
      if (!isCourse) return withoutPayment(part);
      // One that is printed on each row of its course is the same one.
      const isKept = counted.some(
        (kept) =>
          !passedOver.includes(kept) &&
          this.#whichOf(kept) === this.#whichOf(part) &&
          arePaidSame(kept, part),
      );
      return isPaid(part) && !isKept ? paymentAlone(part) : [];
    });
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
  keyOf: (part: Own) => string | number,
): readonly (readonly Own[])[] {
  const found = new Map<string | number, Own[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const same = found.get(key);
    if (same === undefined) found.set(key, [part]);
    else same.push(part);
  }
  return [...found.values()];
}

/** Whether rows of a term have the same credits, and no payments that differ. */
function areOfSameCredits([first, ...others]: readonly Part[]): boolean {
  if (first === undefined) return true;
  const creditsOf = ({ cells, isCleared }: Part, field: Ours): string =>
    isCleared && cells[field] !== '' ? '0' : cells[field];
  const isPaidSame = (part: Part, field: Ours): boolean =>
    [first, part].some(({ cells }) => cells[field] === '') ||
    isSame(field, first.cells[field], part.cells[field]);
  return others.every(
    (part) =>
      CREDIT_FIELDS.every((field) => isSame(field, creditsOf(first, field), creditsOf(part, field))) &&
      PAID_FIELDS.every((field) => isPaidSame(part, field)),
  );
}

/** A row that replaces the one above it: what it leaves blank, that one says; of credits that were taken away, nothing. */
function replaced<Own extends Part>(above: Own, part: Own): Own {
  const cells = { ...part.cells };
  for (const field of above.isCleared ? PAID_FIELDS : OUR_FIELDS)
    if (!part.nothing.includes(field)) cells[field] ||= above.cells[field];
  return { ...part, cells };
}

/** Whether a row has credits or a payment. */
function adds({ cells }: Part): boolean {
  return [...CREDIT_FIELDS, ...PAID_FIELDS].some((field) =>
    isPositive(amountOf(field, cells[field]) ?? ZERO),
  );
}

/** A row whose credits are those of another one, with these cells. */
function beside<Own extends Part>(part: Own, cells: Own['cells']): Own {
  return { ...part, cells, isCleared: false, isBeside: true, halfBlank: [] };
}

/** What a row paid, without anything else that it says of the term. */
export function paymentAlone<Own extends Part>(part: Own): Own {
  const cells = { ...NO_CELLS };
  for (const field of PAID_FIELDS) cells[field] = part.cells[field];
  return beside(part, cells);
}

function arePaidSame(one: Part, other: Part): boolean {
  return PAID_FIELDS.every((field) => isSame(field, one.cells[field], other.cells[field]));
}

/** Whether a row takes back all that another one paid. */
function takesBack(part: Part, paid: Part): boolean {
  return (
    isPaid(paid) &&
    PAID_FIELDS.every((field) =>
      isSame(field, '0', sumOf(field, part.cells[field], paid.cells[field]) || '0'),
    )
  );
}

/** Whether a row takes back what was paid. */
function isReturn({ cells }: Part): boolean {
  return PAID_FIELDS.some((field) => isNegative(amountOf(field, cells[field]) ?? ZERO));
}

/** Rows of one enrollment, of which the first has all credits and payments; null where two of them have other ones. */
function asOne<Own extends Part>(parts: readonly Own[]): readonly Own[] | null {
  const [first, ...others] = parts;
  if (first === undefined || !areOfSameCredits(parts.map(withoutPayment))) return null;
  const cells = { ...first.cells };
  for (const field of PAID_FIELDS) {
    const paid = parts.map((part) => part.cells[field]).filter((each) => !isSame(field, each || '0', '0'));
    if (paid.some((each) => !isSame(field, each, paid[0] ?? ''))) return null;
    cells[field] = paid[0] ?? cells[field];
  }
  const none = { term_credits_enrolled: '', term_actual_final_credits: '' };
  const besides = others.map((part) => beside(part, { ...withoutPayment(part).cells, ...none }));
  return [{ ...first, cells }, ...besides];
}

function withoutPayment<Own extends Part>(part: Own): Own {
  const cells = { ...part.cells };
  for (const field of PAID_FIELDS) cells[field] = '';
  return { ...part, cells };
}

function textOf(cells: readonly (string | undefined)[]): string {
  return cells.map((cell = '') => cell.trim()).join('\n');
}

/** Notes payments that several rows of a term have, and credits that those of several of its labels have. */
export function noteAdded(
  parts: readonly Part[],
  student: Student,
  shape: Recipe['rows'],
  areOfLabels: boolean,
): void {
  if (parts.length < 2) return;
  const areJoined = shape !== 'course' && areOfLabels;
  for (const field of [...(areJoined ? CREDIT_FIELDS : []), ...(shape === 'fund' ? [] : PAID_FIELDS)]) {
    const isMore = ({ cells }: Part): boolean => isPositive(amountOf(field, cells[field]) ?? ZERO);
    // A part without credits, as one that was dropped, says nothing of the others.
    const [first, ...others] = parts.filter((part) =>
      PAID.has(field) ? part.cells[field] !== '' : isMore(part),
    );
    if (first === undefined || others.length === 0 || !parts.some(isMore)) continue;
    const areSame = others.every(({ cells }) => isSame(field, first.cells[field], cells[field]));
    student.note(ofPartsKey(field), { row: first.own.row, kind: areSame ? 'same' : 'different' });
  }
}
