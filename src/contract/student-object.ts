import { ApiError } from './errors.js';
import { JsonRefusal } from './json-mistakes.js';
import { isJsonObject, type JsonObject } from './json-student.js';
import { parseJson } from './json-text.js';

/** For bytes that are no text. */
export function bodyNotUtf8(): ApiError {
  return new ApiError('invalidJson', 'The body is not UTF-8. Send JSON in UTF-8.');
}

/**
 * The object with the fields of a student that a JSON text is.
 *
 * @throws ApiError `invalidJson` for what is not JSON, `invalidFields` for JSON that is not an object.
 */
export function studentObject(text: string): JsonObject {
  const value = parsed(text);
  if (isJsonObject(value)) return value;
  throw new ApiError('invalidFields', 'The body must be one JSON object with the fields of a student.');
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { line, column, message } = error;
    throw new ApiError('invalidJson', message, { details: [{ message, line, column }] });
  }
}
