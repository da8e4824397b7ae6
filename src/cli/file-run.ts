import type { IncomingMessage } from 'node:http';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import type { AlikeIds } from '../guessing/alike-ids.js';
import { rowCount } from '../review/calculated-rows.js';
import { FailureGroups } from '../review/failure-groups.js';
import { byAndBy } from '../table/steps.js';
import { TableError } from '../table/table-error.js';
import type { Access } from './access.js';
import { AnswerWatch } from './answer-watch.js';
import { answerBytes, ask, brokenOff, type Patience } from './service.js';
import type { StudentFile } from './student-file.js';

/**
 * Takes the parts of an answer, one at a time and in order. The memory of a part is reused as soon as it has been
 * taken.
 */
export type Write = (part: Uint8Array) => Promise<void>;

/** The calculation of a file of students, on this computer or by a service, and its progress. */
export class FileRun {
  /** The students who failed; why, once they are {@link explain}ed. */
  readonly failed: FailureGroups;
  /** The part of the answer received so far. */
  readonly answer: AnswerWatch;
  /** Bytes of the CSV read so far. */
  readBytes = 0;
  /** Rows of the CSV below its header; 0 before it is known. */
  totalRows = 0;
  /** When the answer began, in milliseconds of `performance`; null before that. */
  answeredSince: number | null = null;
  /** Names, as in the file, of the columns that are not read. */
  ignoredColumns: readonly string[];
  readonly #file: StudentFile;
  readonly #awardYear: string | undefined;

  /**
   * @param awardYear if it is not the current one.
   * @param ids to compare the ids of the answer, which takes memory for all of them.
   */
  constructor(file: StudentFile, awardYear?: string, ids: AlikeIds | null = null) {
    this.#file = file;
    this.#awardYear = awardYear;
    this.failed = new FailureGroups(file.origins);
    this.answer = new AnswerWatch((id, error) => this.failed.add(id, error), ids);
    this.ignoredColumns = file.ignoredColumns;
  }

  /**
   * Calculates on this computer. @throws ApiError for a file that cannot be read, what `write` throws, or the signal's
   * reason.
   */
  async here(env: NodeJS.ProcessEnv, write: Write, signal: AbortSignal): Promise<void> {
    const csv = { byteLength: this.#file.csv.byteLength, read: () => this.#read() };
    const onStart = (rows: number, ignoredColumns: readonly string[]): void => {
      this.totalRows = rows;
      this.ignoredColumns = [...this.ignoredColumns, ...ignoredColumns];
    };
    // Loaded only if it is used.
    const { runHere } = await import('./local-run.js');
    await runHere(
      csv,
      this.#awardYear ?? CURRENT_AWARD_YEAR,
      env,
      onStart,
      (part) => this.#pass(part, write),
      signal,
    );
  }

  /**
   * Has a service calculate.
   *
   * @throws CommandError for a refusal, a service that cannot be reached, or an answer that breaks off; what `write`
   * throws, or the signal's reason.
   */
  async byService(access: Access, write: Write, patience: Patience): Promise<void> {
    const { csv, input } = this.#file;
    let isTaken = false;
    const body = (): AsyncIterable<Uint8Array> => {
      isTaken = true;
      return this.#read();
    };
    const response = await ask(
      access,
      {
        path: 'v1/calculate/bulk',
        awardYear: this.#awardYear,
        contentType: 'text/csv',
        byteLength: csv.byteLength,
        body,
        canRepeat: () => !isTaken || input.byteLength !== undefined || csv !== input,
      },
      patience,
    );
    this.ignoredColumns = [...this.ignoredColumns, ...ignoredBy(response)];
    this.totalRows = await byAndBy(rowCount(this.#file.ours()), patience.signal);
    for await (const part of answerBytes(response, patience.signal)) await this.#pass(part, write);
    orBrokenOff(() => this.answer.finish());
    // A proxy may end a truncated answer as if it were complete. A complete answer has one row for every row of the
    // file.
    if (this.answer.rows !== this.totalRows) throw brokenOff();
  }

  /** Finds out why students failed, once the answer is complete. @throws the signal's reason. */
  async explain(signal: AbortSignal): Promise<void> {
    await byAndBy(this.failed.explain(this.#file.ours(), this.#awardYear ?? CURRENT_AWARD_YEAR), signal);
  }

  async *#read(): AsyncGenerator<Uint8Array, void, undefined> {
    this.readBytes = 0;
    for await (const piece of this.#file.csv.read()) {
      this.readBytes += piece.length;
      yield piece;
    }
  }

  async #pass(part: Uint8Array, write: Write): Promise<void> {
    this.answeredSince ??= performance.now();
    orBrokenOff(() => this.answer.add(part));
    await write(part);
  }
}

/** Every file is answered with an answer, so anything else was cut off or changed on its way. */
function orBrokenOff(look: () => void): void {
  try {
    look();
  } catch (error) {
    throw error instanceof TableError ? brokenOff(error) : error;
  }
}

/** The names in the X-Ignored-Columns header: percent-encoded and separated by commas. */
function ignoredBy({ headers }: IncomingMessage): string[] {
  const names = headers['x-ignored-columns'];
  if (typeof names !== 'string') return [];
  return names.split(',').map((name) => {
    try {
      return decodeURIComponent(name);
    } catch {
      // Something in between has changed it; the raw text is better than nothing.
      return name;
    }
  });
}
