import { ApiError } from '../contract/errors.js';
import { readHeader } from '../contract/header.js';
import { type FileKind, fileKindOf } from '../csv/file-kind.js';
import { type Encoding, encodingOf } from './encoding.js';
import { headerAmong, layoutOf } from './layout.js';
import { type RecipeError, recipeError } from './recipe-error.js';
import { type Delimiter, isBlankRow, recordsOf, type SourceRow } from './records.js';

/** How a file is to be read where it is not to be found out. Rows are numbered as a spreadsheet numbers them. */
export interface ReadSettings {
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
  readonly header_row?: number | undefined;
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
}

/** What a file turned out to be, for people to see. It can be sent from thread to thread. */
export interface SourceInfo {
  readonly kind: 'text' | 'workbook';
  /** Null for a workbook. */
  readonly encoding: Encoding | null;
  /** Null for a workbook. */
  readonly delimiter: Delimiter | null;
  /** The sheet that is read; null for a text. */
  readonly sheet: string | null;
  /** Every sheet of the workbook that is not hidden; empty for a text. */
  readonly sheets: readonly string[];
  /** The row of the header, from 1; what stands above it is passed over. */
  readonly headerRow: number;
  readonly header: Table['header'];
  /** The first rows with a filled cell below the header. */
  readonly firstRows: readonly SourceRow[];
  /** Sentences about what was read otherwise than one may expect, such as dates or a second sheet. */
  readonly notes: readonly string[];
}

/** The names and the rows of a table. */
export interface Table {
  /** Names of the columns, trimmed, as the file has them. */
  readonly header: readonly string[];
  /**
   * The rows below the header that have a filled cell, from the first at every call.
   *
   * @throws RecipeError where a row cannot be read: quotes, or another number of cells than the header has.
   */
  rows(): Iterable<SourceRow>;
}

/** A table of somebody's. */
export interface Source extends SourceInfo, Table {
  /** The file where it is in our shape already, so that it need not be taken apart: it goes to `src/csv` as it is. Else null. */
  readonly ours: Uint8Array | null;
}

/** So many rows are shown, and looked at for guesses. */
const FIRST_ROWS = 1000;

/**
 * Opens a file, or text that was pasted: a delimited text in any usual encoding, or a workbook (.xlsx). Its header is found,
 * with titles above it passed over. Takes the time of one look over the bytes; a workbook is unpacked.
 *
 * @throws RecipeError for what is no table.
 */
export async function openSource(bytes: Uint8Array, settings: ReadSettings = {}): Promise<Source> {
  const kind = fileKindOf(bytes);
  if (kind === undefined) return textSource(bytes, settings);
  if (kind !== 'zip') throw recipeError(OTHER_KINDS[kind]);
  // Only who has a workbook loads what reads it.
  const { readWorkbook } = await import('./workbook.js');
  const { csv, width, sheet, sheets, notes } = readWorkbook(bytes, settings.sheet);
  const { encoding: _, delimiter: __, ...more } = settings;
  const inner = textSource(csv, { ...more, encoding: 'utf-8', delimiter: ',' }, true);
  return {
    ...inner,
    kind: 'workbook',
    encoding: null,
    delimiter: null,
    sheet,
    sheets,
    notes: [...notes, ...inner.notes],
    // Remarks beside the table are in no column.
    ours: inner.header.length === width ? inner.ours : null,
  };
}

function textSource(bytes: Uint8Array, settings: ReadSettings, isSheet = false): Source {
  const encoding = settings.encoding ?? encodingOf(bytes);
  const found = layoutOf(bytes, encoding);
  const delimiter = settings.delimiter ?? found.delimiter;
  const read = (): Iterable<SourceRow> => {
    const records = recordsOf(bytes, { encoding, delimiter });
    return found.hasSepLine ? withoutFirst(records) : records;
  };
  const firstRecords = first(read(), FIRST_ROWS + (settings.header_row ?? 0));
  const header =
    settings.header_row === undefined
      ? headerAmong(firstRecords)
      : firstRecords.find(({ row }) => row === settings.header_row);
  if (header === undefined) throw recipeError('The file is empty, or has no row that could be the header.');
  const names = header.cells.map((cell) => cell.trim());
  while (names.at(-1) === '') names.pop();
  const below = { headerRow: header.row, width: names.length, isSheet };
  const isPlain = encoding === 'utf-8' && delimiter === ',' && !found.hasSepLine;
  return {
    kind: 'text',
    encoding,
    delimiter,
    sheet: null,
    sheets: [],
    headerRow: header.row,
    header: names,
    firstRows: first(bodyOf(firstRecords, below), FIRST_ROWS),
    notes: [],
    ours:
      isPlain && firstRecords.find((each) => !isBlankRow(each)) === header && isOurs(names) ? bytes : null,
    rows: () => bodyOf(read(), below),
  };
}

/** Rows as they are numbered without the first one. */
function* withoutFirst(rows: Iterable<SourceRow>): Generator<SourceRow, void, undefined> {
  for (const { row, cells } of rows) if (row > 1) yield { row: row - 1, cells };
}

interface Body {
  readonly headerRow: number;
  readonly width: number;
  /** Whether rows come from a sheet, where each cell has its place: what stands beside the table is in no column. */
  readonly isSheet: boolean;
}

/** The rows below the header with a filled cell, each with one cell for every column. */
function* bodyOf(
  rows: Iterable<SourceRow>,
  { headerRow, width, isSheet }: Body,
): Generator<SourceRow, void, undefined> {
  // Reports end with remarks, such as "7 rows selected.": they are told from a row that is cut short by what follows.
  let remark: SourceRow | null = null;
  for (const each of rows) {
    const { row, cells } = each;
    if (row <= headerRow || isBlankRow(each)) continue;
    if (isSheet) yield { row, cells: cut(cells, width) };
    else if (width > 1 && isRemark(cells)) remark ??= each;
    else if (remark !== null) throw tooFewCells(remark, width);
    else yield cells.length === width ? each : { row, cells: fitted(each, width) };
  }
}

/** Words in a single cell: what a download that broke off ends with looks otherwise. */
function isRemark([text = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && /\p{L}/u.test(text) && /\S\s+\S/.test(text);
}

function cut(cells: readonly string[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, place) => cells[place] ?? '');
}

function fitted(each: SourceRow, width: number): readonly string[] {
  const { row, cells } = each;
  if (cells.length < width) throw tooFewCells(each, width);
  if (isBlankRow({ cells: cells.slice(width) })) return cells.slice(0, width);
  throw recipeError(
    `this row has more cells than the header, which has ${width}. Put a cell that contains the delimiter in quotes.`,
    { row },
  );
}

function tooFewCells({ row, cells }: SourceRow, width: number): RecipeError {
  return recipeError(
    `this row has fewer cells (${cells.length}) than the header (${width}). Add what is missing, or take the row out.`,
    { row },
  );
}

function first(rows: Iterable<SourceRow>, count: number): readonly SourceRow[] {
  const found: SourceRow[] = [];
  for (const row of rows) if (found.push(row) === count) break;
  return found;
}

function isOurs(names: readonly string[]): boolean {
  try {
    readHeader(names, 1);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const OTHER_KINDS: Readonly<Record<Exclude<FileKind, 'zip'>, string>> = {
  xls: 'The file is an old Excel workbook (.xls), or one with a password. Save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8", without a password.',
  gzip: 'The file is compressed with gzip. Unpack it first.',
  pdf: 'The file is a PDF. Export the students as CSV or as a workbook.',
  rtf: 'The file is a text document (.rtf). Export the students as CSV or as a workbook.',
};
