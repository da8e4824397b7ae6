import { closeSync, openSync, readSync } from 'node:fs';
import { recordBatches, type SourceRow } from '../recipe/records.js';
import type { Source } from '../recipe/source.js';
import { fileProblem } from './command-error.js';

const PIECE_BYTES = 256 * 1024;

/**
 * A CSV of ours on the disk as a source of rows, read again piece by piece: it need not fit into memory. It must have been taken as a
 * file of students before.
 *
 * @throws CommandError, also while rows are taken, when it cannot be read any more.
 */
export function fileSource(path: string): Source {
  const header = firstFilled(batchesOf(path));
  return {
    kind: 'text',
    encoding: 'utf-8',
    delimiter: ',',
    sheet: null,
    sheets: [],
    headerRow: header.row,
    header: header.cells.map((cell) => cell.replace('\uFEFF', '').trim()),
    firstRows: [],
    notes: [],
    ours: null,
    *batches() {
      for (const batch of batchesOf(path)) {
        yield batch.filter(({ row, cells }) => row > header.row && isFilled(cells));
      }
    },
  };
}

function firstFilled(batches: Iterable<readonly SourceRow[]>): SourceRow {
  for (const batch of batches) {
    const filled = batch.find(({ cells }) => isFilled(cells));
    if (filled !== undefined) return filled;
  }
  throw new TypeError('A file that was calculated has a header.');
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

function batchesOf(path: string): Iterable<readonly SourceRow[]> {
  return recordBatches(piecesOf(path), { encoding: 'utf-8', delimiter: ',' });
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
