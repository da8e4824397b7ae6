import { type ColumnIndexes, FLAG_WORDS } from '../../contract/csv-request.js';
import { calculationRequestSchema, termSchema } from '../../contract/request.js';
import { type Exact, wholeNumber, ZERO } from '../../engine/exact.js';
import { MAX_TERMS, type Student, type Term } from '../../engine/student.js';
import type { CellTable } from './cell-table.js';
import { isPlainText, isSameBytes, isSameCell, isTrimmed, PlainWords, plainQuantity } from './plain-cells.js';

const { shape } = calculationRequestSchema;

/** What a column may say in its plain form, and what it means when it is blank; both taken from the request's schema. */
const DEPENDENCY = new PlainWords(sameWords(shape.dependency_status.options));
const DEGREE = new PlainWords(sameWords(shape.degree_level.unwrap().options));
const GRADE = new PlainWords(sameWords(shape.grade_level.unwrap().unwrap().options));
const FLAG = new PlainWords(FLAG_WORDS);
const YEAR_TERMS = shape.academic_year_terms;
const DEFAULT_DEGREE = shape.degree_level.parse(undefined);
const DEFAULT_LEGACY = shape.is_legacy_borrower.parse(undefined);
const DEFAULT_PLUS_DENIED = shape.plus_denied.parse(undefined);
const DEFAULT_REQUIRED = termSchema.shape.required.parse(undefined);

/** Labels of at most so many bytes have at most so many characters, which is what the schema counts. */
const MAX_LABEL_BYTES = 200;
/** How many different labels are remembered, so that a file's few terms are made into texts once. */
const REMEMBERED_LABELS = 8;

function sameWords<T extends string>(words: readonly T[]): readonly (readonly [T, T])[] {
  return words.map((word) => [word, word]);
}

/**
 * Makes students straight from the cells of a table, where every cell is in its plainest form. It gives what the
 * general way by text, JSON request and schema would give, or null, and then the general way is to be taken: a
 * property test holds the two against each other.
 */
export class PlainStudents {
  readonly #table: CellTable;
  readonly #indexes: ColumnIndexes;
  readonly #studentColumns: readonly number[];
  readonly #labels: { readonly bytes: Buffer; readonly text: string }[] = [];
  /** Whether every cell read since the last student began was plain. */
  #isPlain = true;

  constructor(table: CellTable, indexes: ColumnIndexes) {
    this.#table = table;
    this.#indexes = indexes;
    this.#studentColumns = Object.values(indexes.student).filter((index) => index >= 0);
  }

  /** Whether two rows have the same student_id; null where that takes a closer look. */
  isSameStudent(row: number, before: number): boolean | null {
    const column = this.#indexes.studentId;
    const table = this.#table;
    if (column < 0) return false;
    const [start, end] = [table.start(row, column), table.end(row, column)];
    const [otherStart, otherEnd] = [table.start(before, column), table.end(before, column)];
    if (start === end || otherStart === otherEnd) return false;
    const { bytes } = table;
    if (!isTrimmed(bytes, start, end) || !isTrimmed(bytes, otherStart, otherEnd)) return null;
    return isSameCell(bytes, start, end, otherStart, otherEnd);
  }

  /** The student of the rows of `from` up to `to`, or null when they are not plain in every cell. */
  student(from: number, to: number): Student | null {
    if (to - from > MAX_TERMS || !this.#agree(from, to) || !this.#hasPlainIds(from, to)) return null;
    this.#isPlain = true;
    const at = this.#indexes.student;
    const student = {
      dependency_status:
        this.#word(DEPENDENCY, from, at.dependency_status, null) ?? this.#notPlain('dependent'),
      degree_level: this.#word(DEGREE, from, at.degree_level, DEFAULT_DEGREE),
      grade_level: this.#word(GRADE, from, at.grade_level, null),
      subsidized_amount: this.#quantity(from, at.subsidized_amount) ?? ZERO,
      plus_denied: this.#word(FLAG, from, at.plus_denied, DEFAULT_PLUS_DENIED),
      is_legacy_borrower: this.#word(FLAG, from, at.is_legacy_borrower, DEFAULT_LEGACY),
      cost_of_attendance: this.#quantity(from, at.cost_of_attendance),
      total_limit: this.#quantity(from, at.total_limit),
      academic_year_terms: this.#yearTerms(from, at.academic_year_terms),
      terms: this.#terms(from, to),
    };
    return this.#isPlain ? student : null;
  }

  #terms(from: number, to: number): Term[] {
    const at = this.#indexes.term;
    const terms: Term[] = [];
    for (let row = from; row < to; row++) {
      terms.push({
        label: this.#label(row, at.term_label),
        required: this.#word(FLAG, row, at.term_required, DEFAULT_REQUIRED),
        credits_enrolled: this.#quantity(row, at.term_credits_enrolled),
        full_time_credits: this.#quantity(row, at.term_ft_credits),
        actual_final_credits: this.#quantity(row, at.term_actual_final_credits),
        prior_disbursement_sub: this.#wholeDollars(row, at.term_prior_disbursement_sub),
        prior_disbursement_unsub: this.#wholeDollars(row, at.term_prior_disbursement_unsub),
        prior_disbursement_grad_plus: this.#wholeDollars(row, at.term_prior_disbursement_grad_plus),
      });
    }
    return terms;
  }

  /** Whether the ids of these rows are blank, or texts that need no quotes in the answer. */
  #hasPlainIds(from: number, to: number): boolean {
    const column = this.#indexes.studentId;
    const table = this.#table;
    for (let row = from; row < to; row++) {
      if (table.isBlank(row, column)) continue;
      if (!isPlainText(table.bytes, table.start(row, column), table.end(row, column))) return false;
    }
    return true;
  }

  /** Whether the student columns say the same, byte for byte, on all rows. */
  #agree(from: number, to: number): boolean {
    const table = this.#table;
    const { bytes } = table;
    for (let row = from + 1; row < to; row++) {
      for (const column of this.#studentColumns) {
        const [start, end] = [table.start(row, column), table.end(row, column)];
        if (!isSameCell(bytes, start, end, table.start(from, column), table.end(from, column))) return false;
      }
    }
    return true;
  }

  #word<T>(words: PlainWords<T>, row: number, column: number, whenBlank: T): T;
  #word<T>(words: PlainWords<T>, row: number, column: number, whenBlank: null): T | null;
  #word<T>(words: PlainWords<T>, row: number, column: number, whenBlank: T | null): T | null {
    if (column < 0) return whenBlank;
    const [start, end] = [this.#table.start(row, column), this.#table.end(row, column)];
    if (start === end) return whenBlank;
    return words.find(this.#table.bytes, start, end) ?? this.#notPlain(whenBlank);
  }

  #quantity(row: number, column: number): Exact | null {
    if (column < 0) return null;
    const [start, end] = [this.#table.start(row, column), this.#table.end(row, column)];
    if (start === end) return null;
    return plainQuantity(this.#table.bytes, start, end) ?? this.#notPlain(null);
  }

  #wholeDollars(row: number, column: number): number | null {
    const amount = this.#quantity(row, column);
    return amount === null ? null : (wholeNumber(amount) ?? this.#notPlain(null));
  }

  #yearTerms(row: number, column: number): number | null {
    const terms = this.#wholeDollars(row, column);
    if (terms === null) return null;
    return YEAR_TERMS.safeParse(terms).success ? terms : this.#notPlain(null);
  }

  #label(row: number, column: number): string {
    const { bytes } = this.#table;
    const [start, end] = [this.#table.start(row, column), this.#table.end(row, column)];
    if (end - start > MAX_LABEL_BYTES || !isPlainText(bytes, start, end)) return this.#notPlain('');
    for (const label of this.#labels) {
      if (isSameBytes(bytes, start, end, label.bytes)) return label.text;
    }
    const label = { bytes: bytes.subarray(start, end), text: bytes.toString('utf8', start, end) };
    if (this.#labels.length === REMEMBERED_LABELS) this.#labels.shift();
    this.#labels.push(label);
    return label.text;
  }

  #notPlain<T>(standIn: T): T {
    this.#isPlain = false;
    return standIn;
  }
}
