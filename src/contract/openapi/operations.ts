import type { ErrorKind } from '../errors.js';
import { requestColumns, responseColumns } from './csv-columns-text.js';
import { CSV_ANSWER_EXAMPLE, FILE_EXAMPLE, ndjsonAnswerExample } from './csv-example.js';
import { NDJSON_TEXT, requestFileText, responseFileText } from './csv-text.js';
import { type DocumentOptions, size } from './document-options.js';
import { NO_BODY } from './error-examples.js';
import { errorResponses } from './error-responses.js';
import { requestExamples, resultExamples } from './examples.js';
import { headerRefs } from './headers.js';
import { type JsonPart, jsonContent, schemaRef } from './json.js';

const KEY_ERRORS = ['unauthenticated', 'invalidToken', 'expiredToken', 'revokedToken'] as const;
const OUR_ERRORS = ['internal', 'unavailable'] as const;

/** What a request gets that no operation of the document answers. */
export const UNMATCHED_ERRORS: readonly ErrorKind[] = ['notFound', 'methodNotAllowed', 'unavailable'];

const REQUEST_ID = { $ref: '#/components/parameters/RequestId' };
const TRACE = { $ref: '#/components/parameters/Trace' };
const BYTE_ORDER_MARK = { $ref: '#/components/parameters/ByteOrderMark' };
const CONTENT_ENCODING = { $ref: '#/components/parameters/ContentEncoding' };

/** `POST /v1/calculate`. */
export function calculateOperation({ jsonMaxBytes, bodyIdleMs, codeSamples }: DocumentOptions): JsonPart {
  const kinds: readonly ErrorKind[] = [
    'invalidJson',
    ...KEY_ERRORS,
    'notFound',
    'methodNotAllowed',
    'bodyTimeout',
    'tooLarge',
    'unsupportedMediaType',
    'invalidFields',
    ...OUR_ERRORS,
  ];
  return {
    operationId: 'calculate',
    summary: 'Calculate the prorated loan limits of one student',
    description:
      'Checks come in this order: key, content type, size, JSON, fields. Fields that are not known are ignored and named in `warnings`.',
    parameters: [REQUEST_ID, CONTENT_ENCODING, TRACE],
    requestBody: {
      required: true,
      description: `One student, in UTF-8, plain or gzip. At most ${size(jsonMaxBytes)} after decompression. A key that stands twice in one object is refused.`,
      content: jsonContent(schemaRef('CalculationRequest'), requestExamples()),
    },
    responses: {
      200: {
        description:
          'The limits, per year and per term. With `?trace=true` also how each figure was worked out, step by step.',
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
  const kinds: readonly ErrorKind[] = [
    'invalidJson',
    'invalidQuery',
    'unusableHeader',
    ...KEY_ERRORS,
    'notFound',
    'methodNotAllowed',
    'notAcceptable',
    'bodyTimeout',
    'tooLarge',
    'unsupportedMediaType',
    ...OUR_ERRORS,
  ];
  return {
    operationId: 'calculateBulk',
    summary: 'Calculate the prorated loan limits of many students',
    description: `Checks come in this order: key, content type and Accept, query, size, CSV, header. The status is decided before the first byte of the answer: a file that cannot be parsed anywhere is refused whole. An answer that cannot be finished is broken off, so that the transfer fails; it is never cut short silently. The same file always gives the same bytes.

A missing \`Accept\`, \`*/*\`, \`text/*\` and one that wants both types alike are answered with CSV.`,
    parameters: [REQUEST_ID, CONTENT_ENCODING, BYTE_ORDER_MARK],
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
        headers: headerRefs('X-Request-Id', 'X-Ignored-Columns'),
        content: {
          'text/csv': {
            schema: { type: 'string', description: 'CSV text with CRLF.' },
            examples: { two_students: { summary: 'One of the two fails', value: CSV_ANSWER_EXAMPLE } },
            'x-columns': responseColumns(),
          },
          'application/x-ndjson': {
            schema: { ...schemaRef('BulkResult'), description: NDJSON_TEXT },
            examples: { two_students: { summary: 'One of the two fails', value: ndjsonAnswerExample() } },
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
  const kinds: readonly ErrorKind[] = ['notFound', 'methodNotAllowed', ...OUR_ERRORS];
  return {
    operationId: 'describe',
    summary: 'This document',
    description: 'Needs no key.',
    security: [],
    parameters: [REQUEST_ID],
    responses: {
      200: {
        description: 'The OpenAPI document of this API, with the limits of this installation.',
        headers: headerRefs('X-Request-Id'),
        content: jsonContent(
          { type: 'object', required: ['openapi', 'info', 'paths'] },
          { document: { summary: 'Its beginning', value: { openapi: '3.1.0', info: {}, paths: {} } } },
        ),
      },
      ...errorResponses(kinds, NO_BODY),
    },
  };
}
