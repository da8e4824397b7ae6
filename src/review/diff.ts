import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { type AnswerColumn, AnswerRecords } from './answer-records.js';
import type { LoanDollars } from './summary.js';

/** A cell that differs between two answers. */
export interface Change {
  readonly column: AnswerColumn;
  /** The term that it is about; null for the student. */
  readonly term: string | null;
  readonly before: string;
  readonly after: string;
}

/** A student whose answer is another one. */
export interface ChangedStudent {
  readonly id: string;
  /** `added` and `removed`: in one of the answers alone. `failed`: calculated before, fails now. `mended`: the other way round. */
  readonly kind: 'changed' | 'added' | 'removed' | 'failed' | 'mended';
  /** What the year's loans together are now, less what they were: whole dollars. A student without an answer has none. */
  readonly dollars: number;
  /** Empty but for `changed`. */
  readonly changes: readonly Change[];
}

/** What two answers have different, counted. */
export interface DiffSummary {
  readonly students: { readonly before: number; readonly after: number };
  readonly unchanged: number;
  readonly counts: Readonly<Record<ChangedStudent['kind'], number>>;
  /** Sums of the annual limits. */
  readonly totals: { readonly before: LoanDollars; readonly after: LoanDollars };
  /** Students who get more, and less, than before: how many, and whole dollars. */
  readonly more: { readonly students: number; readonly dollars: number };
  readonly less: { readonly students: number; readonly dollars: number };
}

/** A student of one answer. */
interface Student {
  readonly id: string;
  readonly isFailed: boolean;
  /** Every cell of every row. */
  readonly rows: readonly (readonly string[])[];
}

/** Columns that are the same on all rows of a student. */
const STUDENT_COLUMNS: readonly AnswerColumn[] = RESPONSE_COLUMNS.slice(
  RESPONSE_COLUMNS.indexOf('annual_ft_credits'),
);
const ANNUAL: readonly AnswerColumn[] = [
  'annual_basic_eligibility_sub',
  'annual_basic_eligibility_unsub',
  'annual_basic_eligibility_grad_plus',
];

/**
 * Compares two answers, student by student. The earlier one is held as a whole; the later one passes by, piece by piece. Students
 * are found by their id, in any order.
 */
export class AnswerDiff {
  readonly #before = new Map<string, Student>();
  readonly #beforeTotals = [0, 0, 0];
  readonly #afterTotals = [0, 0, 0];
  readonly #onChange: (student: ChangedStudent) => void;
  readonly #reader: StudentReader;
  readonly #counts = { changed: 0, added: 0, removed: 0, failed: 0, mended: 0 };
  readonly #more = { students: 0, dollars: 0 };
  readonly #less = { students: 0, dollars: 0 };
  readonly #beforeCount: number;
  #afterCount = 0;
  #unchanged = 0;

  /** `onChange` is told of each student whose answer changed; those that were removed come last. */
  constructor(before: Uint8Array, onChange: (student: ChangedStudent) => void) {
    this.#onChange = onChange;
    const reader = new StudentReader((student) => {
      addTo(this.#beforeTotals, student);
      this.#before.set(student.id, student);
    });
    reader.add(before);
    reader.finish();
    this.#beforeCount = this.#before.size;
    this.#reader = new StudentReader((student) => this.#compare(student));
  }

  /** A piece of the later answer. @throws RecipeError for what is no answer. */
  add(piece: Uint8Array): void {
    this.#reader.add(piece);
  }

  /** @throws RecipeError for an answer that ends in the middle. */
  finish(): DiffSummary {
    this.#reader.finish();
    for (const student of this.#before.values()) {
      this.#tell({ id: student.id, kind: 'removed', dollars: -dollarsOf(student), changes: [] });
    }
    return {
      students: { before: this.#beforeCount, after: this.#afterCount },
      unchanged: this.#unchanged,
      counts: { ...this.#counts },
      totals: { before: loanDollars(this.#beforeTotals), after: loanDollars(this.#afterTotals) },
      more: { ...this.#more },
      less: { ...this.#less },
    };
  }

  #compare(after: Student): void {
    this.#afterCount += 1;
    addTo(this.#afterTotals, after);
    const { id } = after;
    const before = this.#before.get(id);
    this.#before.delete(id);
    const dollars = dollarsOf(after) - (before === undefined ? 0 : dollarsOf(before));
    if (before === undefined) this.#tell({ id, kind: 'added', dollars, changes: [] });
    else if (before.isFailed !== after.isFailed) {
      this.#tell({ id, kind: after.isFailed ? 'failed' : 'mended', dollars, changes: [] });
    } else {
      const changes = changesOf(before, after);
      if (changes.length === 0) this.#unchanged += 1;
      else this.#tell({ id, kind: 'changed', dollars, changes });
    }
  }

  #tell(student: ChangedStudent): void {
    this.#counts[student.kind] += 1;
    const side = student.dollars > 0 ? this.#more : this.#less;
    if (student.dollars !== 0) {
      side.students += 1;
      side.dollars += student.dollars;
    }
    this.#onChange(student);
  }
}

/** Gathers the rows of each student. */
class StudentReader {
  readonly #onStudent: (student: Student) => void;
  readonly #records: AnswerRecords;
  #id: string | null = null;
  #rows: string[][] = [];

  constructor(onStudent: (student: Student) => void) {
    this.#onStudent = onStudent;
    this.#records = new AnswerRecords((record) => {
      const id = record.text('student_id').trim();
      if (id !== this.#id) this.#close();
      this.#id = id;
      this.#rows.push(RESPONSE_COLUMNS.map((column) => record.text(column)));
    });
  }

  add(piece: Uint8Array): void {
    this.#records.add(piece);
  }

  finish(): void {
    this.#records.finish();
    this.#close();
  }

  #close(): void {
    const rows = this.#rows;
    this.#rows = [];
    if (this.#id !== null) this.#onStudent({ id: this.#id, rows, isFailed: cellOf(rows[0], 'error') !== '' });
  }
}

function cellOf(row: readonly string[] | undefined, column: AnswerColumn): string {
  return row?.[RESPONSE_COLUMNS.indexOf(column)] ?? '';
}

function amountsOf({ rows }: Student): number[] {
  return ANNUAL.map((column) => Number(cellOf(rows[0], column)));
}

function dollarsOf(student: Student): number {
  return amountsOf(student).reduce((sum, amount) => sum + amount, 0);
}

function addTo(totals: number[], student: Student): void {
  for (const [index, amount] of amountsOf(student).entries()) totals[index] = (totals[index] ?? 0) + amount;
}

function loanDollars([subsidized = 0, unsubsidized = 0, gradPlus = 0]: readonly number[]): LoanDollars {
  return { subsidized, unsubsidized, grad_plus: gradPlus };
}

function changesOf(before: Student, after: Student): Change[] {
  const changes: Change[] = [];
  for (let term = 0; term < Math.max(before.rows.length, after.rows.length); term++) {
    const [old, now] = [before.rows[term], after.rows[term]];
    for (const column of RESPONSE_COLUMNS) {
      const isOfStudent = STUDENT_COLUMNS.includes(column);
      if (isOfStudent && term > 0) continue;
      const [was, is] = [cellOf(old, column), cellOf(now, column)];
      if (was === is) continue;
      const label = isOfStudent ? null : cellOf(now ?? old, 'term_label');
      changes.push({ column, term: label, before: was, after: is });
    }
  }
  return changes;
}
