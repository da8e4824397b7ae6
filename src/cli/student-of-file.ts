import { basename } from 'node:path';
import { csvLimits } from '../bulk/bulk-service.js';
import type { FileOptions } from './command.js';
import { CommandError, EXIT } from './command-error.js';
import { again, openInput, readAll } from './input.js';
import { localConfig } from './local-run.js';
import { csvStudent, jsonStudent, type OneStudent } from './one-student.js';
import { onOneLine } from './streams.js';
import { openStudents } from './student-file.js';

/** The options of commands for one student of a file. */
export interface StudentOptions extends Pick<FileOptions, 'awardYear' | 'recipe' | 'json'> {
  readonly student?: string;
}

/** A JSON text begins with one of these, a header row never. */
const JSON_START = /^\s*[{[]/;

/**
 * One student as JSON, or one from a file of students: validated, with a name for it.
 *
 * @throws CommandError, ApiError or TableError for what cannot be read or calculated; the signal's reason.
 */
export async function openStudent(
  path: string,
  { student: id, recipe, awardYear }: StudentOptions,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<OneStudent & { readonly title: string }> {
  const input = await openInput(path, signal);
  const given = await readAll(input);
  const file = path === '-' ? input.name : basename(path);
  if (JSON_START.test(Buffer.from(given.subarray(0, 4096)).toString('utf8').replace('\uFEFF', ''))) {
    if (id !== undefined) {
      throw new CommandError(EXIT.refused, `${input.name} has one student. Leave --student out.`);
    }
    return { ...jsonStudent(given, awardYear), title: `The student in ${file}` };
  }
  const { csv } = await openStudents(again(input, given), { recipe, awardYear }, signal);
  const found = csvStudent(await readAll(csv), id, csvLimits(localConfig(env)), awardYear);
  return { ...found, title: `Student ${onOneLine(found.id)} of ${file}` };
}
