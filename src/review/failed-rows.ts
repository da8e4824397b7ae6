import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { ByteWriter } from '../csv/byte-writer.js';
import { ERROR_COLUMN } from '../recipe/recipe.js';
import type { Table } from '../table/open-table.js';
import { AnswerReader } from './answer-reader.js';
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
    yield out.written().slice();
    out = new ByteWriter();
  }
  yield out.written().slice();
}

/**
 * Passes an answer on with its errors in the terms of the file that ours was made of: its columns, and its rows. All other cells keep
 * their bytes.
 */
export class OwnErrors {
  #place = 0;
  #out = new ByteWriter();
  readonly #reader: AnswerReader;

  /** `failed` has the students of the answer who failed, explained. */
  constructor(failed: Failures) {
    this.#reader = new AnswerReader((record) => {
      if (this.#place === 0) this.#write(RESPONSE_COLUMNS);
      const error = failed.errorInAnswer(this.#place);
      this.#place += 1;
      if (error === undefined) this.#out.bytes(record.bytes);
      else
        this.#write(
          RESPONSE_COLUMNS.map((column) => (column === ERROR_COLUMN ? error : record.text(column))),
        );
    });
  }

  /** Takes a piece, which may end anywhere, and gives what can be passed on. @throws TableError for a row that is not of an answer. */
  add(piece: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#out = new ByteWriter();
    this.#reader.add(piece);
    return this.#out.written().slice();
  }

  /** @throws TableError for an answer that ends in the middle. */
  finish(): void {
    this.#reader.finish();
  }

  #write(cells: readonly string[]): void {
    this.#out.cells(cells);
    this.#out.endRecord();
  }
}
