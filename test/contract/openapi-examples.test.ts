import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { ERRORS } from '../../src/contract/errors.js';
import type { BulkFormat } from '../../src/csv/chunk.js';
import { answerBody } from '../support/answer-to.js';
import { valueAt } from '../support/value-at.js';
import { examplesOf, operation, readDocument, validator } from './openapi-support.js';

const document = readDocument();
const { schemas } = document.components;

/** Every response of the document except the 200s. */
const answers = [
  ...Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) => errorAnswers(`${method} ${path}`, responses)),
  ),
  ...errorAnswers('unmatched', document['x-unmatched-requests'].responses),
];

function errorAnswers(where: string, responses: ReturnType<typeof operation>['responses']) {
  return Object.entries(responses).flatMap(([status, { headers, content }]) => {
    const json = content['application/json'];
    if (status === '200' || json === undefined) return [];
    const examples = Object.values(json.examples).map(({ value }) => value);
    return [{ where, status, schema: json.schema, headers: Object.keys(headers), examples }];
  });
}

function codesOf(schema: object): string[] {
  const found = [...JSON.stringify(schema).matchAll(/"code":\{[^}]*"enum":(\[[^\]]*\])/g)];
  return found.flatMap(([, list = '[]']) => z.array(z.string()).parse(JSON.parse(list)));
}

function codeOf(example: unknown): string {
  return z.looseObject({ code: z.string() }).parse(example).code;
}

function messages(path: string, status: string): unknown[] {
  const examples = Object.values(examplesOf(operation(document, path, 'post'), status));
  return examples.map((example) => z.looseObject({}).parse(example)['message']);
}

it.each([
  ['schemas', ({ schema }: (typeof answers)[number]) => codesOf(schema)],
  ['examples', ({ examples }: (typeof answers)[number]) => examples.map(codeOf)],
])('the error table and the %s of the document have the same pairs of status and code', (_, codesIn) => {
  const pairs = Object.values(ERRORS).map(({ status, code }) => `${status} ${code}`);
  const found = answers.flatMap((answer) => codesIn(answer).map((code) => `${answer.status} ${code}`));
  expect([...new Set(found)].sort()).toEqual([...new Set(pairs)].sort());
});

it('every documented error has examples that are valid for its schema and carry one of its codes', () => {
  const ajv = new Ajv2020({ strict: false, formats: { date: true } });
  expect(answers.length).toBeGreaterThan(20);
  for (const { where, status, schema, examples } of answers) {
    const validate = ajv.compile({ ...schema, components: { schemas } });
    expect(examples.length, `${where} ${status}`).toBeGreaterThan(0);
    for (const example of examples) expect(validate(example), `${where} ${status}`).toBe(true);
    expect(validate({ code: 'quota_exceeded', message: 'Too many.', details: null })).toBe(false);
  }
});

it('every documented error has X-Request-Id, and the header that its status calls for', () => {
  const own = { 401: 'WWW-Authenticate', 405: 'Allow', 503: 'Retry-After' };
  for (const { where, status, headers } of answers) {
    const more = Object.entries(own).flatMap(([each, name]) => (each === status ? [name] : []));
    expect(headers, `${where} ${status}`).toEqual(['X-Request-Id', ...more]);
  }
});

it('examples of errors say what the service says about a body above the limit, which is the one of the endpoint', () => {
  expect(messages('/v1/calculate', '413')).toEqual([expect.stringContaining('of 1,048,576 bytes')]);
  expect(messages('/v1/calculate/bulk', '413')).toEqual([expect.stringContaining('of 268,435,456 bytes')]);
});

const single = operation(document, '/v1/calculate', 'post');
const bulk = operation(document, '/v1/calculate/bulk', 'post');

function textOf(content: (typeof bulk)['responses'][string]['content'] | undefined, type: string): string {
  return String(content?.[type]?.examples['two_students']?.value);
}

const file = textOf(bulk.requestBody?.content, 'text/csv');

function answerTo(text: string, format: BulkFormat): string {
  const body = answerBody(Buffer.from(text), { format, escapeFormulas: false }).toString('utf8');
  return (format === 'csv' ? `${RESPONSE_COLUMNS.join(',')}\r\n` : '') + body;
}

const requests = single.requestBody?.content['application/json']?.examples ?? {};
const results = examplesOf(single, '200');

it('the examples of the single calculation are valid, with an answer for every request', () => {
  expect(Object.keys(results)).toEqual(Object.keys(requests));
  for (const { value } of Object.values(requests))
    expect(validator(document, 'CalculationRequest')(value)).toBe(true);
  for (const result of Object.values(results))
    expect(validator(document, 'CalculationResult')(result)).toBe(true);
});

it('the examples of the bulk calculation show the true CSV answer, byte for byte', () => {
  expect(textOf(bulk.responses['200']?.content, 'text/csv')).toBe(answerTo(file, 'csv'));
});

it('the examples of the bulk calculation show the true NDJSON answer, each line a BulkResult', () => {
  const text = textOf(bulk.responses['200']?.content, 'application/x-ndjson');
  expect(text).toBe(answerTo(file, 'ndjson'));
  const isBulkResult = validator(document, 'BulkResult');
  for (const line of text.trimEnd().split('\n')) expect(isBulkResult(JSON.parse(line))).toBe(true);
  expect(isBulkResult({ student_id: 17, result: null, error: null })).toBe(false);
  expect(isBulkResult({ student_id: '17', result: {}, error: null })).toBe(false);
});

describe('the columns of the document', () => {
  const requestColumns = bulk.requestBody?.content['text/csv']?.['x-columns'] ?? [];
  const responseColumns = bulk.responses['200']?.content['text/csv']?.['x-columns'] ?? [];

  it('name the member of the result that each cell of an answer holds', () => {
    const [, cells = ''] = answerTo(file, 'csv').split('\r\n');
    const [first = ''] = answerTo(file, 'ndjson').split('\n');
    const student: unknown = JSON.parse(first);
    // `terms[]` means the first term here.
    const paths = responseColumns.map((column) => String(column['source']).replaceAll('[]', '.0'));
    const held = paths.map((path) => written(valueAt(student, path)));
    expect(held).toEqual(cells.split(','));
  });

  it('say what a blank cell means: the cell filled in so gives the same answer', () => {
    const columns = 'dependency_status,grade_level,term_label,term_credits_enrolled';
    const row = 'dependent,first_year,Fall,12';
    const expected = answerTo(`${columns}\n${row}\n`, 'csv');
    expect(expected).not.toContain('error:');
    const filled = requestColumns.filter(
      (each) => each['required'] !== true && /^(\d+|true|false|undergraduate)$/.test(String(each['blank'])),
    );
    expect(filled.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['degree_level', 'subsidized_amount', 'plus_denied', 'term_ft_credits']),
    );
    for (const { name, blank } of filled) {
      for (const cell of ['', String(blank)])
        expect(answerTo(`${columns},${name}\n${row},${cell}\n`, 'csv'), name).toBe(expected);
    }
  });
});

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join('; ');
  return value === null || value === undefined ? '' : String(value);
}
