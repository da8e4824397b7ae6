import { closeSync, openSync, readSync } from 'node:fs';
import { isOurHeader } from '../contract/header.js';
import type { SourceTable } from '../guessing/source.js';
import { isBlankRow, type TableRow, textRows } from '../table/delimited-text.js';
import { TableError } from '../table/table-error.js';
import { CommandError, EXIT, fileProblem } from './command-error.js';

/** Much longer texts would stay in memory until they are completely searched. */
const PIECE_BYTES = 32 * 1024;

/**
 * A CSV in our format on disk as a table, read piece by piece each time, so it need not fit into memory. It must have
 * been accepted as a file of students before.
 *
 * @throws CommandError, also while rows are read, when it can no longer be read.
 */
export function fileTable(path: string): SourceTable {
  const [header] = filledRows(path);
  if (header === undefined)
    throw new CommandError(EXIT.refused, `${path} changed while it was read. Run the command again.`);
  return {
    header: header.cells.map((cell) => cell.trim()),
    above: [],
    sameSheets: [],
    otherSheets: [],
    *rows() {
      for (const each of filledRows(path)) if (each.row > header.row) yield each;
    },
  };
}

/** Whether a file on disk is a CSV in our format, by its first row. */
export function hasOurHeader(path: string): boolean {
  try {
    const [first] = filledRows(path);
    return first !== undefined && isOurHeader(first.cells);
  } catch (error) {
    if (error instanceof TableError) return false;
    throw error;
  }
}

function* filledRows(path: string): Generator<TableRow, void, undefined> {
  for (const each of textRows(piecesOf(path), { encoding: 'utf-8', delimiter: ',' })) {
    if (!isBlankRow(each)) yield each;
  }
}

/** The bytes of a file on disk, read again each time. @throws CommandError */
export function* piecesOf(path: string): Generator<Uint8Array, void, undefined> {
  const memory = Buffer.allocUnsafe(PIECE_BYTES);
  const orInWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw fileProblem(`read ${path} again`, error);
    }
  };
  const file = orInWords(() => openSync(path, 'r'));
  try {
    for (;;) {
      const length = orInWords(() => readSync(file, memory));
      if (length === 0) return;
      yield memory.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
