import { numberText, wholeDollars } from '../engine/texts.js';
import { answerIn } from '../review/answer-reader.js';
import { answerPieces } from '../review/calculated-file.js';
import { AnswerDiff, type Change, type ChangedStudent, type DiffSummary } from '../review/diff.js';
import { CommandError, commandErrorOf, EXIT, type ReadingOptions, type Run } from './command.js';
import { inTurns, splitStudents } from './file-commands.js';
import { inputName, readInput } from './input.js';
import { onOneLine, type Telling, writeOut } from './streams.js';
import { openStudents } from './student-file.js';

/** `prorata diff`: whose amounts differ between two files, answers or files of students, and by how much. */
export const diffCommand: Run<ReadingOptions & Telling> = async (
  [oldPath = '', newPath = ''],
  { json = false, ...options },
  signal,
) => {
  if (oldPath === '-' && newPath === '-') {
    throw new CommandError(EXIT.refused, 'Only one of the two files can be standard input. Name the other.');
  }
  const before = await answerOf(oldPath, options, signal);
  const after = await answerOf(newPath, options, signal);
  const changed: ChangedStudent[] = [];
  const diff = await inFile(oldPath, () => new AnswerDiff(before, (student) => changed.push(student)));
  const summary = await inFile(newPath, () => {
    diff.add(after);
    return diff.finish();
  });
  if (json) await writeOut(`${JSON.stringify({ ...summary, changed })}\n`);
  else await writeOut(changed.map(studentText).join('') + summaryText(summary));
  return summary.counts.failed > 0 ? EXIT.someFailed : EXIT.done;
};

/** The answer in a file, or the calculated answer for a file of students. */
async function answerOf(path: string, options: ReadingOptions, signal: AbortSignal): Promise<Uint8Array> {
  const input = await readInput(path, signal);
  return inFile(path, async () => {
    const answer = await answerIn(input.bytes);
    if (answer !== null) return answer;
    const file = await openStudents(input, options, signal);
    const parts: Uint8Array[] = [];
    const pieces = answerPieces(splitStudents(file), file.awardYear);
    for await (const piece of inTurns(pieces, signal)) parts.push(piece);
    return Buffer.concat(parts);
  });
}

/** Adds the name of the file to errors of its content. */
async function inFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const end = error instanceof CommandError ? undefined : commandErrorOf(error);
    if (end === undefined) throw error;
    throw new CommandError(end.exitCode, `${inputName(path)}: ${end.message}`, end.details);
  }
}

const KINDS: Readonly<Record<Exclude<ChangedStudent['kind'], 'changed'>, string>> = {
  added: 'only in the second file',
  removed: 'only in the first file',
  failed: 'calculated before and failed now',
  mended: 'failed before and calculated now',
};

function studentText({ id, kind, dollars, changes }: ChangedStudent): string {
  const what = kind === 'changed' ? inDollars(dollars) : `${KINDS[kind]}; ${inDollars(dollars)}`;
  return [`${onOneLine(id)}: ${what}`, ...changes.map(changeText), ''].join('\n');
}

function changeText({ column, term, before, after }: Change): string {
  const where = term === null ? '' : ` of ${onOneLine(term)}`;
  return `    ${column}${where}: ${before || '(none)'} -> ${after || '(none)'}`;
}

function inDollars(dollars: number): string {
  if (dollars === 0) return 'the same limit for the year';
  return `${wholeDollars(Math.abs(dollars))} ${dollars > 0 ? 'more' : 'less'} for the year`;
}

function summaryText({ students, unchanged, counts }: DiffSummary): string {
  return `${numberText(students.before)} students before, ${numberText(students.after)} now: ${numberText(unchanged)} unchanged, ${numberText(counts.changed)} changed, ${numberText(counts.added)} added, ${numberText(counts.removed)} removed, ${numberText(counts.failed)} fail now, ${numberText(counts.mended)} no longer fail.\n`;
}
