import { countCauses } from '../review/change-causes.js';
import { AnswerDiff, type ChangedStudent, type DiffSummary } from '../review/diff.js';
import { type ExplainedChange, withInputs } from '../review/input-changes.js';
import type { FileOptions, Run } from './command.js';
import { CommandError, EXIT, ofFile } from './command-error.js';
import { openSide, type Side } from './diff-side.js';
import { causesText, changeText, summaryText } from './diff-text.js';
import { ending } from './reporting.js';
import { writeOut } from './streams.js';

/** Number of students written at once. */
const TOGETHER = 1000;

/**
 * `prorata diff`: whose amounts differ between two files, each an answer or a file of students, and which input caused
 * it.
 */
export const diffCommand: Run<Pick<FileOptions, 'recipe' | 'awardYear' | 'json'>> = async (
  [oldPath = '', newPath = ''],
  { json = false, ...options },
  env,
  signal,
) => {
  const manner = { json, quiet: false, isDataOnStdout: false };
  return ending(manner, async () => {
    if (oldPath === '-' && newPath === '-') {
      throw new CommandError(
        EXIT.refused,
        'Only one of the two files can be standard input. Name the other.',
      );
    }
    const before = await openSide(oldPath, options, env, signal);
    const after = await openSide(newPath, options, env, signal);
    const { summary, changed } = compared(before, after);
    await write(summary, withInputs(changed, before.students, after.students), json);
    return summary.counts.failed > 0 ? EXIT.someFailed : EXIT.done;
  });
};

function compared(before: Side, after: Side) {
  const changed: ChangedStudent[] = [];
  const diff = inFile(before, () => new AnswerDiff(before.answer, (student) => changed.push(student)));
  const summary = inFile(after, () => {
    diff.add(after.answer);
    return diff.finish();
  });
  return { summary, changed };
}

function inFile<T>({ name }: Side, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ofFile(name, error);
  }
}

async function write(
  summary: DiffSummary,
  explained: readonly ExplainedChange[],
  json: boolean,
): Promise<void> {
  const causes = countCauses(explained);
  if (json) {
    await writeOut(`${JSON.stringify({ ...summary, causes, changed: explained })}\n`);
  } else {
    for (let from = 0; from < explained.length; from += TOGETHER) {
      await writeOut(
        explained
          .slice(from, from + TOGETHER)
          .map(changeText)
          .join(''),
      );
    }
    await writeOut(`${summaryText(summary)}\n${causesText(causes)}`);
  }
}
