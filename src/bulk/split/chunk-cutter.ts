import { BLANK_RUN, LATER_RUN, NAMELESS_RUN, type RunIndex } from './run-index.js';

/** `[first, count]`: `count` data rows that follow each other, the first of them numbered `first`. */
export type RowRange = readonly [first: number, count: number];

/** The records of some whole students. */
export interface ChunkSlice {
  /**
   * Raw records, each with its LF or CRLF, a student's records next to each other. There may be blank lines among them. No
   * header and no byte order mark: U+FEFF at the start of a slice is text of its first cell.
   * Usually a view of the whole upload: copy it before it is transferred or kept.
   */
  readonly records: Uint8Array;
  /** 1-based numbers of the data rows, in the order of `records`. The header and blank lines have no number. */
  readonly rows: readonly RowRange[];
  readonly studentCount: number;
}

/** A chunk closes when it has this many bytes, however few rows they are. */
const FULL_BYTES = 256 * 1024;

/** Up to here a loop copies faster than a view is made. */
const SHORT_SPAN_BYTES = 256;

/** Collects runs; neighbours in the file are merged, so that a file whose students stand together is cut without copying. */
class Draft {
  readonly #bytes: Uint8Array;
  /** Starts and ends by turns: pairs of their own would cost a scattered student a hundred megabytes. */
  readonly #spans: number[] = [];
  readonly #rows: [first: number, count: number][] = [];
  byteCount = 0;
  rowCount = 0;
  studentCount = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  add(start: number, end: number, firstRow: number, count: number): void {
    const spans = this.#spans;
    if (spans.at(-1) === start) spans[spans.length - 1] = end;
    else spans.push(start, end);
    const range = this.#rows.at(-1);
    if (range !== undefined && range[0] + range[1] === firstRow) range[1] += count;
    else this.#rows.push([firstRow, count]);
    this.byteCount += end - start;
    this.rowCount += count;
  }

  finish(): ChunkSlice {
    return { records: this.#records(), rows: this.#rows, studentCount: this.studentCount };
  }

  #records(): Uint8Array {
    const bytes = this.#bytes;
    const spans = this.#spans;
    if (spans.length === 2) return bytes.subarray(spans[0], spans[1]);
    const records = new Uint8Array(this.byteCount);
    let length = 0;
    for (let turn = 0; turn < spans.length; turn += 2) {
      const start = spans[turn] ?? 0;
      const end = spans[turn + 1] ?? 0;
      if (end - start > SHORT_SPAN_BYTES) {
        records.set(bytes.subarray(start, end), length);
        length += end - start;
      } else {
        for (let at = start; at < end; at += 1, length += 1) records[length] = bytes[at] ?? 0;
      }
    }
    return records;
  }
}

/**
 * Cuts the upload into chunks of whole students, in the order of their first rows, one chunk for each turn of the caller.
 * A chunk closes with the student that brings it to `targetRows` rows or to 256 KiB; rows without an id come up to eight at
 * a time. One student of a million rows makes one large chunk.
 */
export function* cutChunks(
  bytes: Uint8Array,
  index: RunIndex,
  targetRows: number,
): Generator<ChunkSlice, void, undefined> {
  let studentsLeft = index.studentCount;
  let draft = new Draft(bytes);
  const take = (run: number): void => {
    draft.add(index.start(run), index.end(run), index.firstRecord(run) + 1, index.records(run));
  };
  for (let run = 0; run < index.runCount && studentsLeft > 0; run += 1) {
    const kind = index.kind(run);
    if (kind === LATER_RUN || kind === BLANK_RUN) continue;
    take(run);
    for (let next = index.next(run); next !== 0; next = index.next(next)) take(next);
    const students = kind === NAMELESS_RUN ? index.records(run) : 1;
    draft.studentCount += students;
    studentsLeft -= students;
    if (draft.rowCount >= targetRows || draft.byteCount >= FULL_BYTES) {
      yield draft.finish();
      draft = new Draft(bytes);
    }
  }
  if (draft.rowCount > 0) yield draft.finish();
}
