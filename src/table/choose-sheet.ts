import { type FoundHeader, findHeader, type NameHints } from './find-header.js';
import { SheetReader, type SheetRow } from './sheet-reader.js';
import { tableError } from './table-error.js';
import type { SheetPart, WorkbookParts } from './workbook-parts.js';
import { xmlPieces } from './xml.js';

/** A sheet that is not read, though it holds a table, too. */
export interface OtherSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The names of its columns. */
  readonly columns: readonly string[];
}

/** The sheet of a workbook to read. */
export interface ChosenSheet extends SheetPart {
  /** Other sheets that hold a table, hidden ones included. */
  readonly others: readonly OtherSheet[];
  /** Whether it is read in place of a named sheet that does not exist. */
  readonly isInstead: boolean;
}

/** A sheet that holds a table, by its first rows. */
interface TableSheet {
  readonly sheet: SheetPart;
  readonly header: FoundHeader;
}

const LOOKED_AT_ROWS = 60;
/** A table has this many usual names, or columns that most rows below fit. */
const LEAST_COLUMNS = 2;
const LEAST_FIT = 0.5;

/**
 * The sheet of that name. Without a name, or where there is no such sheet, the one that holds the best table: with the
 * most usual names of columns, then with the most columns. A hidden sheet is used only if no visible one holds a table.
 *
 * @throws TableError for a named sheet that does not exist if no other holds a table either.
 */
export async function chosenSheet(
  parts: WorkbookParts,
  hints: NameHints,
  wanted: string | undefined,
): Promise<ChosenSheet> {
  const shown = parts.sheets.filter(({ isHidden }) => !isHidden);
  const all = [...shown, ...parts.sheets.filter(({ isHidden }) => isHidden)];
  const [first] = all;
  if (first === undefined) throw tableError('The workbook has no sheet with cells.');
  const key = (name: string | undefined): string | undefined => name?.trim().toLowerCase();
  const named = parts.sheets.find(({ name }) => key(name) === key(wanted));
  const isInstead = wanted !== undefined && named === undefined;
  if (all.length === 1) return { ...first, others: [], isInstead };
  const tables: TableSheet[] = [];
  for (const sheet of all) {
    const header = findHeader(await firstRowsOf(parts, sheet), hints);
    if (header !== undefined && isTable(header)) tables.push({ sheet, header });
  }
  // Sorting keeps the order of equal ones.
  const best = tables.toSorted((one, other) => rank(other) - rank(one) || merit(other) - merit(one))[0];
  const chosen = named ?? best?.sheet;
  if (chosen === undefined && isInstead) {
    const names = shown.map(({ name }) => `"${name}"`);
    throw tableError(`The workbook has no sheet "${wanted}". It has ${names.join(', ')}.`);
  }
  const others = tables
    .filter(({ sheet }) => sheet !== chosen)
    .map(({ sheet: { name, isHidden }, header }) => ({ name, isHidden, columns: header.names }));
  return { ...(chosen ?? first), others, isInstead };
}

function isTable({ names, known, fit }: FoundHeader): boolean {
  return names.length >= LEAST_COLUMNS && (known >= LEAST_COLUMNS || fit > LEAST_FIT);
}

function isUsual({ header }: TableSheet): boolean {
  return header.known >= LEAST_COLUMNS;
}

/** Usual names count for more than being visible. */
function rank(table: TableSheet): number {
  return (isUsual(table) ? 2 : 0) + (table.sheet.isHidden ? 0 : 1);
}

function merit(table: TableSheet): number {
  return isUsual(table) ? table.header.known : table.header.merit;
}

async function firstRowsOf(parts: WorkbookParts, sheet: SheetPart): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  const reader = new SheetReader(parts, (row) => rows.push(row));
  for await (const _ of xmlPieces(parts.archive, sheet.path, reader))
    if (rows.length >= LOOKED_AT_ROWS) break;
  return rows;
}
