import { closeSync, openSync, readSync } from 'node:fs';
import { ApiError } from '../contract/errors.js';
import { type Header, readHeader } from '../contract/header.js';
import { RecipeError } from '../recipe/recipe-error.js';
import { isBlankRow, recordsOf, type SourceRow } from '../recipe/records.js';
import type { Table } from '../recipe/source.js';
import { CommandError, EXIT, fileProblem } from './command-error.js';

/** Texts that are much longer stay in memory until all of it is looked through. */
const PIECE_BYTES = 32 * 1024;

/**
 * A CSV of ours on the disk as a table, read again piece by piece: it need not fit into memory. It must have been taken as a file of
 * students before.
 *
 * @throws CommandError, also while rows are taken, when it cannot be read any more.
 */
export function fileTable(path: string): Table {
  const [header] = filledRows(path);
  if (header === undefined)
    throw new CommandError(EXIT.refused, `${path} changed while it was read. Run the command again.`);
  return {
    header: header.cells.map((cell) => cell.trim()),
    above: [],
    sameSheets: [],
    *rows() {
      for (const each of filledRows(path)) if (each.row > header.row) yield each;
    },
  };
}

/** The header of a CSV of ours on the disk; null where it is something else. */
export function ownHeaderOf(path: string): Header | null {
  try {
    const [first] = filledRows(path);
    return first === undefined ? null : readHeader(first.cells, first.row);
  } catch (error) {
    if (error instanceof ApiError || error instanceof RecipeError) return null;
    throw error;
  }
}

function* filledRows(path: string): Generator<SourceRow, void, undefined> {
  for (const each of recordsOf(piecesOf(path), { encoding: 'utf-8', delimiter: ',' })) {
    if (!isBlankRow(each)) yield each;
  }
}

function* piecesOf(path: string): Generator<Uint8Array, void, undefined> {
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
