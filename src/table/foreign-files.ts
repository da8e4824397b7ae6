import { encodingOf } from './encodings.js';

const SAVE = 'save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8"';
const IN_EXCEL = `Open it in Excel, ${SAVE}, and choose that file.`;

const EXPORT = 'Export the table as CSV or as an Excel workbook.';

/** Files that are not tables of cells, by how they begin after a byte order mark and blanks. */
const KINDS: readonly (readonly [begins: RegExp, sentence: string])[] = [
  [
    /^(?:MIME-Version:|(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|meta|table|style|body|div)\b)/i,
    `The file is a web page, even if its name ends in .xls: many systems export so. ${IN_EXCEL}`,
  ],
  [/^(?:<\?[^>]*>\s*)*<(?:\w+:)?Workbook\b/, `The file is an XML spreadsheet of Excel 2003. ${IN_EXCEL}`],
  [/^(?:%PDF-|<\?xml\b|[[{]\s*["{[\]}])/, `The file is a PDF, XML or JSON, and no table of cells. ${EXPORT}`],
];

const LOOKED_AT_BYTES = 1024;

/**
 * What a file is that is neither delimited text nor a zip archive, and what to do, in sentences; null for one that may
 * be readable.
 */
export function foreignFile(bytes: Uint8Array): string | null {
  if (isZip(bytes)) return null;
  if (beginsWith(bytes, [0x1f, 0x8b])) return 'The file is compressed with gzip. Unpack it first.';
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return compoundFile(bytes);
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  const text = Array.from(start, (byte) => String.fromCharCode(byte))
    .join('')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  const found = KINDS.find(([begins]) => begins.test(text));
  return found?.[1] ?? (isText(start) ? null : `The file is damaged, or is not text. ${EXPORT}`);
}

/** Whether a file is a zip archive that is not empty, as workbooks are. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
}

function beginsWith(bytes: Uint8Array, first: readonly number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte);
}

const CONTROLS = /[^\P{Cc}\s]/gu;

/** Whether fewer than one in twenty characters are control characters. */
function isText(start: Uint8Array): boolean {
  const text = new TextDecoder(encodingOf(start, true)).decode(start);
  return (text.match(CONTROLS)?.length ?? 0) * 20 < Math.max(text.length, 1);
}

/** A Microsoft compound file (MS-CFB), whose directory has names in UTF-16 at even places. */
function compoundFile(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')
    ? 'The file is a workbook with a password. Open it in Excel, take the password off (File > Info > Protect Workbook > Encrypt with Password), save it, and choose that file.'
    : `The file is an old Excel workbook (.xls). Open it in Excel, ${SAVE}, without a password, and choose that file.`;
}

/** What a zip archive is that is not a workbook, judged by the names of its parts, and what to do, in sentences. */
export function foreignArchive(names: readonly string[]): string {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^xl\/workbook\.bin$/i))
    return `The file is a binary Excel workbook (.xlsb). Open it in Excel, ${SAVE}.`;
  if (has(/\.iwa$/)) {
    return 'The file is of Apple Numbers or Pages. Open it there, choose File > Export To > Excel or CSV, and choose that file.';
  }
  if (names.includes('mimetype') && has(/^content\.xml$/)) {
    return `The file is an OpenDocument file (.ods), as LibreOffice saves it. Open it there, ${SAVE}.`;
  }
  const table = names.find((name) => /\.(?:csv|tsv|txt|xlsx|xls)$/i.test(name));
  if (table !== undefined) return `The file is a zip archive that holds "${table}". Unpack it first.`;
  return 'The file is a zip archive but no Excel workbook (.xlsx) that can be read. Save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8".';
}
