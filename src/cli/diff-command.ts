import { z } from 'zod';
import { AnswerDiff, type ChangedStudent } from '../review/diff.js';
import { EXIT } from './command-error.js';
import { openSide, type Side } from './diff-side.js';
import { changeText, type ExplainedChange, summaryText } from './diff-text.js';
import type { Run } from './run.js';
import { writeOut } from './streams.js';
import { cellsOfStudents, inputChanges } from './student-cells.js';

const optionsSchema = z.object({ recipe: z.string().optional(), json: z.boolean().default(false) });

/** Students that are written at once. */
const TOGETHER = 1000;

/** `prorata diff`: whose amounts differ between two files, each an answer or a file of students, and which input did it. */
export const diffCommand: Run = async ([oldPath = '', newPath = ''], given, env, signal) => {
  const { recipe, json } = optionsSchema.parse(given);
  const before = await openSide(oldPath, recipe, env, signal);
  const after = await openSide(newPath, recipe, env, signal);
  const changed: ChangedStudent[] = [];
  const diff = new AnswerDiff(before.answer, (student) => changed.push(student));
  diff.add(after.answer);
  const summary = diff.finish();
  const explained = await withInputs(changed, before, after);
  if (json) {
    await writeOut(`${JSON.stringify({ ...summary, changed: explained })}\n`);
  } else {
    for (let from = 0; from < explained.length; from += TOGETHER) {
      await writeOut(
        explained
          .slice(from, from + TOGETHER)
          .map(changeText)
          .join(''),
      );
    }
    await writeOut(`${summaryText(summary)}\n`);
  }
  return summary.counts.failed > 0 ? EXIT.someFailed : EXIT.done;
};

/** Adds what is known of the inputs: all of it where both files have students. */
async function withInputs(
  changed: readonly ChangedStudent[],
  before: Side,
  after: Side,
): Promise<readonly ExplainedChange[]> {
  if (before.students === null || after.students === null) {
    return changed.map((student) => ({ ...student, inputs: null }));
  }
  const ids = new Set(changed.map(({ id }) => id));
  const isWanted = (id: string): boolean => ids.has(id);
  const old = await cellsOfStudents(before.students, isWanted);
  const now = await cellsOfStudents(after.students, isWanted);
  return changed.map((student) => {
    const [was, is] = [old.get(student.id), now.get(student.id)];
    return { ...student, inputs: was === undefined || is === undefined ? null : inputChanges(was, is) };
  });
}
