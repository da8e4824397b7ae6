/**
 * The calculation as a library: from one student as plain data to an answer with its reasons. Pure: it reads
 * no file, clock or network, and runs in Node and in browsers.
 */
import type { FieldErrors } from '../contract/errors.js';
import { fieldErrors, isJsonObject, type JsonObject, readJsonStudent } from '../contract/json-student.js';
import { unknownAwardYear } from '../contract/request-errors.js';
import { requestTrace } from '../contract/request-trace.js';
import type { CalculationResult } from '../engine/answer-format.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { calculate as calculateStudent } from '../engine/calculate.js';
import type { Student } from '../engine/student.js';
import type { Trace } from '../engine/trace/trace-format.js';

export type { CalculationResult, DisbursementOption, TermResult } from '../engine/answer-format.js';
export { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
export { RULES_VERSION } from '../engine/calculate.js';
export type { Trace, TraceStep } from '../engine/trace/trace-format.js';
export type { FieldErrors };

/** A student who was read and validated. Only {@link readStudent} creates one; its content is internal. */
export interface ReadStudent {
  readonly request: JsonObject;
  readonly student: Student;
  readonly awardYear: string;
}

/** A student, or every reason why the request cannot be read. */
export type Reading =
  | { readonly ok: true; readonly student: ReadStudent }
  | { readonly ok: false; readonly errors: FieldErrors };

/**
 * Reads one student with the fields of `POST /v1/calculate`: types, defaults, and rules between fields. Never
 * throws.
 *
 * @returns the student, or `errors`: by the path of every failing field (`terms.1.credits_enrolled`), what is
 * expected and what was given. Without an object the path is empty; `award_year` means a year without a
 * table.
 */
export function readStudent(request: unknown, awardYear: string = CURRENT_AWARD_YEAR): Reading {
  if (!AWARD_YEARS.includes(awardYear)) {
    return { ok: false, errors: { award_year: unknownAwardYear('The award year', awardYear) } };
  }
  if (!isJsonObject(request)) {
    return { ok: false, errors: { '': 'Expected an object with the fields of a student.' } };
  }
  const reading = readJsonStudent(request, awardYear);
  if (!reading.ok) return { ok: false, errors: fieldErrors(reading.failures) };
  return { ok: true, student: { request, student: reading.student, awardYear } };
}

/** Why a student cannot be calculated, by path as in {@link readStudent}; empty if nothing is wrong. */
export function refusals(request: unknown, awardYear?: string): FieldErrors {
  const reading = readStudent(request, awardYear);
  return reading.ok ? {} : reading.errors;
}

/**
 * The answer of `POST /v1/calculate`: limits, percent, and payments by term, in whole dollars. `warnings` are
 * the assumptions made. Never throws for a student from {@link readStudent}.
 */
export function calculate({ student, awardYear }: ReadStudent): CalculationResult {
  return calculateStudent(student, awardYear);
}

/** Every step from the fields to the figures of {@link calculate}, in rule order, with sources. */
export function explain({ request, student, awardYear }: ReadStudent): Trace {
  return requestTrace(request, student, awardYear);
}
