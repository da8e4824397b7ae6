import { isUtf8 } from 'node:buffer';
import { cellValue } from '../contract/cell-value.js';
import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { FieldValidationError } from '../contract/errors.js';
import { STUDENT_FIELDS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../contract/field-list.js';
import { fieldErrors, type JsonObject, readJsonStudent, studentObject } from '../contract/json-student.js';
import { cutChunk, planChunks } from '../csv/chunk.js';
import { type CsvLimits, cellsOf } from '../csv/head.js';
import { runChunk } from '../csv/run-chunk.js';
import { type SplitFile, splitCsv } from '../csv/split.js';
import { textOf } from '../csv/text.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import type { Student } from '../engine/student.js';
import { CommandError, EXIT } from './command-error.js';

/** A validated student, and the equivalent request. */
export interface OneStudent {
  readonly body: JsonObject;
  readonly student: Student;
}

/** Reads a student as the service does. @throws ApiError with the service's message. */
export function jsonStudent(bytes: Uint8Array, awardYear?: string): OneStudent {
  const body = studentObject(bytes);
  const reading = readJsonStudent(body, awardYear);
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  return { body, student: reading.student };
}

/**
 * One student of a file. `id` is a student_id, `row:<N>` for a row without one, or undefined if the file has only one
 * student.
 *
 * @throws ApiError for a file that cannot be read, CommandError if there is no such student or it cannot be calculated.
 */
export function csvStudent(
  bytes: Uint8Array,
  id: string | undefined,
  limits: CsvLimits,
  awardYear: string = CURRENT_AWARD_YEAR,
): OneStudent & { readonly id: string } {
  const file = splitCsv(bytes, limits, isUtf8);
  const found = findStudent(bytes, file, id);
  refuseFailing(bytes, file, found.student, awardYear);
  const body = bodyOf(file, found.rows);
  const reading = readJsonStudent(body, awardYear);
  if (!reading.ok) throw new TypeError('A student whose rows were calculated cannot be read as JSON.');
  return { id: found.id, body, student: reading.student };
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
  const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear });
  const { failedStudents, body } = runChunk(chunk);
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
