import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Written by `npm run build` into the folder of the build: a hash of every source and of the pinned dependencies, pages aside. */
const BUILD_FILE = new URL('../../../build.json', import.meta.url);

const buildFileSchema = z.object({ build: z.string().regex(/^[0-9a-f]{16}$/) });

/**
 * Names the build that a process runs, so that any change to a rule makes another name without anybody having to remember it.
 *
 * @param file the build's own file; that of the running process unless given.
 * @throws when there is none: the program was not built by `npm run build`.
 */
export function buildId(file: URL = BUILD_FILE): string {
  return buildFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).build;
}
