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

/** How to read a file: overrides automatic detection. Rows are numbered as in a spreadsheet. */
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
  /** Knowledge about column names; none by default. */
  readonly hints?: NameHints | undefined;
  /** Receives the bytes of a workbook unpacked so far; an error that it throws ends the work. */
  readonly onUnpacked?: ((bytes: number) => void) | undefined;
}

/** What was detected about a file, to show to people. It can be posted to another thread. */
export interface TableInfo {
  /** `encoding` and `delimiter` are null for a workbook. */
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  /** The sheet that is read; null for a text file. */
  readonly sheet: string | null;
  /** All sheets that are not hidden; empty for a text file. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
  /** The row of the header, from 1; the lower row of a header of two rows. */
  readonly headerRow: number;
  /** Column names by `columnNames`: unique, and none is blank. */
  readonly header: readonly string[];
  /** Filled rows above the header; they are not table rows. */
  readonly above: readonly TableRow[];
  /** The first table rows with a filled cell. */
  readonly firstRows: readonly TableRow[];
  /** Sentences about what may be read differently than expected, such as dates or several sheets. */
  readonly notes: readonly string[];
}

export interface Table extends TableInfo {
  /** The file, unchanged, if it is a plain CSV in the reader's own format; null otherwise. */
  readonly ours: Uint8Array | null;
  /**
   * The rows of the table; each call starts from the first. `onSetAside` receives the other filled rows.
   *
   * @throws TableError for a row that cannot be read: quotes, a wrong number of cells, an ambiguous merged
   * cell.
   */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<TableRow>;
}

const NEEDED = 'Choose a file with a row of column names, and rows below it.';

const SEPARATED =
  'A text file needs commas, semicolons, tabs, bars or carets between its columns; blanks are not enough. Export the table as CSV or as an Excel workbook.';

/** How many rows are shown, and used to find out what the columns hold. */
const FIRST_ROWS = 1000;

/**
 * Opens a file or pasted text: delimited text in any usual encoding, or a workbook (.xlsx). Finds the header
 * and skips titles above it. Takes one pass over the bytes; a workbook is unpacked, with pauses for other
 * work.
 *
 * @throws TableError for a file that is not a table, or has only one column or no rows.
 */
export async function openTable(
  bytes: Uint8Array,
  { read = {}, hints = NO_HINTS, onUnpacked }: OpenOptions = {},
): Promise<Table> {
  const foreign = foreignFile(bytes, read.encoding);
  if (foreign !== null) throw tableError(foreign);
  if (!isZip(bytes)) {
    const layout = layoutOf(bytes, read, hints);
    // DOS programs end a text with 0x1A.
    const isEnded = bytes.at(-1) === 0x1a && !layout.encoding.startsWith('utf-16');
    return tableIn({ ...NO_SHEET, csv: isEnded ? bytes.subarray(0, -1) : bytes }, layout, read, hints);
  }
  // Loaded only for workbooks.
  const { readWorkbook } = await import('./workbook.js');
  const sheet = await readWorkbook(bytes, read.sheet, hints, onUnpacked);
  return tableIn(sheet, SHEET_LAYOUT, read, hints);
}

const NO_SHEET = { marks: null, sheet: null, sheets: [], otherSheets: [], notes: [] };
const SHEET_LAYOUT: Layout = { encoding: 'utf-8', delimiter: ',', hasSepLine: false };

type Source = WorkbookSheet | (typeof NO_SHEET & { readonly csv: Uint8Array });

function tableIn(source: Source, layout: Layout, read: ReadSettings, hints: NameHints): Table {
  const { csv, marks, sheet, sheets, otherSheets } = source;
  const firstWritten = take(textRows(csv, layout), FIRST_ROWS + (read.header_row ?? 0));
  const isWrapped = firstWritten.some(({ cells }) => cells.some((cell) => cell.startsWith('="')));
  const asRead = isWrapped ? unwrapped : (rows: Iterable<TableRow>) => rows;
  const firstRead = [...asRead(firstWritten)];
  const filled = firstRead.filter(({ cells }) => cells.some(isFilled));
  const found = findHeader(filled, hints, read.header_row, marks?.merges);
  if (found === undefined) {
    // The cells of formulas are blank until a spreadsheet calculates and saves them.
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
  // The suffix keeps hidden columns from being suggested by name, and shows that they are hidden.
  const given = written.map((name, index) =>
    marks?.hiddenColumns.has(index) ? `${name || `Column ${columnLetters(index)}`} (hidden)` : name,
  );
  const header = columnNames(given);
  if (header.length < 2) throw tableError(`The file has only one column. ${SEPARATED}`);
  const judge = new RowJudge(written, top, sample);
  const passed = read.header_row === undefined ? above.find(({ cells }) => judge.isData(cells)) : undefined;
  if (passed !== undefined)
    throw tableError(
      `this row is above the columns, which are in row ${headerRow}, and looks like data, as if the sheet was sorted with its header. Put the header above all rows, or say in which row it is.`,
      { row: passed.row },
    );
  const plain = { header, headerRow, judge, keep: new Set(read.keep), sheet: marks, commas: [] };
  const sized = marks === null ? { ...layout, width: header.length } : layout;
  const again = asRead(take(textRows(csv, sized), firstWritten.length));
  const commas = commaColumns(header, take(tableRows(again, plain), FIRST_ROWS));
  const isPlain = layout.encoding === 'utf-8' && layout.delimiter === ',' && !layout.hasSepLine && !isWrapped;
  const isOwn = isPlain && above.length + commas.length === 0 && hints.isOwnHeader(given);
  // In the reader's own format, numbers are read as documented.
  const body = isOwn ? plain : { ...plain, commas };
  const firstRows = take(tableRows(firstRead, body), FIRST_ROWS);
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

/** Whether the last line of a text has a line end. */
function endsLine(bytes: Uint8Array, encoding: Encoding): boolean {
  return /[\r\n]$/.test(new TextDecoder(encoding).decode(bytes.subarray(-2)));
}

/** Blank names for columns after the last name that most rows fill; other cells there are not read. */
function unnamed(width: number, sample: readonly TableRow[]): readonly string[] {
  const longest = Math.max(width, ...sample.map(({ cells }) => cells.length));
  const counts = Array.from(
    { length: longest },
    (_, index) => sample.filter(({ cells }) => isFilled(cells[index])).length,
  );
  const last = counts.findLastIndex((count) => count * 2 > sample.length);
  return new Array<string>(Math.max(0, last + 1 - width)).fill('');
}

/** Unwraps cells written as a formula to make a spreadsheet keep their text, such as `="0012"`. */
function* unwrapped(rows: Iterable<TableRow>): Generator<TableRow, void, undefined> {
  for (const { row, cells } of rows) {
    yield { row, cells: cells.map((cell) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell) };
  }
}

function take(rows: Iterable<TableRow>, count: number): readonly TableRow[] {
  const found: TableRow[] = [];
  for (const row of rows) if (found.push(row) === count) break;
  return found;
}
