import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { textOf } from '../csv/text.js';
import { totalDollars } from '../engine/student.js';
import { type AnswerColumn, AnswerReader, type AnswerRow, loansOf } from './answer-reader.js';

/** An amount that differs between two answers. */
export interface Change {
  readonly column: AnswerColumn;
  /** The term it concerns; null for the student. */
  readonly term: string | null;
  /** Whole dollars, or blank where there is no amount. */
  readonly before: string;
  readonly after: string;
}

/** A student whose amounts differ. */
export interface ChangedStudent {
  readonly id: string;
  /**
   * `added` and `removed`: in only one of the answers. `failed`: calculated before, fails now. `mended`: the reverse.
   */
  readonly kind: 'changed' | 'added' | 'removed' | 'failed' | 'mended';
  /** Whether it fails in the answer that has it; in the later one, if both have it. */
  readonly isFailed: boolean;
  /** The change in the year's loans together, in whole dollars. A student without an answer has none. */
  readonly dollars: number;
  /** Empty except for `changed`. */
  readonly changes: readonly Change[];
}

/** How two answers differ, in numbers. */
export interface DiffSummary {
  readonly students: { readonly before: number; readonly after: number };
  readonly unchanged: number;
  readonly counts: Readonly<Record<ChangedStudent['kind'], number>>;
  /** Of the students who are calculated in both, who get more, and less, than before: how many, and whole dollars. */
  readonly more: { readonly students: number; readonly dollars: number };
  readonly less: { readonly students: number; readonly dollars: number };
}

/** A student of one of the answers. */
interface Student {
  readonly id: string;
  readonly isFailed: boolean;
  /** The annual limits together, in whole dollars; 0 if the student failed. */
  readonly annual: number;
  /** The records as they are: a text takes a tenth of the memory of its cells. */
  readonly rows: string[];
}

/** Reads an answer student by student. */
function studentReader(onStudent: (student: Student) => void) {
  let open: Student | null = null;
  const close = (): void => {
    if (open !== null) onStudent(open);
    open = null;
  };
  const reader = new AnswerReader((record) => {
    if (!record.isOfSameStudent) {
      close();
      const isFailed = record.text('error') !== '';
      open = { id: record.id, isFailed, annual: totalDollars(loansOf(record, 'annual')), rows: [] };
    }
    open?.rows.push(textOf(record.bytes));
  });
  const finish = (): void => {
    reader.finish();
    close();
  };
  return { reader, finish };
}

/** The columns that hold dollars. */
const AMOUNTS: readonly AnswerColumn[] = RESPONSE_COLUMNS.filter((column) =>
  /_(?:sub|unsub|subsidized|unsubsidized|grad_plus)$/.test(column),
);

/**
 * Compares the amounts of two answers, student by student, matched by id in any order. The earlier one is held in memory
 * as a whole; the later one is read piece by piece.
 */
export class AnswerDiff {
  readonly #onChange: (student: ChangedStudent) => void;
  readonly #before = new Map<string, Student>();
  readonly #earlier = studentReader((student) => this.#before.set(student.id, student));
  readonly #later = studentReader((student) => this.#compare(student));
  readonly #summary = {
    students: { before: 0, after: 0 },
    unchanged: 0,
    counts: { changed: 0, added: 0, removed: 0, failed: 0, mended: 0 },
    more: { students: 0, dollars: 0 },
    less: { students: 0, dollars: 0 },
  };

  /**
   * `onChange` is called for each student whose answer changed; removed students come last.
   *
   * @throws TableError for a file that is not an answer.
   */
  constructor(before: Uint8Array, onChange: (student: ChangedStudent) => void) {
    this.#onChange = onChange;
    this.#earlier.reader.add(before);
    this.#earlier.finish();
    this.#summary.students.before = this.#before.size;
  }

  /**
   * A piece of the later answer.
   *
   * @throws TableError for a file that is not an answer.
   */
  add(piece: Uint8Array): void {
    this.#later.reader.add(piece);
  }

  /** @throws TableError for an answer that ends in the middle. */
  finish(): DiffSummary {
    this.#later.finish();
    for (const before of this.#before.values()) this.#tell(before, before, null);
    return this.#summary;
  }

  #compare(after: Student): void {
    this.#summary.students.after += 1;
    const before = this.#before.get(after.id) ?? null;
    this.#before.delete(after.id);
    this.#tell(after, before, after);
  }

  #tell({ id, isFailed }: Student, before: Student | null, after: Student | null): void {
    const { counts, more, less } = this.#summary;
    const kind = kindOf(before, after);
    const changes = kind === 'changed' ? this.#changes(before, after) : [];
    if (kind === 'changed' && changes.length === 0) {
      this.#summary.unchanged += 1;
      return;
    }
    const dollars = (after?.annual ?? 0) - (before?.annual ?? 0);
    counts[kind] += 1;
    const side = dollars > 0 ? more : less;
    if (kind === 'changed' && dollars !== 0) {
      side.students += 1;
      side.dollars += dollars;
    }
    this.#onChange({ id, kind, isFailed, dollars, changes });
  }

  #changes(before: Student | null, after: Student | null): readonly Change[] {
    const [old = [], now = []] = [before?.rows, after?.rows];
    if (old.join('') === now.join('')) return [];
    return changesOf(
      old.map((text) => this.#earlier.reader.rowOf(text)),
      now.map((text) => this.#later.reader.rowOf(text)),
    );
  }
}

function kindOf(before: Student | null, after: Student | null): ChangedStudent['kind'] {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  if (before.isFailed === after.isFailed) return 'changed';
  return after.isFailed ? 'failed' : 'mended';
}

function changesOf(before: readonly AnswerRow[], after: readonly AnswerRow[]): Change[] {
  const changes: Change[] = [];
  for (let term = 0; term < Math.max(before.length, after.length); term++) {
    const [old, now] = [before[term], after[term]];
    for (const column of AMOUNTS) {
      const isOfTerm = column.startsWith('term_');
      // What is the student's is the same on all rows.
      if (!isOfTerm && term > 0) continue;
      const [was, is] = [old?.(column) ?? '', now?.(column) ?? ''];
      // An option that a student does not have is blank.
      if (was === is || Number(was) === Number(is)) continue;
      const label = isOfTerm ? ((now ?? old)?.('term_label') ?? '') : null;
      changes.push({ column, term: label, before: was, after: is });
    }
  }
  return changes;
}
