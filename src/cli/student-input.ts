import { isUtf8 } from 'node:buffer';
import { FieldValidationError } from '../contract/errors.js';
import { fieldErrors, type JsonObject, readJsonStudent } from '../contract/json-student.js';
import { bodyNotUtf8, studentObject } from '../contract/student-object.js';
import type { Student } from '../engine/student.js';

/** A student as JSON, read and checked. */
export interface JsonStudent {
  readonly body: JsonObject;
  readonly student: Student;
}

/** Reads a student as the service does. @throws ApiError with the words of the service. */
export function jsonStudent(bytes: Uint8Array): JsonStudent {
  if (!isUtf8(bytes)) throw bodyNotUtf8();
  const body = studentObject(Buffer.from(bytes).toString('utf8'));
  const reading = readJsonStudent(body);
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  return { body, student: reading.student };
}
