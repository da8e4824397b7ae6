import { fieldErrors, isJsonObject, readJsonStudent } from '../../src/contract/json-student.js';
import type { CalculationResult } from '../../src/engine/answer-format.js';
import { calculate } from '../../src/engine/calculate.js';
import { isRefused } from '../reference/calculate.js';
import type { ReferenceRefusal, ReferenceResult } from '../reference/types.js';

/** What the product answers to a request, in the form in which it is set beside the reference's. */
export type Outcome =
  | { readonly refused: readonly string[]; readonly messages: Readonly<Record<string, string>> }
  | { readonly refused?: never; readonly result: CalculationResult };

/** Reads and calculates a request body as the service does. */
export function productOutcome(request: unknown): Outcome {
  const body: unknown = JSON.parse(JSON.stringify(request));
  if (!isJsonObject(body)) throw new TypeError('A request is an object.');
  const reading = readJsonStudent(body);
  if (reading.ok) return { result: calculate(reading.student) };
  const messages = fieldErrors(reading.failures);
  return { refused: Object.keys(messages).sort(), messages };
}

/** Everything that the product answers otherwise than the reference; empty where they agree. */
export function disagreements(expected: ReferenceResult | ReferenceRefusal, actual: Outcome): string[] {
  const expectedFields = isRefused(expected) ? expected.refused.join() : '';
  const actualFields = actual.refused?.join() ?? '';
  if (expectedFields !== actualFields) return [`"${expectedFields}" is refused as "${actualFields}"`];
  if (isRefused(expected) || actual.refused !== undefined) return [];
  const { result } = actual;
  const found = differences(expected, JSON.parse(JSON.stringify(result)), 'result');
  if (result.warnings.length < expected.warnings_at_least) found.push('warnings');
  return [...found, ...textsAmiss(expected, result)];
}

const TEXT_KEYS = new Set(['warning', 'warnings', 'adjustment_explanation', 'label']);
const REFERENCE_ONLY = new Set([
  'warning_kinds',
  'warnings_at_least',
  'has_warning',
  'has_adjustment_explanation',
]);
const EXACT_KEYS = new Set(['annual_ft_credits', 'credits_enrolled', 'full_time_credits']);

/** Every number, boolean, null and status of the reference that the product gives differently. */
function differences(expected: unknown, actual: unknown, path: string): string[] {
  const key = path.split('.').at(-1) ?? '';
  if (TEXT_KEYS.has(key) || REFERENCE_ONLY.has(key)) return [];
  if (EXACT_KEYS.has(key))
    return decimalOf(actual) === expected ? [] : [`${path}: ${expected} is ${String(actual)}`];
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, actual) ? [] : [`${path}: ${String(expected)} is ${String(actual)}`];
  }
  const found = actual as Record<string, unknown>;
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value, found?.[name], `${path}.${name}`),
  );
}

/** A JSON number as plain decimal text, as it is read exactly. */
export function decimalOf(value: unknown): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent = '0'] = text.split('e');
  const digits = mantissa.replace('.', '');
  return `0.${'0'.repeat(-Number(exponent) - 1)}${digits}`;
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
