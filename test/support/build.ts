import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Before the first test: compiles what the tests start as real processes, unless that is up to date. */
export default async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.js')]);
}
