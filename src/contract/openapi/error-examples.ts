import { ApiError, type ErrorBody, type ErrorKind } from '../errors.js';
import { readHeader } from '../header.js';
import { JsonRefusal } from '../json-mistakes.js';
import { fieldErrors, readJsonStudent } from '../json-student.js';
import { parseJson } from '../json-text.js';
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

type Texts = Readonly<Record<Exclude<ErrorKind, 'invalidJson' | 'unusableHeader' | 'tooLarge'>, string>>;

/** One message of each kind, as callers meet it. */
const MESSAGES: Texts = {
  unauthenticated:
    'The Authorization header is missing. Send your API key as "Authorization: Bearer <API_KEY>".',
  invalidToken:
    'The API key was not issued by this service. Check that it belongs to this address, or ask the operator for a key.',
  expiredToken: 'The API key has expired. Ask the service operator for a new one.',
  revokedToken: 'The API key has been revoked. Ask the service operator for a new one.',
  notFound: 'There is nothing at this path. The API is described at GET /v1/openapi.json.',
  methodNotAllowed: 'This path answers POST, not GET.',
  invalidQuery: 'The query parameter bom must be true or false.',
  notAcceptable:
    'The answer can be text/csv or application/x-ndjson, in UTF-8. Let Accept admit one of them.',
  bodyTimeout: 'The body did not arrive in time: 15 seconds brought too little of it. Send it again.',
  unsupportedMediaType: 'Send Content-Type: application/json, in UTF-8.',
  invalidFields: 'The body must be one JSON object with the fields of a student.',
  internal:
    'Something went wrong on our side. Try again, and tell the operator the request id 0b6ad3a7-9d0e-4c39-8a50-9d2c7d1f4e11 if it happens again.',
  unavailable: 'This process is about to stop. Send the request again.',
};

/** Where an error is answered: the body that the endpoint takes, and its limit in bytes. */
export interface ErrorSetting {
  readonly body: 'json' | 'csv' | 'none';
  readonly maxBytes: number;
}

/** Messages that differ between endpoints. */
const OWN_MESSAGES: Readonly<Record<ErrorSetting['body'], Partial<Texts>>> = {
  json: {},
  csv: {
    unsupportedMediaType: 'Send Content-Type: text/csv, in UTF-8.',
    unavailable: 'Too many uploads are under way. Send the file again in 10 seconds.',
  },
  none: { methodNotAllowed: 'This path answers GET, HEAD, not POST.' },
};

const SPLIT_FILE =
  'Split it and send the parts, each with the header and with all rows of a student in one part.';

/** The body of the Error example of a kind. */
export function errorExample(kind: ErrorKind, { body, maxBytes }: ErrorSetting): ErrorBody {
  switch (kind) {
    case 'invalidJson':
      return body === 'csv' ? CSV_SYNTAX_EXAMPLE : syntaxExample();
    case 'unusableHeader':
      return headerExample();
    case 'tooLarge':
      return {
        code: 'validation_error',
        message: `The body is larger than the limit of ${maxBytes.toLocaleString('en-US')} bytes. ${body === 'csv' ? SPLIT_FILE : 'Split it and send the parts.'}`,
        details: [{ message: 'The limit in bytes.', max_bytes: maxBytes }],
      };
    default:
      return bodyOf(new ApiError(kind, OWN_MESSAGES[body][kind] ?? MESSAGES[kind]));
  }
}

/** A 400 of the CSV endpoint: what is wrong with the text, and where. */
const CSV_SYNTAX_EXAMPLE: ErrorBody = {
  code: 'invalid_json',
  message: 'Line 3, column 1: this row has fewer cells (2) than the header (3). Add the missing commas.',
  details: [
    {
      message: 'Line 3, column 1: this row has fewer cells (2) than the header (3). Add the missing commas.',
      line: 3,
      column: 1,
      reason: 'RECORD_LENGTH',
    },
  ],
};

/** The 422 body that names every failing field. */
export function fieldErrorsExample(): JsonPart {
  const reading = readJsonStudent(FAILING_REQUEST);
  if (reading.ok) throw new Error('The example of failing fields is accepted.');
  return { code: 'validation_error', field_errors: fieldErrors(reading.failures) };
}

function syntaxExample(): ErrorBody {
  try {
    parseJson('{\n  "dependency_status": "dependent",\n  "dependency_status": "independent"\n}');
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { message, line, column } = error;
    return bodyOf(new ApiError('invalidJson', message, { details: [{ message, line, column }] }));
  }
  throw new Error('The example of a syntax error is accepted.');
}

function headerExample(): ErrorBody {
  try {
    readHeader(['student_id', 'dependency_status', 'term_label', 'term_credit_enrolled'], 1);
  } catch (error) {
    if (error instanceof ApiError) return bodyOf(error);
    throw error;
  }
  throw new Error('The example of an unusable header is accepted.');
}

function bodyOf({ body }: ApiError): ErrorBody {
  if ('field_errors' in body) throw new Error('Expected an error without fields.');
  return body;
}
