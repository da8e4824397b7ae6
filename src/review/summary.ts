import type { DisbursementOption } from '../engine/answer-format.js';
import type { Bytes } from '../table/encodings.js';
import type { Steps } from '../table/steps.js';
import { type AnswerRecord, AnswerRecords } from './answer-records.js';
import { type FailureGroup, FailureGroups } from './failure-groups.js';
import type { Origins } from './failures.js';
import { ANNUAL, added, EQUAL, loansOf, NO_LOANS, PROPORTIONAL } from './loan-sums.js';
import { type WarningCount, WarningCounts } from './warning-counts.js';

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
  readonly totals: {
    readonly annual: DisbursementOption;
    readonly equal: DisbursementOption;
    readonly proportional: DisbursementOption;
  };
  /** The most frequent first. */
  readonly warnings: readonly WarningCount[];
  /** Failures by what repairs them, the most frequent first. */
  readonly failures: readonly FailureGroup[];
}

/** Counts an answer piece by piece as it passes through. */
export class AnswerReview {
  /** Who failed, to find their rows again. */
  readonly failed: FailureGroups;
  readonly #records = new AnswerRecords((record) => this.#count(record));
  #rows = 0;
  #students = 0;
  #failedStudents = 0;
  #studentsWithWarnings = 0;
  #reducedStudents = 0;
  #overpaidStudents = 0;
  #isOverpaid = false;
  #annual = NO_LOANS;
  #equal = NO_LOANS;
  #proportional = NO_LOANS;
  readonly #warnings = new WarningCounts();

  /** `origins` is that of the file turned into ours; nothing for a file that was ours. */
  constructor(origins?: Origins) {
    this.failed = new FailureGroups(origins);
  }

  /** @throws TableError for a file that is not an answer. */
  add(piece: Uint8Array): void {
    this.#records.add(piece);
  }

  /**
   * Ends the count and finds out why students failed; `ours` is the file that was calculated, with the rules of that award year.
   *
   * @throws TableError for an answer that ends in the middle.
   */
  *finishing(ours: Bytes, awardYear: string): Steps<AnswerSummary> {
    this.#records.finish();
    yield* this.failed.explain(ours, awardYear);
    return {
      rows: this.#rows,
      students: this.#students,
      failedStudents: this.#failedStudents,
      studentsWithWarnings: this.#studentsWithWarnings,
      reducedStudents: this.#reducedStudents,
      overpaidStudents: this.#overpaidStudents,
      totals: { annual: this.#annual, equal: this.#equal, proportional: this.#proportional },
      warnings: this.#warnings.counts(),
      failures: this.failed.groups(),
    };
  }

  #count(record: AnswerRecord): void {
    this.#rows += 1;
    const error = record.text('error');
    if (error !== '') this.failed.add(record.text('student_id').trim(), error);
    if (!record.isOfSameStudent) this.#countStudent(record, error !== '');
    // It is on the last term that was paid, which differs by loan.
    if (this.#isOverpaid || record.text('term_final_term_overdisbursement') !== 'true') return;
    this.#isOverpaid = true;
    this.#overpaidStudents += 1;
  }

  #countStudent(record: AnswerRecord, isFailed: boolean): void {
    this.#students += 1;
    this.#isOverpaid = false;
    if (isFailed) {
      this.#failedStudents += 1;
      return;
    }
    if ((record.whole('reduced_annual_pct') ?? 0) < 100) this.#reducedStudents += 1;
    this.#annual = added(this.#annual, loansOf(record, ANNUAL));
    this.#equal = added(this.#equal, loansOf(record, EQUAL));
    this.#proportional = added(this.#proportional, loansOf(record, PROPORTIONAL));
    const warnings = record.text('warnings');
    if (warnings !== '') this.#studentsWithWarnings += 1;
    this.#warnings.add(warnings);
  }
}
