import { requestTrace } from '../contract/request-trace.js';
import { calculate } from '../engine/calculate.js';
import { traceText } from '../engine/trace/trace-text.js';
import type { ReadingOptions, Run } from './command.js';
import { EXIT } from './command-error.js';
import { readInput } from './input.js';
import { jsonStudent, openStudent } from './one-student.js';
import { onOneLine, visible, writeOut } from './streams.js';

/** `prorata calculate`: takes one student as JSON and writes the answer, as the service would. */
export const calculateCommand: Run<Pick<ReadingOptions, 'awardYear'>> = async (
  [path = '-'],
  { awardYear },
  signal,
) => {
  const { student } = jsonStudent(await readInput(path, signal), awardYear);
  // A terminal shows it in lines.
  const space = process.stdout.isTTY ? 2 : undefined;
  await writeOut(`${JSON.stringify(calculate(student, awardYear), null, space)}\n`);
  return EXIT.done;
};

/** The options of `explain`. */
interface ExplainOptions extends ReadingOptions {
  readonly student?: string;
  readonly json?: boolean;
}

/** `prorata explain`: how every figure of one student was calculated. */
export const explainCommand: Run<ExplainOptions> = async ([path = '-'], options, signal) => {
  const { body, student, title } = await openStudent(path, options.student, options, signal);
  const trace = requestTrace(body, student, options.awardYear);
  const labels = student.terms.map(({ label }) => onOneLine(label));
  await writeOut(options.json ? `${JSON.stringify(trace)}\n` : visible(traceText(title, trace, labels)));
  return EXIT.done;
};
