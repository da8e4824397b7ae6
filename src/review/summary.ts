import { writeRecords } from '../csv/calculate-chunk.js';
import type { CalculationResult } from '../engine/answer-format.js';
import type { RowOrigins } from '../recipe/apply-recipe.js';
import { answerPieces, type CalculatedFile, studentRows } from './calculated-file.js';
import { Failures } from './failures.js';

/** The statistics of an answer. It can be sent from thread to thread and written as JSON. */
export interface AnswerSummary {
  readonly rows: number;
  readonly students: number;
  readonly failedStudents: number;
  /** Calculated, with at least one warning; what was assumed is among the warnings. */
  readonly studentsWithWarnings: number;
  /** Calculated students who were paid more of a loan than the limit of the year. */
  readonly overpaidStudents: number;
  /** The most frequent first. */
  readonly warnings: readonly WarningCount[];
}

/** A warning without its term, and how many students have it or one that differs only in its numbers. */
export interface WarningCount {
  /** The first student's warning, with a note if the numbers of others differ. */
  readonly warning: string;
  readonly students: number;
}

/** The term's label before a warning. In other warnings, no capital, digit or dollar sign follows a colon. */
const LABEL = /^.*?: (?=[A-Z0-9$])/s;
const OTHERS = ' (numbers of the first student; those of the others differ)';

/** Calculates a file, counts its students, and finds out why some fail. */
export class AnswerReview {
  readonly failed: Failures;
  readonly #counts = {
    rows: 0,
    students: 0,
    failedStudents: 0,
    studentsWithWarnings: 0,
    overpaidStudents: 0,
  };
  /** By the warning without its numbers. */
  readonly #warnings = new Map<string, { readonly first: string; students: number; isVaried: boolean }>();

  constructor(
    private readonly calculated: CalculatedFile,
    private readonly awardYear: string,
    origins: RowOrigins,
  ) {
    this.failed = new Failures(awardYear, origins);
  }

  /** As {@link answerPieces}. With `isConverted`, errors name the columns and rows of the original file. */
  answer(isConverted: boolean): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
    return answerPieces(this.calculated, this.awardYear, (out, rows, { result, error }) => {
      const index = this.#counts.rows;
      this.#counts.rows += rows.terms;
      this.#counts.students += 1;
      if (error === null) {
        this.#count(result);
        writeRecords(out, rows, { result, error });
        return;
      }
      this.#counts.failedStudents += 1;
      const message = this.failed.add(studentRows(this.calculated, index));
      writeRecords(out, rows, { result, error: isConverted ? { ...error, message } : error });
    });
  }

  /** Rows calculated so far. */
  get rows(): number {
    return this.#counts.rows;
  }

  /** The statistics of what was calculated so far. */
  summary(): AnswerSummary {
    const warnings = [...this.#warnings.values()]
      .sort((one, other) => other.students - one.students)
      .map(({ first, students, isVaried }) => ({ warning: isVaried ? first + OTHERS : first, students }));
    return { ...this.#counts, warnings };
  }

  #count(result: CalculationResult): void {
    // The flag is on the last term that was paid, which differs by loan.
    if (result.terms.some((term) => term.final_term_overdisbursement)) this.#counts.overpaidStudents += 1;
    if (result.warnings.length > 0) this.#counts.studentsWithWarnings += 1;
    const sentences = result.warnings.map((warning) => warning.replace(LABEL, ''));
    const kinds = new Map(sentences.map((warning) => [warning.replace(/[0-9][0-9,.]*/g, '#'), warning]));
    for (const [kind, warning] of kinds) {
      const known = this.#warnings.get(kind) ?? { first: warning, students: 0, isVaried: false };
      this.#warnings.set(kind, known);
      known.students += 1;
      known.isVaried ||= warning !== known.first;
    }
  }
}
