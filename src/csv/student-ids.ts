import { RecordReader } from './record-reader.js';
import { bytesOf, compareRanges, isTrimmed, textOf } from './text.js';

/** Temporary bytes per record. A `Map` of strings takes 100 or more, on V8's heap, which no budget counts. */
export const ID_BYTES = 16;

const HASHES = 2 ** 32;

/**
 * Writes the student of each record, in any record order. Students are numbered from 0 by their first record;
 * a record without an id is a student of its own. Equal ids that are not adjacent are found by sorting
 * records by a hash of the id, then by the id.
 * @param starts where each record begins.
 * @param students one entry per record.
 * @returns the number of students.
 */
export function numberStudents(
  bytes: Uint8Array,
  idColumn: number,
  starts: Uint32Array,
  students: Uint32Array,
): number {
  const { length } = students;
  const reader = new RecordReader(bytes, idColumn + 1);
  const ids = new Uint32Array(2 * length);
  // A key is a hash and the number of a record. Powers of two keep both exact.
  const room = 2 ** Math.ceil(Math.log2(length));
  const hashes = Math.min(HASHES, 2 ** 53 / room);
  const keys = new Float64Array(length);
  let count = 0;
  for (let record = 0; record < length; record++) {
    reader.read(starts[record] ?? 0);
    const [from, to] = trimmed(bytes, reader.bounds[2 * idColumn] ?? 0, reader.bounds[2 * idColumn + 1] ?? 0);
    ids[2 * record] = from;
    ids[2 * record + 1] = to;
    // Each record is its student's first until an earlier one is found; most of them are adjacent.
    const [first, end] = [ids[2 * record - 2] ?? 0, ids[2 * record - 1] ?? 0];
    const isTogether = from < to && compareRanges(bytes, from, to, first, end) === 0;
    students[record] = isTogether ? (students[record - 1] ?? 0) : record;
    if (from < to && !isTogether) keys[count++] = (hashOf(bytes, from, to) % hashes) * room + record;
  }
  const boundsOf = (key: number) => [ids[2 * (key % room)] ?? 0, ids[2 * (key % room) + 1] ?? 0] as const;
  const compare = (key: number, other: number) => compareRanges(bytes, ...boundsOf(key), ...boundsOf(other));
  const sorted = keys.subarray(0, count).sort();
  for (let from = 0, to = 0; from < count; from = to) {
    const first = sorted[from] ?? 0;
    const nextHash = first - (first % room) + room;
    let isOne = true;
    for (to = from + 1; to < count && (sorted[to] ?? 0) < nextHash; to++)
      isOne &&= compare(sorted[to] ?? 0, first) === 0;
    if (!isOne) sorted.subarray(from, to).sort((one, other) => compare(one, other) || one - other);
    let own = sorted[from] ?? 0;
    for (let place = from + 1; place < to; place++) {
      const key = sorted[place] ?? 0;
      if (isOne || compare(key, own) === 0) students[key % room] = own % room;
      else own = key;
    }
  }
  let studentCount = 0;
  for (const [record, own] of students.entries())
    students[record] = own === record ? studentCount++ : (students[own] ?? 0);
  return studentCount;
}

function trimmed(bytes: Uint8Array, from: number, to: number): readonly [from: number, to: number] {
  if (isTrimmed(bytes, from, to)) return [from, to];
  const text = textOf(bytes, from, to);
  const start = from + bytesOf(text.slice(0, text.length - text.trimStart().length)).length;
  return [start, start + bytesOf(text.trim()).length];
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
