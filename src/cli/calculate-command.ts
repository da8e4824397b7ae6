import { resultJson } from '../contract/result.js';
import { calculate } from '../engine/calculate.js';
import { accessOf } from './access.js';
import { EXIT } from './command-error.js';
import { openInput, readAll } from './input.js';
import { indented } from './json-indent.js';
import type { Run } from './run.js';
import { ask, bytesOf } from './service.js';
import { serviceOptions } from './service-options.js';
import { say, writeOut } from './streams.js';
import { jsonStudent } from './student-input.js';

/** `prorata calculate`: one student as JSON in, the answer of the service, or of the same calculation here, out. */
export const calculateCommand: Run = async ([path = '-'], options, env, signal) => {
  const { local, url, keyFile, retries } = serviceOptions.parse(options);
  const access = local ? null : await accessOf({ url, keyFile }, env);
  const student = await readAll(await openInput(path, signal));
  if (access === null) {
    await writeJson(resultJson(calculate(jsonStudent(student).student)));
    return EXIT.done;
  }
  const response = await ask(
    access,
    {
      path: 'v1/calculate',
      contentType: 'application/json',
      byteLength: student.length,
      body: async function* () {
        yield student;
      },
      canRepeat: () => true,
    },
    { retries, signal, onWait: say },
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(response, signal)) pieces.push(piece);
  await writeJson(Buffer.concat(pieces).toString('utf8'));
  return EXIT.done;
};

/** As it is for programs, with line breaks for people. */
async function writeJson(json: string): Promise<void> {
  await writeOut(`${process.stdout.isTTY ? indented(json) : json}\n`);
}
