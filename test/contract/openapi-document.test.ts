import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES } from '../../src/contract/errors.js';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { calculate } from '../../src/engine/calculate.js';
import { WORKED_EXAMPLES } from '../engine/test-students.js';
import { randomBrokenRequest, randomStudent } from '../reference/arbitraries.js';
import { OPTIONS, operation, readDocument, validator } from './openapi-support.js';

const document = readDocument();

it.each([
  ['with an address and a contact', OPTIONS],
  ['with neither', { ...OPTIONS, publicUrl: undefined }],
])('the OpenAPI document has no problem for the recommended rules of Redocly: %s', async (_what, options) => {
  expect(await problemsOf(readDocument(options))).toEqual([]);
});

it('the OpenAPI document names the operator as its contact where no other name is set', () => {
  const { info } = readDocument({ ...OPTIONS, contactEmail: 'aid@example.edu' });
  expect(info['contact']).toMatchObject({ name: 'The operator of this service' });
});

it('the OpenAPI document has three endpoints, with a bearer key for all but the description of the API', () => {
  expect(document.components.securitySchemes['bearerAuth']).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(document.security).toEqual([{ bearerAuth: [] }]);
  expect(Object.keys(document.paths)).toEqual(['/v1/calculate', '/v1/calculate/bulk', '/v1/openapi.json']);
  expect(operation(document, '/v1/calculate', 'post').security).toBeUndefined();
  expect(operation(document, '/v1/calculate/bulk', 'post').security).toBeUndefined();
  expect(operation(document, '/v1/openapi.json', 'get').security).toEqual([]);
});

it('the OpenAPI document names the address that callers use, or is relative where none is configured', () => {
  expect(document.servers).toEqual([{ url: 'https://limits.example.edu' }]);
  expect(readDocument({ ...OPTIONS, publicUrl: 'https://x.example/api/' }).servers).toEqual([
    { url: 'https://x.example/api' },
  ]);
  expect(readDocument({ ...OPTIONS, publicUrl: undefined }).servers).toEqual([{ url: '/' }]);
});

it('the OpenAPI document describes rate limits as reserved: a code and headers in words, never as an answer', () => {
  expect(document.components.schemas['Error']?.properties['code']?.['enum']).toEqual([...ERROR_CODES]);
  for (const name of ['quota_exceeded', '429', 'Limit', 'Remaining', 'Reset']) {
    expect(document.info.description).toContain(name);
  }
  const { paths, components } = document;
  expect(JSON.stringify(paths)).not.toContain('"429"');
  expect(JSON.stringify([paths, components['headers']])).not.toContain('X-RateLimit');
});

/** The Redocly rules that a document breaks, with warnings. */
async function problemsOf(checked: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(checked), config });
  return problems.map(({ ruleId }) => ruleId);
}

const isRequest = validator(document, 'CalculationRequest');
const isResult = validator(document, 'CalculationResult');

function resultOf(request: unknown): Record<string, unknown> {
  const reading = readJsonStudent(JSON.parse(JSON.stringify(request)));
  if (!reading.ok) throw new Error(JSON.stringify(reading.failures));
  return JSON.parse(JSON.stringify(calculate(reading.student)));
}

const withDefault = z.object({ allOf: z.tuple([z.looseObject({ default: z.unknown() })]) });

function defaults(id: string): Record<string, unknown> {
  const properties = document.components.schemas[id]?.properties ?? {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { data } = withDefault.safeParse(schema);
      return data === undefined || !('default' in data.allOf[0]) ? [] : [[name, data.allOf[0].default]];
    }),
  );
}

describe('the request schema', () => {
  it('has defaults that give the same answer as saying nothing', () => {
    for (const { request } of WORKED_EXAMPLES) {
      const terms = request['terms'];
      if (!Array.isArray(terms)) throw new Error('A worked example has no terms.');
      const spelledOut = {
        ...defaults('CalculationRequest'),
        ...request,
        terms: terms.map((term) => ({ ...defaults('Term'), ...term })),
      };
      expect(resultOf(spelledOut)).toEqual(resultOf(request));
    }
  });

  it('describes every field', () => {
    const ids = ['CalculationRequest', 'Term', 'CalculationResult', 'TermResult', 'BulkResult', 'Error'];
    for (const id of ids) {
      for (const [name, schema] of Object.entries(document.components.schemas[id]?.properties ?? {})) {
        expect(schema['description'], `${id}.${name}`).toMatch(/\S/);
      }
    }
  });

  it('accepts whatever the service accepts', () => {
    let accepted = 0;
    for (let seed = 0; seed < 3000; seed++) {
      const request = JSON.parse(
        JSON.stringify(seed % 3 === 0 ? randomBrokenRequest(seed) : randomStudent(seed)),
      );
      if (typeof request !== 'object' || request === null || Array.isArray(request)) continue;
      if (!readJsonStudent(request).ok) continue;
      accepted += 1;
      expect(isRequest(request), JSON.stringify([request, isRequest.errors])).toBe(true);
    }
    expect(accepted).toBeGreaterThan(1500);
  });

  const term = { label: 'Fall', credits_enrolled: 12 };
  const student = { dependency_status: 'dependent', grade_level: 'first_year', terms: [term] };

  it.each([
    ['no dependency_status', { terms: [term] }],
    ['an unknown dependency_status', { ...student, dependency_status: 'other' }],
    ['an empty list of terms', { ...student, terms: [] }],
    ['five terms', { ...student, terms: [term, term, term, term, term] }],
    ['a label of blanks', { ...student, terms: [{ label: ' \t' }] }],
    ['full-time credits of 0', { ...student, terms: [{ ...term, full_time_credits: 0 }] }],
    ['credits that are no decimal string', { ...student, terms: [{ ...term, credits_enrolled: '1e3' }] }],
    ['a disbursement with cents', { ...student, terms: [{ ...term, prior_disbursement_sub: 10.5 }] }],
    ['five terms in the academic year', { ...student, academic_year_terms: 5 }],
    ['a subsidized_amount of null', { ...student, subsidized_amount: null }],
    ['an amount of a billion', { ...student, cost_of_attendance: 1_000_000_000 }],
    ['a flag in quotes', { ...student, plus_denied: 'true' }],
  ])('refuses %s, as the service does', (_what, request) => {
    expect(isRequest(student)).toBe(true);
    expect(isRequest(request)).toBe(false);
    expect(readJsonStudent(request).ok).toBe(false);
  });
});

// All tests over HTTP check that it accepts every answer of the service.
it('the result schema lets members be added, as the contract reserves, and none be wrong', () => {
  const result = resultOf(WORKED_EXAMPLES[0]?.request);
  expect(isResult({ ...result, added_later: true })).toBe(true);
  expect(isResult({ ...result, reduced_annual_pct: 101 })).toBe(false);
  expect(isResult({ ...result, terms: [{ label: 'Fall' }] })).toBe(false);
});
