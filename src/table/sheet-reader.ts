import {
  type CellPlace,
  columnLetters,
  MOST_SHEET_COLUMNS,
  MOST_SHEET_ROWS,
  placeOf,
} from './column-names.js';
import { dateText, type NumberFormat, numberText } from './number-formats.js';
import { damaged, type TableError, tableError } from './table-error.js';
import { isTrue, unescaped, type WorkbookParts } from './workbook-parts.js';
import type { XmlHandler } from './xml.js';

/** One row of a sheet. */
export interface SheetRow {
  /** Its number in the sheet. */
  readonly row: number;
  /** Texts, without trailing blank ones. */
  readonly cells: readonly string[];
  /** Hidden by a filter or by hand; rows of a collapsed group are only folded away. */
  readonly isHidden: boolean;
  /** The columns that hold a date here, from 0. */
  readonly dateColumns: readonly number[];
  /** The columns whose formula has no saved result, from 0. */
  readonly unsavedColumns: readonly number[];
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

/** A cell while it is read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly format: NumberFormat | undefined;
  text: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/**
 * Reads the XML of a sheet (ISO/IEC 29500-1, 18.3.1) and provides its rows as they are completed. Rows and cells must
 * be in order, as Excel requires.
 */
export class SheetReader implements XmlHandler {
  readonly #parts: Pick<WorkbookParts, 'strings' | 'formats' | 'isFrom1904' | 'isStale'>;
  /** Merged cells; complete when the whole sheet was read. */
  readonly merges: Merge[] = [];
  /** How many filled rows are folded away in a group. */
  folded = 0;
  #rows: SheetRow[] = [];
  #isInRows = false;
  #row = 0;
  #isHidden = false;
  #isFolded = false;
  #cells: string[] = [];
  #lastColumn = -1;
  #dateColumns: number[] = [];
  #unsavedColumns: number[] = [];
  #cell: OpenCell | null = null;
  #isText = false;
  #blanks = -FREE_BLANKS;

  constructor(parts: Pick<WorkbookParts, 'strings' | 'formats' | 'isFrom1904' | 'isStale'>) {
    this.#parts = parts;
  }

  /** The rows with a filled cell completed since the last call. */
  taken(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'sheetData') this.#isInRows = true;
    else if (name === 'mergeCell') this.#merge(attribute('ref') ?? '');
    else if (!this.#isInRows) return;
    else if (name === 'row') {
      const isGrouped = (attribute('outlineLevel') ?? '0') !== '0';
      this.#isFolded = isTrue(attribute('hidden')) && isGrouped;
      this.#beginRow(attribute('r'), isTrue(attribute('hidden')) && !isGrouped);
    } else if (name === 'c') this.#beginCell(attribute('r'), attribute('t') ?? 'n', attribute('s') ?? '0');
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
    } else if (name === 'row' && this.#isInRows) this.#endRow();
    else if (name === 'sheetData') this.#isInRows = false;
  }

  #beginRow(number: string | undefined, isHidden: boolean): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row)
      throw damaged(`its rows are out of order at row ${number}`);
    if (row > MOST_SHEET_ROWS) throw tooFar();
    this.#row = row;
    this.#isHidden = isHidden;
    this.#cells = [];
    this.#lastColumn = -1;
    this.#dateColumns = [];
    this.#unsavedColumns = [];
  }

  #beginCell(reference: string | undefined, type: string, style: string): void {
    const place =
      reference === undefined ? { row: this.#row, column: this.#lastColumn + 1 } : placeOf(reference);
    if (place === null || place.row !== this.#row || place.column <= this.#lastColumn) {
      throw damaged(`the cells of row ${this.#row} are out of order`);
    }
    const { column } = place;
    if (column >= MOST_SHEET_COLUMNS) throw tooFar();
    this.#lastColumn = column;
    const format = this.#parts.formats[Number(style)];
    this.#cell = { column, type, format, text: '', hasValue: false, hasFormula: false };
  }

  #endCell(cell: OpenCell): void {
    const { column, type, text, hasFormula, hasValue } = cell;
    // The result of a formula may be an empty text; a formula without a result is different.
    const isUnsaved =
      hasFormula && (this.#parts.isStale || (type === 'str' ? !hasValue : text.trim() === ''));
    if (isUnsaved) this.#unsavedColumns.push(column);
    const value = this.#textOf(cell);
    if (value.length > LONGEST_TEXT) throw this.#wrong(column, `has more than ${LONGEST_TEXT} characters`);
    if (value === '' && !isUnsaved) return;
    this.#blanks += column - this.#cells.length - MOST_BLANKS_EACH;
    if (this.#blanks > 0) {
      throw tableError(
        'The cells of the sheet are too far apart. Delete the columns that the table does not need, and save it again.',
      );
    }
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells.push(value);
  }

  #endRow(): void {
    if (this.#cells.length === 0) return;
    if (this.#isFolded) this.folded += 1;
    this.#rows.push({
      row: this.#row,
      cells: this.#cells,
      isHidden: this.#isHidden,
      dateColumns: this.#dateColumns,
      unsavedColumns: this.#unsavedColumns,
    });
  }

  #textOf({ type, text, format, column }: OpenCell): string {
    switch (type) {
      case 's':
        return text.trim() === '' ? '' : this.#shared(text.trim(), column);
      case 'b':
        return this.#flag(text.trim(), column);
      case 'n':
        return this.#number(text.trim(), format, column);
      case 'd':
        this.#dateColumns.push(column);
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
    const text = /^[0-9]+$/.test(number) ? this.#parts.strings[Number(number)] : undefined;
    if (text === undefined) throw this.#wrong(column, `refers to a text that is not there ("${number}")`);
    return text;
  }

  #flag(text: string, column: number): string {
    if (text === '' || text === '0' || text === 'false') return text === '' ? '' : 'false';
    if (text === '1' || text === 'true') return 'true';
    throw this.#wrong(column, 'is neither true nor false');
  }

  #number(text: string, format: NumberFormat | undefined, column: number): string {
    if (text === '') return '';
    if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) {
      throw this.#wrong(column, 'should be a number and is none');
    }
    if (format?.isDate !== true) return numberText(text, format?.mask ?? null);
    this.#dateColumns.push(column);
    return dateText(text, this.#parts.isFrom1904);
  }

  #wrong(column: number, how: string): TableError {
    return damaged(`the cell ${columnLetters(column)}${this.#row} ${how}`);
  }

  #merge(reference: string): void {
    const [first, last = first] = reference.split(':').map(placeOf);
    if (first == null || last == null) throw damaged(`it has merged cells that are none ("${reference}")`);
    this.merges.push({ first, last });
  }
}

function tooFar(): TableError {
  return tableError(
    `The sheet goes beyond ${MOST_SHEET_ROWS.toLocaleString('en-US')} rows or ${MOST_SHEET_COLUMNS.toLocaleString('en-US')} columns, which no sheet of Excel has. Save it as "CSV UTF-8".`,
  );
}
