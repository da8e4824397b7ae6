import { AlikeIds } from '../guessing/alike-ids.js';
import { RowOrigins } from '../guessing/row-origins.js';
import type { WorkbookContent } from '../review/answer-workbook.js';
import { failedRows } from '../review/failed-rows.js';
import type { FileOptions } from './command.js';
import { EXIT, type ExitCode } from './command-error.js';
import { FileRun, type Write } from './file-run.js';
import { openInput } from './input.js';
import { type Output, openOutput, refuseSameFile } from './output.js';
import { Progress } from './progress.js';
import { ending, report, withFate } from './reporting.js';
import { progressParts, reportText, runReport } from './run-report.js';
import { say } from './streams.js';
import { openStudents, type StudentFile } from './student-file.js';

/** A file to be calculated, and how. */
export interface FileTask {
  readonly path: string;
  /** Path of the answer; null if it is not wanted. */
  readonly target: string | null;
  readonly options: FileOptions;
  /** Carries out the run; `say` prints messages meanwhile. */
  readonly calculate: (run: FileRun, write: Write, say: (line: string) => void) => Promise<void>;
  /** What to do about students who failed, in sentences. */
  readonly whatToDo: string;
}

const WORKBOOK = /\.xlsx$/i;

/** Calculates a file, writes its outputs completely or not at all, and reports the result. */
export async function calculateFile(
  { path, target, options, calculate, whatToDo }: FileTask,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { failed: failedPath, recipe, recipeOut, awardYear, quiet = false, json = false } = options;
  const manner = { json, quiet, isDataOnStdout: target === '-' };
  return ending(manner, async () => {
    const startedAt = performance.now();
    await refuseSameFile(path, target, failedPath);
    const isHeld = target !== null && WORKBOOK.test(target);
    const input = await openInput(path, signal);
    const file = await openStudents(input, { recipe, recipeOut, awardYear, isHeld, asksOwn: true }, signal);
    const ids = target === null ? new AlikeIds() : null;
    const run = new FileRun(file, awardYear, ids);
    const notes = json || quiet ? [] : file.notes;
    for (const note of notes) say(note);
    const content = (): Promise<WorkbookContent> => contentOf(file, run);
    const output = target === null ? null : await openAnswer(target, content);
    const outputs = output === null ? [] : [output];
    const progress = new Progress(() => progressParts(run, file.csv.byteLength), quiet || json, env);
    try {
      const failedOutput = failedPath === undefined ? undefined : await openOutput(failedPath);
      if (failedOutput !== undefined) outputs.push(failedOutput);
      await calculate(
        run,
        async (part) => output?.write(part),
        (line) => progress.say(line),
      );
      await run.explain(signal);
      const lost = failedOutput === undefined ? 0 : await writeFailed(failedOutput, file, run, signal);
      if (lost > 0) progress.say(`${lost} rows of students who failed were not found again in ${path}.`);
      for (const each of outputs) await each.finish();
      signal.throwIfAborted();
      // The answer comes last, so that a program waiting for it finds the failed rows of the same run.
      for (const each of outputs.toReversed()) await each.commit();
    } catch (error) {
      throw withFate(error, outputs);
    } finally {
      progress.stop();
      for (const each of outputs) await each.discard();
    }
    const summary = runReport(run, startedAt, ids, file.assumptions);
    const written = output?.isFile === true ? `, written to ${output.name}` : '';
    const object = { status: 'done', input: path, output: target, failed: failedPath ?? null, ...summary };
    await report(manner, object, reportText(summary, written, whatToDo));
    return summary.failed_students > 0 ? EXIT.someFailed : EXIT.done;
  });
}

async function openAnswer(target: string, content: () => Promise<WorkbookContent>): Promise<Output> {
  const output = await openOutput(target);
  if (!WORKBOOK.test(target)) return output;
  // Loaded only if a workbook is wanted.
  const { workbookOutput } = await import('./workbook-output.js');
  return workbookOutput(output, content);
}

/** What a workbook contains besides the answer. */
async function contentOf(file: StudentFile, { failed }: FileRun): Promise<WorkbookContent> {
  const { table, recipe } = await file.again();
  const origins = file.origins ?? new RowOrigins(true);
  const assumptions = [...file.assumptions.map(({ text }) => text), ...file.notes];
  return { own: table, recipe, ours: file.ours(), origins, failed, assumptions };
}

/**
 * Writes the rows of the students who failed, as in the file, followed by the reason; only the header if nobody failed.
 *
 * @returns how many rows failed according to the answer but are no longer in the file; 0 if rows were made by a recipe.
 */
async function writeFailed(
  output: Output,
  file: StudentFile,
  { failed, answer }: FileRun,
  signal: AbortSignal,
): Promise<number> {
  const { table, recipe } = await file.again();
  let found = 0;
  const onRow = (): void => {
    found += 1;
  };
  for (const piece of failedRows(table, recipe, failed, onRow)) {
    signal.throwIfAborted();
    await output.write(piece);
  }
  return file.origins === undefined ? answer.failedRows - found : 0;
}
