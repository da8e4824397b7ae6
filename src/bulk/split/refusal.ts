/**
 * Why a file was refused, as a stable word for programs.
 *
 * `EMPTY` no record at all; `INVALID_UTF8` and `UTF16` not UTF-8; `MAC_LINE_ENDS` a lone CR in the header;
 * `TOO_MANY_COLUMNS` and `CELL_TOO_LONG` a limit passed; `RECORD_LENGTH` a record with more or fewer cells than the header;
 * `INVALID_QUOTE` a quote inside an unquoted cell; `TEXT_AFTER_QUOTE` anything but a comma or a line end behind a closing
 * quote; `QUOTE_NOT_CLOSED` the file ends inside quotes; `STUDENT_TOO_LARGE` one student has more rows than can be handled at once.
 */
export type CsvRefusalReason =
  | 'EMPTY'
  | 'INVALID_UTF8'
  | 'UTF16'
  | 'MAC_LINE_ENDS'
  | 'TOO_MANY_COLUMNS'
  | 'CELL_TOO_LONG'
  | 'RECORD_LENGTH'
  | 'INVALID_QUOTE'
  | 'TEXT_AFTER_QUOTE'
  | 'QUOTE_NOT_CLOSED'
  | 'STUDENT_TOO_LARGE';

/**
 * The upload cannot be read as CSV. The message is a plain sentence for the caller: where, what, and what to do.
 * It never contains a cell.
 */
export class CsvRefusal extends Error {
  override readonly name = 'CsvRefusal';
  /** 1-based line of the file as a text editor counts: every LF begins a new one, also inside quotes. */
  readonly line: number;
  /** 1-based character (Unicode code point) in that line; a byte order mark is not counted. */
  readonly column: number;
  readonly reason: CsvRefusalReason;

  constructor(line: number, column: number, reason: CsvRefusalReason, text: string) {
    super(`Line ${line}, column ${column}: ${text}`);
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

/** The upload has more bytes, after decompression, than the limit allows. */
export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super('The upload has too many bytes.');
    this.maxBytes = maxBytes;
  }
}

/** The upload has more records than the limit allows. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';
  readonly maxRows: number;

  constructor(maxRows: number) {
    super('The upload has too many rows.');
    this.maxRows = maxRows;
  }
}
