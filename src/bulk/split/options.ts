/** `maxStudentBytes` unless told: some fifty thousand rows of usual length. */
export const MAX_STUDENT_BYTES = 32 * 1024 * 1024;

/** What the scanner asks of a file. */
export interface ScanOptions {
  readonly maxColumns: number;
  /** Of a cell's text between the quotes, a doubled quote counted once. */
  readonly maxCellBytes: number;
  /** Records after the header. */
  readonly maxRows: number;
  /** A student is handled in one piece, so all its rows must fit in memory as objects: its bytes, and 512 for each row. */
  readonly maxStudentBytes?: number;
  /**
   * Called once with the cells of the first record, unquoted and untrimmed, as soon as it is complete. Says which column
   * (from 0) holds the student's id, null when none does. What it throws comes out of `push` or `end` as it is.
   */
  readonly readHeader: (cells: string[]) => { studentIdColumn: number | null };
}

/** What the splitter asks of an upload. */
export interface SplitterOptions extends ScanOptions {
  /** Of the upload after decompression, a byte order mark included; at most 2 GiB less 2 bytes. */
  readonly maxBytes: number;
  /** The length of the upload if the caller announced it, to take the memory in one piece; it need not be true. */
  readonly expectedBytes?: number;
}
