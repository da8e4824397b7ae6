import { NOT_CALCULATED } from '../../contract/field-kinds.js';
import { type Exact, isNegative, isPositive, isSame, ZERO } from '../../engine/exact.js';
import type { DegreeLevel } from '../../engine/student.js';
import type { TableRow } from '../../table/delimited-text.js';
import { OUR_FIELDS, type Ours, PAID_FIELDS, STUDENT_FIELDS } from '../format/our-fields.js';
import { amountOf, totalOf } from './read-cells.js';
import { type RefusalKind, refusalCell } from './refusal-cells.js';

/** A student and the terms, as read from the rows of a file. */

/** A row with the student that it belongs to, and why. */
export interface FileRow extends TableRow {
  /** Whether it is left out because the sheet hides it or crosses it out. */
  readonly isHidden: boolean;
  readonly idText: string;
  /** The id of its student; null for a row of no student. */
  readonly id: string | null;
  /** Whether its id comes from a row above. */
  readonly lacksId: boolean;
  /** Whether it says who the student is, in a fact such as the degree level. */
  readonly saysFacts: boolean;
  /** Whether it may not be this student's: a total, or a row without an id that may be somebody else's. */
  readonly isUnclear: boolean;
}

/** All rows of a student, in the order of the file. */
export interface StudentGroup {
  readonly id: string;
  readonly rows: readonly FileRow[];
}

/** Texts by our columns, in our words; `''` is blank. */
type Cells = Record<Ours, string>;

type Facts = Pick<Cells, (typeof STUDENT_FIELDS)[number]>;

const blank = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Readonly<Record<Field, string>>;
export const NO_CELLS: Readonly<Cells> = blank(OUR_FIELDS);
const NO_FACTS: Readonly<Facts> = blank(STUDENT_FIELDS);

/** A term of a student, merged from its rows. */
export interface FileTerm {
  readonly termIndex: number;
  /** Texts of the term in our words. Of the student's own fields, only the yearly amounts are used here. */
  readonly cells: Cells;
  readonly rows: readonly number[];
  /** Whether a status sets its credits to 0. */
  readonly isCleared: boolean;
  /** Whether final credits are 0, in the term or in a part of it, and differ from the planned ones. */
  readonly hasZeroFinal: boolean;
  /** Credits with some blank parts: the names of the blank columns, or `''` where the parts are rows. */
  readonly halfBlank: ReadonlyMap<Ours, string>;
  /** The sum of the final credits of its rows, planned ones where they are blank; null if unknown. */
  readonly creditsNow: string | null;
  /** Whether an answer says that it is not part of the student's year. */
  isOfOtherYear?: boolean;
}

/** Where something was found, and its kind if the question has kinds. Without a row it is only counted. */
export interface Finding {
  readonly row?: number | undefined;
  readonly kind?: string;
}

/** A student as read from the rows; the answers then change it. */
export class Student {
  readonly facts: Facts = { ...NO_FACTS };
  /** In the order of the year. */
  readonly terms: FileTerm[] = [];
  /** What was found while the rows were read and is asked about, by the key of the decision. */
  readonly notes = new Map<string, Finding[]>();
  /** Whether it is unknown which rows count; the student then raises no questions about its terms. */
  isInDoubt = false;
  level: DegreeLevel = 'undergraduate';
  /** The most that may be subsidized, in dollars; null if unknown. */
  maxSub: Exact | null = null;
  mayHaveGradPlus = false;
  /** The first reason why the student cannot be calculated, as a {@link refusalCell}. */
  failure: string | null = null;
  /** Whether every row is left out. */
  isLeftOut = true;
  /** Indexes in the recipe of terms without a row that belong to the student's year. */
  readonly notEnrolled: number[] = [];

  /** Whether the returns of a loan in a term are written below 0. */
  readonly #areBelow = new Map<string, boolean>();

  constructor(readonly group: StudentGroup) {}

  note(key: string, finding: Finding): void {
    this.notes.set(key, [...(this.notes.get(key) ?? []), finding]);
  }

  /** Records a return. Returns with both signs fail the student, since some may undo others. */
  addReturn(what: string, row: number, amount: Exact | null): void {
    if (amount === null || isSame(amount, ZERO)) return;
    const isBelow = isNegative(amount);
    if (isBelow !== (this.#areBelow.get(what) ?? isBelow))
      this.fail('paid so far', `row ${row} takes back a payment, but its sign differs from one above`);
    this.#areBelow.set(what, isBelow);
  }

  /** Fails the student if a cell that counts is a {@link refusalCell}. */
  failBy(cell: string): void {
    if (cell.startsWith(NOT_CALCULATED)) this.failure ??= cell;
  }

  fail(kind: RefusalKind, text: string): void {
    this.failure ??= refusalCell(kind, text);
  }

  /** Fails the student for something in the first row of a term. */
  failIn({ cells, rows: [row] }: FileTerm, kind: RefusalKind, what: string): void {
    this.fail(kind, `${cells.term_label}, row ${row} has ${what}`);
  }
}

/** Whether neither planned nor final credits of a term are known. */
export function isBlank({ cells }: FileTerm): boolean {
  return cells.term_credits_enrolled === '' && cells.term_actual_final_credits === '';
}

/** The amount that a term has of a field; null if it is blank or cannot be read. */
export function amountIn({ cells }: Pick<FileTerm, 'cells'>, field: Ours): Exact | null {
  return amountOf(field, cells[field]);
}

/** The sum of a field in several terms, or in parts of a term. */
export function totalIn(terms: readonly Pick<FileTerm, 'cells'>[], field: Ours): string {
  return totalOf(
    field,
    terms.map(({ cells }) => cells[field]),
  );
}

/** Whether anything was paid for a term, or may have been. */
export function isPaid(term: Pick<FileTerm, 'cells'>): boolean {
  return PAID_FIELDS.some((field) => term.cells[field] !== '' && !isSame(amountIn(term, field), ZERO));
}

/** Whether any of these amounts of a row is above 0. */
export function hasAbove0(part: Pick<FileTerm, 'cells'>, fields: readonly Ours[]): boolean {
  return fields.some((field) => isPositive(amountIn(part, field) ?? ZERO));
}

/** Whether any payment of a row is below 0. */
export function takesBack(part: Pick<FileTerm, 'cells'>): boolean {
  return PAID_FIELDS.some((field) => isNegative(amountIn(part, field) ?? ZERO));
}

/** The terms of a student's year: none of another year, and no optional one without credits and payments. */
export function termsOfYear({ terms }: Student): readonly FileTerm[] {
  return terms.filter((term) => {
    const credits = amountIn(term, 'term_actual_final_credits') ?? amountIn(term, 'term_credits_enrolled');
    const isSkipped = term.cells.term_required === 'false' && isSame(credits, ZERO);
    return term.isOfOtherYear !== true && (!isSkipped || isPaid(term));
  });
}
