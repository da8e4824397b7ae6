import { Zip, ZipDeflate } from 'fflate';
import { columnLetters, MOST_SHEET_ROWS } from './column-names.js';
import { tableError } from './table-error.js';

/** Characters of XML that are compressed at once. */
const PIECE_CHARACTERS = 256 * 1024;

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const WRAPPED = 'applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>';
/** Cell styles, in the order of `xl/styles.xml`. Texts stay texts: ids keep zeros, and none is a formula. */
const STYLES = {
  number: '<xf/>',
  header: `<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1" ${WRAPPED}`,
  text: '<xf numFmtId="49" applyNumberFormat="1"/>',
  dollars: '<xf numFmtId="164" applyNumberFormat="1"/>',
  percent: '<xf numFmtId="165" applyNumberFormat="1"/>',
  sentence: `<xf numFmtId="49" applyNumberFormat="1" ${WRAPPED}`,
};
const STYLES_XML = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6">${Object.values(STYLES).join('')}</cellXfs></styleSheet>`;

export type CellStyle = Exclude<keyof typeof STYLES, 'header'>;

function styleNumber(style: keyof typeof STYLES): number {
  return Object.keys(STYLES).indexOf(style);
}

export interface SheetColumn {
  readonly heading: string;
  readonly style: CellStyle;
  /** In characters. */
  readonly width: number;
}

/** A sheet with a frozen header and a filter. */
export interface SheetLayout {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
}

/** Null for a blank cell. */
export type SheetCell = string | number | null;

/** The sheet being written. */
interface OpenSheet {
  readonly styles: readonly number[];
  readonly part: ZipDeflate;
  rows: number;
}

const encoder = new TextEncoder();

/** The earliest time that a zip archive can hold: the same rows always give the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Writes a workbook (.xlsx), row by row, and holds none. No library was found that does so in a browser with
 * a filter on the header: write-excel-file holds all cells as objects, exceljs exceeds the page's size limit.
 */
export class WorkbookWriter {
  readonly #zip: Zip;
  readonly #names: readonly string[];
  #sheet: OpenSheet | null = null;
  #xml = '';

  /**
   * @param names of all sheets, in the order shown.
   * @param onPiece receives the bytes of the file, in order, while rows are added.
   */
  constructor(names: readonly string[], onPiece: (piece: Uint8Array) => void) {
    this.#names = names;
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      onPiece(piece);
    });
    for (const [name, xml] of Object.entries(fixedParts(names)))
      this.#begin(name).push(encoder.encode(START + xml), true);
  }

  /** Ends the current sheet and begins another, named in the constructor, with its header. */
  beginSheet({ name, columns }: SheetLayout): void {
    this.#endSheet();
    const number = this.#names.indexOf(name) + 1;
    const styles = columns.map(({ style }) => styleNumber(style));
    const widths = columns.map(
      ({ width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1" style="${styles[index]}"/>`,
    );
    const selected = number === 1 ? ' tabSelected="1"' : '';
    this.#sheet = { styles, part: this.#begin(`xl/worksheets/sheet${number}.xml`), rows: 0 };
    this.#xml = `${START}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
    this.#addCells(columns.map(({ heading }) => cellXml(heading, styleNumber('header'))));
  }

  /** Adds a row to the current sheet. @throws TableError if it already has as many rows as Excel allows. */
  addRow(cells: readonly SheetCell[]): void {
    const styles = this.#sheet?.styles ?? [];
    this.#addCells(cells.map((cell, index) => cellXml(cell, styles[index] ?? styleNumber('text'))));
  }

  /** Ends the file. */
  finish(): void {
    this.#endSheet();
    this.#zip.end();
  }

  #addCells(cells: readonly string[]): void {
    const sheet = this.#sheet;
    if (sheet === null) throw new Error('Rows need a sheet.');
    if (sheet.rows === MOST_SHEET_ROWS)
      throw tableError(
        `A sheet of Excel has at most ${MOST_SHEET_ROWS.toLocaleString('en-US')} rows. Save the CSV file instead.`,
      );
    sheet.rows += 1;
    this.#xml += `<row>${cells.join('')}</row>`;
    if (this.#xml.length < PIECE_CHARACTERS) return;
    sheet.part.push(encoder.encode(this.#xml));
    this.#xml = '';
  }

  #endSheet(): void {
    if (this.#sheet === null) return;
    const { styles, rows, part } = this.#sheet;
    const lastCell = columnLetters(Math.max(styles.length - 1, 0)) + rows;
    const end = `</sheetData><autoFilter ref="A1:${lastCell}"/></worksheet>`;
    part.push(encoder.encode(this.#xml + end), true);
  }

  #begin(name: string): ZipDeflate {
    const part = new ZipDeflate(name);
    part.mtime = NO_TIME;
    this.#zip.add(part);
    return part;
  }
}

/** The parts of the archive other than the sheets. */
function fixedParts(names: readonly string[]): Readonly<Record<string, string>> {
  const ofEach = (xmlOf: (number: number, name: string) => string): string =>
    names.map((name, index) => xmlOf(index + 1, name)).join('');
  const overrides = ofEach(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  const entries = ofEach(
    (number, name) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const relations = ofEach(
    (number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES_XML,
  };
}

function cellXml(cell: SheetCell, style: number): string {
  if (cell === null || cell === '') return `<c s="${style}"/>`;
  if (typeof cell === 'number') return `<c s="${style}"><v>${cell}</v></c>`;
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML forbids, and texts that look like our escape of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
}
