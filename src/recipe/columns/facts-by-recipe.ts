import { type ColumnFacts, factsOf, type TableFacts, type TableToRead } from '../../table/column-facts.js';
import { nameKey } from '../../table/column-names.js';
import { dateCode } from '../../table/dates.js';
import type { TableRow } from '../../table/delimited-text.js';
import type { Steps } from '../../table/steps.js';
import { areReadTogether, joinedColumnsName, placedColumns, placedFields } from '../format/places.js';
import { decisionOf, type Recipe } from '../format/recipe.js';
import { codeKey, columnsOf, meaningOf, valuesOf } from '../format/rules.js';
import { fieldReader, shownCell } from '../rows/read-cells.js';
import { idReader, ofRowWithoutId } from '../rows/student-groups.js';

/**
 * The facts of a table as a recipe sees them: under its names, together where it reads several columns as one, and on the rows
 * that count. Those of another year, or of what was cancelled, would hide that a column has lost what it held, or has got something new.
 */

/**
 * The facts of a table without the rows that are nobody's, with those of the rows that count where a recipe leaves rows out.
 *
 * @throws what reading the rows throws.
 */
export function* withCounted(table: TableToRead, facts: TableFacts, recipe: Recipe): Steps<TableFacts> {
  const { header } = table;
  const readId = idReader(header, recipe);
  const isNobodys = ({ cells }: TableRow): boolean => readId(cells).isLeftOut;
  const isLeftOut = leftOutTest(header, recipe);
  const columnsWithout = function* (isOut: (row: TableRow) => boolean): Steps<readonly ColumnFacts[]> {
    const rows = function* (): Generator<TableRow, void, undefined> {
      for (const row of table.rows()) if (!isOut(row)) yield row;
    };
    return (yield* factsOf({ header, rows })).columns;
  };
  const leavesIds = [ofRowWithoutId(false), ofRowWithoutId(true), 'word_ids'].some(
    (key) => decisionOf(recipe, key) === 'leave_out',
  );
  return {
    ...facts,
    ...(leavesIds && { columns: yield* columnsWithout(isNobodys) }),
    ...(isLeftOut && { counted: yield* columnsWithout((row) => isNobodys(row) || isLeftOut(row)) }),
  };
}

/** A table and its facts with the names of columns as a recipe has them: case, blanks, hyphens and the form of accents do not count. */
export function namedBy<Table extends TableToRead>(
  recipe: Recipe,
  table: Table,
  facts: TableFacts,
): { readonly table: Table; readonly facts: TableFacts } {
  const names = [...placedColumns(recipe), ...Object.keys({ ...recipe.not_used, ...recipe.held })];
  const known = new Map(names.map((name) => [nameKey(name), name]));
  const nameOf = (name: string): string => (names.includes(name) ? name : (known.get(nameKey(name)) ?? name));
  const columns = facts.columns.map((column) => ({ ...column, name: nameOf(column.name) }));
  return { table: { ...table, header: table.header.map(nameOf) }, facts: { ...facts, columns } };
}

/** The facts of a table with what several columns say together, where a recipe reads them as one. @throws what reading the rows throws. */
export function* withJoined(table: TableToRead, facts: TableFacts, recipe: Recipe): Steps<TableFacts> {
  const placeOf = (name: string): number => table.header.indexOf(name);
  const readId = idReader(table.header, recipe);
  const readers = placedFields(recipe).flatMap(({ field, rule }) => {
    const reader = areReadTogether(field, rule) ? fieldReader(field, rule, placeOf) : null;
    return reader === null
      ? []
      : [{ name: joinedColumnsName(field, columnsOf(rule)), textOf: reader.textOf }];
  });
  if (readers.length === 0) return facts;
  const rows = function* (): Generator<TableRow, void, undefined> {
    for (const { row, cells } of table.rows())
      if (!readId(cells).isLeftOut) yield { row, cells: readers.map(({ textOf }) => textOf(cells)) };
  };
  const { columns } = yield* factsOf({ header: readers.map(({ name }) => name), rows });
  return { ...facts, joined: columns };
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
      return (meaningOf(values, code) ?? meaningOf(values, dateCode(code))) === 'leave_out';
    });
  };
}
