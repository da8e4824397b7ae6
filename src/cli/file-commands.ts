import { RowOrigins } from '../guessing/row-origins.js';
import type { WorkbookContent } from '../review/answer-workbook.js';
import { failedRows } from '../review/failed-rows.js';
import { byAndBy } from '../table/steps.js';
import { EXIT, type ExitCode } from './command-error.js';
import { FileRun, summaryText } from './file-run.js';
import { readInput } from './input.js';
import type { ReadingOptions, Run } from './options.js';
import { type Output, openOutput, refuseSameFile } from './output.js';
import { Progress } from './progress.js';
import { ending, report, withFate } from './report.js';
import { onOneLine } from './streams.js';
import { openStudents, type StudentFile } from './student-file.js';

/** The options of commands that calculate a file. */
interface FileOptions extends ReadingOptions {
  readonly failed?: string;
  readonly recipeOut?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `prorata bulk`: takes a file of students and writes the answer. */
export const bulkCommand: Run<FileOptions & { readonly output: string }> = (
  [path = '-'],
  options,
  signal,
) => {
  const { output, failed } = options;
  const reason = `The column "error" of ${output === '-' ? 'the answer' : output} has the reason.`;
  const whatToDo =
    failed === undefined
      ? `${reason} To get their rows to correct, run it again with --failed failed.csv.`
      : `Correct ${failed} and run it again.`;
  return calculateFile(path, output, options, whatToDo, signal);
};

/** `prorata check`: what `bulk` would report about a file, without writing an answer. */
export const checkCommand: Run<FileOptions> = ([path = '-'], options, signal) => {
  const { failed } = options;
  const whatToDo =
    failed === undefined
      ? 'To get their rows to correct, run it again with --failed failed.csv.'
      : `Correct ${failed} and check it again.`;
  return calculateFile(path, null, options, whatToDo, signal);
};

const WORKBOOK = /\.xlsx$/i;

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
      const file = await openStudents(input, { ...options, asksOwn: true }, signal);
      if (!json && !quiet) for (const note of file.notes) progress.say(note);
      if (target !== null) outputs.push(await openAnswer(target, () => contentOf(file, run)));
      const failedOutput = failedPath === undefined ? undefined : await openOutput(failedPath);
      const [answer] = outputs;
      if (failedOutput !== undefined) outputs.push(failedOutput);
      for await (const part of run.calculate(file, signal)) await answer?.write(part);
      await byAndBy(run.explain(file), signal);
      if (failedOutput !== undefined) await writeFailed(failedOutput, file, run, signal);
      for (const each of outputs) await each.finish();
      signal.throwIfAborted();
      // The answer comes last, so that a program waiting for it finds the failed rows of the same run.
      for (const each of outputs.toReversed()) await each.commit();
      progress.stop();
      const summary = run.summary(file);
      const names = { input: path, output: target, failed: failedPath ?? null };
      const written = answer?.isFile === true ? `, written to ${answer.name}` : '';
      await report(manner, { status: 'done', ...names, ...summary }, summaryText(summary, written, whatToDo));
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

/** What a workbook contains besides the answer. */
function contentOf(file: StudentFile, { failed }: FileRun): WorkbookContent {
  const { table: own, csv: ours, origins = new RowOrigins(true) } = file;
  const { shape } = file.recipe;
  const terms = shape.rows === 'student' ? shape.terms.map(({ label }) => ({ label })) : [];
  const recipe = { rows: shape.rows, terms, fields: {} };
  const assumptions = [...file.assumptions.map(({ text }) => text), ...file.notes];
  return { own, recipe, ours, origins, failed, assumptions };
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
    const input = await readInput(path, signal);
    const file = await openStudents(input, { ...reading, asksOwn: true }, signal);
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
    const sentences = [...file.notes, ...file.assumptions.map(({ text }) => text)];
    const written = output.isFile ? [`Written to ${output.name}.`] : [];
    const object = { status: 'done', input: path, output: target, assumed: file.assumptions };
    await report(manner, object, [...sentences.map(onOneLine), ...written].join('\n'));
    return EXIT.done;
  });
};
