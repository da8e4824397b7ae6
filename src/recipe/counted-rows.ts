import { statusCode } from './codes.js';
import { factsOf } from './column-facts.js';
import type { Steps, TableFacts, TableRow, TableToRead } from './examination.js';
import { shownCell } from './read-cells.js';
import { codeKey, columnsOf, meaningOf, type Recipe, valuesOf } from './recipe.js';

/**
 * What columns say on the rows that count. Those of another year, or of what was cancelled, would hide that a column has lost
 * what it held, or has got something new.
 */

/** The facts of a table, with those of the rows that count where a recipe leaves rows out. @throws what reading the rows throws. */
export function* withCounted(table: TableToRead, facts: TableFacts, recipe: Recipe): Steps<TableFacts> {
  const isLeftOut = leftOutTest(table.header, recipe);
  if (isLeftOut === null) return facts;
  const rows = function* (): Generator<TableRow, void, undefined> {
    for (const row of table.rows()) if (!isLeftOut(row)) yield row;
  };
  const { columns } = yield* factsOf({ header: table.header, rows });
  return { ...facts, counted: columns };
}

/** Tells rows of no term, and those that a status leaves out; null where there are none. */
function leftOutTest(header: readonly string[], recipe: Recipe): ((row: TableRow) => boolean) | null {
  const { fields, not_terms, status } = recipe;
  const labels = columnsOf(fields.term_label).map((name) => header.indexOf(name));
  const none = new Set(labels.length > 0 ? not_terms.map(codeKey) : []);
  const rules = (status ?? [])
    .filter(({ values }) => Object.values(values).includes('leave_out'))
    .map(({ column, values }) => ({ place: header.indexOf(column), values }));
  if (none.size === 0 && rules.length === 0) return null;
  return ({ cells }) => {
    const textAt = (place: number): string => shownCell(cells[place] ?? '');
    const label = labels.flatMap((place) => textAt(place) || []).join(' ');
    if (none.has(codeKey(meaningOf(valuesOf(fields.term_label), label) ?? label))) return true;
    return rules.some(({ place, values }) => {
      const code = textAt(place);
      return (meaningOf(values, code) ?? meaningOf(values, statusCode(code))) === 'leave_out';
    });
  };
}
