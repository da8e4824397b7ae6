import { cellsOf, firstRecord } from '../../csv/head.js';
import type { SplitFile } from '../../csv/split.js';
import { textOf } from '../../csv/text.js';
import { FILE_LIMITS } from './file-limits.js';

/** A file in our shape that can be calculated, at a glance. */
export interface FileFacts {
  readonly rows: number;
  readonly students: number;
  readonly header: readonly string[];
  readonly firstRows: readonly (readonly string[])[];
  /** Columns of the file that are not read. */
  readonly ignored: readonly string[];
}

const FIRST_ROWS = 8;

/** What is to be shown of a file that was split. */
export function factsOf(bytes: Uint8Array, { head, rowCount, studentCount, records }: SplitFile): FileFacts {
  const firstRows = Array.from({ length: Math.min(rowCount, FIRST_ROWS) }, (_, record) =>
    cellsOf(textOf(bytes, records.starts[record], records.ends[record])),
  );
  return {
    rows: rowCount,
    students: studentCount,
    header: firstRecord(bytes, true, FILE_LIMITS)?.cells ?? [],
    firstRows,
    ignored: head.header.ignored,
  };
}
