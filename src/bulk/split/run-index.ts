import { GrowingTable } from './growing-table.js';
import { IdTable, sameBytes } from './id-table.js';
import { trimmedEnd, trimmedStart } from './trim.js';

/** The student's first run, and the only one when the student's rows stand together. */
export const FIRST_RUN = 0;
/** A later run of a student whose rows are scattered; reached from the first one. */
export const LATER_RUN = 1;
/** Records without an id: each is a student of its own. */
export const NAMELESS_RUN = 2;
/** Blank lines that are worth leaving out. */
export const BLANK_RUN = 3;
export type RunKind = typeof FIRST_RUN | typeof LATER_RUN | typeof NAMELESS_RUN | typeof BLANK_RUN;

const START = 0;
const FIRST_RECORD = 1;
const KIND_AND_NEXT = 2;
const FIELDS = 3;
/** `KIND_AND_NEXT` holds the kind in its two lowest bits and the next run above; the field has 32 bits. */
const KIND_BITS = 2;
/** No file that fits has more runs than `KIND_AND_NEXT` can number: a run takes at least two bytes. */
export const MAX_INDEXED_BYTES = 2 ** 31 - 2;

/** A chunk may pass its target by this many rows; smaller runs would make a file of empty rows outgrow its own size. */
const NAMELESS_RUN_ROWS = 8;
const NAMELESS_RUN_BYTES = 16 * 1024;
/** Fewer blank bytes than this between two records stay in the slice, where they are skipped again. */
const TOLERATED_BLANK_BYTES = 256;

/** About what the rows of a student take in a file of usual width. */
const USUAL_STUDENT_BYTES = 256;

/** What a row weighs beside its bytes: about what its cells take as objects. */
export const ROW_WEIGHT = 512;

/**
 * Which records belong to which student, in runs: neighbouring records of one student. A run ends where the next begins.
 * 12 bytes for a run and 16 to 37 for an id, however long the rows are: nothing is kept for a single record. Where the length was
 * announced and the ids are out of order, room is made for them at once: at most a twelfth of that length, and 2 MiB.
 */
export class RunIndex {
  readonly #runs = new GrowingTable(FIELDS);
  readonly #ids: IdTable;
  #recordCount = 0;
  #namelessCount = 0;
  #recordsEnd = 0;
  /** The id of the open run when it has one; a length of 0 means that the next record begins a new run. */
  #openIdFrom = 0;
  #openIdLength = 0;
  #openEntry = 0;
  /** Weight of the open run's student so far, its earlier runs included. */
  #openWeight = 0;
  #namelessIsOpen = false;
  #openStart = 0;
  #openFirstRecord = 0;

  /** @param expectedBytes a hint at the length of the upload, 0 for none. */
  constructor(expectedBytes: number) {
    this.#ids = new IdTable(expectedBytes / USUAL_STUDENT_BYTES);
  }

  get recordCount(): number {
    return this.#recordCount;
  }

  get studentCount(): number {
    return this.#ids.length + this.#namelessCount;
  }

  get runCount(): number {
    return this.#runs.length;
  }

  get memoryBytes(): number {
    return this.#runs.memoryBytes + this.#ids.memoryBytes;
  }

  /**
   * Adds the next record, `bytes[start, end)` with its line end. `bytes[idFrom, idTo)` is what stands in its id cell between
   * the quotes, if there are any; an empty stretch when there is no id column.
   *
   * Returns the weight that the student has by now: its bytes, and {@link ROW_WEIGHT} for each row.
   *
   * Ids are compared as they are written, doubled quotes and all. That is sound: a quote cannot stand in an unquoted
   * cell, and in a quoted one there is only one way to write each text.
   */
  add(bytes: Uint8Array, start: number, end: number, idFrom: number, idTo: number): number {
    if (start - this.#recordsEnd > TOLERATED_BLANK_BYTES && this.#recordCount > 0) this.#skipBlank();
    const from = trimmedStart(bytes, idFrom, idTo);
    const to = trimmedEnd(bytes, from, idTo);
    if (from === to) this.#addNameless(start);
    else if (to - from !== this.#openIdLength || !sameBytes(bytes, this.#openIdFrom, from, to - from)) {
      this.#addNamed(bytes, start, from, to);
    }
    this.#recordCount += 1;
    this.#recordsEnd = end;
    const weight = end - start + ROW_WEIGHT;
    if (this.#namelessIsOpen) return weight;
    this.#openWeight += weight;
    return this.#openWeight;
  }

  kind(run: number): RunKind {
    const kind = this.#runs.get(run, KIND_AND_NEXT) & 3;
    return kind === FIRST_RUN || kind === LATER_RUN || kind === NAMELESS_RUN ? kind : BLANK_RUN;
  }

  /** The next run of the same student; 0 when there is none. */
  next(run: number): number {
    return this.#runs.get(run, KIND_AND_NEXT) >>> KIND_BITS;
  }

  /** Offset of the run's first byte. */
  start(run: number): number {
    return this.#runs.get(run, START);
  }

  /** Offset behind the run's last byte. */
  end(run: number): number {
    return run + 1 < this.#runs.length ? this.#runs.get(run + 1, START) : this.#recordsEnd;
  }

  /** 0-based number of the run's first record. */
  firstRecord(run: number): number {
    return this.#runs.get(run, FIRST_RECORD);
  }

  records(run: number): number {
    const behind = run + 1 < this.#runs.length ? this.#runs.get(run + 1, FIRST_RECORD) : this.#recordCount;
    return behind - this.#runs.get(run, FIRST_RECORD);
  }

  #addNameless(start: number): void {
    this.#closeNamed();
    this.#namelessCount += 1;
    const fits =
      this.#namelessIsOpen &&
      this.#recordCount - this.#openFirstRecord < NAMELESS_RUN_ROWS &&
      start - this.#openStart < NAMELESS_RUN_BYTES;
    if (!fits) this.#open(NAMELESS_RUN, start);
    this.#namelessIsOpen = true;
  }

  #addNamed(bytes: Uint8Array, start: number, from: number, to: number): void {
    this.#closeNamed();
    const known = this.#ids.length;
    const entry = this.#ids.findOrAdd(bytes, from, to);
    const run = this.#open(entry < known ? LATER_RUN : FIRST_RUN, start);
    if (entry < known) {
      const last = this.#ids.lastRun(entry);
      this.#runs.set(last, KIND_AND_NEXT, (run << KIND_BITS) | this.kind(last));
    }
    this.#ids.noteLastRun(entry, run);
    this.#namelessIsOpen = false;
    this.#openEntry = entry;
    this.#openWeight = this.#ids.weight(entry);
    this.#openIdFrom = from;
    this.#openIdLength = to - from;
  }

  #closeNamed(): void {
    if (this.#openIdLength === 0) return;
    this.#ids.noteWeight(this.#openEntry, this.#openWeight);
    this.#openIdLength = 0;
  }

  #skipBlank(): void {
    this.#closeNamed();
    this.#open(BLANK_RUN, this.#recordsEnd);
    this.#namelessIsOpen = false;
  }

  #open(kind: RunKind, start: number): number {
    const run = this.#runs.add();
    this.#runs.set(run, START, start);
    this.#runs.set(run, FIRST_RECORD, this.#recordCount);
    this.#runs.set(run, KIND_AND_NEXT, kind);
    this.#openStart = start;
    this.#openFirstRecord = this.#recordCount;
    return run;
  }
}
