import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { wrongFile } from './file-errors.js';
import { SAVE_AS_CSV } from './file-kind.js';
import { LF, textOf } from './text.js';

/** How much of a file is searched for its first lines. */
const LOOKED_AT_BYTES = 64 * 1024;

/** How many lines below the first one are searched for the header. */
const MOST_TITLE_LINES = 20;

/** This many of our column names in a line show that it is the header. */
const ENOUGH_NAMES = 2;

const SEMICOLONS = 'semicolons';

/**
 * Delimiters other than the comma. Those that are rare elsewhere in a header are also recognized by how often they
 * occur.
 */
const OTHER_DELIMITERS: readonly {
  readonly sign: string;
  readonly name: string;
  readonly isRare?: boolean;
}[] = [
  { sign: ';', name: SEMICOLONS, isRare: true },
  { sign: '\t', name: 'tabs', isRare: true },
  { sign: '|', name: 'vertical bars', isRare: true },
  { sign: '^', name: 'carets (^)' },
  { sign: '~', name: 'tildes (~)' },
  { sign: ':', name: 'colons' },
  { sign: ' ', name: 'blanks' },
];

/** The first line with a filled cell. */
interface FirstLine {
  /** Trimmed. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Whether its end has arrived. */
  readonly isComplete: boolean;
  /** The lines below it that were looked at, and the number of the first of them. */
  readonly below: readonly string[];
  readonly belowNumber: number;
}

/**
 * Checks the first line that has any content, before its cells are read.
 *
 * @throws ApiError `unusableHeader` for `sep=`, a title, a delimiter other than the comma, lone carriage returns,
 * markup or JSON, lines that are quoted as a whole, no header, or a file that has lost all its line ends.
 */
export function refuseOtherLines(bytes: Uint8Array, textStart: number, isWhole: boolean): void {
  const line = firstLine(bytes, textStart);
  if (line === null || !(line.isComplete || isWhole)) return;
  if (namesIn(line.text, ',') > 0) {
    refuseBroken(line);
    return;
  }
  refuseOtherLanguages(line.text);
  if (/^"?sep=/i.test(line.text)) throw delimiterLine(line);
  refuseForeign(line);
}

/** Checks a line that has one of our names between commas. */
function refuseBroken({ text, number, isComplete }: FirstLine): void {
  if (text.replace(/"[^"]*"/g, '').includes('\r')) {
    throw wrongFile(
      'The lines end with a carriage return (CR) alone, as in old Mac files.',
      'Save the file with LF or CRLF line ends and send it again.',
      number,
    );
  }
  if (text.includes(',') && /^"[^"]*"$/.test(text)) {
    throw wrongFile(
      'Every line is in quotes, as a single cell.',
      'In your spreadsheet, split the first column at its commas ("Text to Columns"), save it as CSV UTF-8, and send that file.',
      number,
    );
  }
  // A value that every row has, perhaps joined to the column name because the line end between them was lost.
  if (
    !isComplete &&
    !text.includes('\n') &&
    text.split(',').some((cell) => /dependent"?$/i.test(cell.trim()))
  ) {
    throw wrongFile(
      'The file is a single line: its line breaks were lost on the way.',
      'With curl, send it with --data-binary instead of --data (-d), which removes line breaks.',
      number,
    );
  }
}

/** Checks a line without any of our names between commas. */
function refuseForeign({ text, number, below, belowNumber }: FirstLine): void {
  const header = below.findIndex((line) =>
    [',', ';', '\t'].some((sign) => namesIn(line, sign) >= ENOUGH_NAMES),
  );
  if (header >= 0) {
    throw wrongFile(
      'There is a title or another line above the header.',
      `Line ${belowNumber + header} looks like the header: delete every line above it and send the file again.`,
      number,
    );
  }
  const delimiter = OTHER_DELIMITERS.find(
    ({ sign, isRare }) =>
      namesIn(text, sign) >= ENOUGH_NAMES ||
      (isRare && countOf(text, sign) >= ENOUGH_NAMES && countOf(text, sign) > countOf(text, ',')),
  );
  if (delimiter !== undefined) {
    throw wrongFile(
      `The columns are separated by ${delimiter.name}.`,
      saveWithCommas(delimiter.name),
      number,
    );
  }
  if (text.split(',').some((cell) => /^"?(in)?dependent"?$/i.test(cell.trim()))) {
    throw wrongFile(
      'There is no header: the first line is already a row of a student.',
      'Add a line with the names of the columns above it, and send the file again.',
      number,
    );
  }
}

function refuseOtherLanguages(text: string): void {
  if (text.startsWith('<')) {
    throw wrongFile('The file is a web page or XML, as some exports named .xls are.', SAVE_AS_CSV);
  }
  // SQL Server writes names in brackets.
  if (/^[[{]\s*(?:["[{\]}0-9-]|$)/.test(text)) {
    throw wrongFile('The body is JSON.', 'Send a CSV file here; one student as JSON goes to /v1/calculate.');
  }
}

/** Excel's `sep=;`. */
function delimiterLine({ text, number }: FirstLine) {
  const delimiter = OTHER_DELIMITERS.find(({ sign }) => text.includes(sign));
  const more =
    delimiter === undefined
      ? ''
      : ` The columns are separated by ${delimiter.name}, too. ${saveWithCommas(delimiter.name)}`;
  return wrongFile(
    'The first line tells Excel the delimiter ("sep=").',
    `Delete that line and send the file again.${more}`,
    number,
  );
}

function saveWithCommas(delimiter: string): string {
  const advice = 'Save the file with commas ("CSV UTF-8 (comma delimited)") and send it again.';
  if (delimiter !== SEMICOLONS) return advice;
  return `${advice} If your spreadsheet writes semicolons again, set the list separator in the region settings of the computer to a comma.`;
}

/** Null if there is none. A line break inside quotes belongs to the line. */
function firstLine(bytes: Uint8Array, textStart: number): FirstLine | null {
  const looked = textOf(bytes, textStart, Math.min(bytes.length, textStart + LOOKED_AT_BYTES));
  const lines = looked.split('\n');
  for (let first = 0, next = 1; first < lines.length; first = next, next = first + 1) {
    let text = lines[first] ?? '';
    let quotes = countOf(text, '"');
    for (; quotes % 2 === 1 && next < lines.length; next++) {
      const line = lines[next] ?? '';
      text += `\n${line}`;
      quotes += countOf(line, '"');
    }
    if (!/[^\s,"\uFEFF]/.test(text)) continue;
    const isComplete = next < lines.length || bytes.indexOf(LF, textStart + LOOKED_AT_BYTES) >= 0;
    return {
      text: text.trim(),
      number: first + 1,
      isComplete,
      below: lines.slice(next, next + MOST_TITLE_LINES),
      belowNumber: next + 1,
    };
  }
  return null;
}

/** How many cells of a line are our column names. */
function namesIn(line: string, delimiter: string): number {
  const cells = line.split(delimiter).map((cell) => columnName(cell.trim().replace(/^"|"$/g, '')));
  return cells.filter((name) => REQUEST_COLUMNS.includes(name)).length;
}

function countOf(line: string, sign: string): number {
  return line.split(sign).length - 1;
}
