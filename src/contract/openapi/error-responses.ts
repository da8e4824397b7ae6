import { ERRORS, type ErrorKind } from '../errors.js';
import { type ErrorSetting, errorExample, fieldErrorsExample } from './error-examples.js';
import { type HEADERS, headerRefs } from './headers.js';
import { type JsonPart, jsonContent, schemaRef } from './json.js';

/** The responses of these kinds by status, each with the codes that it can carry and an example of every one. */
export function errorResponses(kinds: readonly ErrorKind[], setting: ErrorSetting): JsonPart {
  const statuses = new Set(kinds.map((kind) => ERRORS[kind].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = kinds.filter((kind) => ERRORS[kind].status === status);
      return [String(status), errorResponse(status, own, setting)];
    }),
  );
}

function errorResponse(status: number, kinds: readonly ErrorKind[], setting: ErrorSetting): JsonPart {
  const examples = Object.fromEntries(kinds.flatMap((kind) => Object.entries(examplesOf(kind, setting))));
  const codes = [...new Set(kinds.map((kind) => ERRORS[kind].code))];
  const error = {
    allOf: [schemaRef('Error'), { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
  };
  const schema = kinds.includes('invalidFields')
    ? { oneOf: [schemaRef('FieldValidationErrorBody'), error] }
    : error;
  return {
    description: kinds.map((kind) => `\`${ERRORS[kind].code}\`: ${ERRORS[kind].when}.`).join(' '),
    headers: headerRefs('X-Request-Id', ...ownHeaders(status)),
    content: jsonContent(schema, examples),
  };
}

function ownHeaders(status: number): readonly (keyof typeof HEADERS)[] {
  switch (status) {
    case 401:
      return ['WWW-Authenticate'];
    case 405:
      return ['Allow'];
    case 503:
      return ['Retry-After'];
    default:
      return [];
  }
}

function examplesOf(kind: ErrorKind, setting: ErrorSetting): JsonPart {
  const { when } = ERRORS[kind];
  if (kind === 'invalidFields') {
    return {
      field_errors: { summary: 'Every failing field at once', value: fieldErrorsExample() },
      no_field: { summary: 'No field can be named', value: errorExample(kind, setting) },
    };
  }
  const name = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { [name]: { summary: when, value: errorExample(kind, setting) } };
}
