import { calculate } from '../engine/calculate.js';
import { accessOf } from './access.js';
import type { FileOptions, Run, ServiceOptions } from './command.js';
import { EXIT } from './command-error.js';
import { openInput, readAll } from './input.js';
import { jsonStudent } from './one-student.js';
import { answerBytes, ask } from './service.js';
import { say, writeOut } from './streams.js';

/**
 * `prorata calculate`: takes one student as JSON and writes the answer, calculated by the service or on this computer.
 */
export const calculateCommand: Run<ServiceOptions & Pick<FileOptions, 'awardYear'>> = async (
  [path = '-'],
  options,
  env,
  signal,
) => {
  const { local, retries, awardYear } = options;
  const access = local ? null : await accessOf(options, env);
  const student = await readAll(await openInput(path, signal));
  if (access === null) {
    const read = jsonStudent(student, awardYear);
    await writeJson(JSON.stringify(calculate(read.student, awardYear)));
    return EXIT.done;
  }
  const response = await ask(
    access,
    {
      path: 'v1/calculate',
      awardYear,
      contentType: 'application/json',
      byteLength: student.length,
      body: async function* () {
        yield student;
      },
      canRepeat: () => true,
    },
    { retries, signal, onWait: say },
  );
  const answer = await readAll({ read: () => answerBytes(response, signal) });
  await writeJson(answer.toString('utf8'));
  return EXIT.done;
};

/** Writes JSON unchanged for programs, and with line breaks for people. */
async function writeJson(json: string): Promise<void> {
  await writeOut(`${process.stdout.isTTY ? indented(json) : json}\n`);
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** JSON text with one line per member, for people. Numbers stay as written, which a parser does not guarantee. */
function indented(json: string): string {
  let text = '';
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of json.matchAll(TOKEN)) {
    const isClosing = token === '}' || token === ']';
    const isFirst = text.endsWith('{') || text.endsWith('[');
    if (isClosing) {
      depth -= 1;
      text += isFirst ? token : newLine() + token;
      continue;
    }
    if (isFirst || text.endsWith(',')) text += newLine();
    text += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
  }
  return text;
}
