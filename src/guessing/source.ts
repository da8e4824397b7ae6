import { isOurHeader } from '../contract/header.js';
import { fileKindOf } from '../csv/file-kind.js';
import { DecimalMarks } from './decimal-marks.js';
import { UNDECIDED } from './decisions.js';
import { type Encoding, encodingOf } from './encoding.js';
import { type FoundHeader, findHeader } from './find-header.js';
import { foreignFile } from './foreign-files.js';
import { layoutOf } from './layout.js';
import type { OtherSheet } from './other-sheets.js';
import type { Recipe } from './recipe.js';
import { recipeError } from './recipe-error.js';
import { type Delimiter, isBlankRow, recordsOf, type SourceRow } from './records.js';
import { RowJudge, type SetAsideRow } from './set-aside.js';
import { Pace } from './steps.js';
import { studentRowsOf, unsavedFormula } from './table-body.js';
import type { WorkbookSheet } from './workbook.js';

/** How to read a file, for what should not be detected automatically. Rows are numbered as in a spreadsheet. */
export type ReadSettings = NonNullable<Recipe['read']>;

/** What was detected about a file, for people to see. It can be sent from thread to thread. */
export interface SourceInfo extends Omit<Table, 'rows'> {
  readonly kind: 'text' | 'workbook';
  /** Null for a workbook. */
  readonly encoding: Encoding | null;
  /** Null for a workbook. */
  readonly delimiter: Delimiter | null;
  /** The sheet that is read; null for a text. */
  readonly sheet: string | null;
  /** Every sheet of the workbook that is not hidden; empty for a text. */
  readonly sheets: readonly string[];
  /** The row of the header, from 1; the lower one of two. */
  readonly headerRow: number;
  /** The first students' rows with a filled cell below the header. */
  readonly firstRows: readonly SourceRow[];
  /** Sentences about what was read differently than one may expect, such as dates or a second sheet. */
  readonly notes: readonly string[];
}

/** The names and the rows of a table. */
export interface Table {
  /** Names of the columns, trimmed, as the file has them. */
  readonly header: readonly string[];
  /** The filled rows above the header, which are not read. */
  readonly above: readonly SourceRow[];
  /** Sheets with the same columns, none of which has been chosen yet; empty if there is no doubt. */
  readonly sameSheets: readonly string[];
  /** Sheets that are not read though they look like tables of students, too. */
  readonly otherSheets: readonly OtherSheet[];
  /**
   * The students' rows below the header, from the first at every call. Other rows with a filled cell are passed to
   * `onSetAside`.
   *
   * @throws RecipeError if a row cannot be read: quotes, a different number of cells than the header has, a merged cell
   * that leaves open what it is.
   */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<SourceRow>;
}

/** A table in any format. */
export interface Source extends SourceInfo, Table {
  /** The file if it is already in our format, so that it can go to `src/csv` unchanged. Otherwise null. */
  readonly ours: Uint8Array | null;
}

const NEEDED =
  'Choose a file with a header row, such as Student ID, Term and Credits, and the rows of the students below it.';

/** @throws RecipeError for a table that has only a header, or only one column. */
export function requireStudents({ header, headerRow, firstRows }: SourceInfo): void {
  if (header.length < 2) throw recipeError(`The file has only one column. ${NEEDED}`);
  if (firstRows.length === 0)
    throw recipeError(
      `There are no rows of students below the header, which is row ${headerRow}. Export the students again, or choose another file.`,
    );
}

/** How many rows are shown, and used for guesses. */
const FIRST_ROWS = 1000;

/**
 * Opens a file, or pasted text: a delimited text in any usual encoding, or a workbook (.xlsx). Finds its header and
 * skips titles above it. Takes one pass over the bytes; a workbook is unpacked, with pauses in which a signal can end
 * the work, and `onUnpacked` receives the number of bytes so far.
 *
 * @throws RecipeError for what is not a table; the signal's reason.
 */
export async function openSource(
  bytes: Uint8Array,
  settings: ReadSettings = {},
  signal?: AbortSignal,
  onUnpacked?: (bytes: number) => void,
): Promise<Source> {
  const foreign = foreignFile(bytes);
  if (foreign !== null) throw recipeError(foreign);
  if (fileKindOf(bytes) !== 'zip') return textSource(bytes, settings);
  // Loaded only if there is a workbook.
  const { readWorkbook } = await import('./workbook.js');
  const named = settings.sheet === UNDECIDED ? undefined : settings.sheet;
  const sheet = await readWorkbook(bytes, named, new Pace(signal, onUnpacked));
  return textSource(sheet.csv, { ...settings, encoding: 'utf-8', delimiter: ',' }, sheet);
}

/** A formula without a result matters if its column is used, which is not known yet. */
function unsavedNotes(
  { unsaved }: WorkbookSheet,
  header: readonly string[],
  headerRow: number,
): readonly string[] {
  const places = new Set([...unsaved].flatMap(([row, columns]) => (row > headerRow ? columns : [])));
  const names = header.filter((name, place) => name !== '' && places.has(place)).map((name) => `"${name}"`);
  if (names.length === 0) return [];
  return [
    `Results of formulas are not in the file for ${names.join(', ')}: if such a column is needed, open the workbook in Excel and save it.`,
  ];
}

function textSource(bytes: Uint8Array, settings: ReadSettings, sheet: WorkbookSheet | null = null): Source {
  const encoding = settings.encoding ?? encodingOf(bytes);
  const found = layoutOf(bytes, encoding, settings.delimiter);
  const { delimiter } = found;
  const written = (): Iterable<SourceRow> => {
    const records = recordsOf(bytes, { encoding, delimiter });
    return found.hasSepLine ? withoutFirst(records) : records;
  };
  const firstWritten = first(written(), FIRST_ROWS + (settings.header_row ?? 0));
  const isWrapped = firstWritten.some(({ cells }) => cells.some((cell) => cell.startsWith('="')));
  const read = isWrapped ? () => unwrapped(written()) : written;
  const firstRecords = isWrapped ? [...unwrapped(firstWritten)] : firstWritten;
  const header = headerOf(firstRecords, settings.header_row, sheet);
  const { row: headerRow, names } = header;
  const firstRow = header.isTwoRows ? headerRow - 1 : headerRow;
  const above = firstRecords.filter((each) => each.row < firstRow && !isBlankRow(each));
  const top = firstRecords.filter((each) => each.row <= headerRow && !isBlankRow(each));
  const sample = firstRecords.filter(({ row }) => row > headerRow);
  const judge = new RowJudge(names, top, sample);
  const plain = { header: names, headerRow, judge, keep: new Set(settings.keep), sheet, marks: null };
  const marks = new DecimalMarks(names, first(studentRowsOf(firstRecords, plain, ignored), FIRST_ROWS));
  const isPlain = encoding === 'utf-8' && delimiter === ',' && !found.hasSepLine && !isWrapped;
  const isOwn = isPlain && above.length + marks.commaColumns.length === 0 && isOurHeader(names);
  // In our columns a number is read as documented; `DoubtfulAmounts` reports those that may be meant differently.
  const body = { ...plain, marks: isOwn ? null : marks };
  const comma = commaNotes(marks.commaColumns);
  return {
    kind: sheet === null ? 'text' : 'workbook',
    encoding: sheet === null ? encoding : null,
    delimiter: sheet === null ? delimiter : null,
    sheet: sheet?.sheet ?? null,
    sheets: sheet?.sheets ?? [],
    sameSheets: sheet?.sameSheets ?? [],
    otherSheets: sheet?.otherSheets ?? [],
    headerRow,
    header: names,
    above,
    firstRows: first(studentRowsOf(firstRecords, body, ignored), FIRST_ROWS),
    notes: sheet === null ? comma : [...sheet.notes, ...unsavedNotes(sheet, names, headerRow), ...comma],
    ours: isOwn && sheet === null ? bytes : null,
    rows: (onSetAside = ignored) => studentRowsOf(read(), body, onSetAside),
  };
}

function ignored(): void {}

function commaNotes(columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  const names = columns.map((name) => `"${name}"`).join(', ');
  return [`Numbers with a decimal comma are read in ${names}: 9,5 as 9.5.`];
}

/** Three names or more with several blanks between them. */
const LINED_UP = /\S {2,}\S.*? {2,}\S/;

function headerOf(
  rows: readonly SourceRow[],
  at: number | undefined,
  sheet: Pick<WorkbookSheet, 'unsaved'> | null,
): FoundHeader {
  const header = findHeader(rows, at);
  const [row, columns] = [...(sheet?.unsaved ?? [])][0] ?? [];
  // A sheet with only formulas is blank until a spreadsheet calculates it.
  if (row !== undefined && (header === undefined || row === header.row)) {
    throw unsavedFormula(row, columns?.[0] ?? 0);
  }
  if (header === undefined)
    throw recipeError(`The file is empty, or has no row that could be the header. ${NEEDED}`);
  const [line = ''] = rows.find(({ row: own }) => own === header.row)?.cells ?? [];
  if (header.names.length === 1 && LINED_UP.test(line)) {
    throw recipeError(
      'The columns are lined up with blanks, which do not say where a cell ends. Export the file as CSV.',
    );
  }
  return header;
}

/** Rows as they are numbered without the first one. */
function* withoutFirst(rows: Iterable<SourceRow>): Generator<SourceRow, void, undefined> {
  for (const { row, cells } of rows) if (row > 1) yield { row: row - 1, cells };
}

/** Rows with the text of cells that are written as a formula, so that a spreadsheet keeps it as it is: `="0012"`. */
function* unwrapped(rows: Iterable<SourceRow>): Generator<SourceRow, void, undefined> {
  for (const { row, cells } of rows) {
    yield { row, cells: cells.map((cell) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell) };
  }
}

function first(rows: Iterable<SourceRow>, count: number): readonly SourceRow[] {
  const found: SourceRow[] = [];
  for (const row of rows) if (found.push(row) === count) break;
  return found;
}
