import { columnLetters } from './column-names.js';
import { csvLine, type TableRow } from './delimited-text.js';
import { type FoundHeader, findHeader, type NameHints } from './find-header.js';
import { type SheetMarks, SheetReader } from './sheet-reader.js';
import { tableError } from './table-error.js';
import { type SheetPart, type WorkbookParts, workbookParts } from './workbook-parts.js';
import { xmlPieces } from './xml.js';
import { ZipArchive } from './zip-archive.js';

/** A sheet that is not read, though it holds a table, too. */
export interface OtherSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly columns: readonly string[];
}

export interface WorkbookSheet {
  /**
   * CSV in UTF-8, in pieces: a line for every row of the sheet, blank ones too, so that rows keep their numbers. Each has
   * as many cells as the first filled row, or more. Of merged cells, only the first is filled.
   */
  readonly csv: readonly Uint8Array[];
  readonly marks: SheetMarks;
  readonly sheet: string;
  /** Those that are not hidden, in the order of the workbook. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
  /** Sentences about what was read otherwise than one may expect. */
  readonly notes: readonly string[];
}

/** Texts that cells share may come to more than the file: so many times as much, above a number of bytes that is free. */
const MOST_TIMES_LARGER = 16;
const FREE_BYTES = 4 * 1024 * 1024;

const PIECE_CHARACTERS = 256 * 1024;

/**
 * Reads a sheet of a workbook (.xlsx): the one of that name, else the one that holds the best table.
 *
 * Texts stay as they are, leading zeros with them. Numbers are written with all their digits and without what binary numbers
 * add; dates as `2026-08-24`; errors by their name, `#N/A`.
 *
 * @param onUnpacked receives the number of bytes that have been unpacked so far.
 * @throws TableError for what is no workbook or a damaged one, and a sheet that is not there.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | undefined,
  hints: NameHints,
  onUnpacked?: (bytes: number) => void,
): Promise<WorkbookSheet> {
  const parts = await workbookParts(new ZipArchive(bytes, onUnpacked));
  const { name, path, isHidden, isInstead, others } = await chosenSheet(parts, hints, wanted);
  const encoder = new TextEncoder();
  const csv: Uint8Array[] = [];
  let text = '';
  let length = 0;
  let mostBytes = FREE_BYTES;
  let next = 1;
  let width = 0;
  const encode = (): void => {
    const piece = encoder.encode(text);
    csv.push(piece);
    length += piece.length;
    if (length > mostBytes) throw tableError(GROWS_TOO_MUCH);
    text = '';
  };
  const marks = new SheetReader(parts, ({ row, cells }) => {
    width ||= cells.length;
    const blanks = ','.repeat(Math.max(0, width - cells.length));
    text += `${'\r\n'.repeat(row - next)}${csvLine(cells)}${blanks}\r\n`;
    next = row + 1;
    if (text.length >= PIECE_CHARACTERS) encode();
  });
  for await (const characters of xmlPieces(parts.archive, path, marks))
    mostBytes += characters * MOST_TIMES_LARGER;
  encode();
  const sheets = parts.sheets.filter((each) => !each.isHidden).map((each) => each.name);
  const dates = [...marks.dateColumns].sort((one, other) => one - other).map(columnLetters);
  const hold = dates.length === 1 ? `Column ${dates[0]} holds` : `Columns ${dates.join(', ')} hold`;
  const notes: readonly (readonly [isSaid: boolean, note: string])[] = [
    [isInstead, `The workbook has no sheet "${wanted}"; "${name}" is read instead.`],
    [sheets.length > 1, `The workbook has ${sheets.length} sheets; "${name}" is read.`],
    [
      isHidden && (wanted === undefined || isInstead),
      `The sheet "${name}" is hidden; no other one holds a table.`,
    ],
    [
      dates.length > 0,
      `${hold} dates, read as 2026-08-24. A spreadsheet makes dates of what looks like one, such as 9-12: check that none was an id or a number.`,
    ],
  ];
  const said = notes.flatMap(([isSaid, note]) => (isSaid ? [note] : []));
  return { csv, marks, sheet: name, sheets, otherSheets: others, notes: said };
}

const GROWS_TOO_MUCH = 'The workbook grows too much when it is unpacked. Save the sheet as "CSV UTF-8".';

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
 * `others` hold tables, too, hidden ones included; `isInstead` says that there is no sheet of that name.
 *
 * @throws TableError for a named sheet that does not exist if no other holds a table either.
 */
async function chosenSheet(
  parts: WorkbookParts,
  hints: NameHints,
  wanted: string | undefined,
): Promise<SheetPart & { readonly others: readonly OtherSheet[]; readonly isInstead: boolean }> {
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
