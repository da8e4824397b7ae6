import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds the compiled `src` and `workers`: `dist`. */
const BUILD = new URL('../../../', import.meta.url);
const ID_LENGTH = 12;

/**
 * Names the build that a process runs: 12 hexadecimal digits over every compiled file of the program and the pinned versions of its
 * dependencies, so that any change to a rule makes another one, without anybody having to remember it.
 *
 * @param build the folder of the build; that of the running process unless given.
 * @throws when the build cannot be read.
 */
export function buildId(build: URL = BUILD): string {
  const root = fileURLToPath(build);
  const hash = createHash('sha256');
  for (const path of ['../package.json', ...compiledFiles(root)]) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, ID_LENGTH);
}

function compiledFiles(root: string): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
  return ['src', 'workers']
    .flatMap(below)
    .filter((path) => path.endsWith('.js'))
    .sort();
}
