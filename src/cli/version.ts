import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { RULES_VERSION } from '../engine/calculate.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';

const buildFileSchema = z.object({ version: z.string(), build: z.string() });

/** The program, its build and its rules. */
export function versionText(): string {
  const file = new URL('../../build.json', import.meta.url);
  const { version, build } = buildFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return `prorata ${version} (build ${build}, rules of award year ${CURRENT_AWARD_YEAR}, version ${RULES_VERSION})`;
}
