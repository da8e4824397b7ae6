import type { Sentence } from '../recipe/examination.js';
import { pathText } from '../recipe/recipe.js';
import { recipeText } from '../recipe/recipe-file.js';
import type { WorkbookContent } from '../review/answer-workbook.js';
import { failedRows } from '../review/failed-rows.js';
import { AnswerReview } from '../review/summary.js';
import { byAndBy } from '../table/steps.js';
import { understoodText } from './columns-text.js';
import { EXIT, type ExitCode, type ReadingOptions, type Run } from './command.js';
import { inTurns, progressText, splitStudents, summaryOf, summaryText } from './file-run.js';
import { type Input, readInput } from './input.js';
import { type OpenOutput, type Output, refuseSameFile, writing } from './output.js';
import { Progress } from './progress.js';
import { onOneLine, type Telling, tell } from './streams.js';
import {
  markedRecipe,
  OpenPlaces,
  openStudents,
  ready,
  type StudentFile,
  sentencesOf,
  understand,
} from './student-file.js';

/** The options of commands that take a file of students. */
interface FileOptions extends ReadingOptions, Telling {
  readonly failed?: string;
  readonly recipeOut?: string;
}

const WORKBOOK = /\.xlsx$/i;

/** `prorata bulk`: takes a file of students and writes the answer. */
export const bulkCommand: Run<FileOptions & { readonly output: string }> = (words, options, signal) => {
  const { output } = options;
  const reason = WORKBOOK.test(output)
    ? `The sheet "Failures" of ${output} has the reasons. `
    : `The column "error" of ${output === '-' ? 'the answer' : output} has the reason. `;
  return calculateFile(words, options, reason, 'run', openStudents, signal);
};

/** `prorata check`: what is understood of a file and what is open; if nothing is, what `bulk` would report. */
export const checkCommand: Run<FileOptions> = (words, options, signal) =>
  calculateFile(words, options, '', 'check', openChecked, signal);

const openChecked: Open = async (input, options, signal, say) => {
  const { recipeOut, json = false, quiet = false } = options;
  const draft = recipeOut === undefined ? 'for other names' : 'always';
  const file = await understand(input, options, draft, signal);
  if (file.found !== null && !json && !quiet) say(`${understoodText(file)}\n`);
  if (recipeOut !== undefined) {
    const recipe = Buffer.from(recipeText(markedRecipe(file)));
    const write = async (open: OpenOutput) => (await open(recipeOut)).write(recipe);
    await writing(signal, write, async () => {});
  }
  if (file.open.length > 0 || !file.recipe.confirmed) throw new OpenPlaces(file, recipeOut);
  return ready(file);
};

/** Reads a file of students; `say` prints lines meanwhile. */
type Open = (
  input: Input,
  options: FileOptions,
  signal: AbortSignal,
  say: (text: string) => void,
) => Promise<StudentFile>;

/**
 * Calculates a file, writes its outputs completely or not at all, and tells the result.
 *
 * @param reasons says where the reasons are why students failed, in a sentence.
 */
async function calculateFile(
  [path = '-']: readonly string[],
  options: FileOptions,
  reasons: string,
  again: string,
  openFile: Open,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output: target, failed: failedPath, recipeOut, quiet = false, json = false } = options;
  await refuseSameFile(path, [target, failedPath, recipeOut]);
  const whatToDo =
    failedPath === undefined
      ? `${reasons}To get their rows to correct, run it again with --failed failed.csv.`
      : `Correct ${failedPath} and ${again} it again.`;
  const since = performance.now();
  const progress = new Progress(quiet || json);
  const work = async (open: OpenOutput) => {
    let count = 0;
    progress.text = () => `${(count / 1e6).toFixed(1)} MB read`;
    const input = await readInput(path, signal, (bytes) => {
      count = bytes;
    });
    const file = await openFile(input, options, signal, (text) => progress.say(text));
    const { table: own, recipe, origins, awardYear } = file;
    const output = target === undefined ? undefined : await open(target);
    const failedOutput = failedPath === undefined ? undefined : await open(failedPath);
    const calculated = splitStudents(file);
    const review = new AnswerReview(calculated, awardYear, origins);
    const calculatedSince = performance.now();
    progress.text = () => progressText(review, calculated.file.rowCount, calculatedSince);
    const answer = output === undefined ? undefined : await answerWriter(output, signal);
    for await (const piece of inTurns(review.answer(false), signal)) await answer?.write(piece);
    const sentences = await sentencesOf(file, signal);
    const said = saidOf(file, sentences);
    const { failed } = review;
    const { warnings } = review.summary();
    await answer?.finish({ own, recipe, calculated, origins, failed, assumptions: said, warnings });
    for (const piece of failedOutput === undefined ? [] : failedRows(own, failed)) {
      signal.throwIfAborted();
      await failedOutput?.write(piece);
    }
    // What `check` has already told of a recipe is not told again.
    const isTold = target === undefined && file.found !== null;
    return {
      summary: () => summaryOf(file, calculated, review, sentences, since),
      said: isTold ? [] : said,
      where: output?.isFile ? `, written to ${output.name}` : '',
    };
  };
  try {
    return await writing(signal, work, async ({ summary: summarize, said, where }) => {
      progress.stop();
      const summary = summarize();
      const names = { input: path, output: target ?? null, failed: failedPath ?? null };
      const text = summaryText(said, summary, where, whatToDo);
      await tell(options, { status: 'done', ...names, ...summary }, text);
      return summary.failed_students > 0 ? EXIT.someFailed : EXIT.done;
    });
  } finally {
    progress.stop();
  }
}

/** Writes an answer as it is, or as a workbook if it is named so. */
async function answerWriter(
  output: Output,
  signal: AbortSignal,
): Promise<{
  readonly write: (part: Uint8Array) => Promise<void>;
  readonly finish: (content: WorkbookContent) => Promise<void>;
}> {
  if (!WORKBOOK.test(output.name)) return { write: (part) => output.write(part), finish: async () => {} };
  // Loaded only if a workbook is wanted.
  const { AnswerWorkbook } = await import('../review/answer-workbook.js');
  const pieces: Uint8Array[] = [];
  const workbook = new AnswerWorkbook((piece) => pieces.push(piece));
  const flush = async (): Promise<void> => {
    for (const piece of pieces.splice(0)) await output.write(piece);
  };
  return {
    write: (part) => {
      workbook.add(part);
      return flush();
    },
    finish: async (content) => {
      await byAndBy(workbook.finishing(content), signal);
      await flush();
    },
  };
}

/** What was read differently than one may expect, and what was done with the file, in sentences. */
function saidOf({ table }: StudentFile, sentences: readonly Sentence[]): readonly string[] {
  return [...table.notes, ...sentences.map(({ text }) => text)];
}

/** `prorata convert`: takes any file of students and writes the CSV that the service takes. */
export const convertCommand: Run<FileOptions & { readonly output: string }> = async (
  [path = '-'],
  options,
  signal,
) => {
  const { output: target } = options;
  await refuseSameFile(path, [target]);
  const file = await openStudents(await readInput(path, signal), options, signal);
  const write = async (open: OpenOutput) => {
    const output = await open(target);
    await output.write(file.csv);
    return output;
  };
  await writing(signal, write, async ({ isFile }) => {
    const sentences = await sentencesOf(file, signal);
    const done = sentences.map(({ text, path: place }) => ({ text, path: pathText(place) }));
    const lines = [...saidOf(file, sentences).map(onOneLine), ...(isFile ? [`Written to ${target}.`] : [])];
    await tell(options, { status: 'done', input: path, output: target, sentences: done }, lines.join('\n'));
  });
  return EXIT.done;
};
