import { basename } from 'node:path';
import { csvLimits } from '../bulk/bulk-service.js';
import { requestTrace } from '../contract/request-trace.js';
import { traceText } from '../engine/trace/trace-text.js';
import type { FileOptions, Run } from './command.js';
import { CommandError, EXIT } from './command-error.js';
import { again, openInput, readAll } from './input.js';
import { localConfig } from './local-run.js';
import { csvStudent, jsonStudent } from './one-student.js';
import { onOneLine, visible, writeOut } from './streams.js';
import { openStudents } from './student-file.js';

interface ExplainOptions extends Pick<FileOptions, 'awardYear' | 'recipe' | 'json'> {
  readonly student?: string;
}

/** A JSON text begins with one of these, a header row never. */
const JSON_START = /^\s*[{[]/;

/** `prorata explain`: how every figure of one student was worked out. */
export const explainCommand: Run<ExplainOptions> = async (
  [path = '-'],
  { student: id, recipe, json, awardYear },
  env,
  signal,
) => {
  const input = await openInput(path, signal);
  const given = await readAll(input);
  const isJson = JSON_START.test(Buffer.from(given.subarray(0, 4096)).toString('utf8').replace('\uFEFF', ''));
  if (isJson && id !== undefined) {
    throw new CommandError(EXIT.refused, `${input.name} has one student. Leave --student out.`);
  }
  const bytes = isJson
    ? given
    : await readAll((await openStudents(again(input, given), { recipe }, signal)).csv);
  const file = path === '-' ? input.name : basename(path);
  const found = isJson
    ? { ...jsonStudent(bytes, awardYear), id: null }
    : csvStudent(bytes, id, csvLimits(localConfig(env)), awardYear);
  const trace = requestTrace(found.body, found.student, awardYear);
  const title = found.id === null ? `The student in ${file}` : `Student ${onOneLine(found.id)} of ${file}`;
  const labels = found.student.terms.map(({ label }) => onOneLine(label));
  await writeOut(json ? `${JSON.stringify(trace)}\n` : visible(traceText(title, trace, labels)));
  return EXIT.done;
};
