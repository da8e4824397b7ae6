import { readHeader } from '../../contract/csv-columns.js';
import { type ColumnIndexes, type CsvRow, columnIndexes, RowReader } from '../../contract/csv-request.js';
import { CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { refusals } from '../../engine/refusals.js';
import { QUOTE } from '../ascii.js';
import { Answers } from './answers.js';
import { CellTable } from './cell-table.js';
import { type ChunkHead, decodeChunk, type Parts, sliceParts } from './chunk-format.js';
import { parseRecords } from './csv-text.js';
import { PlainStudents } from './plain-student.js';

/** How to rest between students, on the machine where a chunk asks for that. */
export interface Resting {
  readonly machine: string;
  /** Called after each student; rests when it is time. */
  readonly rest: () => void;
}

/**
 * Calculates one chunk: the raw records of whole students in, their part of the response out, one row per
 * record in the same order (or one line per student for NDJSON). A student who fails fails alone.
 *
 * Pure: the same bytes in give the same bytes out, in any process. There are two ways through: a general one by
 * csv-parse, and a shorter one for chunks without a quote, which gives the same bytes.
 *
 * @returns the finished slice; its parts are good until the next call.
 * @throws Error for bytes that the splitter did not make.
 */
export function runChunk(bytes: Uint8Array, resting?: Resting): Parts {
  const { head, records } = decodeChunk(bytes);
  const indexes = columnIndexes(readHeader(head.columns));
  const reader = new RowReader(indexes);
  const answers = new Answers(head, reader);
  const numbers = rowNumbers(head.rows);
  const rest = head.restOn !== undefined && head.restOn === resting?.machine ? resting.rest : goOn;
  if (records.includes(QUOTE)) answerQuoted(parseRecords(records), numbers, reader, answers, rest);
  else answerUnquoted(new CellTable(records, head.columns.length, numbers), indexes, reader, answers, rest);
  return sliceParts(answers.counts(), answers.written());
}

function goOn(): void {}

function rowNumbers(runs: ChunkHead['rows']): number[] {
  const numbers: number[] = [];
  for (const [first, count] of runs) {
    for (let row = first; row < first + count; row++) numbers.push(row);
  }
  return numbers;
}

/** The general way: every cell a text, every student a JSON request. */
function answerQuoted(
  records: string[][],
  numbers: readonly number[],
  reader: RowReader,
  answers: Answers,
  rest: () => void,
): void {
  if (records.length !== numbers.length) throw new Error('A chunk has not as many records as row numbers.');
  let own: CsvRow[] = [];
  const answer = (): void => {
    answers.fromRows(own);
    rest();
    own = [];
  };
  for (const [index, cells] of records.entries()) {
    const row = { cells, row: numbers[index] ?? 0 };
    const before = own.at(-1);
    if (before !== undefined && !reader.isSameStudent(row, before)) answer();
    own.push(row);
  }
  if (own.length > 0) answer();
}

/** The shorter way: students straight from bytes, wherever a student's cells are plain. */
function answerUnquoted(
  table: CellTable,
  indexes: ColumnIndexes,
  reader: RowReader,
  answers: Answers,
  rest: () => void,
): void {
  const plain = new PlainStudents(table, indexes);
  for (let from = 0; from < table.rowCount; ) {
    const to = endOfStudent(table, from, plain, reader);
    const student = plain.student(from, to);
    if (student !== null && refusals(student, CURRENT_AWARD_YEAR).length === 0) {
      answers.fromTable(student, table, from, indexes);
    } else {
      answers.fromRows(table.rows(from, to));
    }
    rest();
    from = to;
  }
}

function endOfStudent(table: CellTable, from: number, plain: PlainStudents, reader: RowReader): number {
  let end = from + 1;
  while (end < table.rowCount && isSameStudent(table, end, plain, reader)) end += 1;
  return end;
}

function isSameStudent(table: CellTable, row: number, plain: PlainStudents, reader: RowReader): boolean {
  const isSame = plain.isSameStudent(row, row - 1);
  if (isSame !== null) return isSame;
  const [before, own] = table.rows(row - 1, row + 1);
  return before !== undefined && own !== undefined && reader.isSameStudent(own, before);
}
