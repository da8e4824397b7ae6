import { columnLetters, columnNames } from './column-names.js';
import { commaColumns } from './decimal-marks.js';
import { type Delimiter, isFilled, type Layout, type TableRow, textRows } from './delimited-text.js';
import { layoutOf } from './delimiter.js';
import type { Encoding } from './encodings.js';
import { findHeader, type NameHints, NO_HINTS } from './find-header.js';
import { foreignFile, isZip } from './foreign-files.js';
import { RowJudge, type SetAsideReason, type SetAsideRow } from './set-aside.js';
import { tableError } from './table-error.js';
import { tableRows } from './table-rows.js';
import type { OtherSheet, WorkbookSheet } from './workbook.js';

/** How to read a file, for what should not be detected automatically. Rows are numbered as in a spreadsheet. */
export interface ReadSettings {
  readonly sheet?: string | undefined;
  readonly header_row?: number | undefined;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
  /** Kinds of rows that are not set aside. */
  readonly keep?: readonly SetAsideReason[] | undefined;
}

interface OpenOptions {
  readonly read?: ReadSettings | undefined;
  /** What is known of the names of columns; nothing by default. */
  readonly hints?: NameHints | undefined;
  /** Receives the number of bytes of a workbook that have been unpacked so far; what it throws ends the work. */
  readonly onUnpacked?: ((bytes: number) => void) | undefined;
}

/** What was detected about a file, for people to see. It can be sent from thread to thread. */
export interface TableInfo {
  /** Both are null for a workbook. */
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  /** The sheet that is read; null for a text. */
  readonly sheet: string | null;
  /** Every sheet of the workbook that is not hidden; empty for a text. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
  /** The row of the header, from 1; the lower one of two. */
  readonly headerRow: number;
  /** Names of the columns, as `columnNames` makes them of those in the file: none is blank, and no two are the same. */
  readonly header: readonly string[];
  /** The filled rows above the header, which are not read. */
  readonly above: readonly TableRow[];
  /** The first rows of the table with a filled cell. */
  readonly firstRows: readonly TableRow[];
  /** Sentences about what was read differently than one may expect, such as dates or a second sheet. */
  readonly notes: readonly string[];
}

export interface Table extends TableInfo {
  /** The file if it is a plain CSV in the reader's own format, to be used unchanged. Otherwise null. */
  readonly ours: Uint8Array | null;
  /**
   * The rows of the table, from the first at every call. Other rows with a filled cell are passed to `onSetAside`.
   *
   * @throws TableError if a row cannot be read: quotes, a different number of cells than the header has, a merged cell
   * that leaves open what it is.
   */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<TableRow>;
}

const NEEDED = 'Choose a file with a row of column names, and the rows of the table below it.';

const SEPARATED =
  'A text file needs commas, semicolons, tabs, bars or carets between its columns: blanks do not say where a cell ends. Export the table as CSV or as an Excel workbook.';

/** How many rows are shown, and used to find out what the columns hold. */
const FIRST_ROWS = 1000;

/**
 * Opens a file, or pasted text: a delimited text in any usual encoding, or a workbook (.xlsx). Finds its header and
 * skips titles above it. Takes one pass over the bytes; a workbook is unpacked, with pauses for other work.
 *
 * @throws TableError for what is no table, or has one column or no rows alone.
 */
export async function openTable(
  bytes: Uint8Array,
  { read = {}, hints = NO_HINTS, onUnpacked }: OpenOptions = {},
): Promise<Table> {
  const foreign = foreignFile(bytes, read.encoding);
  if (foreign !== null) throw tableError(foreign);
  if (!isZip(bytes)) {
    const layout = layoutOf(bytes, read, hints);
    // Programs of DOS write 0x1A behind a text.
    const isEnded = bytes.at(-1) === 0x1a && !layout.encoding.startsWith('utf-16');
    return tableIn({ ...NO_SHEET, csv: isEnded ? bytes.subarray(0, -1) : bytes }, layout, read, hints);
  }
  // Loaded only if there is a workbook.
  const { readWorkbook } = await import('./workbook.js');
  const sheet = await readWorkbook(bytes, read.sheet, hints, onUnpacked);
  return tableIn(sheet, SHEET_LAYOUT, read, hints);
}

const NO_SHEET = { marks: null, sheet: null, sheets: [], otherSheets: [], notes: [] };
const SHEET_LAYOUT: Layout = { encoding: 'utf-8', delimiter: ',', hasSepLine: false };

type Source = WorkbookSheet | (typeof NO_SHEET & { readonly csv: Uint8Array });

function tableIn(source: Source, layout: Layout, read: ReadSettings, hints: NameHints): Table {
  const { csv, marks, sheet, sheets, otherSheets } = source;
  const firstWritten = first(textRows(csv, layout), FIRST_ROWS + (read.header_row ?? 0));
  const isWrapped = firstWritten.some(({ cells }) => cells.some((cell) => cell.startsWith('="')));
  const asRead = isWrapped ? unwrapped : (rows: Iterable<TableRow>) => rows;
  const beginning = [...asRead(firstWritten)];
  const filled = beginning.filter(({ cells }) => cells.some(isFilled));
  const found = findHeader(filled, hints, read.header_row, marks?.merges);
  if (found === undefined) {
    // A sheet of formulas is blank until a spreadsheet calculates it.
    throw tableError(
      marks !== null && marks.unsaved.size > 0
        ? 'The sheet has formulas whose results were not saved. Open the workbook in Excel and save it.'
        : `The file is empty, or has no row that could be the header. ${NEEDED}`,
    );
  }
  const { row: headerRow, isTwoRows, names } = found;
  const above = filled.filter(({ row }) => row < (isTwoRows ? headerRow - 1 : headerRow));
  const top = filled.filter(({ row }) => row <= headerRow);
  const sample = filled.slice(top.length);
  const written = [...names, ...unnamed(names.length, sample)];
  // No usual name suggests it, and who places the column sees it.
  const given = written.map((name, place) =>
    marks?.hiddenColumns.has(place) ? `${name || `Column ${columnLetters(place)}`} (hidden)` : name,
  );
  const header = columnNames(given);
  if (header.length < 2) throw tableError(`The file has only one column. ${SEPARATED}`);
  const judge = new RowJudge(written, top, sample);
  const passed = read.header_row === undefined ? above.find(({ cells }) => judge.isRow(cells)) : undefined;
  if (passed !== undefined)
    throw tableError(
      `this row is above the columns, which are in row ${headerRow}, and looks like data, as if the sheet was sorted with its header. Put the header above all rows, or say in which row it is.`,
      { row: passed.row },
    );
  const plain = { header, headerRow, judge, keep: new Set(read.keep), sheet: marks, commas: [] };
  const sized = marks === null ? { ...layout, width: header.length } : layout;
  const again = asRead(first(textRows(csv, sized), firstWritten.length));
  const commas = commaColumns(header, first(tableRows(again, plain), FIRST_ROWS));
  const isPlain = layout.encoding === 'utf-8' && layout.delimiter === ',' && !layout.hasSepLine && !isWrapped;
  const isOwn = isPlain && above.length + commas.length === 0 && hints.isOwnHeader(given);
  // In the reader's own format a number is read as documented.
  const body = isOwn ? plain : { ...plain, commas };
  const firstRows = first(tableRows(beginning, body), FIRST_ROWS);
  if (firstRows.length === 0)
    throw tableError(
      `There are no rows below the header, which is row ${headerRow}. Export the table again, or choose another file.`,
    );
  const named = commas.map(({ name }) => `"${name}"`).join(', ');
  const isOpenEnded = csv instanceof Uint8Array && firstWritten.length > 1 && !endsLine(csv, layout.encoding);
  const isOlder = layout.encoding === 'windows-1252' && read.encoding === undefined;
  return {
    encoding: marks === null ? layout.encoding : null,
    delimiter: marks === null ? layout.delimiter : null,
    sheet,
    sheets,
    otherSheets,
    headerRow,
    header,
    above,
    firstRows,
    notes: [
      ...source.notes,
      ...(commas.length === 0 ? [] : [`Numbers with a decimal comma are read in ${named}: 9,5 as 9.5.`]),
      ...(isOpenEnded ? [OPEN_ENDED] : []),
      ...(isOlder ? [OLDER] : []),
    ],
    ours: isOwn && csv instanceof Uint8Array ? csv : null,
    rows: (onSetAside) => tableRows(asRead(textRows(csv, sized)), body, onSetAside),
  };
}

const OPEN_ENDED = 'The last line has no line break, as if a download broke off: is the file complete?';

const OLDER =
  'The text is not UTF-8, and is read as Windows-1252. If letters are wrong, save it as "CSV UTF-8".';

/** Whether a text ends with the end of a line, as its other lines do. */
function endsLine(bytes: Uint8Array, encoding: Encoding): boolean {
  return /[\r\n]$/.test(new TextDecoder(encoding).decode(bytes.subarray(-2)));
}

/** Blank names for columns behind the last name that are filled in most rows; other cells there are beside the table. */
function unnamed(width: number, sample: readonly TableRow[]): readonly string[] {
  const longest = Math.max(width, ...sample.map(({ cells }) => cells.length));
  const counts = Array.from(
    { length: longest },
    (_, place) => sample.filter(({ cells }) => isFilled(cells[place])).length,
  );
  const last = counts.findLastIndex((count) => count * 2 > sample.length);
  return new Array<string>(Math.max(0, last + 1 - width)).fill('');
}

/** Rows with the text of cells that are written as a formula, so that a spreadsheet keeps it as it is: `="0012"`. */
function* unwrapped(rows: Iterable<TableRow>): Generator<TableRow, void, undefined> {
  for (const { row, cells } of rows) {
    yield { row, cells: cells.map((cell) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell) };
  }
}

function first(rows: Iterable<TableRow>, count: number): readonly TableRow[] {
  const found: TableRow[] = [];
  for (const row of rows) if (found.push(row) === count) break;
  return found;
}
