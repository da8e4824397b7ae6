import type { Recipe } from '../../src/guessing/recipe.js';
import type { Table } from '../../src/table/open-table.js';
import { textFile } from './write-table.js';

/** Columns that a later export may have gained, of which nothing is read. */
const GAINED = ['Advisor', 'Home State', 'Major', 'Cum GPA', 'Phone'];

/**
 * The students of a file in another export of the same system: its columns from right to left, in capitals and with
 * underscores, and five more; the students from the last to the first, unless the recipe goes by their order.
 *
 * @returns null for what such a text cannot say: whose rows are whose without ids, and which rows are hidden.
 */
export function movedExport(source: Table, { columns, decisions }: Recipe): Uint8Array | null {
  const rule = columns['student_id'];
  const id = rule !== undefined && 'column' in rule ? source.header.indexOf(rule.column) : -1;
  if (id < 0 || decisions.hidden_rows != null) return null;
  const students: (readonly string[])[][] = [];
  for (const { cells } of source.rows()) {
    const last = students.at(-1);
    const own = cells[id]?.trim() ?? '';
    if (last !== undefined && (own === '' || own === last[0]?.[id]?.trim())) last.push(cells);
    else students.push([cells]);
  }
  const goesByOrder = decisions.repeated_terms === 'last' || decisions.alike_ids === 'same';
  const turned = (cells: readonly string[]): readonly string[] =>
    source.header.map((_, nth) => cells[nth] ?? '').toReversed();
  return textFile([
    [...turned(source.header).map((name) => name.toUpperCase().replaceAll(' ', '_')), ...GAINED],
    ...(goesByOrder ? students : students.toReversed())
      .flat()
      .map((cells) => [...turned(cells), ...GAINED.map((name) => `${name} x`)]),
  ]);
}
