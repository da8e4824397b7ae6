import { CURRENT_AWARD_YEAR } from '../../engine/award-years.js';
import { NOT_CONSIDERED_TEXT } from '../../engine/not-considered.js';
import { ERROR_KINDS, type ErrorKind } from '../errors.js';
import type { JsonObject } from '../json-student.js';
import { KEY_FORM } from '../key-refusals.js';
import {
  NDJSON_TEXT,
  requestColumns,
  requestFileText,
  responseColumns,
  responseFileText,
} from './csv-files.js';
import { type DocumentOptions, limitsText, size } from './document-options.js';
import { errorResponses } from './error-responses.js';
import {
  csvAnswerExample,
  FILE_EXAMPLE,
  ndjsonAnswerExample,
  REQUEST_EXAMPLES,
  resultExamples,
} from './examples.js';
import { HEADERS, headerRefs, jsonContent, PARAMETERS, parameterRefs, schemaRef } from './parts.js';
import { componentSchemas } from './schemas.js';

const DOCS = { description: 'Quick start, columns, errors, rules and clients' };

/** The OpenAPI 3.1 document. Request schemas come from the field list; example results are calculated. */
export function openapiDocument(options: DocumentOptions): object {
  const address = options.publicUrl?.replace(/\/+$/, '');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pro-Rata Loan Limit Calculation Service',
      version: '1.0.0',
      summary: 'Prorated federal student loan limits',
      description: apiDescription(options),
      contact: { name: options.contactName ?? 'The operator of this service', email: options.contactEmail },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    // Linters reject a relative address here.
    ...(address === undefined ? {} : { externalDocs: { ...DOCS, url: `${address}/docs` } }),
    servers: [{ url: address ?? '/' }],
    tags: [
      { name: 'Calculation', description: 'Prorated limits of one student, or of many.' },
      { name: 'Description', description: 'The API for programs.' },
    ],
    security: [{ bearerAuth: [] }],
    'x-unmatched-requests': {
      description: 'The answer to a request whose path or method is not described here.',
      responses: errorResponses(UNMATCHED_ERRORS, 'none', options),
    },
    paths: {
      '/v1/calculate': { post: calculateOperation(options) },
      '/v1/calculate/bulk': { post: bulkOperation(options) },
      '/v1/openapi.json': { get: describeOperation(options) },
    },
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: KEY_FORM,
          description:
            'An API key. Ask the operator of the service for one by e-mail, naming the institution or product that it is for. A missing or malformed header gets 401 unauthenticated; a key that was never issued, 401 invalid_token; an expired key, 403 expired_token; a revoked key, 403 revoked_token.',
        },
      },
    },
  };
}

const UNMATCHED_ERRORS: readonly ErrorKind[] = ['notFound', 'methodNotAllowed', 'unavailable'];

function errorsBut(...others: readonly ErrorKind[]): readonly ErrorKind[] {
  return ERROR_KINDS.filter((kind) => !others.includes(kind));
}

function calculateOperation(options: DocumentOptions): JsonObject {
  const kinds = errorsBut('invalidQuery', 'oldHttp', 'unusableHeader', 'notAcceptable');
  return {
    operationId: 'calculate',
    tags: ['Calculation'],
    summary: 'Calculate the prorated loan limits of one student',
    description:
      'Checks come in this order: key, content type, size, JSON, fields. Unknown fields are ignored and named in `warnings`.',
    parameters: parameterRefs('RequestId', 'ContentEncoding', 'Trace', 'AwardYear'),
    requestBody: {
      required: true,
      description: `One student, in UTF-8, plain or gzip. At most ${size(options.jsonMaxBytes)} after decompression. A key that appears twice in one object is refused.`,
      content: jsonContent(schemaRef('CalculationRequest'), REQUEST_EXAMPLES),
    },
    responses: {
      200: {
        description:
          'The limits for the year and for each term. With `?trace=true`, also how each figure was worked out, step by step.',
        headers: headerRefs('X-Request-Id'),
        content: jsonContent(schemaRef('CalculationResult'), resultExamples()),
      },
      ...errorResponses(kinds, 'json', options),
    },
    'x-codeSamples': options.codeSamples ?? [],
  };
}

function bulkOperation(options: DocumentOptions): JsonObject {
  const kinds = errorsBut('invalidFields');
  return {
    operationId: 'calculateBulk',
    tags: ['Calculation'],
    summary: 'Calculate the prorated loan limits of many students',
    description: `Checks come in this order: key, content type and Accept, query, size, CSV, header. The status is decided before the first byte of the answer: a file with a parsing error anywhere is refused as a whole. If an answer cannot be finished, the connection is broken off so that the transfer fails; an incomplete answer never looks complete. The same file always gives the same bytes.

The answer is CSV if \`Accept\` is missing, is \`*/*\` or \`text/*\`, or prefers neither type.`,
    parameters: parameterRefs('RequestId', 'ContentEncoding', 'AwardYear', 'IgnoreColumns', 'ByteOrderMark'),
    requestBody: {
      required: true,
      description: requestFileText(options.bulkMaxBytes),
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
              two_students: { summary: 'One of the two students fails', value: csvAnswerExample() },
            },
            'x-columns': responseColumns(),
          },
          'application/x-ndjson': {
            // Code generators take the schema for the type of the whole body, which is text.
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
      ...errorResponses(kinds, 'csv', options),
    },
    'x-codeSamples': options.codeSamples ?? [],
  };
}

function describeOperation(options: DocumentOptions): JsonObject {
  return {
    operationId: 'describe',
    tags: ['Description'],
    summary: 'This document',
    description: 'Needs no key.',
    security: [],
    parameters: parameterRefs('RequestId'),
    responses: {
      200: {
        description: 'The OpenAPI document of this API, with the limits of this installation.',
        headers: headerRefs('X-Request-Id'),
        content: jsonContent({ type: 'object', additionalProperties: true }, {}),
      },
      ...errorResponses([...UNMATCHED_ERRORS, 'internal'], 'none', options),
    },
  };
}

/** `info.description`: what a caller must know besides the endpoints, as Markdown. */
function apiDescription(options: DocumentOptions): string {
  return `Calculates prorated federal student loan limits: the reduction of annual Direct Loan limits for students who are enrolled less than full time, 34 CFR 685.203(m)(1), with the limits of award year ${CURRENT_AWARD_YEAR}.

Nothing is stored: each request is answered from what it contains.

## What is calculated, and what is not

The answer has the percent of the annual limits that remains after the reduction, the annual eligibility in dollars, and two ways of splitting it over the terms: equally, and in proportion to credits.

Not part of the calculation: ${NOT_CONSIDERED_TEXT}. The answer may be too high for each of them.

Amounts are whole US dollars, percents are whole percents, credits are exact decimals. All arithmetic is exact.

## Keys

Every request except \`GET /v1/openapi.json\` carries a key: \`Authorization: Bearer svc_live_...\`. The operator of the service issues, replaces and revokes keys; ask by e-mail. Tokens that begin with \`svc_test_\` are reserved for a sandbox and are not issued today.

## Limits

${limitsText(options)}

Rate limits are reserved and not in force today. When they come, answers will carry the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, and a request over the limit will be answered with status 429 and code \`quota_exceeded\`. No such header, status or code is sent today.

## Bodies

Request bodies are UTF-8, plain or with \`Content-Encoding: gzip\`. A decimal string is an optional sign, digits, and at most one point: \`3500\`, \`7.5\`, \`.5\`.

## Errors

An error is a JSON object with \`code\`, \`message\` and \`details\`; the 422 that names fields has \`code\` and \`field_errors\`. Match on \`code\`, which is stable; messages are for people and may change. A request to a path or with a method that is not described here is answered with 404 or 405 and an Error (see \`x-unmatched-requests\`). A connection that carries no readable HTTP request is answered with 400, 408 or 431 and an Error without a request id, and closed.

Every other answer carries \`X-Request-Id\`. Give it to the operator when you ask about a request.

## Versions

This is version 1.0.0; every path begins with \`/v1\`. Within v1 members may be added to results and errors, and headers to answers; none is removed or changes its type. Read what you know and ignore the rest.`;
}
