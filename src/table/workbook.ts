import { columnLetters } from './column-names.js';
import { csvLine, isFilled, type TableRow } from './delimited-text.js';
import { type FoundHeader, findHeader, type NameHints } from './find-header.js';
import { type SheetMarks, SheetReader } from './sheet-reader.js';
import { tableError } from './table-error.js';
import { type SheetPart, type WorkbookParts, workbookParts } from './workbook-parts.js';
import { readXml, xmlPieces } from './xml.js';
import { ZipArchive } from './zip-archive.js';

/** A sheet that is not read, but holds a table or rows of one. */
export interface OtherSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The names in its header; empty if none was found. */
  readonly columns: readonly string[];
  /** Whether one of its rows fills at least half as many cells as the header being read has names. */
  readonly isAsWide: boolean;
}

export interface WorkbookSheet {
  /**
   * The sheet as CSV in UTF-8, in pieces. Every row has a line, even if blank, so rows keep their numbers. A
   * line has at least as many cells as the first filled row. Only the first of merged cells is filled.
   */
  readonly csv: readonly Uint8Array[];
  readonly marks: SheetMarks;
  readonly sheet: string;
  /** The sheets that are not hidden, in the order of the workbook. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
  /** Sentences about what may be read differently than expected. */
  readonly notes: readonly string[];
}

const PIECE_CHARACTERS = 256 * 1024;

/**
 * Reads the named sheet of a workbook (.xlsx), or else the one with the best table. Texts are unchanged, with
 * leading zeros. Numbers keep their digits without binary rounding errors; dates become `2026-08-24`, errors
 * their name, such as `#N/A`.
 *
 * @param onUnpacked receives the number of bytes unpacked so far.
 * @throws TableError for a file that is damaged or not a workbook, or without the sheet or any table.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | undefined,
  hints: NameHints,
  onUnpacked?: (bytes: number) => void,
): Promise<WorkbookSheet> {
  const parts = await workbookParts(new ZipArchive(bytes, onUnpacked));
  const { sheet, isInstead, otherSheets } = await chosenSheet(parts, hints, wanted);
  const { name, path, isHidden } = sheet;
  const encoder = new TextEncoder();
  const csv: Uint8Array[] = [];
  let text = '';
  let next = 1;
  let width = 0;
  const marks = new SheetReader(parts, ({ row, cells }) => {
    width ||= cells.length;
    const blanks = ','.repeat(Math.max(0, width - cells.length));
    text += `${'\r\n'.repeat(row - next)}${csvLine(cells)}${blanks}\r\n`;
    next = row + 1;
    if (text.length < PIECE_CHARACTERS) return;
    csv.push(encoder.encode(text));
    text = '';
  });
  await readXml(parts.archive, path, marks);
  csv.push(encoder.encode(text));
  const sheets = parts.sheets.filter((each) => !each.isHidden).map((each) => each.name);
  const dates = [...marks.dateColumns].sort((one, other) => one - other).map(columnLetters);
  const notes: string[] = [];
  if (isInstead) notes.push(`The workbook has no sheet "${wanted}"; "${name}" is read instead.`);
  if (sheets.length > 1) notes.push(`The workbook has ${sheets.length} sheets; "${name}" is read.`);
  if (isHidden) notes.push(`The sheet "${name}" is read, though it is hidden.`);
  const { filled, colored } = marks.rows;
  // The header usually has a color, and bands of two colors mean nothing.
  if (colored > 1 && colored * MOST_COLORED < filled)
    notes.push(
      `${colored} rows have cells with a color, which is not read. If it says something of a row, write it in a column.`,
    );
  if (parts.archive.names.some((part) => /\/(?:threaded)?comments/.test(part)))
    notes.push('The workbook has comments on cells, which are not read.');
  if (dates.length > 0)
    notes.push(
      `Dates in column ${dates.join(', ')} are read in the form 2026-08-24. A spreadsheet turns text such as 9-12 into a date: check that none was an id or a number.`,
    );
  return { csv, marks, sheet: name, sheets, otherSheets, notes };
}

/** Colors may mean something if fewer than one in this many rows has one. */
const MOST_COLORED = 3;
const LOOKED_AT_ROWS = 60;
const ROWS_OF_TABLE = 10;
/** A table has at least this many usual names, or this many columns that most rows below fit. */
const LEAST_COLUMNS = 2;
const LEAST_FIT = 0.5;
/** The first sheet with this share of the best one's merit is read: last year's sheet may look as good. */
const LIKE_THE_BEST = 0.7;

/**
 * The named sheet; without a name or such a sheet (`isInstead`), the one with the best table, hidden only if
 * no other holds a table. `otherSheets` hold tables or rows of one, and may be hidden.
 *
 * @throws TableError if the named sheet does not exist and no sheet holds a table.
 */
async function chosenSheet(parts: WorkbookParts, hints: NameHints, wanted: string | undefined) {
  const { sheets } = parts;
  const tables: { readonly sheet: SheetPart; readonly header: FoundHeader; readonly merit: number }[] = [];
  for (const sheet of sheets) {
    const rows = await firstRowsOf(parts, sheet);
    const header = findHeader(rows, hints);
    if (header === undefined || header.names.length < LEAST_COLUMNS) continue;
    // A legend is a table with few rows.
    const merit = header.merit * Math.min(rows.length, ROWS_OF_TABLE);
    if (header.usualNames >= LEAST_COLUMNS || header.fit > LEAST_FIT) tables.push({ sheet, header, merit });
  }
  const inOrder = tables.toSorted((one, other) => Number(one.sheet.isHidden) - Number(other.sheet.isHidden));
  const most = Math.max(...tables.map(({ sheet, merit }) => (sheet.isHidden ? 0 : merit)));
  const best = inOrder.find(({ merit }) => merit >= most * LIKE_THE_BEST);
  const key = (name: string | undefined): string | undefined => name?.trim().toLowerCase();
  const named = sheets.find(({ name }) => key(name) === key(wanted));
  const isInstead = wanted !== undefined && named === undefined;
  const inSight = sheets.filter(({ isHidden }) => !isHidden);
  if (isInstead && best === undefined) {
    const names = inSight.map(({ name }) => `"${name}"`).join(', ');
    throw tableError(`The workbook has no sheet "${wanted}". It has ${names}.`);
  }
  const sheet = named ?? best?.sheet ?? inSight[0] ?? sheets[0];
  if (sheet === undefined) throw tableError('The workbook has no sheet with cells.');
  const namesOf = (part: SheetPart) => tables.find((table) => table.sheet === part)?.header.names ?? [];
  const least = Math.max(LEAST_COLUMNS, namesOf(sheet).filter(isFilled).length / 2);
  const otherSheets: OtherSheet[] = [];
  for (const other of sheets.filter((each) => each !== sheet)) {
    const { name, isHidden } = other;
    const columns = namesOf(other);
    const isAsWide = await hasRow(parts, other, least);
    if (isAsWide || columns.length > 0) otherSheets.push({ name, isHidden, columns, isAsWide });
  }
  return { sheet, isInstead, otherSheets };
}

/** Whether any row of a sheet has at least `least` filled cells. */
async function hasRow(parts: WorkbookParts, sheet: SheetPart, least: number): Promise<boolean> {
  let isFound = false;
  const reader = new SheetReader(parts, ({ row, cells }) => {
    isFound ||= cells.filter(isFilled).length + (reader.unsaved.get(row)?.length ?? 0) >= least;
  });
  for await (const _ of xmlPieces(parts.archive, sheet.path, reader)) if (isFound) break;
  return isFound;
}

async function firstRowsOf(parts: WorkbookParts, sheet: SheetPart): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  const reader = new SheetReader(parts, (row) => rows.push(row));
  for await (const _ of xmlPieces(parts.archive, sheet.path, reader))
    if (rows.length >= LOOKED_AT_ROWS) break;
  return rows;
}
