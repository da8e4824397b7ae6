import type { TableRow } from './delimited-text.js';
import { type FoundHeader, findHeader, type NameHints } from './find-header.js';
import { SheetReader } from './sheet-reader.js';
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
  const { sheets } = parts;
  const all = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden));
  const [first] = all;
  if (first === undefined) throw tableError('The workbook has no sheet with cells.');
  const key = (name: string | undefined): string | undefined => name?.trim().toLowerCase();
  const named = sheets.find(({ name }) => key(name) === key(wanted));
  const isInstead = wanted !== undefined && named === undefined;
  if (all.length === 1) return { ...first, others: [], isInstead };
  const tables: TableSheet[] = [];
  for (const sheet of all) {
    const header = findHeader(await firstRowsOf(parts, sheet), hints);
    if (header === undefined || header.names.length < LEAST_COLUMNS) continue;
    if (isUsual(header) || header.fit > LEAST_FIT) tables.push({ sheet, header });
  }
  // Sorting keeps the order of equal ones.
  const [best] = tables.toSorted((one, other) => rank(other) - rank(one) || merit(other) - merit(one));
  const chosen = named ?? best?.sheet;
  if (chosen === undefined && isInstead) {
    const names = sheets.flatMap(({ name, isHidden }) => (isHidden ? [] : `"${name}"`));
    throw tableError(`The workbook has no sheet "${wanted}". It has ${names.join(', ')}.`);
  }
  const others = tables
    .filter(({ sheet }) => sheet !== chosen)
    .map(({ sheet: { name, isHidden }, header }) => ({ name, isHidden, columns: header.names }));
  return { ...(chosen ?? first), others, isInstead };
}

function isUsual({ known }: FoundHeader): boolean {
  return known >= LEAST_COLUMNS;
}

/** Usual names count for more than being visible. */
function rank({ sheet, header }: TableSheet): number {
  return (isUsual(header) ? 2 : 0) + (sheet.isHidden ? 0 : 1);
}

function merit({ header }: TableSheet): number {
  return isUsual(header) ? header.known : header.merit;
}

async function firstRowsOf(parts: WorkbookParts, sheet: SheetPart): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  const reader = new SheetReader(parts, (row) => rows.push(row));
  for await (const _ of xmlPieces(parts.archive, sheet.path, reader))
    if (rows.length >= LOOKED_AT_ROWS) break;
  return rows;
}
