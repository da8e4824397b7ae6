import { type Exact, isNegative, isPositive, isSame, ZERO } from '../../engine/exact.js';
import type { DegreeLevel } from '../../engine/student.js';
import type { TableRow } from '../../table/delimited-text.js';
import { OUR_FIELDS, type Ours, PAID_FIELDS, STUDENT_FIELDS } from '../format/our-fields.js';
import { amountOf } from './read-cells.js';
import { type RefusalKind, refusalCell } from './refusal-cells.js';

/** A student and the terms as the rows of a file say. */

/** A row of a student, with whose it is and why. */
export interface FileRow extends TableRow {
  /** Whether it is one that the sheet hides or crosses out, and that was said to be left out. */
  readonly isHidden: boolean;
  /** What it says in the column of ids. */
  readonly given: string;
  /** The id of its student; null for a row that was said to be of no student. */
  readonly id: string | null;
  /** Whether its id is that of a row above. */
  readonly lacksId: boolean;
  /** Whether it says itself who the student is. */
  readonly saysFacts: boolean;
  /** Whether it may be another one's: of a word that was said to be a total, below such a word, or of numbers alone, as a total is. */
  readonly isUnclear: boolean;
}

/** All rows of a student, in the order of the file. */
export interface StudentGroup {
  readonly id: string;
  readonly rows: readonly FileRow[];
}

/** Texts by our columns, in our words; `''` says nothing. */
type Cells = Record<Ours, string>;

/** Those of them that say something of a student. */
type Facts = Pick<Cells, (typeof STUDENT_FIELDS)[number]>;

const blank = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Readonly<Record<Field, string>>;
export const NO_CELLS: Readonly<Cells> = blank(OUR_FIELDS);
const NO_FACTS: Readonly<Facts> = blank(STUDENT_FIELDS);

/** What is known of the parts of credits, which are columns or rows that are added up. */
export interface CreditParts {
  /** Whether final credits are 0, or those of a part for which some are planned. */
  readonly hasZeroFinal: boolean;
  /** By field of which some parts are blank: the names of the blank columns, or `''` where the parts are rows. */
  readonly halfBlank: ReadonlyMap<Ours, string>;
  /** Credits before the end: final ones of parts that have some, and planned ones of others; null where that is not told. */
  readonly beforeEnd: string | null;
  /** Whether a column counts instead of the planned ones. */
  readonly isCorrected: boolean;
}

/** A term of a student as its rows say together. */
export interface FileTerm {
  /** Its place in the recipe. */
  readonly place: number;
  /** As the rows of the term say; facts of the student, but for the amounts of the year, are blank. */
  readonly cells: Cells;
  readonly rows: readonly number[];
  /** Whether a status takes credits away. */
  readonly isCleared: boolean;
  readonly ofParts: CreditParts;
  /** Whether it was said not to be of the student's year. */
  isOfOtherYear?: boolean;
}

/** A row in which something was found, and which of the things that a question tells apart; without a row, it is only counted. */
export interface Finding {
  readonly row?: number | undefined;
  readonly kind?: string;
}

/** What rows say of an amount, with their numbers. */
type AmountsOfRows = readonly { readonly amount: string; readonly row: number }[];
const NONE: AmountsOfRows = [];

/** A student as the rows say, on whom the answers then do what they say. */
export class Student {
  readonly facts: Facts = { ...NO_FACTS };
  /** In the order of the year. */
  readonly terms: FileTerm[] = [];
  /** What was found while the rows were read that is asked about, by the key of the decision. */
  readonly noted = new Map<string, Finding[]>();
  /** Whether it is not known which of its rows count: what they say together is not asked. */
  isInDoubt = false;
  level: DegreeLevel = 'undergraduate';
  /** The most that may be subsidized; null if that is not known. */
  most: Exact | null = null;
  mayHaveGradPlus = false;
  /** The first reason why the student cannot be calculated, as a cell of ours. */
  failure: string | null = null;
  /** Whether every row was said to be left out. */
  isLeftOut = true;
  /** The places of terms without a row that were said to be of the year. */
  readonly notEnrolled: number[] = [];
  /** What rows of terms say of each amount of the year, with their numbers. */
  readonly ofYear = { subsidized_amount: NONE, cost_of_attendance: NONE, total_limit: NONE };

  /** Whether what rows take back of a loan in a term is written below 0. */
  readonly #areBelow = new Map<string, boolean>();

  constructor(readonly group: StudentGroup) {}

  note(key: string, finding: Finding): void {
    this.noted.set(key, [...(this.noted.get(key) ?? []), finding]);
  }

  /** Notes what a row takes back. Of amounts above 0 and below it, some may give back what was taken. */
  addReturn(what: string, row: number, amount: Exact | null): void {
    if (amount === null || isSame(amount, ZERO)) return;
    const isBelow = isNegative(amount);
    if (isBelow !== (this.#areBelow.get(what) ?? isBelow))
      this.fail('paid so far', `row ${row} takes back a payment, but its sign differs from one above`);
    this.#areBelow.set(what, isBelow);
  }

  fail(kind: RefusalKind, text: string): void {
    this.failure ??= refusalCell(kind, text);
  }

  /** Fails for what the row of a term has. */
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

/** Whether anything was paid for a term, or may have been. */
export function isPaid(term: Pick<FileTerm, 'cells'>): boolean {
  return PAID_FIELDS.some((field) => term.cells[field] !== '' && !isSame(amountIn(term, field), ZERO));
}

/** Whether any of these amounts of a row is above 0. */
export function hasAbove0(part: Pick<FileTerm, 'cells'>, fields: readonly Ours[]): boolean {
  return fields.some((field) => isPositive(amountIn(part, field) ?? ZERO));
}

/** The terms of a student's year: without one that was said to be of another, or is optional, unpaid and without credits. */
export function termsOfYear({ terms }: Student): readonly FileTerm[] {
  return terms.filter((term) => {
    const credits = amountIn(term, 'term_actual_final_credits') ?? amountIn(term, 'term_credits_enrolled');
    const isSkipped = term.cells.term_required === 'false' && isSame(credits, ZERO);
    return term.isOfOtherYear !== true && (!isSkipped || isPaid(term));
  });
}
