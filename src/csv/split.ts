import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { BYTES_BESIDE_ROW, MAX_STUDENT_BYTES } from '../contract/read-student.js';
import { mistake, tooManyRows, wrongFile } from './file-errors.js';
import { type CsvLimits, type CsvReading, type FirstRecord, type Head, notUtf8, readHead } from './head.js';
import { expectedRecords, scan } from './scan.js';
import { ID_BYTES, numberStudents } from './student-ids.js';
import { compareRanges, isBlank, isTrimmed, isUtf8 } from './text.js';

/**
 * A readable file without its bytes: the position of each record and the student it belongs to. All of it can
 * be passed between threads; `records` should be transferred.
 */
export interface SplitFile {
  readonly head: Head;
  /** Records after the header that have a filled cell. */
  readonly rowCount: number;
  /** Distinct ids, plus every row without an id. */
  readonly studentCount: number;
  readonly records: RecordTable;
}

/** One number per record, in file order; entries after the last record are meaningless. */
export interface RecordTable {
  /** Offset of the first byte. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Offset after the line end, or after the last byte if the file does not end with one. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** The record's row in a spreadsheet. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** The student of the record: students are numbered from 0 in the order of their first record. */
  readonly students: Uint32Array<ArrayBuffer>;
  /** Records sorted by student, then in file order; null if the file has this order. */
  readonly order: Uint32Array<ArrayBuffer> | null;
}

/** Size of a {@link RecordTable} in bytes per record. */
const PLACE_BYTES = 20;

/** The approximate maximum of bytes that {@link splitCsv} needs besides the file. */
export function splittingBytes(bytes: Uint8Array, { maxRows }: Pick<CsvLimits, 'maxRows'>): number {
  return Math.min(expectedRecords(bytes, 0), maxRows) * (PLACE_BYTES + ID_BYTES);
}

/** The buffers of the record table, to transfer them to another thread. */
export function tableBuffers({ starts, ends, rows, students, order }: RecordTable): ArrayBuffer[] {
  return [starts, ends, rows, students, order].flatMap((table) => (table === null ? [] : [table.buffer]));
}

/**
 * Splits a whole upload into records and assigns them to students, so that an unreadable file is refused
 * before any calculation. Takes some tenths of a microsecond per row, so large files are split on a thread.
 * @param isText whether bytes are UTF-8.
 * @throws ApiError for the first mistake that makes the file unreadable, with its line and column.
 */
export function splitCsv(
  bytes: Uint8Array,
  reading: CsvReading,
  isText: (bytes: Uint8Array) => boolean = isUtf8,
): SplitFile {
  const head = readHead(bytes, true, reading);
  if (head === null) throw new Error('A whole file has a header, or was refused.');
  if (!isText(bytes)) throw notUtf8(bytes);
  const { columns } = head.header;
  const idColumn = columns.indexOf(STUDENT_ID_COLUMN);
  const found = findRecords(bytes, head, columns.length, idColumn, reading);
  if (found.rowCount > 0) return { head, ...found };
  throw wrongFile(
    'There is no row below the header.',
    'Add one row below it for each student and term. If the file has rows, they were lost on the way: with curl, send it with --data-binary instead of --data (-d).',
    head.line,
  );
}

/** The part of {@link splitCsv} after the header. */
export function findRecords(
  bytes: Uint8Array,
  head: Pick<FirstRecord, 'end' | 'row'>,
  columns: number,
  idColumn: number,
  limits: CsvLimits,
): Omit<SplitFile, 'head'> {
  const { maxRows } = limits;
  const options = { ...limits, from: head.end, firstRow: head.row + 1, columns, isWhole: true };
  const records = new Records(bytes, maxRows, Math.min(expectedRecords(bytes, head.end), maxRows));
  scan(bytes, options, (start, end, row, bounds) => {
    records.add(start, end, row, bounds[2 * idColumn] ?? 0, bounds[2 * idColumn + 1] ?? 0);
    return true;
  });
  const { starts, students, count } = records;
  const studentCount = records.isSorted
    ? records.studentCount
    : numberStudents(bytes, idColumn, starts, students.subarray(0, count));
  const order = records.isSorted ? null : byStudent(students.subarray(0, count), studentCount);
  const table = { starts, ends: records.ends, rows: records.rows, students, order };
  refuseLargeStudent(bytes, count, table);
  return { rowCount: count, studentCount, records: table };
}

const GROWTH = 1.5;

/**
 * Records found so far. Most exports are sorted by id. While each new id is greater than all before it, it
 * belongs to a new student, which takes neither memory nor a second pass.
 */
class Records {
  count = 0;
  /** Valid until an id is found out of order. */
  studentCount = 0;
  isSorted = true;
  starts: Uint32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  rows: Uint32Array<ArrayBuffer>;
  students: Uint32Array<ArrayBuffer>;
  /** Bounds of the greatest id, which is the id of the last record that has one. */
  #lastFrom = 0;
  #lastTo = 0;
  /** Whether the previous record has the greatest id. */
  #isLast = false;

  constructor(
    readonly bytes: Uint8Array,
    readonly maxRows: number,
    room: number,
  ) {
    this.starts = new Uint32Array(room);
    this.ends = new Uint32Array(room);
    this.rows = new Uint32Array(room);
    this.students = new Uint32Array(room);
  }

  add(start: number, end: number, row: number, idFrom: number, idTo: number): void {
    if (this.count === this.maxRows) throw tooManyRows(this.maxRows);
    if (this.count === this.starts.length) this.#grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.rows[this.count] = row;
    if (this.isSorted) this.students[this.count] = this.#studentOf(idFrom, idTo);
    this.count += 1;
  }

  #grow(): void {
    const room = Math.min(Math.ceil(this.count * GROWTH), this.maxRows);
    for (const table of ['starts', 'ends', 'rows', 'students'] as const) {
      const larger = new Uint32Array(room);
      larger.set(this[table]);
      this[table] = larger;
    }
  }

  #studentOf(from: number, to: number): number {
    const hadLast = this.#isLast;
    this.#isLast = !isBlank(this.bytes, from, to);
    if (!this.#isLast) return this.studentCount++;
    const order = compareRanges(this.bytes, from, to, this.#lastFrom, this.#lastTo);
    const isSame = order === 0 && hadLast;
    this.isSorted = (isSame || order > 0) && isTrimmed(this.bytes, from, to);
    this.#lastFrom = from;
    this.#lastTo = to;
    return isSame ? this.studentCount - 1 : this.studentCount++;
  }
}

/** Record numbers sorted by student, in one pass over each; null if the records are in this order already. */
function byStudent(students: Uint32Array, studentCount: number): Uint32Array<ArrayBuffer> | null {
  if (students.every((student, record) => record === 0 || student >= (students[record - 1] ?? 0)))
    return null;
  const places = new Uint32Array(studentCount + 1);
  for (const student of students) places[student + 1] = (places[student + 1] ?? 0) + 1;
  for (let student = 1; student <= studentCount; student++) {
    places[student] = (places[student] ?? 0) + (places[student - 1] ?? 0);
  }
  const order = new Uint32Array(students.length);
  for (const [record, student] of students.entries()) {
    const place = places[student] ?? 0;
    order[place] = record;
    places[student] = place + 1;
  }
  return order;
}

function refuseLargeStudent(
  bytes: Uint8Array,
  count: number,
  { starts, ends, students, order }: RecordTable,
): void {
  let held = 0;
  let before = -1;
  for (let place = 0; place < count; place++) {
    const record = order?.[place] ?? place;
    const student = students[record] ?? 0;
    if (student !== before) held = 0;
    before = student;
    const start = starts[record] ?? 0;
    held += (ends[record] ?? 0) - start + BYTES_BESIDE_ROW;
    if (held > MAX_STUDENT_BYTES) throw mistake('STUDENT_TOO_LARGE', bytes, start, MAX_STUDENT_BYTES);
  }
}
