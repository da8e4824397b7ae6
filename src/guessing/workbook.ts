import { ByteWriter } from '../csv/byte-writer.js';
import { counted } from '../engine/texts.js';
import { columnLetters } from './cell-places.js';
import { type ChosenSheet, chosenSheet } from './choose-sheet.js';
import type { OtherSheet } from './other-sheets.js';
import { recipeError } from './recipe-error.js';
import { type Merge, SheetReader } from './sheet-rows.js';
import { Pace } from './steps.js';
import { workbookParts } from './workbook-parts.js';
import { xmlPieces } from './xml.js';
import { ZipArchive } from './zip-archive.js';

/** A sheet of a workbook as CSV in UTF-8: a line for every row of the sheet, blank ones too, so that rows keep their numbers. Each has as many cells as the first filled row, or more. */
export interface WorkbookSheet {
  readonly csv: Uint8Array<ArrayBuffer>;
  /** The sheet that was read. */
  readonly sheet: string;
  /** Every sheet that is not hidden, in the order of the workbook. */
  readonly sheets: readonly string[];
  /** Sheets with the same names of columns, the one that is read first, where nobody has said which one that is; else empty. */
  readonly sameSheets: readonly string[];
  readonly otherSheets: readonly OtherSheet[];
  /** Cells that are one, in the order of their first rows. Only the first of them is filled in the CSV. */
  readonly merges: readonly Merge[];
  /** By row, the columns (from 0) of formulas whose result was not saved. */
  readonly unsaved: ReadonlyMap<number, readonly number[]>;
  /** Rows hidden by a filter or by hand. */
  readonly hidden: ReadonlySet<number>;
  /** Sentences about what was read otherwise than one may expect. */
  readonly notes: readonly string[];
}

/** Texts that cells share may come to more than the file: so many times as much, above a number of bytes that is free. */
const MOST_TIMES_LARGER = 16;
const FREE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a sheet of a workbook (.xlsx): the one of that name, else the one that holds a table of students.
 *
 * Texts stay as they are, leading zeros with them. Numbers are written with all their digits and without what binary numbers
 * add; dates as `2026-08-24`; errors by their name, `#N/A`.
 *
 * @throws RecipeError for what is no workbook or a damaged one, and a sheet that is not there.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted?: string,
  pace: Pace = new Pace(),
): Promise<WorkbookSheet> {
  const parts = await workbookParts(new ZipArchive(bytes), pace);
  const chosen = await chosenSheet(parts, wanted, pace);
  const reader = new SheetReader(parts);
  const out = new ByteWriter();
  const dates = new Set<number>();
  const unsaved = new Map<number, readonly number[]>();
  const hidden = new Set<number>();
  let next = 1;
  let width = 0;
  let mostBytes = FREE_BYTES;
  const write = (): void => {
    for (const { row, cells, isHidden, dateColumns, unsavedColumns } of reader.taken()) {
      for (; next < row; next++) out.endRecord();
      width ||= cells.length;
      out.cells(cells.length < width ? Object.assign(new Array<string>(width).fill(''), cells) : cells);
      out.endRecord();
      next += 1;
      if (out.length > mostBytes) throw recipeError(GROWS_TOO_MUCH);
      if (isHidden) hidden.add(row);
      for (const column of dateColumns) dates.add(column);
      if (unsavedColumns.length > 0) unsaved.set(row, unsavedColumns);
    }
  };
  for await (const characters of xmlPieces(parts.archive, chosen.path, reader, pace)) {
    mostBytes += characters * MOST_TIMES_LARGER;
    write();
  }
  return {
    csv: out.written().slice(),
    sheet: chosen.name,
    sheets: parts.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    sameSheets: chosen.same,
    otherSheets: chosen.others,
    merges: reader.merges.toSorted((one, other) => one.first.row - other.first.row),
    unsaved,
    hidden,
    notes: [...sheetNotes(chosen, wanted), ...foldedNotes(reader.folded), ...dateNotes([...dates])],
  };
}

const GROWS_TOO_MUCH = 'The workbook grows too much when it is unpacked. Save the sheet as "CSV UTF-8".';

function sheetNotes({ name, isInstead, isHidden, count }: ChosenSheet, wanted = ''): string[] {
  return [
    ...(isInstead ? [`The workbook has no sheet "${wanted}"; "${name}" is read instead.`] : []),
    ...(count > 1 ? [`The workbook has ${count} sheets; "${name}" is read.`] : []),
    ...(isHidden ? [`The sheet "${name}" is hidden; no other one holds a table of students.`] : []),
  ];
}

function foldedNotes(count: number): string[] {
  const rows = counted(count, 'row is', 'rows are');
  return count === 0 ? [] : [`${rows} folded away in a group of the sheet, and read like the others.`];
}

function dateNotes(columns: readonly number[]): string[] {
  if (columns.length === 0) return [];
  const names = columns.toSorted((one, other) => one - other).map(columnLetters);
  const which = names.length === 1 ? `Column ${names[0]} holds` : `Columns ${names.join(', ')} hold`;
  return [
    `${which} dates, read as 2026-08-24. A spreadsheet makes dates of what looks like one, such as 9-12: check that none was an id or credits.`,
  ];
}
