import { readFileSync } from 'node:fs';
import type { Steps, TableFacts, TableToRead } from '../../src/recipe/examination.js';
import { readFacts } from '../../src/recipe/suggest.js';
import { columnNames } from '../../src/table/column-names.js';

/** A table of plain lines: cells are parted by commas, and none is quoted. */
export function tableOf(text: string): TableToRead {
  const [header = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return { header: columnNames(header), rows: () => rows.map((cells, at) => ({ row: at + 2, cells })) };
}

/** One of the six files whose dollars were wrong once. */
export function caseTable(name: string): TableToRead {
  return tableOf(readFileSync(new URL(`cases/${name}.csv`, import.meta.url), 'utf8'));
}

/** Runs everything at once. */
export function run<Result>(steps: Steps<Result>): Result {
  let next = steps.next();
  while (next.done !== true) next = steps.next();
  return next.value;
}

/** The facts of a table, or of a text of one. */
export function factsIn(table: TableToRead | string): TableFacts {
  return run(readFacts(typeof table === 'string' ? tableOf(table) : table));
}
