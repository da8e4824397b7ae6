import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['src', 'workers'];
const INPUTS = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
/** Every build writes it. */
const WITNESS = 'dist/src/main.js';

/** Before the first test: compiles what the tests start as real processes, unless that is up to date. */
export default async function build(): Promise<void> {
  const built = await modifiedAt(WITNESS);
  const sources = await Promise.all(SOURCES.map(filesBelow));
  const times = await Promise.all([...INPUTS, ...sources.flat()].map(modifiedAt));
  if (Math.max(...times) < built) return;
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Milliseconds since the epoch; 0 for a file that does not exist. */
async function modifiedAt(path: string): Promise<number> {
  const found = await stat(resolve(ROOT, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return { mtimeMs: 0 };
  });
  return found.mtimeMs;
}
