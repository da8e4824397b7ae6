import { WARNING_SEPARATOR } from '../contract/csv-response.js';
import type { DisbursementOption } from '../engine/answer-format.js';
import type { RowOrigins } from '../recipe/row-origins.js';
import type { Steps } from '../table/steps.js';
import { AnswerReader, type AnswerRecord, added, loansOf, NO_LOANS } from './answer-reader.js';
import type { CalculatedFile } from './calculated-rows.js';
import { type FailureGroup, Failures } from './failures.js';

/** The statistics of an answer. It can be sent from thread to thread and written as JSON. */
export interface AnswerSummary {
  readonly rows: number;
  readonly students: number;
  readonly failedStudents: number;
  /** Calculated, with at least one warning; what was assumed is among the warnings. */
  readonly studentsWithWarnings: number;
  /** Calculated, with an annual limit below 100 percent. */
  readonly reducedStudents: number;
  /** Calculated, and paid more of a loan than the limit of the year. */
  readonly overpaidStudents: number;
  /** Sums over the calculated students: the reduced annual limits, and both ways to pay them. */
  readonly totals: Readonly<Record<'annual' | 'equal' | 'proportional', DisbursementOption>>;
  /** The most frequent first. */
  readonly warnings: readonly WarningCount[];
  /** Failures by what repairs them, the most frequent first. */
  readonly failures: readonly FailureGroup[];
}

/** Counts an answer piece by piece as it passes through. */
export class AnswerReview {
  /** Who failed, to find their rows again. */
  readonly failed: Failures;
  readonly #reader = new AnswerReader((record) => this.#count(record));
  readonly #counts = {
    rows: 0,
    students: 0,
    failedStudents: 0,
    studentsWithWarnings: 0,
    reducedStudents: 0,
    overpaidStudents: 0,
  };
  readonly #totals = { annual: NO_LOANS, equal: NO_LOANS, proportional: NO_LOANS };
  readonly #warnings = new WarningCounts();
  /** Whether the student of the last record was counted as overpaid. */
  #isOverpaid = false;

  /** `origins` is that of the file turned into ours; nothing for a file that was ours. */
  constructor(origins?: RowOrigins) {
    this.failed = new Failures(origins);
  }

  /** @throws TableError for a file that is not an answer. */
  add(piece: Uint8Array): void {
    this.#reader.add(piece);
  }

  /**
   * Ends the count and finds out why students failed, by the rules of the award year that the file was calculated with.
   *
   * @throws TableError for an answer that ends in the middle.
   */
  *finishing(calculated: CalculatedFile, awardYear: string): Steps<AnswerSummary> {
    this.#reader.finish();
    yield* this.failed.explain(calculated, awardYear);
    return {
      ...this.#counts,
      totals: this.#totals,
      warnings: this.#warnings.counts(),
      failures: this.failed.groups(),
    };
  }

  #count(record: AnswerRecord): void {
    const counts = this.#counts;
    const isFailed = record.text('error') !== '';
    if (isFailed) this.failed.add(counts.rows, record.isOfSameStudent);
    counts.rows += 1;
    if (!record.isOfSameStudent) {
      counts.students += 1;
      this.#isOverpaid = false;
      if (isFailed) counts.failedStudents += 1;
      else this.#countCalculated(record);
    }
    // It is on the last term that was paid, which differs by loan.
    if (this.#isOverpaid || record.text('term_final_term_overdisbursement') !== 'true') return;
    this.#isOverpaid = true;
    counts.overpaidStudents += 1;
  }

  #countCalculated(record: AnswerRecord): void {
    if ((record.whole('reduced_annual_pct') ?? 0) < 100) this.#counts.reducedStudents += 1;
    for (const of of ['annual', 'equal', 'proportional'] as const) {
      this.#totals[of] = added(this.#totals[of], loansOf(record, of));
    }
    const warnings = record.text('warnings');
    if (warnings !== '') this.#counts.studentsWithWarnings += 1;
    this.#warnings.add(warnings);
  }
}

/** A warning without its term, and how many students have it or one that differs only in its numbers. */
export interface WarningCount {
  /** As the first student has it; it says so if the numbers of others differ. */
  readonly warning: string;
  readonly students: number;
}

/** The label in front of a term's warning: what is not a term's has no capital behind a colon. */
const LABEL = /^.*?: (?=[A-Z0-9$])/s;
const OTHERS = ' (numbers of the first student; those of the others differ)';

/** Counts the students who have a warning of each kind. */
export class WarningCounts {
  readonly #kinds = new Map<string, { readonly first: string; students: number; isVaried: boolean }>();

  /** The cell `warnings` of one student. */
  add(cell: string): void {
    if (cell === '') return;
    const sentences = cell.split(WARNING_SEPARATOR).map((warning) => warning.replace(LABEL, ''));
    const kinds = new Map(sentences.map((warning) => [warning.replace(/[0-9][0-9,.]*/g, '#'), warning]));
    for (const [kind, warning] of kinds) {
      const known = this.#kinds.get(kind) ?? { first: warning, students: 0, isVaried: false };
      this.#kinds.set(kind, known);
      known.students += 1;
      known.isVaried ||= warning !== known.first;
    }
  }

  /** The most frequent first. */
  counts(): readonly WarningCount[] {
    return [...this.#kinds.values()]
      .sort((one, other) => other.students - one.students)
      .map(({ first, students, isVaried }) => ({
        warning: isVaried ? `${first}${OTHERS}` : first,
        students,
      }));
  }
}
