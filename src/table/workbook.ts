import { type ChosenSheet, chosenSheet, type OtherSheet } from './choose-sheet.js';
import { columnLetters } from './column-names.js';
import { type NameHints, NO_HINTS } from './find-header.js';
import { type Merge, SheetReader } from './sheet-reader.js';
import { Pace } from './steps.js';
import { tableError } from './table-error.js';
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
 * Reads a sheet of a workbook (.xlsx): the one of that name, else the one that holds the best table.
 *
 * Texts stay as they are, leading zeros with them. Numbers are written with all their digits and without what binary numbers
 * add; dates as `2026-08-24`; errors by their name, `#N/A`.
 *
 * @throws TableError for what is no workbook or a damaged one, and a sheet that is not there.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted?: string,
  hints: Pick<NameHints, 'isUsualName'> = NO_HINTS,
  pace: Pace = new Pace(),
): Promise<WorkbookSheet> {
  const parts = await workbookParts(new ZipArchive(bytes), pace);
  const chosen = await chosenSheet(parts, hints, wanted, pace);
  const reader = new SheetReader(parts);
  const out = new CsvWriter();
  const dates = new Set<number>();
  const unsaved = new Map<number, readonly number[]>();
  const hidden = new Set<number>();
  let next = 1;
  let width = 0;
  let mostBytes = FREE_BYTES;
  const write = (): void => {
    for (const { row, cells, isHidden, dateColumns, unsavedColumns } of reader.taken()) {
      width ||= cells.length;
      out.addRow(row - next, cells, width);
      next = row + 1;
      if (out.length > mostBytes) throw tableError(GROWS_TOO_MUCH);
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
    csv: out.finish(),
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

const PIECE_CHARACTERS = 256 * 1024;

/** Writes rows as CSV in UTF-8. */
class CsvWriter {
  readonly #encoder = new TextEncoder();
  readonly #pieces: Uint8Array[] = [];
  #text = '';
  #length = 0;

  /** Bytes written, or about as many characters of the last piece. */
  get length(): number {
    return this.#length + this.#text.length;
  }

  /** Adds blank rows, and one with as many cells as the table is wide, or more. */
  addRow(blanks: number, cells: readonly string[], width: number): void {
    this.#text += `${'\r\n'.repeat(blanks)}${cells.map(quoted).join(',')}${','.repeat(Math.max(0, width - cells.length))}\r\n`;
    if (this.#text.length >= PIECE_CHARACTERS) this.#encode();
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#encode();
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  #encode(): void {
    const piece = this.#encoder.encode(this.#text);
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#text = '';
  }
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const GROWS_TOO_MUCH = 'The workbook grows too much when it is unpacked. Save the sheet as "CSV UTF-8".';

function sheetNotes({ name, isInstead, isHidden, count, same }: ChosenSheet, wanted?: string): string[] {
  const names = same.map((each) => `"${each}"`);
  const isChosen = wanted !== undefined && !isInstead;
  return [
    ...(isInstead ? [`The workbook has no sheet "${wanted}"; "${name}" is read instead.`] : []),
    ...(count > 1 ? [`The workbook has ${count} sheets; "${name}" is read.`] : []),
    ...(names.length > 0
      ? [
          `These sheets have the same columns, and only one of them is read: ${names.join(', ')}. If they are parts of one table, put their rows below each other on one sheet, and choose that file.`,
        ]
      : []),
    ...(isHidden && !isChosen ? [`The sheet "${name}" is hidden; no other one holds a table.`] : []),
  ];
}

function foldedNotes(count: number): string[] {
  const rows = count === 1 ? '1 row is' : `${count.toLocaleString('en-US')} rows are`;
  return count === 0 ? [] : [`${rows} folded away in a group of the sheet, and read like the others.`];
}

function dateNotes(columns: readonly number[]): string[] {
  if (columns.length === 0) return [];
  const names = columns.toSorted((one, other) => one - other).map(columnLetters);
  const which = names.length === 1 ? `Column ${names[0]} holds` : `Columns ${names.join(', ')} hold`;
  return [
    `${which} dates, read as 2026-08-24. A spreadsheet makes dates of what looks like one, such as 9-12: check that none was an id or a number.`,
  ];
}
