import type { Choice, Decision } from '../../recipe/decisions.js';
import { examine, openDecisions } from '../../recipe/examine.js';
import { parseRecipe, type Recipe } from '../../recipe/recipe.js';
import { recipeError } from '../../recipe/recipe-error.js';
import { RowOrigins } from '../../recipe/row-origins.js';
import { settle } from '../../recipe/settle.js';
import { byAndBy } from '../../recipe/steps.js';
import { failedRows } from '../../review/failed-rows.js';
import { FailureGroups } from '../../review/failure-groups.js';
import { AnswerReview, type AnswerSummary } from '../../review/summary.js';
import { spreadsheetOf, withOwnErrors } from './answer-files.js';
import { type Preview, type PreviewQuestion, previewOf } from './answer-preview.js';
import { gathered, piecesOf, readBytes } from './blobs.js';
import { calculateFile } from './calculate-file.js';
import { type Comparison, compareAnswers } from './compare-answers.js';
import { FileInput, type Mend, type ReadyFile } from './file-input.js';
import { type SeenValue, type Table, tableOf, valuesSeen } from './match-table.js';
import { type FileFacts, type FileRefusal, factsOf, lookAt } from './open-file.js';
import type { Outcome, Progress } from './worker-messages.js';

/** What became of a file that was opened. */
export interface Opened {
  /** What it is, when it can be calculated as it is. */
  readonly facts: FileFacts | null;
  /** Why it cannot, in the words of the service. */
  readonly refusal: FileRefusal | null;
  /** How its columns can be matched to ours, when it is a table. */
  readonly table: Table | null;
}

/** A recipe, and the decisions that are open under it. */
export interface Decided {
  readonly recipe: Recipe;
  readonly open: readonly Decision[];
}

/** An answer that is not about all rows of the file. */
const NOT_COMPLETE = 'The answer is not complete: rows are missing. It was not kept. Send the file again.';

/** One file in the page's worker, from its bytes to its answer. Every call may take long; its signal ends it. */
export class FileSession {
  readonly #tell: (progress: Progress) => void;
  #input = new FileInput(new Uint8Array(), null);
  #ready: ReadyFile | null = null;
  #summary: AnswerSummary | null = null;
  #failed = new FailureGroups();
  #answer = new Blob();

  constructor(tell: (progress: Progress) => void) {
    this.#tell = tell;
  }

  /** Reads a file and looks at what it is. */
  async open(signal: AbortSignal, blob: Blob): Promise<Opened> {
    this.#ready = null;
    const bytes = await readBytes(blob, signal, this.#bytesOf('reading', blob.size));
    const looked = await lookAt(bytes);
    signal.throwIfAborted();
    this.#input = new FileInput(bytes, looked.file === null ? looked.source : null);
    if (looked.file === null) {
      const { refusal, source } = looked;
      return { facts: null, refusal, table: source === null ? null : tableOf(source) };
    }
    this.#ready = { bytes, file: looked.file, origins: null };
    return { facts: factsOf(bytes, looked.file), refusal: null, table: null };
  }

  /** Reads the same file another way: another sheet, another header row. */
  async reopen(_signal: AbortSignal, read: Recipe['read']): Promise<Table> {
    return tableOf(await this.#input.reopen(read));
  }

  /** The values of a column of theirs, as they would be read for one of ours. */
  async values(_signal: AbortSignal, theirs: string, ours: string): Promise<readonly SeenValue[]> {
    return valuesSeen(await this.#input.source(), theirs, ours);
  }

  /** @throws RecipeError for a text that is no recipe. */
  async parseRecipe(_signal: AbortSignal, text: string): Promise<Recipe> {
    return parseRecipe(text);
  }

  /** The recipe with some choices, and what the file leaves open all the same. */
  async decide(signal: AbortSignal, recipe: Recipe, choices: readonly Choice[]): Promise<Decided> {
    const decided = choices.reduce(settle, recipe);
    const source = await this.#input.source();
    const { decisions } = await byAndBy(examine(source, decided), signal);
    return { recipe: decided, open: openDecisions(decisions) };
  }

  /** Turns the table into our shape. */
  async match(signal: AbortSignal, recipe: Recipe): Promise<FileFacts> {
    await this.#input.use(recipe);
    return this.#prepare(signal);
  }

  /** Mends a group of failures, and calculates again. */
  async mend(signal: AbortSignal, mend: Mend): Promise<Outcome> {
    await this.#input.mend(mend);
    return this.#again(signal);
  }

  /** Writes one value on all rows of a group of failures; without one, leaves these rows out. Calculates again. */
  async mendGroup(signal: AbortSignal, group: number, value: string | null): Promise<Outcome> {
    const failure = this.#summary?.failures[group];
    if (failure === undefined) throw new Error('There is no such group.');
    const { rows, column } = failure;
    const mend: Mend =
      value === null ? { kind: 'leave out', rows } : { kind: 'rows', column, cells: [{ rows, value }] };
    return this.mend(signal, mend);
  }

  /** Takes the last mend back, and calculates again. */
  async undo(signal: AbortSignal): Promise<Outcome> {
    this.#input.undo();
    return this.#again(signal);
  }

  /** @throws Error before a file is ready. */
  async calculate(signal: AbortSignal): Promise<Outcome> {
    const { bytes, file, origins } = this.#readyFile();
    const review = new AnswerReview(origins ?? undefined);
    const onRows = (done: number, failedStudents: number): void =>
      this.#tell({ doing: 'calculating', done, total: file.rowCount, unit: 'rows', failedStudents });
    const listener = { onRows, onAnswer: (part: Uint8Array) => review.add(part) };
    return this.#keep(review, await calculateFile(bytes, file, listener, signal), signal);
  }

  /** The file in our shape, to be sent to the service. */
  async toSend(_signal: AbortSignal): Promise<Blob> {
    return new Blob([this.#readyFile().bytes], { type: 'text/csv' });
  }

  /**
   * Takes an answer of the service.
   *
   * @throws RecipeError for one that is not complete.
   */
  async receive(signal: AbortSignal, answer: Blob): Promise<Outcome> {
    const review = new AnswerReview(this.#readyFile().origins ?? undefined);
    for await (const piece of piecesOf(answer, signal, this.#bytesOf('checking', answer.size))) {
      review.add(piece);
    }
    return this.#keep(review, answer, signal);
  }

  async preview(signal: AbortSignal, question: PreviewQuestion): Promise<Preview> {
    return previewOf(this.#answer, question, signal, this.#bytesOf('checking', this.#answer.size));
  }

  /** The rows of all students who failed, as they stand in the person's own file, with the error behind them. */
  async failedRows(signal: AbortSignal): Promise<Blob> {
    const source = await this.#input.source();
    const pieces = failedRows(source, await this.#input.recipeOrOwn(), this.#failed);
    return gathered(pieces, signal, this.#bytesOf('writing', 0));
  }

  async spreadsheet(signal: AbortSignal): Promise<Blob> {
    const { bytes, origins } = this.#readyFile();
    const own = await this.#input.source();
    const recipe = await this.#input.recipeOrOwn();
    const content = {
      ...{ own, recipe, ours: bytes, origins: origins ?? new RowOrigins(true) },
      ...{ failed: this.#failed, assumptions: own.notes },
    };
    return spreadsheetOf(this.#answer, content, signal, this.#bytesOf('writing', this.#answer.size));
  }

  /**
   * Compares the answer with an earlier one; `file` is the file that the earlier one was made of, where somebody has it.
   *
   * @throws RecipeError for a file that is no answer.
   */
  async compare(signal: AbortSignal, before: Blob, file: Blob | null): Promise<Comparison> {
    const inputs =
      file === null ? null : { before: await this.#inOurShape(file, signal), after: this.#readyFile().bytes };
    const onBytes = this.#bytesOf('checking', this.#answer.size);
    return compareAnswers(before, this.#answer, inputs, signal, onBytes);
  }

  /** Another file, read as the present one was. */
  async #inOurShape(file: Blob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const onBytes = this.#bytesOf('reading', file.size);
    const other = new FileInput(await readBytes(file, signal, onBytes), null);
    if ((await other.source()).ours !== null) return other.given;
    await other.use(await this.#input.recipeOrOwn());
    return (await other.ready(signal, onBytes)).bytes;
  }

  async #again(signal: AbortSignal): Promise<Outcome> {
    await this.#prepare(signal);
    return this.calculate(signal);
  }

  async #prepare(signal: AbortSignal): Promise<FileFacts> {
    this.#ready = null;
    const onBytes = this.#bytesOf('reading', 0);
    const ready = await this.#input.ready(signal, onBytes);
    this.#ready = ready;
    return factsOf(ready.bytes, ready.file);
  }

  async #keep(review: AnswerReview, given: Blob, signal: AbortSignal): Promise<Outcome> {
    const { file, origins } = this.#readyFile();
    const summary = review.finish();
    if (summary.rows !== file.rowCount) throw recipeError(NOT_COMPLETE);
    const hasOwnRows = origins === null || origins.keepsNumbers || summary.failedStudents === 0;
    const onBytes = this.#bytesOf('writing', given.size);
    const answer = hasOwnRows ? given : await withOwnErrors(given, origins, signal, onBytes);
    this.#failed = review.failed;
    this.#summary = summary;
    this.#answer = answer;
    const { failures, ...rest } = summary;
    const groups = failures.map(({ rows, ...group }) => ({ ...group, rowCount: rows.length }));
    return { summary: rest, failures: groups, answer, mends: this.#input.mends };
  }

  #readyFile(): ReadyFile {
    if (this.#ready === null) throw new Error('There is no file.');
    return this.#ready;
  }

  #bytesOf(doing: Progress['doing'], total: number): (done: number) => void {
    return (done) => this.#tell({ doing, done, total, unit: 'bytes', failedStudents: 0 });
  }
}
