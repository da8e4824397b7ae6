import type { Sentence } from '../recipe/examination.js';
import { pathText } from '../recipe/recipe.js';
import { recipeText } from '../recipe/recipe-file.js';
import { RowOrigins } from '../recipe/row-origins.js';
import type { WorkbookContent } from '../review/answer-workbook.js';
import { failedRows } from '../review/failed-rows.js';
import { byAndBy } from '../table/steps.js';
import { understoodText } from './columns-text.js';
import { EXIT, type ExitCode } from './command-error.js';
import { FileRun, summaryText } from './file-run.js';
import { type Input, readInput } from './input.js';
import type { ReadingOptions, Run } from './options.js';
import { type Output, openOutput, refuseSameFile, writeWhole } from './output.js';
import { Progress } from './progress.js';
import { ending, report, withFate } from './report.js';
import { onOneLine } from './streams.js';
import {
  markedRecipe,
  OpenPlaces,
  openStudents,
  ready,
  type StudentFile,
  sentencesOf,
  understand,
} from './student-file.js';

/** The options of commands that calculate a file. */
interface FileOptions extends ReadingOptions {
  readonly failed?: string;
  readonly recipeOut?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

const WORKBOOK = /\.xlsx$/i;

/** `prorata bulk`: takes a file of students and writes the answer. */
export const bulkCommand: Run<FileOptions & { readonly output: string }> = (
  [path = '-'],
  options,
  signal,
) => {
  const { output, failed } = options;
  const reason = WORKBOOK.test(output)
    ? `The sheet "Failures" of ${output} has the reasons.`
    : `The column "error" of ${output === '-' ? 'the answer' : output} has the reason.`;
  const whatToDo =
    failed === undefined
      ? `${reason} To get their rows to correct, run it again with --failed failed.csv.`
      : `Correct ${failed} and run it again.`;
  return calculateFile(path, output, options, whatToDo, openStudents, signal);
};

/** `prorata check`: what is understood of a file and what is open; if nothing is, what `bulk` would report. */
export const checkCommand: Run<FileOptions> = ([path = '-'], options, signal) => {
  const { failed } = options;
  const whatToDo =
    failed === undefined
      ? 'To get their rows to correct, run it again with --failed failed.csv.'
      : `Correct ${failed} and check it again.`;
  return calculateFile(path, null, options, whatToDo, openChecked, signal);
};

const openChecked: Open<FileOptions> = async (input, options, signal, tell) => {
  const { recipeOut, json = false, quiet = false } = options;
  const file = await understand(
    input,
    options,
    recipeOut === undefined ? 'for other names' : 'always',
    signal,
  );
  if (file.found !== null && !json && !quiet) tell(`${understoodText(file)}\n`);
  if (recipeOut !== undefined) await writeWhole(recipeOut, recipeText(markedRecipe(file)));
  if (file.open.length > 0 || !file.recipe.confirmed) throw new OpenPlaces(file, recipeOut);
  return ready(file);
};

/** Reads a file of students; `tell` prints lines meanwhile. */
type Open<Options> = (
  input: Input,
  options: Options,
  signal: AbortSignal,
  tell: (text: string) => void,
) => Promise<StudentFile>;

/**
 * Calculates a file, writes its outputs completely or not at all, and reports the result.
 *
 * @param target path of the answer; null if it is not wanted.
 * @param whatToDo what to do about students who failed, in sentences.
 */
async function calculateFile(
  path: string,
  target: string | null,
  options: FileOptions,
  whatToDo: string,
  openFile: Open<FileOptions>,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { failed: failedPath, recipeOut, quiet = false, json = false } = options;
  const manner = { json, quiet, isDataOnStdout: target === '-' };
  return ending(manner, async () => {
    await refuseSameFile(path, [target, failedPath, recipeOut]);
    const run = new FileRun();
    const progress = new Progress(() => run.progress(), quiet || json);
    const outputs: Output[] = [];
    try {
      const input = await readInput(path, signal, (bytes) => run.read(bytes));
      const file = await openFile(input, options, signal, (text) => progress.say(text));
      let sentences: readonly Sentence[] = [];
      if (target !== null) outputs.push(await openAnswer(target, () => contentOf(file, run, sentences)));
      const failedOutput = failedPath === undefined ? undefined : await openOutput(failedPath);
      const [answer] = outputs;
      if (failedOutput !== undefined) outputs.push(failedOutput);
      for await (const part of run.calculate(file, signal)) await answer?.write(part);
      await byAndBy(run.explain(file), signal);
      sentences = await sentencesOf(file, signal);
      if (failedOutput !== undefined) await writeFailed(failedOutput, file, run, signal);
      for (const each of outputs) await each.finish();
      signal.throwIfAborted();
      // The answer comes last, so that a program waiting for it finds the failed rows of the same run.
      for (const each of outputs.toReversed()) await each.commit();
      progress.stop();
      // What `check` has already told of a recipe is not told again.
      const isTold = target === null && file.found !== null;
      const summary = run.summary(sentences);
      const names = { input: path, output: target, failed: failedPath ?? null };
      const written = answer?.isFile === true ? `, written to ${answer.name}` : '';
      const text = summaryText(isTold ? [] : told(file, sentences), summary, written, whatToDo);
      await report(manner, { status: 'done', ...names, ...summary }, text);
      return summary.failed_students > 0 ? EXIT.someFailed : EXIT.done;
    } catch (error) {
      throw withFate(error, outputs);
    } finally {
      progress.stop();
      for (const each of outputs) await each.discard();
    }
  });
}

async function openAnswer(target: string, content: () => WorkbookContent): Promise<Output> {
  const output = await openOutput(target);
  if (!WORKBOOK.test(target)) return output;
  // Loaded only if a workbook is wanted.
  const { AnswerWorkbook } = await import('../review/answer-workbook.js');
  let pieces: Uint8Array[] = [];
  const workbook = new AnswerWorkbook((piece) => pieces.push(piece));
  const flush = async (): Promise<void> => {
    const ready = pieces;
    pieces = [];
    for (const piece of ready) await output.write(piece);
  };
  return {
    name: output.name,
    isFile: output.isFile,
    hasData: () => output.hasData(),
    commit: () => output.commit(),
    isCommitted: () => output.isCommitted(),
    discard: () => output.discard(),
    write: async (data) => {
      workbook.add(data);
      await flush();
    },
    finish: async () => {
      workbook.finish(content());
      await flush();
      await output.finish();
    },
  };
}

/** What was read differently than one may expect, and what was done with the file, in sentences. */
function told({ table }: StudentFile, sentences: readonly Sentence[]): readonly string[] {
  return [...table.notes, ...sentences.map(({ text }) => text)];
}

/** What a workbook contains besides the answer. */
function contentOf(file: StudentFile, { failed }: FileRun, sentences: readonly Sentence[]): WorkbookContent {
  const { table: own, recipe, csv: ours, origins = new RowOrigins(true) } = file;
  return { own, recipe, ours, origins, failed, assumptions: told(file, sentences) };
}

/** Writes the rows of the students who failed, as in the file, followed by the reason; only the header if nobody failed. */
async function writeFailed(
  output: Output,
  { table }: StudentFile,
  { failed }: FileRun,
  signal: AbortSignal,
): Promise<void> {
  for (const piece of failedRows(table, failed)) {
    signal.throwIfAborted();
    await output.write(piece);
  }
}

/** `prorata convert`: takes any file of students and writes the CSV that the service takes. */
export const convertCommand: Run<Omit<FileOptions, 'failed' | 'recipeOut'> & { readonly output: string }> = (
  [path = '-'],
  { output: target, quiet = false, json = false, ...reading },
  signal,
) => {
  const manner = { json, quiet, isDataOnStdout: target === '-' };
  return ending(manner, async () => {
    await refuseSameFile(path, [target]);
    const file = await openStudents(await readInput(path, signal), reading, signal);
    const output = await openOutput(target);
    try {
      await output.write(file.csv);
      await output.finish();
      signal.throwIfAborted();
      await output.commit();
    } catch (error) {
      throw withFate(error, [output]);
    } finally {
      await output.discard();
    }
    const sentences = await sentencesOf(file, signal);
    const written = output.isFile ? [`Written to ${output.name}.`] : [];
    const done = sentences.map(({ text, path: place }) => ({ text, path: pathText(place) }));
    await report(
      manner,
      { status: 'done', input: path, output: target, sentences: done },
      [...told(file, sentences).map(onOneLine), ...written].join('\n'),
    );
    return EXIT.done;
  });
};
