import {
  type FieldErrors,
  fieldErrors,
  type JsonObject,
  readJsonStudent,
} from '../../contract/json-student.js';
import { requestTrace } from '../../contract/request-trace.js';
import { resultOf, workOut } from '../../engine/calculate.js';
import { toText } from '../../engine/exact.js';
import { CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import type { CalculationResult, Student } from '../../engine/student.js';
import type { Trace } from '../../engine/trace/trace-format.js';
import { type Case, requestOf } from './case.js';

/** What the service would answer to a case, or why it would refuse it. */
export type Answer =
  | {
      readonly ok: true;
      readonly request: JsonObject;
      readonly student: Student;
      readonly result: CalculationResult;
      /** Of the year, as they count now: exact text. */
      readonly credits: string;
    }
  | { readonly ok: false; readonly errors: FieldErrors };

/** The answer to a case that can be used. */
export type Answered = Answer & { readonly ok: true };

/** Reads and calculates a case as the service does. */
export function answerTo(typed: Case): Answer {
  const request = requestOf(typed);
  const reading = readJsonStudent(request);
  if (!reading.ok) return { ok: false, errors: fieldErrors(reading.failures) };
  const { student } = reading;
  const working = workOut(student, CURRENT_AWARD_YEAR);
  const credits = toText(working.eligibility.credits);
  return { ok: true, request, student, result: resultOf(student, working), credits };
}

/** Why an answer is what it is. Takes some milliseconds: for when somebody asks. */
export function traceOfAnswer({ request, student }: Answered): Trace {
  return requestTrace(request, student);
}
