import { ApiError, type ErrorBody, type ErrorKind } from '../errors.js';
import { readHeader } from '../header.js';
import { fieldErrors, readJsonStudent, studentObject } from '../json-student.js';
import {
  bodyTooLarge,
  bodyTooSlow,
  internalError,
  methodNotAllowed,
  notAcceptable,
  notAFlag,
  nothingThere,
  stopping,
  tooManyUploads,
  uploadTooLarge,
  wrongMediaType,
} from '../request-errors.js';
import type { JsonPart } from './json.js';

/** What the 422 example is the answer to: three fields fail. */
const FAILING_REQUEST = {
  dependency_status: 'dependent',
  grade_level: 'fifth_year',
  subsidized_amount: -1,
  terms: [
    { label: 'Fall 2026', credits_enrolled: 12 },
    { label: 'Spring 2027', credits_enrolled: 'nine' },
  ],
} as const;

/** Where an error is answered: the body that the endpoint takes, and the limits of it. */
export interface ErrorSetting {
  readonly body: 'json' | 'csv' | 'none';
  readonly maxBytes: number;
  readonly bodyIdleMs: number;
}

/** For a request that has no body. */
export const NO_BODY: ErrorSetting = { body: 'none', maxBytes: 0, bodyIdleMs: 0 };

/** The body of the Error example of a kind. */
export function errorExample(kind: ErrorKind, setting: ErrorSetting): ErrorBody {
  const { body } = EXAMPLES[kind](setting);
  if ('field_errors' in body) throw new Error('Expected an error without fields.');
  return body;
}

const REQUEST_ID = '0b6ad3a7-9d0e-4c39-8a50-9d2c7d1f4e11';

/** One error of each kind, as callers meet it. What is said of keys, and of the cells of a file, is said in other rooms. */
const EXAMPLES: Readonly<Record<ErrorKind, (setting: ErrorSetting) => ApiError>> = {
  invalidJson: ({ body }) =>
    body === 'csv' ? rowTooShort() : refusalOf(() => studentObject(bytesOf(NAME_TWICE))),
  invalidQuery: () => new ApiError('invalidQuery', notAFlag('bom')),
  unusableHeader: () =>
    refusalOf(() => readHeader(['student_id', 'dependency_status', 'term_label', 'term_credit_enrolled'], 1)),
  unauthenticated: () =>
    new ApiError(
      'unauthenticated',
      'The Authorization header is missing. Send your API key as "Authorization: Bearer <API_KEY>".',
    ),
  invalidToken: () =>
    new ApiError(
      'invalidToken',
      'The API key was not issued by this service. Check that it belongs to this address, or ask the operator for a key.',
    ),
  expiredToken: () =>
    new ApiError('expiredToken', 'The API key has expired. Ask the service operator for a new one.'),
  revokedToken: () =>
    new ApiError('revokedToken', 'The API key has been revoked. Ask the service operator for a new one.'),
  notFound: nothingThere,
  methodNotAllowed: ({ body }) =>
    body === 'none' ? methodNotAllowed('GET, HEAD', 'POST') : methodNotAllowed('POST', 'GET'),
  notAcceptable,
  bodyTimeout: ({ bodyIdleMs }) => bodyTooSlow(bodyIdleMs),
  tooLarge: ({ body, maxBytes }) => (body === 'csv' ? uploadTooLarge(maxBytes) : bodyTooLarge(maxBytes)),
  unsupportedMediaType: ({ body }) => wrongMediaType(body === 'csv' ? 'text/csv' : 'application/json'),
  invalidFields: () => refusalOf(() => studentObject(bytesOf('[]'))),
  internal: () => internalError(REQUEST_ID),
  unavailable: ({ body }) => (body === 'csv' ? tooManyUploads() : stopping()),
};

const NAME_TWICE = '{\n  "dependency_status": "dependent",\n  "dependency_status": "independent"\n}';

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function refusalOf(read: () => unknown): ApiError {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The example of an error is accepted.');
}

/** What is wrong with the text of a file, and where. */
function rowTooShort(): ApiError {
  const message =
    'Line 3, column 1: this row has fewer cells (2) than the header (3). Add the missing commas.';
  const details = [{ message, line: 3, column: 1, reason: 'RECORD_LENGTH' }];
  return new ApiError('invalidJson', message, { details });
}

/** The 422 body that names every failing field. */
export function fieldErrorsExample(): JsonPart {
  const reading = readJsonStudent(FAILING_REQUEST);
  if (reading.ok) throw new Error('The example of failing fields is accepted.');
  return { code: 'validation_error', field_errors: fieldErrors(reading.failures) };
}
