import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { ThreadRunner } from '../../src/bulk/thread-runner.js';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { studentFile } from '../support/student-file.js';
import { ownFolder } from '../support/with-us.js';

const ENTRY = pathToFileURL(resolve(import.meta.dirname, '../../dist/workers/chunk-thread.js')).href;
const ROWS = 5000;

let folder: string;
let threads: ThreadRunner;
let failures: unknown[];

function threadsOf(entry: string): ThreadRunner {
  const onFailure = (error: unknown) => failures.push(error);
  return new ThreadRunner({ filename: pathToFileURL(entry), threads: 1, onDemand: false, onFailure });
}

/** Threads die at the first work of each kind, and do the second like any other. */
beforeEach(async () => {
  folder = ownFolder('threads');
  const entry = join(folder, 'thread.mjs');
  await writeFile(
    entry,
    `import { existsSync, writeFileSync } from 'node:fs';
    import calculate, { splitUpload as split } from '${ENTRY}';
    const dieOnce = (name) => {
      const file = ${JSON.stringify(folder)} + '/' + name;
      if (existsSync(file)) return;
      writeFileSync(file, '');
      process.exit(1);
    };
    export default (chunk) => { dieOnce('chunk'); return calculate(chunk); };
    export const splitUpload = (task) => { dieOnce('split'); return split(task); };`,
  );
  failures = [];
  threads = threadsOf(entry);
});
afterEach(() => threads.close());

/** An upload as the service receives it: in memory that threads share. */
function uploadOf(csv: string): Uint8Array {
  const bytes = Buffer.from(csv);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

it('an upload whose thread dies is split by another, and the death is told', async () => {
  const split = await threads.split(uploadOf(studentFile(ROWS)), USUAL_LIMITS);
  expect(split.rowCount).toBe(ROWS);
  expect(existsSync(join(folder, 'split'))).toBe(true);
  expect(failures).toHaveLength(1);
});

it('a thread that dies of a chunk takes no upload with it', async () => {
  await writeFile(join(folder, 'split'), '');
  const text = '{"columns":[],"rows":[],"format":"csv","escapeFormulas":false,"awardYear":"2026-27"}';
  const chunk = () => new TextEncoder().encode(`\n${text}`);
  const task = { requestId: 'r', caller: 'c', index: 0, toBytes: chunk };
  const [split] = await Promise.all([
    threads.split(uploadOf(studentFile(ROWS)), USUAL_LIMITS),
    threads.run(task, new AbortController().signal),
  ]);
  expect(split.rowCount).toBe(ROWS);
  expect(failures.length).toBeGreaterThan(0);
});

it('a file that cannot be read is refused at once, and no thread has failed', async () => {
  await writeFile(join(folder, 'split'), '');
  const broken = `${studentFile(ROWS)}"`;
  await expect(threads.split(uploadOf(broken), USUAL_LIMITS)).rejects.toThrow('quote');
  expect(failures).toEqual([]);
});

it('a thread never requires its module: Node 20 ends the process where one is stopped while it does', async () => {
  const entry = join(folder, 'asked.mjs');
  await writeFile(entry, 'export const splitUpload = () => ({ file: process.features.require_module });');
  const asked = threadsOf(entry);
  onTestFinished(() => asked.close());
  expect(await asked.split(uploadOf(studentFile(ROWS)), USUAL_LIMITS)).toBe(false);
});
