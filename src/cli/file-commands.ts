import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { USUAL_LIMITS } from '../csv/head.js';
import { splitCsv } from '../csv/split.js';
import { counted, numberText } from '../engine/texts.js';
import { recipeText } from '../recipe/format/recipe-file.js';
import type { WorkbookContent } from '../review/answer-workbook.js';
import type { CalculatedFile } from '../review/calculated-file.js';
import { failedRows } from '../review/failures.js';
import { AnswerReview } from '../review/summary.js';
import { runWithPauses } from '../table/steps.js';
import { understoodText } from './columns-text.js';
import { EXIT, type ExitCode, type ReadingOptions, type Run } from './command.js';
import { type Input, readInput } from './input.js';
import { type Output, refuseSameFile, writing } from './output.js';
import { Progress } from './progress.js';
import { onOneLine, type Telling, tell, visible, writeOut } from './streams.js';
import { markedRecipe, openStudents, ready, type StudentFile, toldOf, understand } from './student-file.js';

interface FileOptions extends ReadingOptions, Telling {
  readonly failed?: string;
  readonly recipeOut?: string;
}

const WORKBOOK = /\.xlsx$/i;

/** `prorata bulk`: reads a file of students and writes the answer. */
export const bulkCommand: Run<FileOptions> = (words, options, signal) =>
  calculateFile(words, options, signal, (input) => openStudents(input, options, signal));

/** `prorata check`: what is understood of a file, and what is open, or else what `bulk` would report. */
export const checkCommand: Run<FileOptions> = (words, options, signal) =>
  calculateFile(words, options, signal, async (input, clearLine) => {
    const { recipeOut, json = false, quiet = false } = options;
    const file = await understand(input, options, signal, recipeOut === undefined ? 'other names' : 'any');
    clearLine();
    if (!file.isOwn && !json && !quiet) await writeOut(`${understoodText(file)}\n\n`);
    await writing(signal, [recipeOut], async ([output]) => {
      await output?.write(Buffer.from(recipeText(markedRecipe(file))));
    });
    return ready(file, recipeOut);
  });

async function calculateFile(
  [path = '-']: readonly string[],
  options: FileOptions,
  signal: AbortSignal,
  read: (input: Input, clearLine: () => void) => Promise<StudentFile>,
): Promise<ExitCode> {
  const { output: target, failed: failedPath, recipeOut, quiet = false, json = false } = options;
  await refuseSameFile(path, [target, failedPath, recipeOut]);
  const since = performance.now();
  const progress = new Progress(quiet || json);
  try {
    const file = await read(await readInput(path, signal), () => progress.clear());
    const { table, recipe, origins, awardYear } = file;
    const calculated = splitStudents(file);
    const review = new AnswerReview(calculated, awardYear, origins);
    progress.text = () =>
      `${numberText(review.summary().rows)} of ${numberText(calculated.file.rowCount)} rows`;
    const told = await writing(signal, [target, failedPath], async ([output, failedOutput]) => {
      const answer = output === undefined ? undefined : await answerWriter(output, signal);
      for await (const piece of inTurns(review.answer(origins.recipe !== null), signal))
        await answer?.write(piece);
      const said = await toldOf(file, signal);
      const { failed } = review;
      const { warnings } = review.summary();
      await answer?.finish({ table, recipe, calculated, origins, failed, assumptions: said.lines, warnings });
      for (const piece of failedOutput === undefined ? [] : failedRows(table, failed)) {
        signal.throwIfAborted();
        await failedOutput?.write(piece);
      }
      return said;
    });
    progress.stop();
    const summary = { ...summaryOf(review, since), sentences: told.sentences };
    // `check` has already printed these lines for a recipe.
    const isTold = target === undefined && !file.isOwn;
    const text = summaryText(isTold ? [] : told.lines, summary, options);
    const names = { input: path, output: target ?? null, failed: failedPath ?? null };
    // Without another output, the report is the command's data.
    if (target === undefined && !json) await writeOut(quiet ? '' : `${visible(text)}\n`);
    else await tell(options, { status: 'done', ...names, ...summary }, text);
    return summary.failed_students > 0 ? EXIT.someFailed : EXIT.done;
  } finally {
    progress.stop();
  }
}

/** Writes an answer as CSV, or as a workbook if its name ends in `.xlsx`. */
async function answerWriter(output: Output, signal: AbortSignal) {
  if (!WORKBOOK.test(output.name)) {
    return { write: (part: Uint8Array) => output.write(part), finish: async () => {} };
  }
  // Loaded only for a workbook.
  const { AnswerWorkbook } = await import('../review/answer-workbook.js');
  const pieces: Uint8Array[] = [];
  const workbook = new AnswerWorkbook((piece) => pieces.push(piece));
  return {
    write: async (part: Uint8Array) => workbook.add(part),
    finish: async (content: WorkbookContent) => {
      await runWithPauses(workbook.finishing(content), signal);
      for (const piece of pieces) await output.write(piece);
    },
  };
}

/** `prorata convert`: reads any file of students and writes the CSV that the service accepts. */
export const convertCommand: Run<FileOptions & { readonly output: string }> = async (
  [path = '-'],
  options,
  signal,
) => {
  const { output: target } = options;
  await refuseSameFile(path, [target]);
  const file = await openStudents(await readInput(path, signal), options, signal);
  await writing(signal, [target], async ([output]) => output?.write(file.csv));
  const { sentences, lines } = await toldOf(file, signal);
  const written = target === '-' ? [] : [`Written to ${target}.`];
  const text = [...lines.map(onOneLine), ...written].join('\n');
  await tell(options, { status: 'done', input: path, output: target, sentences }, text);
  return EXIT.done;
};

/** Finds the rows of a file. @throws ApiError for a file that cannot be used. */
export function splitStudents({ csv, ignoreColumns }: StudentFile): CalculatedFile {
  return { bytes: csv, file: splitCsv(csv, { ...USUAL_LIMITS, ignoreColumns }, isUtf8) };
}

/** Yields pieces, with a pause for other work before each. @throws the signal's reason. */
export async function* inTurns<Piece>(
  pieces: Iterable<Piece>,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  for (const piece of pieces) {
    await turn();
    signal.throwIfAborted();
    yield piece;
  }
}

function summaryOf(review: AnswerReview, since: number) {
  const { rows, students, failedStudents } = review.summary();
  return {
    rows,
    students,
    failed_rows: review.failed.rowCount,
    failed_students: failedStudents,
    seconds: Math.round(performance.now() - since) / 1000,
    failures: review.failed
      .groups()
      .map(({ column, problem, students: count }) => ({ column, problem, students: count })),
  };
}

const MOST_SHOWN = 10;

function summaryText(
  told: readonly string[],
  { rows, students, failed_students: failed, failures, seconds }: ReturnType<typeof summaryOf>,
  { output = '-', failed: failedPath }: FileOptions,
): string {
  const written = output === '-' ? '' : `, written to ${output}`;
  const lines = told.map(onOneLine);
  lines.push(`${counted(rows, 'row')} of ${counted(students, 'student')} in ${seconds} s${written}.`);
  if (failed === 0) return [...lines, 'No student failed.'].join('\n');
  lines.push(`${counted(failed, 'student')} failed:`);
  for (const { students: count, column, problem } of failures.slice(0, MOST_SHOWN)) {
    lines.push(`${numberText(count).padStart(9)}  ${column}: ${problem}`);
  }
  if (failures.length > MOST_SHOWN)
    lines.push(`           and ${failures.length - MOST_SHOWN} more reasons.`);
  lines.push(
    failedPath === undefined
      ? 'To get their rows to correct, run it again with --failed failed.csv.'
      : `Correct ${failedPath} and run it again.`,
  );
  return lines.join('\n');
}
