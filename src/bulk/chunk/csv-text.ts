import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from '../../contract/csv-response.js';

/** What csv-parse and csv-stringify do for chunks that the shorter ways are not meant for. */

/** How csv-parse reads the records of a file whose syntax was checked already; cells are trimmed later. */
const PARSE_OPTIONS = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  record_delimiter: ['\r\n', '\n'],
  skip_empty_lines: true,
};

/** The cells of each record, in order, unquoted; blank lines are left out. */
export function parseRecords(records: Buffer): string[][] {
  return parse(records, PARSE_OPTIONS);
}

/** One record with its CRLF, every text cell that a spreadsheet would take for a formula defused by an apostrophe. */
export function escapedRecord(cells: readonly Cell[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell))], {
    record_delimiter: '\r\n',
    // Without it, a cell with a line feed or a carriage return alone would not be quoted.
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}
