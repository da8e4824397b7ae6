import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Written by `npm run build`: a hash of all sources but the pages, and of the pinned dependencies. */
const BUILD_FILE = new URL('../../build.json', import.meta.url);

const buildFileSchema = z.object({ build: z.string().regex(/^[0-9a-f]{16}$/) });

/** Names the running build; any change to a rule changes the name. @throws if there is no build file. */
export function buildId(file: URL = BUILD_FILE): string {
  return buildFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).build;
}
