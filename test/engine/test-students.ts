import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';
import { fieldErrors, isJsonObject, readJsonStudent } from '../../src/contract/json-student.js';
import { requestTrace } from '../../src/contract/request-trace.js';
import type { CalculationResult } from '../../src/engine/answer-format.js';
import { calculate } from '../../src/engine/calculate.js';
import type { Student } from '../../src/engine/student.js';
import type { Trace } from '../../src/engine/trace/trace-format.js';
import { isRefused, referenceCalculate } from '../reference/calculate.js';
import { AWARD_YEAR } from '../reference/limits.js';
import { Rational } from '../reference/rational.js';
import type { ReferenceRefusal, ReferenceResult } from '../reference/types.js';
import type { WireRequest, WireTerm } from '../reference/wire.js';
import { runsOf } from '../support/runs.js';

/** Random students whose traces are checked; `npm run test:fuzz` uses many more. */
export const STUDENTS = runsOf('TRACE_STUDENTS', 300);

const exampleSchema = z.object({
  name: z.string(),
  source: z.string(),
  request: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
});
const examples = readFileSync(new URL('../examples/worked-examples.json', import.meta.url), 'utf8');

/** Published or hand-calculated students, with their figures. */
export const WORKED_EXAMPLES = z.array(exampleSchema).parse(JSON.parse(examples));

/** The product's answer to a request, in the form that is compared with the reference. */
export type Outcome =
  | { readonly refused: readonly string[]; readonly messages: Readonly<Record<string, string>> }
  | { readonly refused?: never; readonly result: CalculationResult };

/** A request body as the service reads it, for the award year of the reference. */
function read(request: unknown) {
  const body: unknown = JSON.parse(JSON.stringify(request));
  if (!isJsonObject(body)) throw new TypeError('A request is an object.');
  return { body, reading: readJsonStudent(body, AWARD_YEAR) };
}

export function productOutcome(request: unknown): Outcome {
  const { reading } = read(request);
  if (reading.ok) return { result: calculate(reading.student, AWARD_YEAR) };
  const messages = fieldErrors(reading.failures);
  return { refused: Object.keys(messages).sort(), messages };
}

/** All differences between the product's answer and the reference; empty if they agree. */
export function disagreements(expected: ReferenceResult | ReferenceRefusal, actual: Outcome): string[] {
  const expectedFields = isRefused(expected) ? expected.refused.join() : '';
  const actualFields = actual.refused?.join() ?? '';
  if (expectedFields !== actualFields) return [`"${expectedFields}" is refused as "${actualFields}"`];
  if (isRefused(expected) || actual.refused !== undefined) return [];
  const { result } = actual;
  const given = new Map(figures(JSON.parse(JSON.stringify(result))));
  const found = figures(expected)
    .filter(([path, value]) => !Object.is(given.get(path), value))
    .map(([path, value]) => `${path}: ${value} is ${given.get(path)}`);
  // The rules leave open whether a term without credits is warned of as below half time.
  const kinds = expected.warning_kinds.filter((kind) => !kind.endsWith(':not_enrolled'));
  const said = kindsOf(result);
  if (kinds.sort().join() !== said.sort().join()) found.push(`warnings: ${kinds} is ${said}`);
  return [...found, ...textsAmiss(expected, result)];
}

/** The reference's names of warnings, and how the product's sentences begin. */
const OF_STUDENTS: Readonly<Record<string, RegExp>> = {
  single_term: /^Only one term was given, so it was taken as the whole academic year/,
  repeated_label: /^More than one term is called /,
  nothing_payable: /^No term is at least half time, so nothing new can be disbursed\.$/,
  'no_effect:grade_level': /^grade_level has no effect on a (?:graduate|professional) student's limit\.$/,
  'no_effect:cost_of_attendance': /^cost_of_attendance has no effect: only a legacy /,
  'no_effect:is_legacy_borrower': /^is_legacy_borrower has no effect on an undergraduate limit\.$/,
  'no_effect:plus_denied':
    /^plus_denied has no effect: it raises the limit of dependent undergraduates only\.$/,
  'no_effect:total_limit': /^total_limit of \S+ has no effect on the .+: it is not lower than /,
  no_grad_plus_left: /^Nothing is left for Grad PLUS: /,
  unknown_fields: /unknown fields? .*(?:was|were) ignored\.$/i,
};
const OF_TERMS: Readonly<Record<string, RegExp>> = {
  full_time_assumed: /\bso full-time enrollment \(\S+ credits\) was assumed/,
  overload: / credits are more than twice the full-time credits of /,
  below_half_time: /\bEnrollment is less than half time, so nothing new is disbursed /,
  paid_without_credits: /\bThis term was paid and has no credits: 34 CFR 668\.22 /,
  over_disbursement: / was disbursed beyond the eligibility for the year\. /,
};

/** The warnings of an answer, by the reference's names. Amounts that no term can take are in the traces. */
function kindsOf({ warnings, terms }: CalculationResult): string[] {
  const ofTerms = terms.flatMap(({ warning }, index) =>
    Object.entries(OF_TERMS).flatMap(([kind, said]) =>
      said.test(warning) ? [`terms.${index}:${kind}`] : [],
    ),
  );
  const own = Object.entries(OF_STUDENTS).filter(([, said]) => warnings.some((text) => said.test(text)));
  return [...own.map(([kind]) => kind), ...ofTerms];
}

/** Texts, and what the reference alone says. */
const NOT_FIGURES = new Set([
  ...['warning', 'warnings', 'adjustment_explanation', 'label'],
  ...['warning_kinds', 'has_warning', 'has_adjustment_explanation'],
]);
const EXACT = new Set(['annual_ft_credits', 'credits_enrolled', 'full_time_credits']);

/** Every figure, flag and status of an answer by its path; credits as plain decimals. */
export function figures(answer: unknown, path = ''): [path: string, value: unknown][] {
  const key = path.split('.').at(-1) ?? '';
  if (NOT_FIGURES.has(key)) return [];
  if (EXACT.has(key)) return [[path, decimalOf(answer)]];
  if (typeof answer !== 'object' || answer === null) return [[path, answer]];
  const prefix = path === '' ? '' : `${path}.`;
  return Object.entries(answer).flatMap(([name, value]) => figures(value, prefix + name));
}

/** A JSON number as the plain decimal text that it is read as. */
function decimalOf(value: unknown): string {
  return typeof value === 'number' ? Rational.parse(String(value)).toString() : String(value);
}

function textsAmiss(expected: ReferenceResult, actual: CalculationResult): string[] {
  return expected.terms.flatMap((term, index) => {
    const own = actual.terms[index];
    const found: string[] = [];
    if (term.has_warning !== null && term.has_warning !== (own?.warning !== '')) found.push('warning');
    if (term.has_adjustment_explanation !== (own?.adjustment_explanation !== ''))
      found.push('adjustment_explanation');
    return found.map((field) => `terms.${index}.${field}`);
  });
}

/** A dependent first-year undergraduate without subsidized loans: 5,500 dollars, all unsubsidized. */
export function firstYear(terms: Partial<WireTerm>[], rest: Partial<WireRequest> = {}): WireRequest {
  return {
    dependency_status: 'dependent',
    grade_level: 'first_year',
    ...rest,
    terms: terms.map((term, index) => ({ label: `Term ${index + 1}`, ...term })),
  };
}

export function graduate(terms: Partial<WireTerm>[], rest: Partial<WireRequest> = {}): WireRequest {
  const { grade_level: _, ...request } = firstYear(terms);
  return { ...request, degree_level: 'graduate', ...rest };
}

/** A request as the service reads it, with its trace; null if refused. */
export function explained(request: unknown): { readonly student: Student; readonly trace: Trace } | null {
  const { body, reading } = read(request);
  if (!reading.ok) return null;
  return { student: reading.student, trace: requestTrace(body, reading.student, AWARD_YEAR) };
}

export function traced(request: unknown): Trace {
  const found = explained(request);
  if (found === null) throw new Error('The request was refused.');
  return found.trace;
}

/** The figures on which the service and the reference agree; a difference fails the test. */
export function calculated(request: unknown): ReferenceResult {
  const { expected } = agreed(request);
  if (isRefused(expected)) throw new Error(`Refused: ${expected.refused.join(', ')}`);
  return expected;
}

/** The fields that both refuse, sorted; empty if both calculate. */
export const refusedFields = (request: unknown) => agreed(request).actual.refused ?? [];

export function refusalMessages(request: unknown): Readonly<Record<string, string>> {
  const { actual } = agreed(request);
  return actual.refused === undefined ? {} : actual.messages;
}

/** The service's warnings: the student's own first, then each term's after its label. */
export function warningsOf(request: unknown): readonly string[] {
  const { actual } = agreed(request);
  return actual.refused === undefined ? actual.result.warnings : [];
}

function agreed(request: unknown) {
  const [expected, actual] = [referenceCalculate(request), productOutcome(request)];
  expect(disagreements(expected, actual)).toEqual([]);
  return { expected, actual };
}
