import { USUAL_LIMITS } from '../../../csv/head.js';
import { type SplitFile, splitCsv } from '../../../csv/split.js';
import { type Edits, NO_EDITS } from '../../../recipe/apply-recipe.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { RowOrigins } from '../../../recipe/row-origins.js';
import { failedRows } from '../../../review/failed-rows.js';
import type { FailureGroup, FailureGroups } from '../../../review/failure-groups.js';
import { answerIn } from '../../../review/find-answer.js';
import { leaveOut, mendRows } from '../../../review/mend.js';
import { AnswerReview, type AnswerSummary } from '../../../review/summary.js';
import { byAndBy } from '../../../table/steps.js';
import { tableError } from '../../../table/table-error.js';
import { withOwnErrors, workbookOf } from './answer-files.js';
import { previewOf } from './answer-preview.js';
import { gathered, readBytes } from './blobs.js';
import { calculateFile } from './calculate-file.js';
import { compareAnswers } from './compare-answers.js';
import { HeldFile } from './held-file.js';
import type { Call, Comparison, Mend, Outcome, Plan, Preview, PreviewQuestion } from './outcome.js';
import type { Opened, Understood } from './understood.js';

/** The rows of a group of failures, for its repair and for leaving them out. */
type GroupRows = Pick<FailureGroup, 'column' | 'rows' | 'leftOut'>;

/** A file in our shape, and where its rows come from. */
interface Ready {
  readonly held: HeldFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: SplitFile;
  readonly origins: RowOrigins;
  readonly recipe: Recipe;
  readonly awardYear: string;
}

/** An answer, and everything that later questions about it need. */
interface HeldResult extends Ready {
  readonly summary: AnswerSummary;
  readonly failed: FailureGroups;
  readonly answer: Blob;
}

const NO_ANSWER =
  'This file is not an answer. Choose an answer that was saved here before: a workbook, or a CSV as it was saved.';

/**
 * The page's worker: files and answers by numbers that the page assigns; once stored, they never change. Every call may take
 * long; aborting its signal ends it and leaves everything unchanged.
 */
export class FileSession {
  readonly #files = new Map<number, HeldFile>();
  readonly #results = new Map<number, HeldResult>();
  /** Rows of the groups that repairs name, by answer and group. Kept longer than the answer. */
  readonly #rows = new Map<string, GroupRows>();

  /** Reads and examines a file, with a recipe if there is one. */
  async open(call: Call, id: number, blob: Blob, recipe: Recipe | null, awardYear: string): Promise<Opened> {
    const held = new HeldFile(await readBytes(blob, call));
    const opened = await held.open(recipe, awardYear, call);
    this.#files.set(id, held);
    return opened;
  }

  /** Begins with another table of the file, or with an earlier recipe. @throws RecipeError, TableError */
  async begin(
    call: Call,
    id: number,
    read: Recipe['read'],
    earlier: string | null,
    awardYear: string,
  ): Promise<Understood> {
    return this.#file(id).begin(read, earlier, awardYear, call);
  }

  /** Examines the whole file by a recipe. @throws RecipeError, TableError */
  async examine(call: Call, id: number, recipe: Recipe, awardYear: string): Promise<Understood> {
    return this.#file(id).examine(recipe, awardYear, call);
  }

  /** Calculates a plan here. @throws TableError or ApiError if the file cannot be calculated that way. */
  async calculate(call: Call, plan: Plan, id: number): Promise<Outcome> {
    const ready = await this.#ready(plan, call);
    const review = new AnswerReview(ready.origins);
    const { bytes, file } = ready;
    const answer = await calculateFile(bytes, file, plan.awardYear, call, (part) => review.add(part));
    return this.#keep(id, ready, review, answer, call);
  }

  /** Some rows of an answer. */
  async preview(call: Call, id: number, question: PreviewQuestion): Promise<Preview> {
    const { held, recipe, ...result } = this.#result(id);
    const table = await held.table(recipe.read, call, 'reading');
    return previewOf({ ...result, table }, question, call.signal);
  }

  /** The rows of all failed students, as in the person's own file, followed by the error. */
  async failedRows(call: Call, id: number): Promise<Blob> {
    const { held, recipe, failed } = this.#result(id);
    const table = await held.table(recipe.read, call, 'writing');
    return gathered(failedRows(table, failed), call.signal, () => {});
  }

  /** The person's own rows with the answer beside them, as a workbook that also lists the assumptions. */
  async workbook(call: Call, id: number, assumptions: readonly string[]): Promise<Blob> {
    const { held, recipe, bytes, origins, failed, answer } = this.#result(id);
    const own = await held.table(recipe.read, call, 'joining');
    const content = { own, recipe, ours: bytes, origins, failed, assumptions };
    return workbookOf(answer, content, call);
  }

  /** Compares an answer with an earlier one. @throws TableError for a file that is not an answer. */
  async compare(call: Call, id: number, before: Blob): Promise<Comparison> {
    const { answer } = this.#result(id);
    const earlier = await answerIn(await readBytes(before, call));
    if (earlier === null) throw tableError(NO_ANSWER);
    return compareAnswers(earlier, answer, call);
  }

  /** Discards all other files and answers. */
  keepOnly(_call: Call, files: readonly number[], results: readonly number[]): void {
    for (const id of this.#files.keys()) if (!files.includes(id)) this.#files.delete(id);
    for (const id of this.#results.keys()) if (!results.includes(id)) this.#results.delete(id);
    if (files.length === 0) this.#rows.clear();
  }

  async #ready({ file: id, recipe, awardYear, mends }: Plan, call: Call): Promise<Ready> {
    const held = this.#file(id);
    const edits = mends.reduce((so, mend) => this.#mended(so, mend), NO_EDITS);
    const { bytes, origins } = await held.converted(recipe, edits, awardYear, call);
    // Of a file that is calculated as it is, a person has said which columns are not read.
    const file = splitCsv(bytes, { ...USUAL_LIMITS, ignoreColumns: '*' });
    return { held, bytes, file, origins, recipe, awardYear };
  }

  #mended(edits: Edits, mend: Mend): Edits {
    switch (mend.kind) {
      case 'rows':
        return mend.cells.reduce((so, { rows, value }) => mendRows(so, mend.column, rows, value), edits);
      case 'group': {
        const { column, rows } = this.#rowsOf(mend.result, mend.group);
        return mendRows(edits, column, rows, mend.value);
      }
      case 'leave out':
        return leaveOut(edits, this.#rowsOf(mend.result, mend.group).leftOut);
    }
  }

  async #keep(id: number, ready: Ready, review: AnswerReview, given: Blob, call: Call): Promise<Outcome> {
    const { file, bytes, awardYear } = ready;
    const summary = await byAndBy(review.finishing(bytes, awardYear), call.signal);
    if (summary.rows !== file.rowCount) throw new Error('The answer lacks rows.');
    // A file that was calculated as it is has the bytes of the service's answer.
    const isOwn = bytes === ready.held.bytes || summary.failedStudents === 0;
    const answer = isOwn ? given : await withOwnErrors(given, review.failed, call);
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
