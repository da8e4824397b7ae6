import { Zip, ZipDeflate } from 'fflate';
import { bytesOf } from '../csv/text.js';
import { MOST_SHEET_ROWS } from './cell-places.js';
import { recipeError } from './recipe-error.js';

/** Characters of rows that are compressed at once. */
const PIECE_CHARACTERS = 256 * 1024;

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet. Style 1 is text, so that an id which is typed over stays one. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Answer" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
const SHEET_START = `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

/** The first moment that an archive can note: the same rows give the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Writes a workbook (.xlsx) of one sheet, row by row. Texts are texts whatever they look like: ids keep their zeros, and nothing
 * becomes a formula.
 */
export class WorkbookWriter {
  readonly #zip: Zip;
  readonly #sheet = new ZipDeflate('xl/worksheets/sheet1.xml');
  readonly #mostRows: number;
  #rows = 0;
  #xml = START + SHEET_START;

  /** `onPiece` gets the bytes of the file, in order, while rows are added. */
  constructor(onPiece: (piece: Uint8Array) => void, mostRows: number = MOST_SHEET_ROWS) {
    this.#mostRows = mostRows;
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      onPiece(piece);
    });
    for (const [name, xml] of Object.entries(PARTS)) {
      const part = new ZipDeflate(name);
      part.mtime = NO_TIME;
      this.#zip.add(part);
      part.push(bytesOf(START + xml), true);
    }
    this.#sheet.mtime = NO_TIME;
    this.#zip.add(this.#sheet);
  }

  /**
   * Adds a row; null is a blank cell.
   *
   * @throws RecipeError for a row too many for a sheet.
   */
  addRow(cells: readonly (string | number | null)[]): void {
    if (this.#rows === this.#mostRows) {
      throw recipeError(
        `A sheet of Excel has at most ${this.#mostRows.toLocaleString('en-US')} rows, and these are more. Take the CSV file instead.`,
      );
    }
    this.#rows += 1;
    this.#xml += `<row>${cells.map(cellXml).join('')}</row>`;
    if (this.#xml.length < PIECE_CHARACTERS) return;
    this.#sheet.push(bytesOf(this.#xml));
    this.#xml = '';
  }

  /** Writes the end of the file. */
  finish(): void {
    this.#sheet.push(bytesOf(this.#xml + SHEET_END), true);
    this.#zip.end();
  }
}

function cellXml(cell: string | number | null): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr" s="1"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML has no place for, and what looks like our way around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
}
