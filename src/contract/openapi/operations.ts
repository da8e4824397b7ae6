import { ERROR_KINDS, type ErrorKind } from '../errors.js';
import { requestColumns, responseColumns } from './csv-columns.js';
import { type DocumentOptions, size } from './document-options.js';
import { errorResponses, NO_BODY } from './error-responses.js';
import {
  CSV_ANSWER_EXAMPLE,
  FILE_EXAMPLE,
  ndjsonAnswerExample,
  requestExamples,
  resultExamples,
} from './examples.js';
import { headerRefs, type JsonPart, jsonContent, parameterRefs, schemaRef } from './parts.js';
import { NDJSON_TEXT, requestFileText, responseFileText } from './prose.js';

/** The groups of operations, as pages and generated clients show them. */
export const TAGS = [
  { name: 'Calculation', description: 'Prorated limits of one student, or of many.' },
  { name: 'Description', description: 'The API for programs.' },
] as const;
type Tag = (typeof TAGS)[number]['name'];
const CALCULATION: readonly Tag[] = ['Calculation'];
const DESCRIPTION: readonly Tag[] = ['Description'];

/** Errors of requests that match no operation of the document. */
export const UNMATCHED_ERRORS: readonly ErrorKind[] = ['notFound', 'methodNotAllowed', 'unavailable'];

const DESCRIBE_ERRORS: readonly ErrorKind[] = ['notFound', 'methodNotAllowed', 'internal', 'unavailable'];

function errorsBut(...others: readonly ErrorKind[]): readonly ErrorKind[] {
  return ERROR_KINDS.filter((kind) => !others.includes(kind));
}

/** `POST /v1/calculate`. */
export function calculateOperation({ jsonMaxBytes, bodyIdleMs, codeSamples }: DocumentOptions): JsonPart {
  const kinds = errorsBut('invalidQuery', 'oldHttp', 'unusableHeader', 'notAcceptable');
  return {
    operationId: 'calculate',
    tags: CALCULATION,
    summary: 'Calculate the prorated loan limits of one student',
    description:
      'Checks come in this order: key, content type, size, JSON, fields. Unknown fields are ignored and named in `warnings`.',
    parameters: parameterRefs('RequestId', 'ContentEncoding', 'Trace', 'AwardYear'),
    requestBody: {
      required: true,
      description: `One student, in UTF-8, plain or gzip. At most ${size(jsonMaxBytes)} after decompression. A key that appears twice in one object is refused.`,
      content: jsonContent(schemaRef('CalculationRequest'), requestExamples()),
    },
    responses: {
      200: {
        description:
          'The limits for the year and for each term. With `?trace=true`, also how each figure was worked out, step by step.',
        headers: headerRefs('X-Request-Id'),
        content: jsonContent(schemaRef('CalculationResult'), resultExamples()),
      },
      ...errorResponses(kinds, { body: 'json', maxBytes: jsonMaxBytes, bodyIdleMs }),
    },
    'x-codeSamples': codeSamples ?? [],
  };
}

/** `POST /v1/calculate/bulk`. */
export function bulkOperation({ bulkMaxBytes, bodyIdleMs, codeSamples }: DocumentOptions): JsonPart {
  const kinds = errorsBut('invalidFields');
  return {
    operationId: 'calculateBulk',
    tags: CALCULATION,
    summary: 'Calculate the prorated loan limits of many students',
    description: `Checks come in this order: key, content type and Accept, query, size, CSV, header. The status is decided before the first byte of the answer: a file with a parsing error anywhere is refused as a whole. If an answer cannot be finished, the connection is broken off so that the transfer fails; an incomplete answer never looks complete. The same file always gives the same bytes.

The answer is CSV if \`Accept\` is missing, is \`*/*\` or \`text/*\`, or prefers neither type.`,
    parameters: parameterRefs('RequestId', 'ContentEncoding', 'AwardYear', 'IgnoreColumns', 'ByteOrderMark'),
    requestBody: {
      required: true,
      description: requestFileText(bulkMaxBytes),
      content: {
        'text/csv': {
          schema: { type: 'string', description: 'CSV text.' },
          examples: {
            two_students: { summary: 'Two students, two terms each', value: FILE_EXAMPLE },
          },
          'x-columns': requestColumns(),
        },
      },
    },
    responses: {
      200: {
        description: `${responseFileText()}\n\n${NDJSON_TEXT}`,
        headers: headerRefs('X-Request-Id', 'X-Award-Year', 'X-Ignored-Columns'),
        content: {
          'text/csv': {
            schema: { type: 'string', description: 'CSV text with CRLF line endings.' },
            examples: {
              two_students: { summary: 'One of the two students fails', value: CSV_ANSWER_EXAMPLE },
            },
            'x-columns': responseColumns(),
          },
          'application/x-ndjson': {
            // What generators make of a schema is the type of the whole body, which is text.
            schema: {
              type: 'string',
              description: NDJSON_TEXT,
              contentMediaType: 'application/x-ndjson',
              contentSchema: { type: 'array', items: schemaRef('BulkResult') },
            },
            examples: {
              two_students: { summary: 'One of the two students fails', value: ndjsonAnswerExample() },
            },
          },
        },
      },
      ...errorResponses(kinds, { body: 'csv', maxBytes: bulkMaxBytes, bodyIdleMs }),
    },
    'x-codeSamples': codeSamples ?? [],
  };
}

/** `GET /v1/openapi.json`. */
export function describeOperation(): JsonPart {
  return {
    operationId: 'describe',
    tags: DESCRIPTION,
    summary: 'This document',
    description: 'Needs no key.',
    security: [],
    parameters: parameterRefs('RequestId'),
    responses: {
      200: {
        description: 'The OpenAPI document of this API, with the limits of this installation.',
        headers: headerRefs('X-Request-Id'),
        content: jsonContent(
          {
            type: 'object',
            properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
            required: ['openapi', 'info', 'paths'],
          },
          { document: { summary: 'How it begins', value: { openapi: '3.1.0', info: {}, paths: {} } } },
        ),
      },
      ...errorResponses(DESCRIBE_ERRORS, NO_BODY),
    },
  };
}
