import { factsOf, type TableFacts, type TableToRead } from '../../table/column-facts.js';
import { nameKey } from '../../table/column-names.js';
import { dateCode } from '../../table/dates.js';
import type { TableRow } from '../../table/delimited-text.js';
import type { Steps } from '../../table/steps.js';
import { codeKey, columnsOf, meaningOf } from '../format/column-rules.js';
import { areReadTogether, columnsIn, joinedName, placedColumns, placedFields } from '../format/places.js';
import { decisionOf, isLeftOutByMark, type Recipe } from '../format/recipe.js';
import { type FieldReader, fieldReader, shownCell } from '../rows/read-cells.js';
import { areFew, idReader, isWord, withoutIdKey } from '../rows/student-groups.js';

/**
 * The facts of a table as a recipe sees it: with its names, its joined columns, and the rows that count. Rows
 * of another year, or canceled ones, would hide that a column lost what it held or has something new.
 */

/** Names columns as the recipe does. Case, blanks, hyphens and the form of accents do not count. */
export function withRecipeNames<Table extends TableToRead>(
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

/**
 * The facts without rows of no student, with `counting` and `joined` where the recipe calls for them.
 * @throws what reading the rows throws.
 */
export function* factsByRecipe(table: TableToRead, facts: TableFacts, recipe: Recipe): Steps<TableFacts> {
  const { header } = table;
  const indexOf = (name: string): number => header.indexOf(name);
  const readId = idReader(header, recipe);
  const [ids] = columnsIn(facts, columnsOf(recipe.fields.student_id));
  const words = (ids?.nonNumbers ?? []).filter(({ code }) => isWord(code)).length;
  // Codes of totals need no meaning, nor do those of rows that may turn out to be totals.
  const areOpen = words > 0 && decisionOf(recipe, 'word_ids') === '' && areFew(words, ids?.distinct ?? 0);
  const isLeftOut = leftOutTest(recipe, indexOf);
  const joinedReaders = new Map<string, FieldReader>();
  for (const { field, rule } of placedFields(recipe)) {
    const reader = areReadTogether(field, rule) ? fieldReader(field, rule, indexOf) : null;
    if (reader !== null) joinedReaders.set(joinedName(field, columnsOf(rule)), reader);
  }
  const rows = function* () {
    for (const row of table.rows()) {
      const { isLeftOut: isNobodys, idText } = readId(row.cells);
      if (!isNobodys && !(areOpen && isWord(idText))) yield row;
    }
  };
  const counted = function* () {
    for (const row of rows()) if (isLeftOut?.(row) === false) yield row;
  };
  const names = [...joinedReaders.keys()];
  const readers = [...joinedReaders.values()];
  const joined = function* () {
    for (const { row, cells } of rows()) yield { row, cells: readers.map(({ textOf }) => textOf(cells)) };
  };
  const ofIds = [withoutIdKey(false), withoutIdKey(true), 'word_ids'];
  const skipsRows = areOpen || ofIds.some((key) => decisionOf(recipe, key) === 'leave_out');
  return {
    ...facts,
    ...(skipsRows && { columns: (yield* factsOf({ header, rows })).columns }),
    ...(isLeftOut && { counting: (yield* factsOf({ header, rows: counted })).columns }),
    ...(joinedReaders.size > 0 && { joined: (yield* factsOf({ header: names, rows: joined })).columns }),
  };
}

/** A test for rows of no term, or left out by a status or the sheet's marks; null if there are none. */
function leftOutTest(
  recipe: Recipe,
  indexOf: (column: string) => number,
): ((row: TableRow) => boolean) | null {
  const { fields, not_terms, status } = recipe;
  const { term_label: rule = null } = fields;
  const label = columnsOf(rule).length > 0 ? fieldReader('term_label', rule, indexOf) : null;
  const none = new Set(label === null ? [] : not_terms.map(codeKey));
  const rules = (status ?? []).filter(({ values }) => Object.values(values).includes('leave_out'));
  if (none.size === 0 && rules.length === 0 && decisionOf(recipe, 'hidden_rows') !== 'leave_out') return null;
  return (row) =>
    isLeftOutByMark(recipe, row) ||
    none.has(codeKey(label?.meaning(label.textOf(row.cells)) ?? '')) ||
    rules.some(({ column, values }) => {
      const code = shownCell(row.cells[indexOf(column)] ?? '');
      return (meaningOf(values, code) ?? meaningOf(values, dateCode(code))) === 'leave_out';
    });
}
