import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { CR, LF, NUL } from './ascii.js';
import { lineOf, wrongFile } from './refusals.js';
import { isBlank, textOf } from './text.js';

/** Files that are not what was asked for, known by their first bytes or their first line, before they are read as CSV. */

const SAVE_AS_CSV =
  'Open it in your spreadsheet, save it as "CSV UTF-8 (comma delimited)", and send that file.';

/** First bytes of kinds of file that people send instead of a CSV. */
const SIGNATURES: readonly {
  readonly bytes: readonly number[];
  readonly is: string;
  readonly advice: string;
}[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    is: 'The file is an Excel workbook (.xlsx) or another zip archive.',
    advice: SAVE_AS_CSV,
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: 'The file is an old Excel workbook (.xls).', advice: SAVE_AS_CSV },
  {
    bytes: [0x1f, 0x8b],
    is: 'The file is compressed with gzip.',
    advice: 'Send it with the header "Content-Encoding: gzip", or unpack it first.',
  },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    is: 'The file is a PDF.',
    advice: 'Export the students as CSV and send that file.',
  },
];

const UTF16 = 'The file is UTF-16 ("Unicode text").';
/** The first line of UTF-16 text has a NUL in these bytes: it has a comma, or ends. */
const UTF16_BYTES = 4096;

/** How much of a first line is looked at. */
const LINE_BYTES = 64 * 1024;

const OTHER_DELIMITERS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

/** @throws ApiError `unusableHeader` that says what the file is, for bytes that begin a file of another kind. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const found = SIGNATURES.find(({ bytes: first }) => first.every((byte, index) => bytes[index] === byte));
  if (found !== undefined) throw wrongFile(found.is, found.advice);
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const start = bytes.subarray(0, UTF16_BYTES);
  const lineFeed = start.indexOf(LF);
  if (isMarked || start.subarray(0, lineFeed < 0 ? start.length : lineFeed).includes(NUL)) {
    throw wrongFile(UTF16, 'Save it as "CSV UTF-8" and send it again.');
  }
}

/**
 * Looks at the first line with something in it, before its cells are.
 *
 * @throws ApiError `unusableHeader` for `sep=`, a delimiter other than the comma, lone carriage returns, markup or JSON, and
 * where all line ends were lost on the way.
 */
export function refuseOtherLines(bytes: Uint8Array, textStart: number, isWhole: boolean): void {
  const { start, end, isComplete } = firstLine(bytes, textStart);
  if (start === end || !(isComplete || isWhole)) return;
  const line = textOf(bytes, start, Math.min(end, start + LINE_BYTES)).trim();
  const number = lineOf(bytes, start);
  if (/^"?sep=/i.test(line)) {
    throw wrongFile(
      'The first line tells Excel the delimiter ("sep=").',
      'Delete that line and send the file again.',
      number,
    );
  }
  if (line.startsWith('<')) {
    throw wrongFile('The file is a web page or XML, as some exports named .xls are.', SAVE_AS_CSV);
  }
  if (line.startsWith('{') || line.startsWith('[')) {
    throw wrongFile('The body is JSON.', 'Send a CSV file here; one student as JSON goes to /v1/calculate.');
  }
  const cells = line.split(',');
  const isCommas = cells.some(isKnown);
  const delimiter = isCommas ? undefined : OTHER_DELIMITERS.find(([other]) => isDelimiter(line, other));
  if (delimiter !== undefined) {
    throw wrongFile(
      `The columns are separated by ${delimiter[1]}.`,
      'Save the file with commas ("CSV UTF-8 (comma delimited)") and send it again.',
      number,
    );
  }
  if (line.includes('\r')) {
    throw wrongFile(
      'The lines end with a carriage return (CR) alone, as in old Mac files.',
      'Save the file with LF or CRLF line ends and send it again.',
      number,
    );
  }
  if (!isComplete && isCommas && cells.some(isValueOfRow)) {
    throw wrongFile(
      'The file is one single line: its line ends were lost on the way.',
      'With curl, send it with --data-binary instead of --data (-d), which takes line ends out.',
      number,
    );
  }
}

/** The first line that is not blank, without its line end. */
function firstLine(
  bytes: Uint8Array,
  textStart: number,
): { start: number; end: number; isComplete: boolean } {
  for (let start = textStart; ; ) {
    const lineFeed = bytes.indexOf(LF, start);
    if (lineFeed < 0) return { start, end: bytes.length, isComplete: false };
    const end = lineFeed > start && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed;
    if (!isBlank(bytes, start, end)) return { start, end, isComplete: true };
    start = lineFeed + 1;
  }
}

function isKnown(cell: string): boolean {
  return REQUEST_COLUMNS.includes(columnName(cell.trim().replace(/^"|"$/g, '')));
}

/** Whether a line without a known name between commas is split into known names, or into many, by another delimiter. */
function isDelimiter(line: string, delimiter: string): boolean {
  const cells = line.split(delimiter);
  return cells.some(isKnown) || (cells.length > 2 && !line.includes(','));
}

/** What every row has and no header: a dependency status, perhaps glued to the name that the line end parted it from. */
function isValueOfRow(cell: string): boolean {
  return /dependent"?$/i.test(cell.trim());
}
