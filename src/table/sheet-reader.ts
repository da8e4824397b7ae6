import {
  type CellPlace,
  columnLetters,
  MOST_SHEET_COLUMNS,
  MOST_SHEET_ROWS,
  placeOf,
} from './column-names.js';
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

/** Merged cells: the content of the first is shown in place of all. */
export interface Merge {
  readonly first: CellPlace;
  readonly last: CellPlace;
}

/**
 * Blank cells take time even if they are not stored: this many are allowed for each stored one, in addition to a fixed
 * number.
 */
const MOST_BLANKS_EACH = 64;
const FREE_BLANKS = 2_000_000;

/** The maximum number of characters in an Excel cell. */
const LONGEST_TEXT = 32_767;

const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

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
  #isInRows = false;
  #row: SheetRow = newRow(0, false, false);
  #lastColumn = -1;
  #cell: OpenCell | null = null;
  #isText = false;
  #blanks = -FREE_BLANKS;

  /** @param onRow receives each row with a filled cell. */
  constructor(parts: WorkbookParts, onRow: (row: SheetRow) => void) {
    this.#parts = parts;
    this.#onRow = onRow;
  }

  open(name: string, attribute: Attributes): void {
    if (name === 'sheetData') this.#isInRows = true;
    else if (name === 'mergeCell') this.#merge(attribute('ref') ?? '');
    else if (!this.#isInRows) return;
    else if (name === 'row') this.#beginRow(attribute);
    else if (name === 'c') this.#beginCell(attribute);
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
    else if (name === 'c' && this.#cell !== null) {
      this.#endCell(this.#cell);
      this.#cell = null;
    } else if (name === 'row' && this.#isInRows) {
      if (this.#row.cells.length > 0) this.#onRow(this.#row);
    } else if (name === 'sheetData') this.#isInRows = false;
  }

  #beginRow(attribute: Attributes): void {
    const number = attribute('r');
    const row = number === undefined ? this.#row.row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row.row)
      throw damaged(`its rows are out of order at row ${number}`);
    if (row > MOST_SHEET_ROWS) throw tooFar();
    const isGrouped = (attribute('outlineLevel') ?? '0') !== '0';
    const isHidden = isTrue(attribute('hidden'));
    this.#row = newRow(row, isHidden && !isGrouped, isHidden && isGrouped);
    this.#lastColumn = -1;
  }

  #beginCell(attribute: Attributes): void {
    const { row } = this.#row;
    const reference = attribute('r');
    const place = reference === undefined ? { row, column: this.#lastColumn + 1 } : placeOf(reference);
    if (place === null || place.row !== row || place.column <= this.#lastColumn) {
      throw damaged(`the cells of row ${row} are out of order`);
    }
    const { column } = place;
    if (column >= MOST_SHEET_COLUMNS) throw tooFar();
    this.#lastColumn = column;
    const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? '0')];
    this.#cell = { column, type, style, text: '', hasValue: false, hasFormula: false };
  }

  #endCell(cell: OpenCell): void {
    const { column, type, text, hasFormula, hasValue } = cell;
    const { cells, unsavedColumns } = this.#row;
    // The result of a formula may be an empty text; a formula without a result is different.
    const isUnsaved =
      hasFormula && (this.#parts.isStale || (type === 'str' ? !hasValue : text.trim() === ''));
    if (isUnsaved) unsavedColumns.push(column);
    const value = this.#textOf(cell);
    if (value.length > LONGEST_TEXT) throw this.#wrong(column, `has more than ${LONGEST_TEXT} characters`);
    if (value === '' && !isUnsaved) return;
    this.#blanks += column - cells.length - MOST_BLANKS_EACH;
    if (this.#blanks > 0) {
      throw tableError(
        'The cells of the sheet are too far apart. Delete the columns that the table does not need, and save it again.',
      );
    }
    while (cells.length < column) cells.push('');
    cells.push(value);
  }

  #textOf({ type, text, style, column }: OpenCell): string {
    switch (type) {
      case 's':
        return this.#shared(text.trim(), column);
      case 'b':
        return this.#flag(text.trim(), column);
      case 'n':
        return this.#number(text.trim(), style, column);
      case 'd':
        this.#row.dateColumns.push(column);
        return text;
      case 'e':
      case 'str':
      case 'inlineStr':
        return unescaped(text);
      default:
        throw this.#wrong(column, `is of no kind that there is ("${type}")`);
    }
  }

  #shared(number: string, column: number): string {
    if (number === '') return '';
    const text = /^[0-9]+$/.test(number) ? this.#parts.strings[Number(number)] : undefined;
    if (text === undefined) throw this.#wrong(column, `refers to a text that is not there ("${number}")`);
    return text;
  }

  #flag(text: string, column: number): string {
    if (text === '') return '';
    if (text === '0' || text === 'false') return 'false';
    if (isTrue(text)) return 'true';
    throw this.#wrong(column, 'is neither true nor false');
  }

  #number(text: string, style: number, column: number): string {
    if (text === '') return '';
    if (!NUMBER.test(text)) throw this.#wrong(column, 'should be a number and is none');
    const format = this.#parts.formats[style];
    if (format?.isDate !== true) return numberText(text, format);
    this.#row.dateColumns.push(column);
    return dateText(text, this.#parts.isFrom1904);
  }

  #wrong(column: number, how: string): TableError {
    return damaged(`the cell ${columnLetters(column)}${this.#row.row} ${how}`);
  }

  #merge(reference: string): void {
    const [first, last = first] = reference.split(':').map(placeOf);
    if (first == null || last == null) throw damaged(`it has merged cells that are none ("${reference}")`);
    this.merges.push({ first, last });
  }
}

function newRow(row: number, isHidden: boolean, isFolded: boolean): SheetRow {
  return { row, cells: [], isHidden, isFolded, dateColumns: [], unsavedColumns: [] };
}

function tooFar(): TableError {
  return tableError(
    `The sheet goes beyond ${MOST_SHEET_ROWS.toLocaleString('en-US')} rows or ${MOST_SHEET_COLUMNS.toLocaleString('en-US')} columns, which no sheet of Excel has. Save it as "CSV UTF-8".`,
  );
}
