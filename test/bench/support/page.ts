import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { withTables } from '../../support/with-tables.js';

const PAGE = resolve(import.meta.dirname, '../../../../docs/performance.md');

/** Puts figures into docs/performance.md, each between its marks. @throws when a place is missing. */
export function writeMeasured(blocks: Readonly<Record<string, string>>): void {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), blocks));
}
