import { ByteWriter } from '../csv/byte-writer.js';
import { ERROR_COLUMN } from '../recipe/recipe.js';
import type { Table } from '../table/open-table.js';
import type { Failures } from './failures.js';

const PIECE_BYTES = 256 * 1024;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The rows of all students who failed, in the file's own columns and order, with a last column that says why: CSV in
 * UTF-8 that can be used again with the same recipe once it is mended. It begins with a byte order mark, by which Excel
 * recognizes UTF-8.
 */
export function* failedRows(
  table: Pick<Table, 'header' | 'rows'>,
  failed: Failures,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const kept = table.header.flatMap((name, place) => (name.toLowerCase() === ERROR_COLUMN ? [] : [place]));
  let out = new ByteWriter();
  out.text(BYTE_ORDER_MARK);
  out.cells([...kept.map((place) => table.header[place] ?? ''), ERROR_COLUMN]);
  out.endRecord();
  for (const { row, cells } of table.rows()) {
    const error = failed.errorOf(row);
    if (error === undefined) continue;
    out.cells([...kept.map((place) => cells[place] ?? ''), error]);
    out.endRecord();
    if (out.length < PIECE_BYTES) continue;
    yield out.written();
    out = new ByteWriter();
  }
  yield out.written();
}
