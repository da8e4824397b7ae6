import { ByteWriter } from '../csv/byte-writer.js';
import type { Table } from '../table/open-table.js';
import type { FailureGroups } from './failure-groups.js';

/** The column that says why a row failed. It is ignored when the file is used again, and then written anew. */
export const ERROR_COLUMN = 'error';

const PIECE_BYTES = 256 * 1024;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The rows of all students who failed, in the file's own columns and order, with a last column that says why: CSV in
 * UTF-8 that can be used again with the same recipe once it is mended. It begins with a byte order mark, by which Excel
 * recognizes UTF-8.
 *
 * @param onRow called for each row found.
 */
export function* failedRows(
  table: Pick<Table, 'header' | 'rows'>,
  failed: FailureGroups,
  onRow: () => void = () => {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const kept = table.header.flatMap((name, place) => (name.toLowerCase() === ERROR_COLUMN ? [] : [place]));
  let out = new ByteWriter();
  out.text(BYTE_ORDER_MARK);
  out.cells([...kept.map((place) => table.header[place] ?? ''), ERROR_COLUMN]);
  out.endRecord();
  for (const { row, cells } of table.rows()) {
    const error = failed.errorOf(row);
    if (error === undefined) continue;
    onRow();
    out.cells([...kept.map((place) => cells[place] ?? ''), error]);
    out.endRecord();
    if (out.length < PIECE_BYTES) continue;
    yield out.written().slice();
    out = new ByteWriter();
  }
  yield out.written().slice();
}
