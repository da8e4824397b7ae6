import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Vitest's global setup: compiles what tests start as real processes, unless the build is up to date. */
export default async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.js')]);
}
