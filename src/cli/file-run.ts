import type { IncomingMessage } from 'node:http';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import type { AlikeIds } from '../recipe/alike-ids.js';
import { RecipeError } from '../recipe/recipe-error.js';
import { FailureGroups } from '../review/failure-groups.js';
import type { Access } from './access.js';
import { AnswerWatch } from './answer-watch.js';
import { RowCounter } from './row-counter.js';
import { answerBytes, ask, brokenOff, type Patience } from './service.js';
import type { StudentFile } from './student-file.js';

/** Takes parts of an answer, one at a time and in order. The memory of a part is used again as soon as it has been taken. */
export type Write = (part: Uint8Array) => Promise<void>;

/** A file of students being calculated, here or by a service, and how far that has come. */
export class FileRun {
  /** Who failed, and why. */
  readonly failed: FailureGroups;
  /** What has come of the answer. */
  readonly answer: AnswerWatch;
  /** Bytes of the CSV that were read. */
  readBytes = 0;
  /** Rows of the CSV below its header; while it is read, as many as were seen. */
  totalRows = 0;
  /** When the answer began, in milliseconds of `performance`; null before. */
  answeredSince: number | null = null;
  /** Columns that nobody reads, as the file calls them. */
  ignoredColumns: readonly string[];
  readonly #file: StudentFile;
  readonly #awardYear: string | undefined;

  /**
   * @param awardYear where it is not the current one.
   * @param ids where the answer's ids are to be compared, which takes memory for all of them.
   */
  constructor(file: StudentFile, awardYear?: string, ids: AlikeIds | null = null) {
    this.#file = file;
    this.#awardYear = awardYear;
    this.failed = new FailureGroups(file.origins);
    this.answer = new AnswerWatch((id, error) => this.failed.add(id, error), ids);
    this.ignoredColumns = file.ignoredColumns;
  }

  /** Calculates on this computer. @throws ApiError for a file that cannot be read, what `write` throws, or the signal's reason. */
  async here(env: NodeJS.ProcessEnv, write: Write, signal: AbortSignal): Promise<void> {
    const csv = { byteLength: this.#file.csv.byteLength, read: () => this.#read(() => {}) };
    const onStart = (rows: number, ignoredColumns: readonly string[]): void => {
      this.totalRows = rows;
      this.ignoredColumns = [...this.ignoredColumns, ...ignoredColumns];
    };
    // Only who calculates loads what does it.
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
   * @throws CommandError of a refusal, of a service that cannot be reached, or of an answer that breaks off; what `write` throws, or the
   * signal's reason.
   */
  async byService(access: Access, write: Write, patience: Patience): Promise<void> {
    const { csv, input } = this.#file;
    let isTaken = false;
    let rows = new RowCounter();
    const body = (): AsyncIterable<Uint8Array> => {
      isTaken = true;
      rows = new RowCounter();
      return this.#read((piece) => {
        rows.add(piece);
        this.totalRows = rows.count;
      });
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
    for await (const part of answerBytes(response, patience.signal)) await this.#pass(part, write);
    orBrokenOff(() => this.answer.finish());
    // A proxy between the service and us may end a cut answer as if it were whole. There is a row for every row.
    if (this.answer.rows !== rows.finish()) throw brokenOff();
  }

  async *#read(look: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array, void, undefined> {
    this.readBytes = 0;
    for await (const piece of this.#file.csv.read()) {
      this.readBytes += piece.length;
      look(piece);
      yield piece;
    }
  }

  async #pass(part: Uint8Array, write: Write): Promise<void> {
    this.answeredSince ??= performance.now();
    orBrokenOff(() => this.answer.add(part));
    await write(part);
  }
}

/** What calculates answers each file with an answer, so that something else is one that was cut or changed on its way. */
function orBrokenOff(look: () => void): void {
  try {
    look();
  } catch (error) {
    throw error instanceof RecipeError ? brokenOff(error) : error;
  }
}

/** What the header X-Ignored-Columns says: percent-encoded names with commas between them. */
function ignoredBy({ headers }: IncomingMessage): string[] {
  const names = headers['x-ignored-columns'];
  if (typeof names !== 'string') return [];
  return names.split(',').map((name) => {
    try {
      return decodeURIComponent(name);
    } catch {
      // Something in between has changed it; as it came it says more than nothing.
      return name;
    }
  });
}
