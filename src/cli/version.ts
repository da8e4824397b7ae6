import { readFileSync } from 'node:fs';
import { CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { RULES_VERSION } from '../engine/calculate.js';

/** The versions of the program, its build and its rules. */
export function versionText(): string {
  const file = new URL('../../build.json', import.meta.url);
  const { version, build }: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return `prorata ${version} (build ${build}, rules of award year ${CURRENT_AWARD_YEAR}, version ${RULES_VERSION})`;
}
