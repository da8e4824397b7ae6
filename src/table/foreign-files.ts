import { type Encoding, encodingOf } from './encodings.js';

const SAVE = 'save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8", and choose that file.';
const EXPORT = 'Export the table as CSV or as an Excel workbook.';

const GZIP = 'The file is compressed with gzip. Unpack it first.';
const COMPOUND = `The file is an old Excel workbook (.xls), or has a password. Open it in Excel, take a password off (File > Info > Protect Workbook > Encrypt with Password), ${SAVE}`;
const MARKUP = `The file is a web page or an XML spreadsheet, even if its name ends in .xls: many systems export so. Open it in Excel, ${SAVE}`;
const OTHER = `The file is PDF, XML or JSON, and not a table. ${EXPORT}`;
const NO_TEXT = `The file is damaged, or is not text. ${EXPORT}`;

const IS_MARKUP =
  /^\s*(?:MIME-Version:|(?=<[!?a-z])[\s\S]*<(?:!doctype html|html|head|meta|table|tr|style|body|div|(?:\w+:)?Workbook)\b)/i;
const IS_OTHER = /^\s*(?:%PDF-|<\?xml\b|[[{]\s*["{[\]}])/;

const LOOKED_AT_BYTES = 1024;
const CONTROLS = /[^\P{Cc}\s]/gu;

/** Says what an unreadable file is and what to do; null for a zip archive or a file that may be readable. */
export function foreignFile(bytes: Uint8Array, encoding?: Encoding): string | null {
  if (isZip(bytes)) return null;
  if (beginsWith(bytes, [0x1f, 0x8b])) return GZIP;
  // Microsoft's compound file format (MS-CFB).
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return COMPOUND;
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  const text = new TextDecoder(encoding ?? encodingOf(start, true)).decode(start);
  if (IS_MARKUP.test(text)) return MARKUP;
  if (IS_OTHER.test(text)) return OTHER;
  return (text.match(CONTROLS)?.length ?? 0) * 20 < Math.max(text.length, 1) ? null : NO_TEXT;
}

/** Whether a file is a zip archive with at least one part, as workbooks are. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
}

function beginsWith(bytes: Uint8Array, first: readonly number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte);
}

/** Says what a zip archive is that is not a workbook, judged by the names of its parts, and what to do. */
export function foreignArchive(names: readonly string[]): string {
  const table = names.find((name) => /\.(?:csv|tsv|txt|xlsx|xls)$/i.test(name));
  return table === undefined
    ? `The file is not an Excel workbook (.xlsx). It may be a LibreOffice (.ods), Apple Numbers or binary (.xlsb) file. Open it with the program that made it, ${SAVE}`
    : `The file is a zip archive that holds "${table}". Unpack it first.`;
}
