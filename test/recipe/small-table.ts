import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { joined } from '../../src/csv/text.js';
import { calculateCsv } from '../../src/library/csv.js';
import { applyRecipe } from '../../src/recipe/apply-recipe.js';
import { markNotUsed, placeRule, placeStatus } from '../../src/recipe/columns/place-columns.js';
import { readFacts } from '../../src/recipe/columns/suggest.js';
import { examine } from '../../src/recipe/examine.js';
import { OUR_FIELDS, type StatusMeaning } from '../../src/recipe/format/our-fields.js';
import { pathText, type Recipe } from '../../src/recipe/format/recipe.js';
import type { ColumnFacts, TableFacts, TableToRead } from '../../src/table/column-facts.js';
import { columnNames } from '../../src/table/column-names.js';
import { runToEnd as run } from '../../src/table/steps.js';

export { run };

/** A table of plain lines; cells are separated by commas and never quoted. */
export function tableOf(text: string): TableToRead {
  const lines = text.trim().split(/\r?\n/);
  return tableWith(...lines.map((line) => line.split(',')));
}

export function tableWith(
  header: readonly string[] = [],
  ...rows: readonly (readonly string[])[]
): TableToRead {
  return { header: columnNames(header), rows: () => rows.map((cells, at) => ({ row: at + 2, cells })) };
}

/** One of the six files that once gave wrong dollars. */
export function caseTable(name: string): TableToRead {
  return tableOf(readFileSync(new URL(`cases/${name}.csv`, import.meta.url), 'utf8'));
}

export function factsIn(table: TableToRead | string): TableFacts {
  return run(readFacts(typeof table === 'string' ? tableOf(table) : table));
}

export function columnOf(facts: TableFacts, name: string): ColumnFacts {
  const column = facts.columns.find((each) => each.name === name);
  if (column === undefined) throw new RangeError(name);
  return column;
}

/** Says that the file has none of the fields for which no column was suggested. */
export function noneElse(recipe: Recipe): Recipe {
  return OUR_FIELDS.reduce<Recipe>(
    (so, field) => (so.fields[field] === undefined ? placeRule(so, field, 'none') : so),
    { ...recipe, status: recipe.status ?? [] },
  );
}

export const notUsed = (recipe: Recipe, facts: TableFacts, ...names: readonly string[]): Recipe =>
  names.reduce((so, name) => markNotUsed(so, facts, columnOf(facts, name)), recipe);

/** Says that this column alone decides, by these values, whether a row counts. */
export function withStatus(
  recipe: Recipe,
  facts: TableFacts,
  column: string,
  values: Readonly<Record<string, StatusMeaning>>,
): Recipe {
  return { ...placeStatus(recipe, columnOf(facts, column)), status: [{ column, values }] };
}

export const examined = (table: TableToRead, recipe: Recipe) =>
  run(examine(table, factsIn(table), recipe, '2026-27'));

/** The file of ours that a recipe makes of a table. */
export const ourText = (table: TableToRead, recipe: Recipe, found = examined(table, recipe)) =>
  Buffer.from(joined(applyRecipe(table, recipe, found, '2026-27').pieces)).toString();

const lineSchema = z.object({
  student_id: z.string(),
  result: z.nullable(z.looseObject({})),
  error: z.nullable(z.unknown()),
});

/** Each student's result or error by a recipe; the open paths if there are any. */
export function answerTo(
  table: TableToRead,
  recipe: Recipe,
):
  | { readonly open: readonly string[]; readonly students: null }
  | { readonly open: null; readonly students: ReadonlyMap<string, z.infer<typeof lineSchema>> } {
  const found = examined(table, recipe);
  if (found.open.length > 0) return { open: found.open.map(({ path }) => pathText(path)), students: null };
  const ours = Buffer.from(ourText(table, { ...recipe, confirmed: true }, found));
  const { bytes } = calculateCsv(ours, { format: 'ndjson', awardYear: '2026-27' });
  const lines = Buffer.from(bytes).toString().trim().split('\n');
  const students = lines.map((line) => lineSchema.parse(JSON.parse(line)));
  return { open: null, students: new Map(students.map((each) => [each.student_id, each])) };
}

export const openOf = (table: TableToRead, recipe: Recipe) => answerTo(table, recipe).open;

export const says = (text: string): unknown => expect.stringContaining(text);
