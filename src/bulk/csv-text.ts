import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from '../contract/csv-response.js';

/**
 * CSV text to cells and back. csv-parse and csv-stringify are the measure; text that can be proven free of
 * quoting takes a shorter way, and property tests hold that both ways give the same.
 */

const QUOTE = 34;
const CARRIAGE_RETURN = 13;

/** How csv-parse reads the records of a file whose syntax was checked already; cells are trimmed later. */
const PARSE_OPTIONS = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  record_delimiter: ['\r\n', '\n'],
  skip_empty_lines: true,
};

/** The cells of each record, in order; blank lines are left out. */
export function readRecords(records: Buffer): string[][] {
  return records.includes(QUOTE) ? parse(records, PARSE_OPTIONS) : splitUnquoted(records.toString('utf8'));
}

/** Without a quote every line feed ends a record and every comma a cell. */
function splitUnquoted(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.split('\n')) {
    const end = line.charCodeAt(line.length - 1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    if (end > 0) rows.push((end === line.length ? line : line.slice(0, end)).split(','));
  }
  return rows;
}

const NEEDS_QUOTES = /[",\r\n]/;

/** One record with its CRLF. */
export function writeRecord(cells: readonly Cell[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? null;
    if (i > 0) line += ',';
    if (cell !== null) line += typeof cell === 'string' ? writeText(cell) : cell;
  }
  return `${line}\r\n`;
}

function writeText(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** {@link writeRecord} with every text cell that a spreadsheet would take for a formula defused by an apostrophe. */
export function writeEscapedRecord(cells: readonly Cell[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell))], {
    record_delimiter: '\r\n',
    escape_formulas: true,
  });
}
