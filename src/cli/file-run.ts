import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { HEADER_ROW } from '../contract/csv-response.js';
import { type ChunkAnswer, cutChunk, planChunks } from '../csv/chunk.js';
import { USUAL_LIMITS } from '../csv/head.js';
import { runChunk } from '../csv/run-chunk.js';
import { splitCsv } from '../csv/split.js';
import { counted, numberText } from '../engine/texts.js';
import type { Examination, Sentence } from '../recipe/examination.js';
import { pathText } from '../recipe/recipe.js';
import { AnswerReader } from '../review/answer-reader.js';
import type { CalculatedFile } from '../review/calculated-rows.js';
import { Failures } from '../review/failures.js';
import { onOneLine } from './streams.js';
import type { StudentFile } from './student-file.js';

/** Finds the rows of a file. @throws ApiError for a file that cannot be used. */
export function splitStudents({ csv, ignoreColumns }: StudentFile): CalculatedFile {
  return { bytes: csv, file: splitCsv(csv, { ...USUAL_LIMITS, ignoreColumns }, isUtf8) };
}

const CHUNK_ROWS = 2000;

/**
 * The answer to a file, part by part: the header row, then whole rows of whole students. It is calculated by the chunks
 * of the service, so that the bytes are the same, and here without threads: they would save less than half of the time,
 * most of which is reading the file.
 *
 * @throws the signal's reason.
 */
export async function* answerParts(
  { bytes, file }: CalculatedFile,
  awardYear: string,
  signal: AbortSignal,
): AsyncGenerator<ChunkAnswer & { readonly rows: number }, void, undefined> {
  yield { body: Buffer.from(HEADER_ROW), rows: 0, students: 0, failedStudents: 0 };
  for (const span of planChunks(file, CHUNK_ROWS)) {
    await turn();
    signal.throwIfAborted();
    const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear });
    const { body, ...counts } = runChunk(chunk);
    // The memory of one answer is used again for the next.
    yield { ...counts, body: body.slice(), rows: span.to - span.from };
  }
}

/** The result of a run as one JSON object. */
export type RunSummary = ReturnType<FileRun['summary']>;

/** The speed of the first moments says nothing about the rest. */
const SETTLING_SECONDS = 1;
/** How many kinds of failures are shown; the rest is only counted. */
const MOST_SHOWN = 10;

/** The calculation of one file of students: how far it is, and what it came to. */
export class FileRun {
  readonly #since = performance.now();
  #calculatedSince = 0;
  #totalRows = 0;
  #rows = 0;
  #students = 0;
  #failedStudents = 0;
  #ignoredColumns: readonly string[] = [];
  /** How many bytes of the file were read so far. */
  readBytes = 0;
  /** The students who failed. */
  failed = new Failures();

  /** The parts of the answer, in order. @throws the signal's reason. */
  async *calculate(
    { origins, found, awardYear }: StudentFile,
    calculated: CalculatedFile,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    this.#totalRows = calculated.file.rowCount;
    this.#calculatedSince = performance.now();
    this.#ignoredColumns =
      found === null ? calculated.file.head.header.ignored : unreadColumns(found.examined.examination);
    this.failed = new Failures(origins);
    let place = 0;
    const reader = new AnswerReader((record) => {
      if (record.text('error') !== '') this.failed.add(place, record.isOfSameStudent);
      place += 1;
    });
    for await (const { body, rows, students, failedStudents } of answerParts(calculated, awardYear, signal)) {
      place = this.#rows;
      // Where nobody failed there is nothing to read.
      if (rows === 0 || failedStudents > 0) reader.add(body);
      this.#rows += rows;
      this.#students += students;
      this.#failedStudents += failedStudents;
      yield body;
    }
  }

  /** What it came to, and what was done with the file, each with the place of the recipe that says so. */
  summary(sentences: readonly Sentence[]) {
    return {
      rows: this.#rows,
      students: this.#students,
      failed_rows: this.failed.rowCount,
      failed_students: this.#failedStudents,
      ignored_columns: this.#ignoredColumns,
      seconds: Math.round(performance.now() - this.#since) / 1000,
      sentences: sentences.map(({ text, path }) => ({ text, path: pathText(path) })),
      failures: this.failed.groups().map(({ column, problem, students }) => ({ column, problem, students })),
    };
  }

  /** The progress in one line. */
  progress(): string {
    if (this.#totalRows === 0) return `${(this.readBytes / 1e6).toFixed(1)} MB read`;
    const seconds = Math.max(performance.now() - this.#calculatedSince, 1) / 1000;
    const perSecond = this.#rows / seconds;
    const left = Math.ceil(Math.max(this.#totalRows - this.#rows, 0) / Math.max(perSecond, 1));
    const rows = `${numberText(this.#rows)} of ${numberText(this.#totalRows)} rows`;
    const speed = ` · ${numberText(Math.round(perSecond))}/s · ${numberText(left)} s left`;
    const text = seconds < SETTLING_SECONDS ? rows : rows + speed;
    return this.#failedStudents === 0 ? text : `${text} · ${counted(this.#failedStudents, 'student')} failed`;
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
