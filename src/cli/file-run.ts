import { counted, numberText } from '../engine/texts.js';
import type { Examination, Sentence } from '../recipe/examination.js';
import { pathText } from '../recipe/recipe.js';
import { AnswerRecords } from '../review/answer-records.js';
import { type FailureGroup, FailureGroups } from '../review/failure-groups.js';
import type { Steps } from '../table/steps.js';
import type { ProgressParts } from './progress.js';
import { answerParts } from './run-file.js';
import { onOneLine } from './streams.js';
import type { StudentFile } from './student-file.js';

/** The result of a run as one JSON object. */
export interface RunSummary {
  readonly rows: number;
  readonly students: number;
  readonly failed_rows: number;
  readonly failed_students: number;
  readonly ignored_columns: readonly string[];
  readonly seconds: number;
  /** What was done with the file, each with the place of the recipe that says so. */
  readonly sentences: readonly { readonly text: string; readonly path: string }[];
  /** Failures by how to repair them, those with most students first. */
  readonly failures: readonly Pick<FailureGroup, 'column' | 'problem' | 'students'>[];
}

/** The speed of the first moments says nothing about the rest. */
const SETTLING_SECONDS = 1;
/** How many kinds of failures are shown; the rest is only counted. */
const MOST_SHOWN = 10;

/** The calculation of one file of students: how far it is, and what it came to. */
export class FileRun {
  /** The students who failed; why, once they are {@link explain}ed. */
  failed = new FailureGroups();
  readonly #since = performance.now();
  #calculatedSince = 0;
  #readBytes = 0;
  #totalRows = 0;
  #rows = 0;
  #students = 0;
  #failedRows = 0;
  #failedStudents = 0;
  #ignoredColumns: readonly string[] = [];

  /** Notes that so many bytes of the file were read so far. */
  read(bytes: number): void {
    this.#readBytes = bytes;
  }

  /** The parts of the answer, in order. @throws ApiError for a file that cannot be used, or the signal's reason. */
  async *calculate(file: StudentFile, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    this.failed = new FailureGroups(file.origins);
    const records = this.#records();
    const onStart = (rows: number, ignored: readonly string[]): void => {
      this.#totalRows = rows;
      this.#ignoredColumns = file.found === null ? ignored : unreadColumns(file.found.examined.examination);
      this.#calculatedSince = performance.now();
    };
    for await (const part of answerParts(file.csv, { ...file, onStart, signal })) {
      records.add(part);
      yield part;
    }
    records.finish();
  }

  /** Reads the answer as it passes: counts it, and picks out the students who failed. */
  #records(): AnswerRecords {
    return new AnswerRecords((record) => {
      const error = record.text('error');
      const isFailed = error !== '';
      this.#rows += 1;
      if (!record.isOfSameStudent) {
        this.#students += 1;
        if (isFailed) this.#failedStudents += 1;
      }
      if (!isFailed) return;
      this.#failedRows += 1;
      this.failed.add(record.text('student_id').trim(), error);
    });
  }

  /** Finds out why students failed, once the answer is complete. */
  explain({ csv, awardYear }: StudentFile): Steps<void> {
    return this.failed.explain(csv, awardYear);
  }

  /** What it came to. */
  summary(sentences: readonly Sentence[]): RunSummary {
    return {
      rows: this.#rows,
      students: this.#students,
      failed_rows: this.#failedRows,
      failed_students: this.#failedStudents,
      ignored_columns: this.#ignoredColumns,
      seconds: Math.round(performance.now() - this.#since) / 1000,
      sentences: sentences.map(({ text, path }) => ({ text, path: pathText(path) })),
      failures: this.failed.groups().map(({ column, problem, students }) => ({ column, problem, students })),
    };
  }

  /** The progress in one line. */
  progress(): ProgressParts {
    if (this.#totalRows === 0) return { text: `${(this.#readBytes / 1e6).toFixed(1)} MB read`, alarm: '' };
    const seconds = Math.max(performance.now() - this.#calculatedSince, 1) / 1000;
    const perSecond = this.#rows / seconds;
    const left = Math.ceil(Math.max(this.#totalRows - this.#rows, 0) / Math.max(perSecond, 1));
    const rows = `${numberText(this.#rows)} of ${numberText(this.#totalRows)} rows`;
    const speed = ` · ${numberText(Math.round(perSecond))}/s · ${numberText(left)} s left`;
    const text = seconds < SETTLING_SECONDS ? rows : rows + speed;
    if (this.#failedStudents === 0) return { text, alarm: '' };
    return { text: `${text} · `, alarm: `${counted(this.#failedStudents, 'student')} failed` };
  }
}

function unreadColumns({ unread, harmless }: Examination): readonly string[] {
  const varying = unread.filter(({ placed }) => placed !== 'status').map(({ column }) => column);
  return [...varying, ...harmless].map(({ name }) => name);
}

/**
 * A run for people: what was done with the file above the results.
 *
 * @param told what was done, in sentences.
 * @param where says where the answer is, to follow the counts.
 * @param whatToDo the last line if students failed.
 */
export function summaryText(
  told: readonly string[],
  summary: RunSummary,
  where: string,
  whatToDo: string,
): string {
  const { rows, students, failed_students: failed, failures, seconds } = summary;
  const lines = told.map(onOneLine);
  lines.push(`${counted(rows, 'row')} of ${counted(students, 'student')} in ${seconds} s${where}.`);
  if (failed === 0) return [...lines, 'No student failed.'].join('\n');
  lines.push(`${counted(failed, 'student')} failed:`);
  for (const { students: count, column, problem } of failures.slice(0, MOST_SHOWN)) {
    lines.push(`${numberText(count).padStart(9)}  ${column}: ${problem}`);
  }
  if (failures.length > MOST_SHOWN)
    lines.push(`           and ${failures.length - MOST_SHOWN} more reasons.`);
  return [...lines, whatToDo].join('\n');
}
