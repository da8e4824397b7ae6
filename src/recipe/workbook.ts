import { ByteWriter } from '../csv/byte-writer.js';
import { recipeError } from './recipe-error.js';
import { columnLetters, sheetRows } from './sheet-rows.js';
import { partBytes, type SheetPart, workbookParts } from './workbook-parts.js';

/** A sheet of a workbook as CSV in UTF-8: a line for every row of the sheet, blank ones too, so that rows keep their numbers. */
export interface WorkbookSheet {
  readonly csv: Uint8Array<ArrayBuffer>;
  /** Columns of the widest row. */
  readonly width: number;
  /** The sheet that was read. */
  readonly sheet: string;
  /** Every sheet that is not hidden, in the order of the workbook. */
  readonly sheets: readonly string[];
  /** Sentences about what was read otherwise than one may expect. */
  readonly notes: readonly string[];
}

/**
 * Reads a sheet of a workbook (.xlsx): the one of that name, else the first that is not hidden.
 *
 * Texts stay as they are, leading zeros with them. Numbers are written with all their digits and without what binary numbers
 * add; dates as `2026-08-24`.
 *
 * @throws RecipeError for what is no workbook, a sheet that is not there, and a formula whose result was not saved.
 */
export function readWorkbook(bytes: Uint8Array, sheet?: string): WorkbookSheet {
  const parts = workbookParts(bytes);
  const visible = parts.sheets.filter(({ isHidden }) => !isHidden);
  const chosen = chosenSheet(parts.sheets, visible, sheet);
  const out = new ByteWriter();
  const dates = new Set<number>();
  let hiddenRows = 0;
  let width = 0;
  let next = 1;
  for (const { row, cells, isHidden, dateColumns } of sheetRows(partBytes(bytes, chosen.path), parts)) {
    if (row < next)
      throw recipeError('The rows of the sheet stand in no order. Save it again in your spreadsheet.');
    for (; next < row; next++) out.endRecord();
    // A sheet leaves out what is blank at the end of a row.
    width = Math.max(width, cells.length);
    out.cells([...cells, ...Array.from({ length: width - cells.length }, () => null)]);
    out.endRecord();
    next += 1;
    if (isHidden) hiddenRows += 1;
    for (const column of dateColumns) dates.add(column);
  }
  const sheets = visible.map(({ name }) => name);
  return {
    csv: out.written().slice(),
    width,
    sheet: chosen.name,
    sheets,
    notes: [...sheetNotes(sheets, chosen.name), ...hiddenNotes(hiddenRows), ...dateNotes([...dates])],
  };
}

function chosenSheet(all: readonly SheetPart[], visible: readonly SheetPart[], wanted?: string): SheetPart {
  const chosen = wanted === undefined ? visible[0] : all.find(({ name }) => name.trim() === wanted.trim());
  if (chosen !== undefined) return chosen;
  const names = visible.map(({ name }) => `"${name}"`).join(', ');
  throw recipeError(
    wanted === undefined
      ? 'The workbook has no sheet that is shown.'
      : `The workbook has no sheet "${wanted}". It has ${names}.`,
  );
}

function sheetNotes(sheets: readonly string[], chosen: string): string[] {
  if (sheets.length < 2) return [];
  return [`The workbook has ${sheets.length} sheets; "${chosen}" is read.`];
}

function hiddenNotes(rows: number): string[] {
  if (rows === 0) return [];
  return [
    `${rows === 1 ? 'One row is' : `${rows} rows are`} hidden in the sheet, by a filter perhaps, and read all the same.`,
  ];
}

function dateNotes(columns: readonly number[]): string[] {
  if (columns.length === 0) return [];
  const names = columns.toSorted((one, other) => one - other).map(columnLetters);
  const which = names.length === 1 ? `Column ${names[0]} holds` : `Columns ${names.join(', ')} hold`;
  return [
    `${which} dates, read as 2026-08-24. A spreadsheet makes dates of what looks like one, such as 9-12: check that none was an id or credits.`,
  ];
}
