import { FieldValidationError } from '../contract/errors.js';
import { fieldErrors, type JsonObject, readJsonStudent, studentObject } from '../contract/json-student.js';
import type { Student } from '../engine/student.js';

/** A student as JSON, read and checked. */
export interface JsonStudent {
  readonly body: JsonObject;
  readonly student: Student;
}

/** Reads a student as the service does. @throws ApiError with the words of the service. */
export function jsonStudent(bytes: Uint8Array): JsonStudent {
  const body = studentObject(bytes);
  const reading = readJsonStudent(body);
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  return { body, student: reading.student };
}
