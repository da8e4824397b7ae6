import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { type AnswerColumn, AnswerReader } from './answer-reader.js';

export interface Change {
  readonly column: AnswerColumn;
  /** The term it concerns; null for the student. */
  readonly term: string | null;
  /** Whole dollars, or blank where there is no amount. */
  readonly before: string;
  readonly after: string;
}

export interface ChangedStudent {
  readonly id: string;
  /** `added`, `removed`: in only one answer. `failed`: was calculated, fails now. `mended`: the reverse. */
  readonly kind: 'changed' | 'added' | 'removed' | 'failed' | 'mended';
  /** The change in the year's loans together, in whole dollars. A student without an answer counts as 0. */
  readonly dollars: number;
  /** Empty except for `changed`. */
  readonly changes: readonly Change[];
}

export interface DiffSummary {
  readonly students: { readonly before: number; readonly after: number };
  readonly unchanged: number;
  readonly counts: Readonly<Record<ChangedStudent['kind'], number>>;
}

interface Student {
  readonly id: string;
  readonly isFailed: boolean;
  /** The annual limits together, in whole dollars; 0 if the student failed. */
  readonly annual: number;
  readonly terms: readonly Term[];
}

interface Term {
  readonly label: string;
  /** The amounts of the row as one text, which takes a tenth of the memory. */
  readonly amounts: string;
}

const AMOUNTS: readonly AnswerColumn[] = RESPONSE_COLUMNS.filter((column) =>
  /_(?:sub|unsub|subsidized|unsubsidized|grad_plus)$/.test(column),
);
const ANNUAL = AMOUNTS.filter((column) => column.startsWith('annual_'));

/**
 * Compares the amounts of two answers, student by student, matched by id in any order. The earlier one is
 * held in memory as a whole; the later one is read in pieces.
 */
export class AnswerDiff {
  readonly #before = new Map<string, Student>();
  readonly #later = studentReader((student) => this.#compare(student));
  readonly #summary = {
    students: { before: 0, after: 0 },
    unchanged: 0,
    counts: { changed: 0, added: 0, removed: 0, failed: 0, mended: 0 },
  };

  /** `onChange` gets changed students, removed ones last. @throws TableError for a file that is no answer. */
  constructor(
    before: Uint8Array,
    private readonly onChange: (student: ChangedStudent) => void,
  ) {
    const earlier = studentReader((student) => this.#before.set(student.id, student));
    earlier.add(before);
    earlier.finish();
    this.#summary.students.before = this.#before.size;
  }

  /** A piece of the later answer. @throws TableError for a file that is not an answer. */
  add(piece: Uint8Array): void {
    this.#later.add(piece);
  }

  /** @throws TableError for an answer that ends in the middle. */
  finish(): DiffSummary {
    this.#later.finish();
    for (const removed of this.#before.values()) this.#report('removed', removed.id, -removed.annual);
    return this.#summary;
  }

  #compare(after: Student): void {
    this.#summary.students.after += 1;
    const { id } = after;
    const before = this.#before.get(id);
    this.#before.delete(id);
    const dollars = after.annual - (before?.annual ?? 0);
    const changes = changesOf(before?.terms ?? [], after.terms);
    if (before === undefined) this.#report('added', id, dollars);
    else if (before.isFailed !== after.isFailed)
      this.#report(after.isFailed ? 'failed' : 'mended', id, dollars);
    else if (changes.length > 0) this.#report('changed', id, dollars, changes);
    else this.#summary.unchanged += 1;
  }

  #report(kind: ChangedStudent['kind'], id: string, dollars: number, changes: readonly Change[] = []): void {
    this.#summary.counts[kind] += 1;
    this.onChange({ id, kind, dollars, changes });
  }
}

function studentReader(onStudent: (student: Student) => void): AnswerReader {
  return new AnswerReader((rows) => {
    const [first] = rows;
    if (first === undefined) return;
    onStudent({
      id: first.cell('student_id').trim(),
      isFailed: first.cell('error') !== '',
      annual: ANNUAL.reduce((sum, column) => sum + (first.whole(column) ?? 0), 0),
      terms: rows.map((row) => ({
        label: row.cell('term_label'),
        amounts: AMOUNTS.map((column) => row.cell(column)).join(','),
      })),
    });
  });
}

/** The amounts that differ, by term. Those of the student repeat on all rows and are given with the first. */
function changesOf(old: readonly Term[], now: readonly Term[]): readonly Change[] {
  const terms = now.length > old.length ? now : old;
  return terms.flatMap((_, nth) => {
    const [before, after] = [old[nth], now[nth]];
    if (before?.amounts === after?.amounts) return [];
    const [was, is] = [before, after].map((term) => term?.amounts.split(',') ?? []);
    return AMOUNTS.flatMap((column, index): Change[] => {
      const isOfTerm = column.startsWith('term_');
      const change = { before: was?.[index] ?? '', after: is?.[index] ?? '' };
      // A blank, for an option that a student does not have, is the same as 0.
      if (Number(change.before) === Number(change.after) || (!isOfTerm && nth > 0)) return [];
      return [{ column, term: isOfTerm ? ((after ?? before)?.label ?? '') : null, ...change }];
    });
  });
}
