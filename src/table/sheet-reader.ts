import { columnLetters, MOST_SHEET_COLUMNS, MOST_SHEET_ROWS } from './column-names.js';
import { dateText, numberText } from './number-formats.js';
import { damaged, type TableError, tableError } from './table-error.js';
import { isTrue, unescaped, type WorkbookParts } from './workbook-parts.js';
import type { Attributes, XmlHandler } from './xml.js';

/** One row of a sheet. */
export interface SheetRow {
  /** Its number in the sheet. */
  readonly row: number;
  /** Texts, without trailing blank ones. */
  readonly cells: string[];
  /** Hidden by a filter or by hand. */
  readonly isHidden: boolean;
  /** Folded away in a group, which hides nothing. */
  readonly isFolded: boolean;
  /** The columns that hold a date here, from 0. */
  readonly dateColumns: number[];
  /** The columns whose formula has no saved result, from 0. */
  readonly unsavedColumns: number[];
}

/** A position in a sheet: its row from 1, its column from 0. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Merged cells: the content of the first is shown in place of all. */
export interface Merge {
  readonly first: CellPlace;
  readonly last: CellPlace;
}

const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['0', 'false'],
  ['false', 'false'],
  ['1', 'true'],
  ['true', 'true'],
]);

/** A cell while it is read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  text: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/**
 * Reads the XML of a sheet (ISO/IEC 29500-1, 18.3.1). Rows and cells must be in order, as Excel requires.
 */
export class SheetReader implements XmlHandler {
  readonly #parts: WorkbookParts;
  readonly #onRow: (row: SheetRow) => void;
  /** Merged cells; complete when the whole sheet was read. */
  readonly merges: Merge[] = [];
  #row: SheetRow | null = null;
  #lastRow = 0;
  #lastColumn = -1;
  #cell: OpenCell | null = null;
  #isText = false;

  /** @param onRow receives each row with a filled cell. */
  constructor(parts: WorkbookParts, onRow: (row: SheetRow) => void) {
    this.#parts = parts;
    this.#onRow = onRow;
  }

  open(name: string, attribute: Attributes): void {
    if (name === 'mergeCell') this.#merge(attribute('ref') ?? '');
    else if (name === 'row') this.#row = this.#beginRow(attribute);
    else if (name === 'c' && this.#row !== null) this.#cell = this.#beginCell(attribute);
    else if (this.#cell === null) return;
    else if (name === 'f') this.#cell.hasFormula = true;
    else if (name === 'v' || name === 't') {
      this.#isText = true;
      this.#cell.hasValue = true;
    }
  }

  text(text: string): void {
    if (this.#isText && this.#cell !== null) this.#cell.text += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'c' && this.#row !== null && this.#cell !== null) {
      this.#endCell(this.#row, this.#cell);
      this.#cell = null;
    } else if (name === 'row' && this.#row !== null) {
      if (this.#row.cells.length > 0) this.#onRow(this.#row);
      this.#row = null;
    }
  }

  #beginRow(attribute: Attributes): SheetRow {
    const number = attribute('r');
    const row = number === undefined ? this.#lastRow + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#lastRow)
      throw damaged(`its rows are out of order at row ${number}`);
    if (row > MOST_SHEET_ROWS) throw tooFar();
    this.#lastRow = row;
    this.#lastColumn = -1;
    const isGrouped = (attribute('outlineLevel') ?? '0') !== '0';
    const isHidden = isTrue(attribute('hidden'));
    const marks = { isHidden: isHidden && !isGrouped, isFolded: isHidden && isGrouped };
    return { row, cells: [], ...marks, dateColumns: [], unsavedColumns: [] };
  }

  #beginCell(attribute: Attributes): OpenCell {
    const row = this.#lastRow;
    const reference = attribute('r');
    const place = reference === undefined ? { row, column: this.#lastColumn + 1 } : placeOf(reference);
    if (place === null || place.row !== row || place.column <= this.#lastColumn) {
      throw damaged(`the cells of row ${row} are out of order`);
    }
    const { column } = place;
    if (column >= MOST_SHEET_COLUMNS) throw tooFar();
    this.#lastColumn = column;
    const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? '0')];
    return { column, type, style, text: '', hasValue: false, hasFormula: false };
  }

  #endCell(row: SheetRow, cell: OpenCell): void {
    const { column, type, text, hasFormula, hasValue } = cell;
    // The result of a formula may be an empty text; a formula without a result is different.
    const isUnsaved =
      hasFormula && (this.#parts.isStale || (type === 'str' ? !hasValue : text.trim() === ''));
    if (isUnsaved) row.unsavedColumns.push(column);
    const value = this.#textOf(row, cell);
    if (value === '' && !isUnsaved) return;
    while (row.cells.length < column) row.cells.push('');
    row.cells.push(value);
  }

  #textOf({ row, dateColumns }: SheetRow, { type, text: written, style, column }: OpenCell): string {
    const { strings, formats, isFrom1904 } = this.#parts;
    if (type === 'str' || type === 'inlineStr' || type === 'e') return unescaped(written);
    const wrong = (how: string): TableError => damaged(`the cell ${columnLetters(column)}${row} ${how}`);
    const text = written.trim();
    if (text === '') return '';
    if (type === 's') {
      const shared = /^[0-9]+$/.test(text) ? strings[Number(text)] : undefined;
      if (shared === undefined) throw wrong(`refers to a text that is not there ("${text}")`);
      return shared;
    }
    if (type === 'b') {
      const flag = FLAGS.get(text);
      if (flag === undefined) throw wrong('is neither true nor false');
      return flag;
    }
    if (type !== 'n' && type !== 'd') throw wrong(`is of no kind that there is ("${type}")`);
    if (type === 'n' && !NUMBER.test(text)) throw wrong('should be a number and is none');
    const format = formats[style];
    if (type === 'n' && format?.isDate !== true) return numberText(text, format);
    dateColumns.push(column);
    return type === 'd' ? written : dateText(text, isFrom1904);
  }

  #merge(reference: string): void {
    const [first, last = first] = reference.split(':').map(placeOf);
    if (first == null || last == null) throw damaged(`it has merged cells that are none ("${reference}")`);
    this.merges.push({ first, last });
  }
}

/** `C7` as row 7, column 2; null if it is not a cell reference. It may be beyond the end of a sheet. */
function placeOf(reference: string): CellPlace | null {
  const [, letters, row] = /^([A-Z]{1,4})([1-9][0-9]{0,8})$/.exec(reference) ?? [];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(row), column: column - 1 };
}

function tooFar(): TableError {
  return tableError(
    `The sheet goes beyond ${MOST_SHEET_ROWS.toLocaleString('en-US')} rows or ${MOST_SHEET_COLUMNS.toLocaleString('en-US')} columns, which no sheet of Excel has. Save it as "CSV UTF-8".`,
  );
}
