import { wrongFile } from './file-errors.js';
import { LF, NUL } from './text.js';

/** Recognizes other kinds of files by their first bytes. first-line.ts does so by the first line. */

export const SAVE_AS_CSV =
  'Open it in your spreadsheet, save it as "CSV UTF-8 (comma delimited)", and send that file.';

export type FileKind = 'zip' | 'xls' | 'gzip' | 'pdf' | 'rtf';

/** The first bytes of file kinds that people send instead of text. */
const SIGNATURES: readonly { readonly kind: FileKind; readonly first: readonly number[] }[] = [
  { kind: 'zip', first: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'xls', first: [0xd0, 0xcf, 0x11, 0xe0] },
  { kind: 'gzip', first: [0x1f, 0x8b] },
  { kind: 'pdf', first: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { kind: 'rtf', first: [0x7b, 0x5c, 0x72, 0x74, 0x66] },
];

/** The kind of a file that is not text, if its first bytes show it. A workbook (.xlsx) is a zip archive. */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  return SIGNATURES.find(({ first }) => isBegunBy(bytes, first))?.kind;
}

const EXPORT_AS_CSV = 'Export the students as CSV and send that file.';

const REFUSALS: Readonly<Record<FileKind, { readonly is: string; readonly advice: string }>> = {
  zip: { is: 'The file is an Excel workbook (.xlsx) or another zip archive.', advice: SAVE_AS_CSV },
  xls: { is: 'The file is an old Excel workbook (.xls).', advice: SAVE_AS_CSV },
  gzip: {
    is: 'The file is compressed with gzip.',
    advice: 'Send it with the header "Content-Encoding: gzip", or unpack it first.',
  },
  pdf: { is: 'The file is a PDF.', advice: EXPORT_AS_CSV },
  rtf: { is: 'The file is a text document (.rtf).', advice: EXPORT_AS_CSV },
};

/** In UTF-16, a NUL occurs within this many bytes of the first line: it has a comma, or ends. */
const UTF16_BYTES = 4096;

/** @throws ApiError `unusableHeader` that says what the file is, if the bytes begin a file of another kind. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const kind = fileKindOf(bytes);
  if (kind !== undefined) throw wrongFile(REFUSALS[kind].is, REFUSALS[kind].advice);
  const isMarked = isBegunBy(bytes, [0xff, 0xfe]) || isBegunBy(bytes, [0xfe, 0xff]);
  const start = bytes.subarray(0, UTF16_BYTES);
  const lineFeed = start.indexOf(LF);
  if (isMarked || start.subarray(0, lineFeed < 0 ? start.length : lineFeed).includes(NUL)) {
    throw wrongFile('The file is UTF-16, which Excel calls "Unicode Text", or no text at all.', SAVE_AS_CSV);
  }
}

function isBegunBy(bytes: Uint8Array, first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}
