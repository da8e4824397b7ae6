import { ApiError, ERRORS, type ErrorKind, FieldValidationError } from '../errors.js';
import { readHeader } from '../header.js';
import { fieldErrors, type JsonObject, studentObject } from '../json-student.js';
import { KEY_REFUSALS } from '../key-refusals.js';
import * as says from '../request-errors.js';
import type { DocumentOptions } from './document-options.js';
import { failuresOf } from './examples.js';
import { type HEADERS, headerRefs, jsonContent, schemaRef } from './parts.js';

const encoder = new TextEncoder();
type Body = 'json' | 'csv' | 'none';

/** The responses of error kinds by status, each with its possible codes and an example of each. */
export function errorResponses(
  kinds: readonly ErrorKind[],
  body: Body,
  options: DocumentOptions,
): JsonObject {
  const statuses = [...new Set(kinds.map((kind) => ERRORS[kind].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const own = kinds.filter((kind) => ERRORS[kind].status === status);
      return [status, errorResponse(own, OWN_HEADERS[status] ?? [], body, options)];
    }),
  );
}

const OWN_HEADERS: Readonly<Record<number, readonly (keyof typeof HEADERS)[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  503: ['Retry-After'],
};

function errorResponse(
  kinds: readonly ErrorKind[],
  headers: readonly (keyof typeof HEADERS)[],
  body: Body,
  options: DocumentOptions,
): JsonObject {
  const codes = [...new Set(kinds.map((kind) => ERRORS[kind].code))];
  const error = {
    allOf: [schemaRef('Error'), { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
  };
  const namesFields = kinds.includes('invalidFields');
  const schema = namesFields ? { oneOf: [schemaRef('FieldValidationErrorBody'), error] } : error;
  const examples = kinds.map((kind) => {
    const value = EXAMPLES[kind](body, options).body;
    if (kind === 'invalidFields')
      return ['no_field', { summary: 'The problem is not in any one field', value }];
    const name = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, { summary: ERRORS[kind].meaning, value }];
  });
  return {
    description: kinds.map((kind) => `\`${ERRORS[kind].code}\`: ${ERRORS[kind].meaning}.`).join(' '),
    headers: headerRefs('X-Request-Id', ...headers),
    content: jsonContent(schema, {
      ...(namesFields ? { field_errors: fieldErrorsExample() } : {}),
      ...Object.fromEntries(examples),
    }),
  };
}

/** One example of each kind, as callers see it. {@link rowTooShort} repeats an error of src/csv. */
const EXAMPLES: Readonly<Record<ErrorKind, (body: Body, options: DocumentOptions) => ApiError>> = {
  unparsable: (body) => (body === 'csv' ? rowTooShort() : refusalOf(() => studentObject(NAME_TWICE))),
  invalidQuery: () => new ApiError('invalidQuery', says.notAFlag('bom')),
  oldHttp: says.oldHttp,
  unusableHeader: () =>
    refusalOf(() => readHeader(['student_id', 'dependency_status', 'term_label', 'term_credit_enrolled'], 1)),
  unauthenticated: KEY_REFUSALS.missing,
  invalidToken: KEY_REFUSALS.unknown,
  expiredToken: KEY_REFUSALS.expired,
  revokedToken: KEY_REFUSALS.revoked,
  notFound: says.nothingThere,
  methodNotAllowed: (body) =>
    body === 'none' ? says.methodNotAllowed('GET, HEAD', 'POST') : says.methodNotAllowed('POST', 'GET'),
  notAcceptable: says.notAcceptable,
  bodyTimeout: says.bodyTooSlow,
  tooLarge: (body, { jsonMaxBytes, bulkMaxBytes }) =>
    body === 'csv' ? says.uploadTooLarge(bulkMaxBytes) : says.bodyTooLarge(jsonMaxBytes),
  unsupportedMediaType: (body) => says.wrongMediaType(body === 'csv' ? 'text/csv' : 'application/json'),
  invalidFields: () => refusalOf(() => studentObject(encoder.encode('[]'))),
  internal: () => says.internalError('0b6ad3a7-9d0e-4c39-8a50-9d2c7d1f4e11'),
  unavailable: (body) => (body === 'csv' ? says.tooManyUploads() : says.stopping()),
};

const NAME_TWICE = encoder.encode(
  '{\n  "dependency_status": "dependent",\n  "dependency_status": "independent"\n}',
);

function refusalOf(read: () => unknown): ApiError {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The example of an error is accepted.');
}

function rowTooShort(): ApiError {
  const message =
    'Line 3, column 1: this row has fewer cells (2) than the header (3). Add the missing commas.';
  return new ApiError('unparsable', message, {
    details: [{ message, line: 3, column: 1, reason: 'RECORD_LENGTH' }],
  });
}

function fieldErrorsExample(): JsonObject {
  const failures = failuresOf({
    dependency_status: 'dependent',
    grade_level: 'fifth_year',
    subsidized_amount: -1,
    terms: [
      { label: 'Fall 2026', credits_enrolled: 12 },
      { label: 'Spring 2027', credits_enrolled: 'nine' },
    ],
  });
  const { body } = new FieldValidationError(fieldErrors(failures));
  return { summary: 'All fields with errors at once', value: body };
}
