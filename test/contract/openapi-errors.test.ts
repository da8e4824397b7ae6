import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS } from '../../src/contract/errors.js';
import { examplesOf, operation, readDocument } from './openapi-support.js';

const document = readDocument();
const { schemas } = document.components;

interface ErrorAnswer {
  readonly where: string;
  readonly status: string;
  readonly schema: object;
  readonly headers: readonly string[];
  readonly examples: readonly unknown[];
}

/** Every answer of the document but the 200s. */
const answers: readonly ErrorAnswer[] = [
  ...Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) => errorAnswers(`${method} ${path}`, responses)),
  ),
  ...errorAnswers('unmatched', document['x-unmatched-requests'].responses),
];

function errorAnswers(
  where: string,
  responses: ReturnType<typeof operation>['responses'],
): readonly ErrorAnswer[] {
  return Object.entries(responses).flatMap(([status, { headers, content }]) => {
    const json = content['application/json'];
    if (status === '200' || json === undefined) return [];
    const examples = Object.values(json.examples).map(({ value }) => value);
    return [{ where, status, schema: json.schema, headers: Object.keys(headers), examples }];
  });
}

/** The codes that a schema lets pass: those of the error and of the field validation form. */
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

describe('the error table and the document', () => {
  const pairs = Object.values(ERRORS).map(({ status, code }) => `${status} ${code}`);

  it('agree on every pair of status and code, and neither has one more', () => {
    const documented = answers.flatMap(({ status, schema }) =>
      codesOf(schema).map((code) => `${status} ${code}`),
    );
    expect([...new Set(documented)].sort()).toEqual([...new Set(pairs)].sort());
  });

  it('agree on the pairs that have an example', () => {
    const shown = answers.flatMap(({ status, examples }) =>
      examples.map((each) => `${status} ${codeOf(each)}`),
    );
    expect([...new Set(shown)].sort()).toEqual([...new Set(pairs)].sort());
  });
});

describe('every documented error', () => {
  it('has examples that are valid for its schema and carry one of its codes', () => {
    const ajv = new Ajv2020({ strict: false, formats: { date: true } });
    expect(answers.length).toBeGreaterThan(20);
    for (const { where, status, schema, examples } of answers) {
      const validate = ajv.compile({ ...schema, components: { schemas } });
      expect(examples.length, `${where} ${status}`).toBeGreaterThan(0);
      for (const example of examples) expect(validate(example), `${where} ${status}`).toBe(true);
      expect(validate({ code: 'quota_exceeded', message: 'Too many.', details: null })).toBe(false);
    }
  });

  it('has X-Request-Id, and the header that its status calls for', () => {
    const own = { 401: 'WWW-Authenticate', 405: 'Allow', 503: 'Retry-After' };
    for (const { where, status, headers } of answers) {
      const more = Object.entries(own).flatMap(([each, name]) => (each === status ? [name] : []));
      expect(headers, `${where} ${status}`).toEqual(['X-Request-Id', ...more]);
    }
  });
});

describe('examples of errors say what the service says', () => {
  it('about a body above the limit, which is the one of the endpoint', () => {
    expect(messages('/v1/calculate', '413')).toEqual([expect.stringContaining('of 1,048,576 bytes')]);
    expect(messages('/v1/calculate/bulk', '413')).toEqual([expect.stringContaining('of 268,435,456 bytes')]);
  });
});
