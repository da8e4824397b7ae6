import { textPieces } from './encoding.js';
import { dateText, isDateFormat, numberText } from './number-format.js';
import { recipeError } from './recipe-error.js';
import { unescaped, type WorkbookParts } from './workbook-parts.js';
import { readXml } from './xml.js';

/** One row of a sheet. */
export interface SheetRow {
  /** As the sheet numbers it. */
  readonly row: number;
  /** Texts, without the blank ones at the end. */
  readonly cells: readonly string[];
  readonly isHidden: boolean;
  /** The columns that hold a date here, from 0. */
  readonly dateColumns: readonly number[];
}

/**
 * The rows of a sheet that are written down, from its XML, piece by piece: as one string it may be too long for any.
 *
 * @throws RecipeError for a formula whose result was not saved.
 */
export function* sheetRows(
  bytes: Uint8Array,
  parts: Pick<WorkbookParts, 'strings' | 'formats' | 'isFrom1904'>,
): Generator<SheetRow, void, undefined> {
  const reader = new SheetReader(parts);
  for (const xml of wholeRows(textPieces(bytes, 'utf-8'))) {
    yield* reader.read(`<rows>${xml}</rows>`);
  }
}

const FIRST_ROW = /<(?:[\w.-]+:)?row[\s>/]/;
const ROW_END = /<\/(?:[\w.-]+:)?row\s*>/g;

/** The XML of rows, cut behind the end of one. */
function* wholeRows(pieces: Iterable<string>): Generator<string, void, undefined> {
  let held = '';
  let isBegun = false;
  for (const piece of pieces) {
    held += piece;
    if (!isBegun) {
      const begin = held.search(FIRST_ROW);
      if (begin < 0) continue;
      held = held.slice(begin);
      isBegun = true;
    }
    const end = [...held.matchAll(ROW_END)].at(-1);
    if (end === undefined) continue;
    const cut = end.index + end[0].length;
    yield held.slice(0, cut);
    held = held.slice(cut);
  }
}

/** A cell while it is read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly format: string;
  text: string;
  hasValue: boolean;
  hasFormula: boolean;
}

class SheetReader {
  readonly #parts: Pick<WorkbookParts, 'strings' | 'formats' | 'isFrom1904'>;
  #row = 0;
  #isHidden = false;
  #cells: string[] = [];
  #dateColumns: number[] = [];
  #cell: OpenCell | null = null;
  #isText = false;
  #rows: SheetRow[] = [];

  constructor(parts: Pick<WorkbookParts, 'strings' | 'formats' | 'isFrom1904'>) {
    this.#parts = parts;
  }

  read(xml: string): readonly SheetRow[] {
    this.#rows = [];
    readXml(xml, {
      open: (name, attribute) => this.#open(name, attribute),
      text: (text) => {
        if (this.#isText && this.#cell !== null) this.#cell.text += text;
      },
      close: (name) => this.#close(name),
    });
    return this.#rows;
  }

  #open(name: string, attribute: (name: string) => string | undefined): void {
    switch (name) {
      case 'row':
        this.#row = Number(attribute('r') ?? this.#row + 1);
        this.#isHidden = ['1', 'true'].includes(attribute('hidden') ?? '');
        this.#cells = [];
        this.#dateColumns = [];
        break;
      case 'c':
        this.#cell = {
          column: columnOf(attribute('r')) ?? this.#cells.length,
          type: attribute('t') ?? 'n',
          format: this.#parts.formats[Number(attribute('s') ?? '0')] ?? '',
          text: '',
          hasValue: false,
          hasFormula: false,
        };
        break;
      case 'f':
        if (this.#cell !== null) this.#cell.hasFormula = true;
        break;
      case 'v':
      case 't':
        this.#isText = true;
        if (this.#cell !== null) this.#cell.hasValue = true;
        break;
    }
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    if (name === 'c' && this.#cell !== null) {
      this.#take(this.#cell);
      this.#cell = null;
    }
    if (name !== 'row') return;
    while (this.#cells.at(-1) === '') this.#cells.pop();
    if (this.#cells.length === 0) return;
    const [cells, dateColumns] = [this.#cells, this.#dateColumns];
    this.#rows.push({ row: this.#row, cells, isHidden: this.#isHidden, dateColumns });
  }

  #take(cell: OpenCell): void {
    if (cell.hasFormula && !cell.hasValue) {
      throw recipeError(
        'this cell is a formula whose result was not saved. Open the workbook in a spreadsheet, save it, and take that file.',
        { row: this.#row, column: columnLetters(cell.column) },
      );
    }
    while (this.#cells.length < cell.column) this.#cells.push('');
    this.#cells[cell.column] = this.#textOf(cell);
  }

  #textOf({ type, text, format, column, hasValue }: OpenCell): string {
    if (!hasValue) return '';
    switch (type) {
      case 's':
        return this.#parts.strings[Number(text)] ?? '';
      case 'b':
        return text === '1' ? 'true' : 'false';
      case 'n':
        if (!isDateFormat(format)) return numberText(text, format);
        this.#dateColumns.push(column);
        return dateText(text, this.#parts.isFrom1904);
      case 'd':
        this.#dateColumns.push(column);
        return text;
      default:
        return unescaped(text);
    }
  }
}

const LETTER_A = 65;
const LETTERS = 26;

/** `C7` as 2; undefined for no reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - LETTER_A + 1, 0) - 1;
}

/** The name of a column from 0, as a spreadsheet shows it: A, B, … Z, AA. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / LETTERS) - 1;
  const letter = String.fromCharCode(LETTER_A + (column % LETTERS));
  return before < 0 ? letter : columnLetters(before) + letter;
}
