import { requestTrace } from '../contract/request-trace.js';
import { traceText } from '../engine/trace/trace-text.js';
import type { Run } from './command.js';
import { EXIT } from './command-error.js';
import { onOneLine, visible, writeOut } from './streams.js';
import { openStudent, type StudentOptions } from './student-of-file.js';

/** `prorata explain`: how every figure of one student was calculated. */
export const explainCommand: Run<StudentOptions> = async ([path = '-'], options, env, signal) => {
  const { body, student, title } = await openStudent(path, options, env, signal);
  const trace = requestTrace(body, student, options.awardYear);
  const labels = student.terms.map(({ label }) => onOneLine(label));
  await writeOut(options.json ? `${JSON.stringify(trace)}\n` : visible(traceText(title, trace, labels)));
  return EXIT.done;
};
