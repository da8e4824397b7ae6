import { nameKey } from './column-names.js';
import { type FoundHeader, findHeader, type NameHints } from './find-header.js';
import { SheetReader, type SheetRow } from './sheet-reader.js';
import type { Pace } from './steps.js';
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
  /** Number of visible sheets. */
  readonly count: number;
  /** Other sheets that hold a table, hidden ones included. */
  readonly others: readonly OtherSheet[];
  /** All sheets with the same columns, this one first, if nobody has chosen one; empty if it is the only one. */
  readonly same: readonly string[];
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
  hints: Pick<NameHints, 'isUsualName'>,
  wanted: string | undefined,
  pace: Pace,
): Promise<ChosenSheet> {
  const shown = parts.sheets.filter(({ isHidden }) => !isHidden);
  const count = shown.length;
  const [first] = [...shown, ...parts.sheets];
  if (first === undefined) throw tableError('The workbook has no sheet with cells.');
  const named = wanted === undefined ? undefined : sheetNamed(parts.sheets, wanted);
  const isInstead = wanted !== undefined && named === undefined;
  if (parts.sheets.length === 1) return { ...first, count, others: [], same: [], isInstead };
  const tables: TableSheet[] = [];
  for (const sheet of [...shown, ...parts.sheets.filter(({ isHidden }) => isHidden)]) {
    const header = findHeader(await firstRowsOf(parts, sheet, pace), hints);
    if (header !== undefined && isTable(header)) tables.push({ sheet, header });
  }
  const chosen = named ?? bestOf(tables)?.sheet;
  if (chosen === undefined && isInstead) {
    const names = shown.map(({ name }) => `"${name}"`);
    throw tableError(`The workbook has no sheet "${wanted}". It has ${names.join(', ')}.`);
  }
  if (chosen === undefined) return { ...first, count, others: [], same: [], isInstead };
  const own = tables.find(({ sheet }) => sheet === chosen);
  const others = tables.filter((each) => each !== own);
  const same = own === undefined ? [] : others.filter((each) => keyOf(each) === keyOf(own));
  return {
    ...chosen,
    count,
    others: others.map(({ sheet: { name, isHidden }, header: { names } }) => ({
      name,
      isHidden,
      columns: names,
    })),
    same:
      named !== undefined || same.length === 0 ? [] : [chosen.name, ...same.map(({ sheet }) => sheet.name)],
    isInstead,
  };
}

function isTable({ names, known, fit }: FoundHeader): boolean {
  return names.length >= LEAST_COLUMNS && (known >= LEAST_COLUMNS || fit > LEAST_FIT);
}

/** The table with the most usual names; if none has any, the one that looks best. The first of several. */
function bestOf(tables: readonly TableSheet[]): TableSheet | undefined {
  const isUsual = ({ header }: TableSheet): boolean => header.known >= LEAST_COLUMNS;
  const visible = tables.filter(({ sheet }) => !sheet.isHidden);
  const isHiddenBetter = visible.length === 0 || (!visible.some(isUsual) && tables.some(isUsual));
  const merit = ({ header }: TableSheet): number => (tables.some(isUsual) ? header.known : header.merit);
  return (isHiddenBetter ? tables : visible).reduce<TableSheet | undefined>(
    (best, each) => (best === undefined || merit(each) > merit(best) ? each : best),
    undefined,
  );
}

async function firstRowsOf(parts: WorkbookParts, sheet: SheetPart, pace: Pace): Promise<readonly SheetRow[]> {
  const reader = new SheetReader(parts);
  const rows: SheetRow[] = [];
  for await (const _ of xmlPieces(parts.archive, sheet.path, reader, pace)) {
    rows.push(...reader.taken());
    if (rows.length >= LOOKED_AT_ROWS) break;
  }
  return rows;
}

/** Sheets have the same columns if their names are the same, in any order. */
function keyOf({ header }: TableSheet): string {
  return header.names.map(nameKey).toSorted().join('\n');
}

function sheetNamed(sheets: readonly SheetPart[], wanted: string): SheetPart | undefined {
  const key = (name: string): string => name.trim().toLowerCase();
  return sheets.find(({ name }) => key(name) === key(wanted));
}
