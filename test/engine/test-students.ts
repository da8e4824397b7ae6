import { expect } from 'vitest';
import { isJsonObject, readJsonStudent } from '../../src/contract/json-student.js';
import { requestTrace } from '../../src/contract/request-trace.js';
import type { Student } from '../../src/engine/student.js';
import type { Trace } from '../../src/engine/trace/trace-format.js';
import { isRefused, referenceCalculate } from '../reference/calculate.js';
import type { ReferenceRefusal, ReferenceResult } from '../reference/types.js';
import type { WireRequest, WireTerm } from '../reference/wire.js';
import { disagreements, productOutcome } from './agreement.js';

/** A dependent first-year undergraduate with nothing subsidized: 5,500 dollars in all, every one unsubsidized. */
export function firstYear(terms: Partial<WireTerm>[], rest: Partial<WireRequest> = {}): WireRequest {
  return {
    dependency_status: 'dependent',
    grade_level: 'first_year',
    ...rest,
    terms: terms.map((term, index) => ({ label: `Term ${index + 1}`, ...term })),
  };
}

/** A graduate student: 20,500 dollars, all unsubsidized. */
export function graduate(terms: Partial<WireTerm>[], rest: Partial<WireRequest> = {}): WireRequest {
  const { grade_level: _, ...request } = firstYear(terms);
  return { ...request, degree_level: 'graduate', ...rest };
}

/** A request as the service reads it, and its trace; null for one that is refused. */
export function explained(request: unknown): { readonly student: Student; readonly trace: Trace } | null {
  const body: unknown = JSON.parse(JSON.stringify(request));
  if (!isJsonObject(body)) throw new TypeError('A request is an object.');
  const reading = readJsonStudent(body);
  return reading.ok ? { student: reading.student, trace: requestTrace(body, reading.student) } : null;
}

/** The trace of a request that is not refused. */
export function traced(request: unknown): Trace {
  const found = explained(request);
  if (found === null) throw new Error('The request was refused.');
  return found.trace;
}

/** The figures of a request on which the service and the reference agree; a difference fails the test. */
export function calculated(request: unknown): ReferenceResult {
  const outcome = agreed(request);
  if (isRefused(outcome)) throw new Error(`Refused: ${outcome.refused.join(', ')}`);
  return outcome;
}

/** The fields that both refuse, sorted; none for a request that both calculate. */
export function refusedFields(request: unknown): readonly string[] {
  const outcome = agreed(request);
  return isRefused(outcome) ? outcome.refused : [];
}

/** The sentences of the service by field. */
export function refusalMessages(request: unknown): Readonly<Record<string, string>> {
  agreed(request);
  const outcome = productOutcome(request);
  return outcome.refused === undefined ? {} : outcome.messages;
}

/** The service's warnings, the student's own first, then each term's after its label. */
export function warningsOf(request: unknown): readonly string[] {
  agreed(request);
  const outcome = productOutcome(request);
  return outcome.refused === undefined ? outcome.result.warnings : [];
}

function agreed(request: unknown): ReferenceResult | ReferenceRefusal {
  const expected = referenceCalculate(request);
  expect(disagreements(expected, productOutcome(request))).toEqual([]);
  return expected;
}

/** The unsubsidized amounts of an option, term by term. */
export function unsubsidized(result: ReferenceResult, option: 'equal' | 'proportional'): (number | null)[] {
  return result.terms.map((term) => term[option]?.unsubsidized ?? null);
}
