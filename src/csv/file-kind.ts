import { ourColumn } from '../contract/header.js';
import { wrongFile } from './file-errors.js';
import { LF, NUL, textOf } from './text.js';

const SAVE_AS_CSV =
  'Open it in your spreadsheet, save it as "CSV UTF-8 (comma delimited)", and send that file.';
const SAVE_WITH_COMMAS = 'Save the file with commas ("CSV UTF-8 (comma delimited)") and send it again.';

/** File kinds that people send instead of text, by their first bytes. A workbook (.xlsx) is a zip archive. */
const KINDS = [
  ['PK\x03\x04', 'The file is an Excel workbook (.xlsx) or another zip archive.', SAVE_AS_CSV],
  ['\xd0\xcf\x11\xe0', 'The file is an old Excel workbook (.xls).', SAVE_AS_CSV],
  [
    '\x1f\x8b',
    'The file is compressed with gzip.',
    'Send it with the header "Content-Encoding: gzip", or unpack it first.',
  ],
] as const;

function isBegunBy(bytes: Uint8Array, first: string): boolean {
  return [...first].every((character, at) => bytes[at] === character.charCodeAt(0));
}

/** In UTF-16, the first line has a NUL within this many bytes: in a comma or in its line end. */
const UTF16_BYTES = 4096;

/** @throws ApiError `unusableHeader` naming the kind of file, if the bytes begin one of another kind. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  for (const [first, whatItIs, whatToDo] of KINDS) {
    if (isBegunBy(bytes, first)) throw wrongFile(whatItIs, whatToDo);
  }
  const isMarked = isBegunBy(bytes, '\xff\xfe') || isBegunBy(bytes, '\xfe\xff');
  const start = bytes.subarray(0, UTF16_BYTES);
  const lineFeed = start.indexOf(LF);
  if (isMarked || start.subarray(0, lineFeed < 0 ? start.length : lineFeed).includes(NUL)) {
    throw wrongFile('The file is UTF-16, which Excel calls "Unicode Text", or no text at all.', SAVE_AS_CSV);
  }
}

const LOOKED_AT_BYTES = 64 * 1024;

const MOST_TITLE_LINES = 20;

/** A line with this many of our column names is the header. */
const ENOUGH_NAMES = 2;

/** Delimiters other than the comma, which are rare elsewhere in a header. */
const OTHER_DELIMITERS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

/** The first line with a filled cell. */
interface FirstLine {
  readonly text: string;
  readonly number: number;
  /** Whether the end of the line has arrived. */
  readonly isComplete: boolean;
  /** Some lines below this line; the first of them has the number `belowNumber`. */
  readonly below: readonly string[];
  readonly belowNumber: number;
}

type Refusal = readonly [whatItIs: string, whatToDo: string];

/** Markup or JSON, but not column names in brackets, as SQL Server writes them. */
const NO_TABLE = /^(?:<|[[{]\s*(?:["[{\]}0-9-]|$))/;

/**
 * Checks the first line that has any content, before its cells are read.
 * @throws ApiError `unusableHeader` for `sep=`, a title, a delimiter other than the comma, markup or JSON, no
 * header, or a file without line ends.
 */
export function refuseOtherLines(bytes: Uint8Array, textStart: number, isWhole: boolean): void {
  const line = firstLine(bytes, textStart);
  if (line === null || !(line.isComplete || isWhole)) return;
  const isNamed = namesIn(line.text, ',') > 0;
  if (!isNamed && NO_TABLE.test(line.text)) {
    const whatToDo = `${SAVE_AS_CSV} One student as JSON goes to /v1/calculate.`;
    throw wrongFile('The file is a web page, XML or JSON, and no CSV.', whatToDo);
  }
  const refusal = isNamed ? brokenHeader(line) : otherLine(line);
  if (refusal !== null) throw wrongFile(...refusal, line.number);
}

/** What is wrong with a line that has one of our names between commas. */
function brokenHeader({ text, isComplete }: FirstLine): Refusal | null {
  // Every row has a cell ending in "dependent", perhaps joined to a column name by a lost line end.
  const isAll = !isComplete && !text.includes('\n') && hasCell(text, /\r|dependent"?$/i);
  if (!isAll) return null;
  return [
    'The file is a single line: its line breaks were lost on the way, or are carriage returns (CR) alone.',
    'With curl, send it with --data-binary instead of --data (-d), which removes line breaks. Save a file of an old Mac with LF or CRLF line ends.',
  ];
}

/** Why a line with none of our names between commas is refused; null if it is not. */
function otherLine({ text, below, belowNumber }: FirstLine): Refusal | null {
  if (/^"?sep=/i.test(text)) {
    return ['The first line tells Excel the delimiter ("sep=").', `Delete that line. ${SAVE_WITH_COMMAS}`];
  }
  const header = below.findIndex((line) =>
    [',', ';', '\t'].some((sign) => namesIn(line, sign) >= ENOUGH_NAMES),
  );
  if (header >= 0) {
    return [
      'There is a title or another line above the header.',
      `Line ${belowNumber + header} looks like the header: delete every line above it and send the file again.`,
    ];
  }
  for (const [sign, name] of OTHER_DELIMITERS) {
    const count = countOf(text, sign);
    const isUsed = count >= ENOUGH_NAMES && count > countOf(text, ',');
    if (isUsed || namesIn(text, sign) >= ENOUGH_NAMES)
      return [`The columns are separated by ${name}.`, SAVE_WITH_COMMAS];
  }
  if (hasCell(text, /^"?(in)?dependent"?$/i)) {
    return [
      'There is no header: the first line is already a row of a student.',
      'Add a line with the names of the columns above it, and send the file again.',
    ];
  }
  return null;
}

/** Null if there is no such line. A line break inside quotes belongs to the line. */
function firstLine(bytes: Uint8Array, textStart: number): FirstLine | null {
  const lines = textOf(bytes, textStart, Math.min(bytes.length, textStart + LOOKED_AT_BYTES)).split('\n');
  for (let first = 0, next = 0; first < lines.length; first = next) {
    let text = lines[next++] ?? '';
    for (let quotes = countOf(text, '"'); quotes % 2 === 1 && next < lines.length; next++) {
      text += `\n${lines[next]}`;
      quotes += countOf(lines[next] ?? '', '"');
    }
    if (!/[^\s,"\uFEFF]/.test(text)) continue;
    return {
      text: text.trim(),
      number: first + 1,
      isComplete: next < lines.length || bytes.indexOf(LF, textStart + LOOKED_AT_BYTES) >= 0,
      below: lines.slice(next, next + MOST_TITLE_LINES),
      belowNumber: next + 1,
    };
  }
  return null;
}

function namesIn(line: string, delimiter: string): number {
  const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  return cells.filter((name) => ourColumn(name) !== null).length;
}

function countOf(line: string, sign: string): number {
  return line.split(sign).length - 1;
}

function hasCell(line: string, pattern: RegExp): boolean {
  return line.split(',').some((cell) => pattern.test(cell.trim()));
}
