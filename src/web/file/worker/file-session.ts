import { USUAL_LIMITS } from '../../../csv/head.js';
import { type SplitFile, splitCsv } from '../../../csv/split.js';
import { NO_EDITS } from '../../../guessing/apply.js';
import { openDecisions } from '../../../guessing/examine.js';
import { ownRecipe, parseRecipe, type Recipe } from '../../../guessing/recipe.js';
import { recipeError } from '../../../guessing/recipe-error.js';
import type { RowOrigins } from '../../../guessing/row-origins.js';
import { byAndBy } from '../../../guessing/steps.js';
import { failedRows } from '../../../review/failed-rows.js';
import type { FailureGroups } from '../../../review/failure-groups.js';
import { answerIn } from '../../../review/find-answer.js';
import { AnswerReview, type AnswerSummary } from '../../../review/summary.js';
import { withOwnErrors, workbookOf } from './answer-files.js';
import { previewOf } from './answer-preview.js';
import { bytesOf, gathered, piecesOf, readBytes } from './blobs.js';
import { calculateFile } from './calculate-file.js';
import { compareAnswers } from './compare-answers.js';
import { type GroupRows, mended } from './file-edits.js';
import { withoutLost } from './lost-columns.js';
import { HeldFile, type Opened } from './open-file.js';
import type { Call, Comparison, Outcome, Plan, Preview, PreviewQuestion } from './outcome.js';
import type { Understood } from './understood.js';

/** A file in our shape, and where its rows come from. */
interface Ready {
  readonly held: HeldFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: SplitFile;
  readonly origins: RowOrigins;
  /** Including repairs. */
  readonly recipe: Recipe;
  readonly awardYear: string;
}

/** An answer, and everything that later questions about it need. */
interface HeldResult extends Ready {
  readonly summary: AnswerSummary;
  readonly failed: FailureGroups;
  readonly answer: Blob;
}

const EARLIER_ASKS =
  'The earlier file leaves a question open that this one answers. Open it by itself, calculate it, and compare with its answer.';
/** Error for an answer that does not cover all rows of the file. */
const NOT_COMPLETE = 'The answer is not complete: rows are missing. It was not kept. Send the file again.';

/**
 * The page's worker: files and answers by numbers that the page assigns; once stored, they never change. Every call may take
 * long; aborting its signal ends it and leaves everything unchanged.
 */
export class FileSession {
  readonly #files = new Map<number, HeldFile>();
  readonly #results = new Map<number, HeldResult>();
  /** Files prepared for the service, by the number of the awaited answer. */
  readonly #sent = new Map<number, Ready>();
  /** Rows of the groups that repairs name, by answer and group. Kept longer than the answer. */
  readonly #rows = new Map<string, GroupRows>();

  /** Reads and examines a file, with a recipe if there is one. */
  async open(call: Call, id: number, blob: Blob, recipe: Recipe | null, awardYear: string): Promise<Opened> {
    const held = new HeldFile(await readBytes(blob, call));
    const opened = await held.open(recipe, awardYear, call);
    this.#files.set(id, held);
    return opened;
  }

  /**
   * Examines the whole file with a recipe, or the text of one, of which columns that the file lacks are asked about; for
   * null, proposes one for the file as `read` says.
   *
   * @throws RecipeError for a text that is not a recipe.
   */
  async match(
    call: Call,
    id: number,
    given: Recipe | string | null,
    read: Recipe['read'],
    awardYear: string,
  ): Promise<Understood> {
    const held = this.#file(id);
    if (typeof given !== 'string') return held.understand(given, read, awardYear, call);
    const written = parseRecipe(given);
    const { header } = await held.source(written.read, call, 'looking');
    const { recipe, lost } = withoutLost(written, header);
    return { ...(await held.understand(recipe, read, awardYear, call)), lost };
  }

  /** Calculates a plan here. @throws RecipeError or ApiError if the file cannot be calculated that way. */
  async calculate(call: Call, plan: Plan, id: number): Promise<Outcome> {
    const ready = await this.#ready(plan, call);
    const review = new AnswerReview(ready.origins);
    const { bytes, file } = ready;
    const answer = await calculateFile(bytes, file, plan.awardYear, call, (part) => review.add(part));
    return this.#keep(id, ready, review, answer, call);
  }

  /** The file in our shape, to send to the service; the answer will be `receive`d under the same number. */
  async toSend(call: Call, plan: Plan, id: number): Promise<Blob> {
    const ready = await this.#ready(plan, call);
    this.#sent.clear();
    this.#sent.set(id, ready);
    return new Blob([ready.bytes], { type: 'text/csv' });
  }

  /** Accepts an answer from the service. @throws RecipeError for an incomplete one. */
  async receive(call: Call, id: number, answer: Blob): Promise<Outcome> {
    const ready = this.#sent.get(id);
    if (ready === undefined) throw new Error('Nothing was sent.');
    const review = new AnswerReview(ready.origins);
    for await (const piece of piecesOf(answer, call.signal, bytesOf(call, 'checking', answer.size))) {
      review.add(piece);
    }
    this.#sent.delete(id);
    return this.#keep(id, ready, review, answer, call);
  }

  /** Some rows of an answer. */
  async preview(call: Call, id: number, question: PreviewQuestion): Promise<Preview> {
    const { held, recipe, ...result } = this.#result(id);
    const source = await held.source(recipe.read, call);
    return previewOf({ ...result, source }, question, call.signal);
  }

  /** The rows of all failed students, as in the person's own file, followed by the error. */
  async failedRows(call: Call, id: number): Promise<Blob> {
    const { held, recipe, failed } = this.#result(id);
    const source = await held.source(recipe.read, call, 'writing');
    return gathered(failedRows(source, recipe, failed), call.signal, () => {});
  }

  /** The person's own rows with the answer beside them, as a workbook that also lists the assumptions. */
  async workbook(call: Call, id: number, assumptions: readonly string[]): Promise<Blob> {
    const { held, recipe, bytes, origins, failed, answer } = this.#result(id);
    const own = await held.source(recipe.read, call, 'joining');
    const content = { own, recipe, ours: bytes, origins, failed, assumptions };
    return workbookOf(answer, content, call);
  }

  /**
   * Compares an answer with an earlier one, or with an earlier file of students, which is calculated with the same recipe.
   *
   * @throws RecipeError for a file that is neither, or has open questions that the current one does not have.
   */
  async compare(call: Call, id: number, before: Blob): Promise<Comparison> {
    const { bytes, answer, recipe, awardYear } = this.#result(id);
    const earlier = await readBytes(before, call);
    const earlierAnswer = await answerIn(earlier);
    if (earlierAnswer !== null) return compareAnswers(earlierAnswer, answer, null, call);
    const ours = await this.#inOurShape(earlier, recipe, awardYear, call);
    const made = await calculateFile(ours, splitCsv(ours, USUAL_LIMITS), awardYear, call);
    const files = { before: ours, after: bytes };
    return compareAnswers(new Uint8Array(await made.arrayBuffer()), answer, files, call);
  }

  /** Discards all other files and answers. */
  keepOnly(_call: Call, files: readonly number[], results: readonly number[]): void {
    for (const id of this.#files.keys()) if (!files.includes(id)) this.#files.delete(id);
    for (const id of this.#results.keys()) if (!results.includes(id)) this.#results.delete(id);
    this.#sent.clear();
    if (files.length === 0) this.#rows.clear();
  }

  async #ready({ file: id, recipe, awardYear, mends }: Plan, call: Call): Promise<Ready> {
    const held = this.#file(id);
    const { recipe: last, edits } = mended(recipe, mends, (result, group) => this.#rowsOf(result, group));
    const { bytes, origins } = await held.converted(last, edits, awardYear, call);
    return { held, bytes, file: splitCsv(bytes, USUAL_LIMITS), origins, recipe: last, awardYear };
  }

  async #keep(id: number, ready: Ready, review: AnswerReview, given: Blob, call: Call): Promise<Outcome> {
    const { file, origins, bytes, awardYear } = ready;
    const summary = await byAndBy(review.finishing(bytes, awardYear), call.signal);
    if (summary.rows !== file.rowCount) throw recipeError(NOT_COMPLETE);
    const hasOwnRows = origins.keepsNumbers || summary.failedStudents === 0;
    const answer = hasOwnRows ? given : await withOwnErrors(given, review.failed, call);
    this.#results.set(id, { ...ready, summary, failed: review.failed, answer });
    const { failures, ...rest } = summary;
    return {
      summary: rest,
      failures: failures.map(({ rows: _, leftOut: __, ...group }) => group),
      answer,
    };
  }

  /** The rows of a group of failures; from now on they are kept as long as the file. */
  #rowsOf(result: number, group: number): GroupRows {
    const key = `${result} ${group}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const failure = this.#results.get(result)?.summary.failures[group];
    if (failure === undefined) throw new Error('There is no such group of failures.');
    const found = { column: failure.column, rows: failure.rows, leftOut: failure.leftOut };
    this.#rows.set(key, found);
    return found;
  }

  /** Another file, read like the file of an answer. @throws RecipeError if it raises an unanswered question. */
  async #inOurShape(
    bytes: Uint8Array<ArrayBuffer>,
    given: Recipe,
    awardYear: string,
    call: Call,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const held = new HeldFile(bytes);
    const source = await held.source(given.read, call, 'preparing');
    // A file in our shape says itself what its columns are.
    const { shape, columns } = source.ours === null ? given : ownRecipe(source.header);
    const recipe = { ...given, shape, columns };
    if (!held.isOurs(recipe)) {
      const { decisions } = await held.examination(recipe, awardYear, source, call);
      const [open] = openDecisions(decisions);
      if (open !== undefined) throw recipeError(`${EARLIER_ASKS} ${open.question}`);
    }
    return (await held.converted(recipe, NO_EDITS, awardYear, call)).bytes;
  }

  #file(id: number): HeldFile {
    const held = this.#files.get(id);
    if (held === undefined) throw new Error('The browser no longer has this file. Choose it again.');
    return held;
  }

  #result(id: number): HeldResult {
    const result = this.#results.get(id);
    if (result === undefined) throw new Error('The browser no longer has this answer. Calculate again.');
    return result;
  }
}
