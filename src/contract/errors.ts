/**
 * The one table of errors: every code and status that callers can meet. Routes, the OpenAPI document and the tests all
 * read it; when callers meet them is in openapi/error-meanings.ts.
 */

/** The closed list of error codes. Callers match on these and never on messages. */
export const ERROR_CODES = [
  'invalid_json',
  'unsupported_media_type',
  'validation_error',
  'internal_error',
  'unauthenticated',
  'invalid_token',
  'expired_token',
  'revoked_token',
  'quota_exceeded',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One member of an error's `details`. */
export interface ErrorDetail {
  readonly path?: string;
  readonly message: string;
  readonly [member: string]: string | number | undefined;
}

/** The body of every error but the field validation one. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[] | null;
}

/** The 422 body when fields can be named. Paths look like `terms.1.credits_enrolled`. */
export interface FieldValidationErrorBody {
  readonly code: 'validation_error';
  readonly field_errors: Readonly<Record<string, string>>;
}

/** Kinds of failure, each with its status and code. */
export const ERRORS = {
  unparsable: error(400, 'invalid_json'),
  invalidQuery: error(400, 'validation_error'),
  oldHttp: error(400, 'validation_error'),
  unusableHeader: error(400, 'validation_error'),
  unauthenticated: error(401, 'unauthenticated'),
  invalidToken: error(401, 'invalid_token'),
  expiredToken: error(403, 'expired_token'),
  revokedToken: error(403, 'revoked_token'),
  notFound: error(404, 'validation_error'),
  methodNotAllowed: error(405, 'validation_error'),
  notAcceptable: error(406, 'unsupported_media_type'),
  bodyTimeout: error(408, 'validation_error'),
  tooLarge: error(413, 'validation_error'),
  unsupportedMediaType: error(415, 'unsupported_media_type'),
  invalidFields: error(422, 'validation_error'),
  internal: error(500, 'internal_error'),
  unavailable: error(503, 'internal_error'),
} as const;
export type ErrorKind = keyof typeof ERRORS;

interface KindOfError {
  readonly status: number;
  readonly code: ErrorCode;
}

function error(status: number, code: ErrorCode): KindOfError {
  return { status, code };
}

/** A failure that is reported to the caller. Its message is public and says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly status: number;
  /** Where in the request the mistakes are, if known. */
  readonly details: ErrorBody['details'];
  /** The response body. */
  readonly body: ErrorBody | FieldValidationErrorBody;
  /** Response headers that belong to the error, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { details?: ErrorBody['details']; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.kind = kind;
    const { status, code } = ERRORS[kind];
    this.status = status;
    this.details = options.details ?? null;
    this.body = { code, message, details: this.details };
    this.headers = options.headers ?? {};
  }
}

/** The 422 that names every failing field. */
export class FieldValidationError extends ApiError {
  override readonly body: FieldValidationErrorBody;

  constructor(fieldErrors: Readonly<Record<string, string>>) {
    super('invalidFields', 'Some fields cannot be used.');
    this.body = { code: 'validation_error', field_errors: fieldErrors };
  }
}
