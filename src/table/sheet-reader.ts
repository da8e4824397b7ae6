import { columnLetters, MOST_SHEET_COLUMNS, MOST_SHEET_ROWS } from './column-names.js';
import type { SheetMark, TableRow } from './delimited-text.js';
import { dateText, shownNumber } from './number-formats.js';
import { damaged, type TableError, tableError } from './table-error.js';
import { TextRuns, unescaped, type WorkbookParts } from './workbook-parts.js';
import { type Attributes, isTrue, type XmlHandler } from './xml.js';

/** Merged cells, which all show the content of the first. Rows are counted from 1, columns from 0. */
export interface Merge {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
interface OpenCell {
  readonly type: string;
  readonly style: number;
  hasValue: boolean;
  hasFormula: boolean;
}

/** Cells may share texts, so even a small workbook can grow without bound. More is too long for one text. */
const MOST_CHARACTERS = 400 * 1024 * 1024;
const GROWS_TOO_MUCH = 'The sheet is too large when its cells are written out. Save it as "CSV UTF-8".';

/** What a sheet says about its cells and rows besides their texts. */
export type SheetMarks = Pick<SheetReader, 'merges' | 'unsaved' | 'marks' | 'hiddenColumns'>;

/** Reads the XML of a sheet (ISO/IEC 29500-1, 18.3.1). Rows and cells must be in order, as Excel requires. */
export class SheetReader implements XmlHandler {
  readonly merges: Merge[] = [];
  /** By row, the columns (from 0) of formulas whose result was not saved. */
  readonly unsaved = new Map<number, readonly number[]>();
  /** Rows that are hidden, or have cells that are crossed out. */
  readonly marks = new Map<number, SheetMark>();
  /** Indexes from 0. */
  readonly dateColumns = new Set<number>();
  /** Indexes from 0. */
  readonly hiddenColumns = new Set<number>();
  /** The number of rows with a filled cell, and of those with a colored one. */
  readonly rows = { filled: 0, colored: 0 };
  #isColored = false;
  #cellsOfRow = { struck: 0, plain: 0 };
  #characters = 0;
  readonly #parts: WorkbookParts;
  readonly #onRow: (row: TableRow) => void;
  /** The current or last row (from 1) and column (from 0). */
  #row = 0;
  #column = -1;
  /** The cells of the current row, without trailing blanks. */
  #cells: string[] = [];
  #cell: OpenCell | null = null;
  readonly #runs = new TextRuns();

  /** @param onRow receives each row that has a filled cell. */
  constructor(parts: WorkbookParts, onRow: (row: TableRow) => void) {
    this.#parts = parts;
    this.#onRow = onRow;
  }

  open(name: string, attribute: Attributes): void {
    if (name === 'row') this.#beginRow(attribute);
    else if (name === 'c') this.#beginCell(attribute);
    else if (this.#cell === null) this.#openOutside(name, attribute);
    else if (name === 'f') this.#cell.hasFormula = true;
    else this.#runs.open(name, attribute);
  }

  close(name: string, text: string): void {
    if (name === 'row' && this.#cells.length > 0) {
      this.rows.filled += 1;
      this.rows.colored += Number(this.#isColored);
      this.#isColored = false;
      const { struck, plain } = this.#cellsOfRow;
      if (struck > 0) this.marks.set(this.#row, plain === 0 ? 'crossed out' : 'partly crossed out');
      this.#cellsOfRow = { struck: 0, plain: 0 };
      this.#onRow({ row: this.#row, cells: this.#cells });
      this.#cells = [];
    } else if (this.#cell === null) return;
    else if (name === 'v' || name === 't') {
      this.#runs.add(text);
      this.#cell.hasValue = true;
    } else if (name === 'c') {
      this.#endCell(this.#cell);
      this.#cell = null;
    }
  }

  #openOutside(name: string, attribute: Attributes): void {
    if (name === 'mergeCell') this.#merge(attribute('ref') ?? '');
    if (name !== 'col' || !(isTrue(attribute('hidden')) || Number(attribute('width') ?? '1') === 0)) return;
    const last = Math.min(Number(attribute('max')), MOST_SHEET_COLUMNS);
    for (let column = Math.max(1, Number(attribute('min'))); column <= last; column++)
      this.hiddenColumns.add(column - 1);
  }

  #beginRow(attribute: Attributes): void {
    const number = attribute('r');
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row)
      throw damaged(`its rows are out of order at row ${number}`);
    if (row > MOST_SHEET_ROWS) throw tooFar();
    this.#row = row;
    this.#column = -1;
    this.#cells = [];
    if (isTrue(attribute('hidden')) || Number(attribute('ht') ?? '1') === 0) this.marks.set(row, 'hidden');
  }

  #beginCell(attribute: Attributes): void {
    const reference = attribute('r');
    const [row, column] = reference === undefined ? [this.#row, this.#column + 1] : cellPosition(reference);
    if (row !== this.#row || column <= this.#column)
      throw damaged(`the cells of row ${this.#row} are out of order`);
    if (column >= MOST_SHEET_COLUMNS) throw tooFar();
    this.#column = column;
    const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? '0')];
    this.#cell = { type, style, hasValue: false, hasFormula: false };
  }

  #endCell(cell: OpenCell): void {
    const { type, hasFormula, hasValue } = cell;
    const text = this.#runs.end();
    // A result may be an empty text, but a formula without a result is unsaved. So is `0.0`, which only
    // Apache POI writes, for formulas that it has not calculated.
    const isUnsaved =
      hasFormula && (this.#parts.isStale || (type === 'str' ? !hasValue : /^(?:0\.0)?$/.test(text.trim())));
    const value = this.#textOf(cell, text);
    if (isUnsaved) this.unsaved.set(this.#row, [...(this.unsaved.get(this.#row) ?? []), this.#column]);
    if (value === '' && !isUnsaved) return;
    const look = this.#parts.styles[cell.style];
    this.#cellsOfRow[look?.isStruck === true ? 'struck' : 'plain'] += 1;
    this.#isColored ||= look?.isColored === true;
    this.#characters += value.length;
    if (this.#characters > MOST_CHARACTERS) throw tableError(GROWS_TOO_MUCH);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells.push(value);
  }

  #textOf({ type, style }: OpenCell, written: string): string {
    if (type === 'str' || type === 'inlineStr' || type === 'e') return unescaped(written);
    const wrong = (how: string): TableError =>
      damaged(`the cell ${columnLetters(this.#column)}${this.#row} ${how}`);
    const { strings, styles, isFrom1904 } = this.#parts;
    const text = written.trim();
    if (text === '') return '';
    if (type === 's') {
      const shared = /^[0-9]+$/.test(text) ? strings[Number(text)] : undefined;
      if (shared === undefined) throw wrong(`refers to a text that is missing ("${text}")`);
      return shared;
    }
    if (type === 'b') {
      if (!/^(?:[01]|true|false)$/.test(text)) throw wrong('is neither true nor false');
      return String(isTrue(text));
    }
    if (type !== 'n' && type !== 'd') throw wrong(`has an unknown type ("${type}")`);
    if (type === 'n' && !NUMBER.test(text)) throw wrong('should be a number but is not');
    const format = styles[style]?.format ?? null;
    if (type === 'n' && format !== 'date') return shownNumber(text, format);
    this.dateColumns.add(this.#column);
    return type === 'd' ? written : dateText(text, isFrom1904);
  }

  #merge(reference: string): void {
    const [first = '', last = first] = reference.split(':');
    const [[firstRow, firstColumn], [lastRow, lastColumn]] = [cellPosition(first), cellPosition(last)];
    if (firstRow === 0 || lastRow === 0)
      throw damaged(`it has merged cells that cannot be read ("${reference}")`);
    this.merges.push({ firstRow, lastRow, firstColumn, lastColumn });
  }
}

/** `C7` as row 7, column 2, possibly beyond the sheet's limits; row 0 if it is not a cell reference. */
function cellPosition(reference: string): readonly [row: number, column: number] {
  const [, letters = '', row = '0'] = /^([A-Z]{1,4})([1-9][0-9]{0,8})$/.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return [Number(row), column - 1];
}

function tooFar(): TableError {
  const [rows, columns] = [MOST_SHEET_ROWS, MOST_SHEET_COLUMNS].map((most) => most.toLocaleString('en-US'));
  return tableError(`The sheet has more than ${rows} rows or ${columns} columns. Save it as "CSV UTF-8".`);
}
