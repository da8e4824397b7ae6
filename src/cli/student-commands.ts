import { basename } from 'node:path';
import { FieldValidationError } from '../contract/errors.js';
import { cellValue } from '../contract/field-kinds.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../contract/field-list.js';
import { fieldErrors, type JsonObject, readJsonStudent, studentObject } from '../contract/json-student.js';
import { requestTrace } from '../contract/request-trace.js';
import { calculate } from '../engine/calculate.js';
import type { Student } from '../engine/student.js';
import { numberText } from '../engine/texts.js';
import { traceText } from '../engine/trace/trace-text.js';
import {
  type CalculatedFile,
  type CalculatedRow,
  calculatedRow,
  cellOf,
  type RowsOfStudent,
  studentRows,
} from '../review/calculated-file.js';
import { mistakesOf } from '../review/failures.js';
import { CommandError, EXIT, type ReadingOptions, type Run } from './command.js';
import { splitStudents } from './file-commands.js';
import { inputName, readInput } from './input.js';
import { onOneLine, visible, writeOut } from './streams.js';
import { openStudents, type StudentFile } from './student-file.js';

/** `prorata calculate`: reads one student as JSON and writes the service's answer. */
export const calculateCommand: Run<Pick<ReadingOptions, 'awardYear'>> = async (
  [path = '-'],
  { awardYear },
  signal,
) => {
  const { bytes } = await readInput(path, signal);
  const student = studentIn(studentObject(bytes), awardYear);
  // Indented on a terminal.
  const space = process.stdout.isTTY ? 2 : undefined;
  await writeOut(`${JSON.stringify(calculate(student, awardYear), null, space)}\n`);
  return EXIT.done;
};

/** `prorata explain`: how every figure of one student was calculated. */
export const explainCommand: Run<
  ReadingOptions & { readonly student?: string; readonly json?: boolean }
> = async ([path = '-'], options, signal) => {
  const { body, title } = await openStudent(path, options.student, options, signal);
  const student = studentIn(body, options.awardYear);
  const trace = requestTrace(body, student, options.awardYear);
  const labels = student.terms.map(({ label }) => onOneLine(label));
  await writeOut(options.json ? `${JSON.stringify(trace)}\n` : visible(traceText(title, trace, labels)));
  return EXIT.done;
};

/** The student in a request, read as by the service. @throws ApiError with the service's message. */
function studentIn(body: JsonObject, awardYear?: string): Student {
  const reading = readJsonStudent(body, awardYear);
  if (reading.ok) return reading.student;
  throw new FieldValidationError(fieldErrors(reading.failures));
}

/** No header row begins like this. */
const JSON_START = /^\uFEFF?\s*[{[]/;

/**
 * One student as a request, with a title: from JSON, or from a file of students. There, `id` is a student_id,
 * or `row:<N>` for a row without one, or undefined if there is only one student.
 *
 * @throws CommandError, ApiError or TableError if unreadable or not calculable; the signal's reason.
 */
async function openStudent(
  path: string,
  id: string | undefined,
  options: ReadingOptions,
  signal: AbortSignal,
) {
  const input = await readInput(path, signal);
  const file = path === '-' ? inputName(path) : basename(path);
  if (!JSON_START.test(Buffer.from(input.bytes.subarray(0, 4096)).toString())) {
    return csvStudent(await openStudents(input, options, signal), id, file);
  }
  if (id === undefined) return { body: studentObject(input.bytes), title: `The student in ${file}` };
  throw new CommandError(EXIT.refused, `${inputName(path)} has one student. Leave --student out.`);
}

function csvStudent(file: StudentFile, id: string | undefined, name: string) {
  const { awardYear, origins } = file;
  const rows = rowsOf(splitStudents(file), id);
  const mistakes = mistakesOf(rows, origins, awardYear).map(
    ({ fileColumn, message }) => `${fileColumn}: ${message}`,
  );
  if (mistakes.length > 0) {
    throw new CommandError(EXIT.refused, `The student cannot be calculated: ${mistakes.join('; ')}`);
  }
  return { body: bodyOf(rows), title: `Student ${onOneLine(rows[0].id)} of ${name}` };
}

/** The rows of the student, or of the only one. @throws CommandError if there is none, or several. */
function rowsOf(calculated: CalculatedFile, id: string | undefined): RowsOfStudent {
  const { studentCount, rowCount } = calculated.file;
  if (id === undefined && studentCount > 1) {
    const { id: first } = calculatedRow(calculated, 0);
    const message = `The file has ${numberText(studentCount)} students. Say which one, for example: --student ${JSON.stringify(first)}`;
    throw new CommandError(EXIT.refused, message);
  }
  for (let place = 0; place < rowCount; place++) {
    const isOne = id === undefined || calculatedRow(calculated, place).id === id.trim();
    if (isOne) return studentRows(calculated, place);
  }
  const message = `The file has no student "${id}". Give the student_id as the file has it.`;
  throw new CommandError(EXIT.refused, message);
}

function bodyOf(rows: RowsOfStudent): JsonObject {
  const filled = (fields: readonly Field[], row: CalculatedRow): [string, unknown][] =>
    fields.flatMap((field) => {
      const cell = cellOf(row, field.column);
      return cell === '' ? [] : [[field.name, field.kind === 'text' ? cell : cellValue(field, cell)]];
    });
  const terms = rows.map((row) => Object.fromEntries(filled(TERM_FIELDS, row)));
  return { ...Object.fromEntries(filled(STUDENT_FIELDS, rows[0])), terms };
}
