import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { cellValue } from '../contract/cell-value.js';
import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { FieldValidationError } from '../contract/errors.js';
import { STUDENT_FIELDS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../contract/field-list.js';
import { fieldErrors, type JsonObject, readJsonStudent, studentObject } from '../contract/json-student.js';
import { cutChunk, planChunks } from '../csv/chunk.js';
import { cellsOf, USUAL_LIMITS } from '../csv/head.js';
import { runChunk } from '../csv/run-chunk.js';
import { type SplitFile, splitCsv } from '../csv/split.js';
import { textOf } from '../csv/text.js';
import type { Student } from '../engine/student.js';
import { CommandError, EXIT } from './command-error.js';
import { type Input, readInput } from './input.js';
import type { ReadingOptions } from './options.js';
import { onOneLine } from './streams.js';
import { openStudents, type StudentFile } from './student-file.js';

/** A validated student, the equivalent request, and a name for it. */
export interface OneStudent {
  readonly body: JsonObject;
  readonly student: Student;
  readonly title: string;
}

/** A JSON text begins with one of these, a header row never. */
const JSON_START = /^\uFEFF?\s*[{[]/;
/** Enough to see how a text begins. */
const START_BYTES = 4096;

/**
 * One student: a JSON text as the body of a request, or one of a file of students, `id` being a student_id, `row:<N>`
 * for a row without one, or undefined if the file has only one student.
 *
 * @throws CommandError, ApiError or TableError for what cannot be read or calculated; the signal's reason.
 */
export async function openStudent(
  path: string,
  id: string | undefined,
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<OneStudent> {
  const input = await readInput(path, signal);
  const file = path === '-' ? input.name : basename(path);
  if (!JSON_START.test(Buffer.from(input.bytes.subarray(0, START_BYTES)).toString('utf8'))) {
    return csvStudent(await openStudents(input, options, signal), id, file);
  }
  if (id === undefined) return { ...jsonStudent(input, options.awardYear), title: `The student in ${file}` };
  throw new CommandError(EXIT.refused, `${input.name} has one student. Leave --student out.`);
}

/** Reads a student as the service does. @throws ApiError with the service's message. */
export function jsonStudent({ bytes }: Input, awardYear?: string): Omit<OneStudent, 'title'> {
  const body = studentObject(bytes);
  const reading = readJsonStudent(body, awardYear);
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  return { body, student: reading.student };
}

function csvStudent(
  { csv: bytes, awardYear, ignoreColumns }: StudentFile,
  id: string | undefined,
  file: string,
): OneStudent {
  const split = splitCsv(bytes, { ...USUAL_LIMITS, ignoreColumns }, isUtf8);
  const found = findStudent(bytes, split, id);
  refuseFailing(bytes, split, found.student, awardYear);
  const body = bodyOf(split, found.rows);
  const reading = readJsonStudent(body, awardYear);
  if (!reading.ok) throw new TypeError('A student whose rows were calculated cannot be read as JSON.');
  return { body, student: reading.student, title: `Student ${onOneLine(found.id)} of ${file}` };
}

interface Found {
  readonly id: string;
  /** The student's number in the file, from 0. */
  readonly student: number;
  /** The cells of the student's rows. */
  readonly rows: readonly (readonly string[])[];
}

function findStudent(bytes: Uint8Array, file: SplitFile, id: string | undefined): Found {
  const { students, starts, ends } = file.records;
  const idColumn = file.head.header.columns.indexOf(STUDENT_ID_COLUMN);
  const recordAt = (record: number): string => textOf(bytes, starts[record], ends[record]);
  const idOf = (record: number): string =>
    (idColumn < 0 ? '' : (cellsOf(recordAt(record))[idColumn] ?? '')).trim() || `row:${record + 1}`;
  if (id === undefined && file.studentCount > 1) {
    const message = `The file has ${file.studentCount.toLocaleString('en-US')} students. Say which one: --student ${idOf(0)}, for example.`;
    throw new CommandError(EXIT.refused, message);
  }
  const wanted = id?.trim();
  for (let record = 0; record < file.rowCount; record++) {
    // Parsing every record of a long file would take seconds. A quote in an id is doubled in the file.
    const mayBe = wanted === undefined || /^row:|"/.test(wanted) || recordAt(record).includes(wanted);
    if (!mayBe || (wanted !== undefined && idOf(record) !== wanted)) continue;
    const student = students[record] ?? 0;
    const own = Array.from({ length: file.rowCount }, (_, other) => other).filter(
      (other) => students[other] === student,
    );
    return { id: idOf(record), student, rows: own.map((other) => cellsOf(recordAt(other))) };
  }
  throw new CommandError(
    EXIT.refused,
    `The file has no student "${id}". Give the student_id as the file has it.`,
  );
}

/** @throws CommandError with the error that the student's rows would get. */
function refuseFailing(bytes: Uint8Array, file: SplitFile, student: number, awardYear: string): void {
  const span = [...planChunks(file, 1)][student];
  if (span === undefined) throw new RangeError(`The file has no student of number ${student}.`);
  const { failedStudents, body } = runChunk(
    cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear }),
  );
  if (failedStudents === 0) return;
  const error = cellsOf(textOf(body))[RESPONSE_COLUMNS.indexOf('error')];
  throw new CommandError(EXIT.refused, `The student cannot be calculated: ${error}`);
}

/** The student as a request, with a member for each filled cell. */
function bodyOf({ head }: SplitFile, rows: readonly (readonly string[])[]): JsonObject {
  const { columns } = head.header;
  const filled = (fields: typeof STUDENT_FIELDS, cells: readonly string[]): [string, unknown][] =>
    fields.flatMap((field) => {
      const cell = cells[columns.indexOf(field.column)] ?? '';
      if (cell.trim() === '') return [];
      return [[field.name, field.kind === 'text' ? cell : cellValue(field, cell.trim())]];
    });
  const terms = rows.map((cells) => Object.fromEntries(filled(TERM_FIELDS, cells)));
  return { ...Object.fromEntries(filled(STUDENT_FIELDS, rows[0] ?? [])), terms };
}
