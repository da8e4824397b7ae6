import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type ColumnPositions, readHeader, STUDENT_ID_COLUMN } from '../contract/csv-columns.js';
import { type BulkFormat, chunkParts, decodeSlice, joined } from './chunk/chunk-format.js';
import { runChunk as runParts } from './chunk/run-chunk.js';
import { CsvSplitter, type SplitFile } from './split/splitter.js';

/** All that this room asks of the CSV itself. */

/** A finished chunk: what it counts, and the bytes that go to the caller. */
export interface ChunkAnswer {
  readonly students: number;
  readonly failedStudents: number;
  readonly body: Uint8Array;
}

/** What is asked of a file. */
export interface CsvLimits {
  /** Of the upload after decompression, in bytes. */
  readonly maxBytes: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxCellBytes: number;
}

/** A file that can be calculated: where its students are, and the names of its columns. */
export interface SplitUpload {
  readonly file: SplitFile;
  readonly columns: readonly string[];
}

/** Reading this much of an upload takes a fraction of a millisecond. */
const TURN_BYTES = 64 * 1024;

/**
 * Looks at the beginning of an upload as it arrives, so that a file whose header cannot be used is refused at once.
 *
 * @returns takes a piece of the upload. Throws what is wrong with the header.
 */
export function headerCheck(limits: CsvLimits): (piece: Uint8Array) => void {
  let isRead = false;
  const splitter = splitterFor(limits, () => {
    isRead = true;
  });
  return (piece) => {
    if (!isRead) splitter.push(piece);
  };
}

/** @throws CsvRefusal, TooManyRows, or ApiError `unusableHeader`. */
export async function splitCsv(bytes: Uint8Array, limits: CsvLimits): Promise<SplitUpload> {
  let columns: readonly string[] = [];
  const splitter = splitterFor({ ...limits, expectedBytes: bytes.length }, (cells) => {
    columns = cells;
  });
  for (let from = 0; from < bytes.length; from += TURN_BYTES) {
    splitter.push(bytes.subarray(from, from + TURN_BYTES));
    await turnOfOthers();
  }
  return { file: splitter.end(), columns };
}

function splitterFor(
  limits: CsvLimits & { readonly expectedBytes?: number },
  onHeader: (cells: string[]) => void,
): CsvSplitter {
  return new CsvSplitter({
    ...limits,
    readHeader: (cells) => {
      const positions: ColumnPositions = readHeader(cells);
      onHeader(cells);
      return { studentIdColumn: positions.get(STUDENT_ID_COLUMN) ?? null };
    },
  });
}

/** Cuts a file into self-contained chunks, one for each turn of the caller. */
export function* chunks(
  { file, columns }: SplitUpload,
  targetRows: number,
  output: { readonly format: BulkFormat; readonly escapeFormulas: boolean },
): Generator<Uint8Array, void, undefined> {
  for (const { records, rows } of file.chunks(targetRows)) {
    const runs = rows.map(([first, count]): [number, number] => [first, count]);
    yield joined(chunkParts({ ...output, columns: [...columns], rows: runs }, records));
  }
}

/** Calculates a chunk. The answer is fresh memory. @throws Error for bytes that {@link chunks} did not make. */
export function runChunk(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(runParts(bytes));
}

/** @throws Error for bytes that {@link runChunk} did not make. */
export function decodeAnswer(bytes: Uint8Array): ChunkAnswer {
  const { head, body } = decodeSlice(bytes);
  return { ...head, body };
}
