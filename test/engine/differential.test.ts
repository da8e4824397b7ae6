import { describe, expect, it } from 'vitest';
import { fieldErrors, readJsonStudent } from '../../src/contract/json-student.js';
import { resultJson } from '../../src/contract/result.js';
import { calculate } from '../../src/engine/calculate.js';
import { randomBrokenRequest, randomStudent } from '../reference/arbitraries.js';
import { isRefused, referenceCalculate } from '../reference/calculate.js';
import type { ReferenceResult } from '../reference/types.js';

/** Students per run; the nightly length is reached with DIFFERENTIAL_STUDENTS=300000. */
const STUDENTS = Number(process.env['DIFFERENTIAL_STUDENTS'] ?? 20_000);

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

function decimalOf(value: unknown): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent = '0'] = text.split('e');
  const digits = mantissa.replace('.', '');
  return `0.${'0'.repeat(-Number(exponent) - 1)}${digits}`;
}

function texts(expected: ReferenceResult, actual: ReturnType<typeof calculate>): string[] {
  return expected.terms.flatMap((term, i) => {
    const own = actual.terms[i];
    const wrongWarning = term.has_warning !== null && term.has_warning !== (own?.warning !== '');
    const wrongExplanation = term.has_adjustment_explanation !== (own?.adjustment_explanation !== '');
    return [
      wrongWarning ? `terms.${i}.warning` : '',
      wrongExplanation ? `terms.${i}.adjustment_explanation` : '',
    ];
  });
}

describe('the calculation against an independent exact one', () => {
  it(`agrees on every figure of ${STUDENTS} random students`, () => {
    for (let seed = 0; seed < STUDENTS; seed++) {
      const request = randomStudent(seed);
      const expected = referenceCalculate(request);
      const reading = readJsonStudent({ ...request });
      if (isRefused(expected) || !reading.ok) {
        const refused = isRefused(expected) ? expected.refused : [];
        expect([seed, reading.ok ? [] : Object.keys(fieldErrors(reading.failures)).sort()]).toEqual([
          seed,
          refused,
        ]);
        continue;
      }
      const actual = calculate(reading.student);
      const found = differences(expected, JSON.parse(resultJson(actual)), 'result');
      found.push(...texts(expected, actual).filter((text) => text !== ''));
      if (actual.warnings.length < expected.warnings_at_least) found.push('warnings');
      if (found.length > 0)
        expect.fail(`student ${seed} ${JSON.stringify(request)} differs: ${found.join('; ')}`);
    }
  });

  it('refuses the same fields of requests that are broken in several places', () => {
    for (let seed = 0; seed < STUDENTS / 4; seed++) {
      const request = randomBrokenRequest(seed);
      if (typeof request !== 'object' || request === null || Array.isArray(request)) continue;
      const expected = referenceCalculate(request);
      const reading = readJsonStudent({ ...request });
      const refused = isRefused(expected) ? [...expected.refused] : [];
      const actual = reading.ok ? [] : Object.keys(fieldErrors(reading.failures)).sort();
      if (JSON.stringify(actual) !== JSON.stringify(refused)) {
        expect.fail(
          `request ${seed} ${JSON.stringify(request)}: ${refused.join()} is refused as ${actual.join()}`,
        );
      }
    }
  });
});
