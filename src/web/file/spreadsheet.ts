import { Zip, ZipDeflate } from 'fflate';
import { RESPONSE_COLUMNS } from '../../contract/csv-response.js';
import { recipeError } from '../../recipe/recipe-error.js';
import { type AnswerRecord, AnswerRecords } from '../../review/answer-records.js';
import { piecesOf } from './answer-pieces.js';
import { BlobWriter } from './blob-writer.js';

/** Rows that a sheet of Excel holds, its header among them. */
const MOST_ROWS = 1_048_576;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The parts of a workbook beside its sheet. Style 1 is bold. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Answer" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};

const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${RESPONSE_COLUMNS.length}" width="18" customWidth="1"/></cols><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

/** Columns whose cells are numbers; all others are text, so that an id keeps its leading zeros and nothing is run as a formula. */
const NUMBERS = new Set<string>(
  RESPONSE_COLUMNS.filter((column) =>
    /_pct$|_credits$|_sub$|subsidized$|grad_plus$|_index$|overdisb/.test(column),
  ),
);

/**
 * Writes an answer as an Excel workbook, a row at a time.
 *
 * @throws RecipeError where it has more rows than a sheet holds.
 */
export async function spreadsheetOf(
  answer: Blob,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<Blob> {
  const writer = new BlobWriter(XLSX);
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    // fflate does not use them again.
    writer.write(bytes as Uint8Array<ArrayBuffer>);
  });
  const encoder = new TextEncoder();
  for (const [name, text] of Object.entries(PARTS)) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(encoder.encode(XML + text), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml');
  zip.add(sheet);
  let text = SHEET_START + rowText(RESPONSE_COLUMNS.map((column) => textCell(column, true)));
  let rows = 1;
  const records = new AnswerRecords((record) => {
    rows += 1;
    if (rows > MOST_ROWS) {
      throw recipeError(
        `A sheet of Excel holds ${MOST_ROWS.toLocaleString('en-US')} rows, and the answer has more. Save it as CSV.`,
      );
    }
    text += rowText(RESPONSE_COLUMNS.map((column) => cellOf(record, column)));
  });
  for await (const piece of piecesOf(answer, signal, onBytes)) {
    records.add(piece);
    sheet.push(encoder.encode(text));
    text = '';
  }
  sheet.push(encoder.encode(text + SHEET_END), true);
  zip.end();
  return writer.blob();
}

function cellOf(record: AnswerRecord, column: (typeof RESPONSE_COLUMNS)[number]): string {
  const text = record.text(column);
  if (text === '') return '<c/>';
  return NUMBERS.has(column) && Number.isFinite(Number(text))
    ? `<c><v>${text}</v></c>`
    : textCell(text, false);
}

function textCell(text: string, isBold: boolean): string {
  return `<c${isBold ? ' s="1"' : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function rowText(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

/** Text as XML. What XML cannot say at all is left out. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids.
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
  );
}
