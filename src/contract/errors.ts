/**
 * The one table of errors: every code and status that callers can meet, and when. Routes, the OpenAPI
 * document and the tests all read it.
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

/** Kinds of failure, each with its code and status. */
export const ERRORS = {
  invalidJson: {
    status: 400,
    code: 'invalid_json',
    when: 'JSON or CSV that cannot be parsed, or an empty body',
  },
  invalidQuery: { status: 400, code: 'validation_error', when: 'A query parameter cannot be used' },
  unusableHeader: { status: 400, code: 'validation_error', when: 'A CSV header row that cannot be used' },
  unauthenticated: {
    status: 401,
    code: 'unauthenticated',
    when: 'The Authorization header is missing or is not "Bearer <token>"',
  },
  invalidToken: {
    status: 401,
    code: 'invalid_token',
    when: 'The token has the wrong shape or was never issued',
  },
  expiredToken: { status: 403, code: 'expired_token', when: 'The token is past its expiration' },
  revokedToken: { status: 403, code: 'revoked_token', when: 'The token was revoked' },
  notFound: { status: 404, code: 'validation_error', when: 'There is nothing at this path' },
  methodNotAllowed: { status: 405, code: 'validation_error', when: 'The path does not answer this method' },
  notAcceptable: {
    status: 406,
    code: 'unsupported_media_type',
    when: 'Accept admits none of the types offered',
  },
  bodyTimeout: { status: 408, code: 'validation_error', when: 'The body did not arrive in time' },
  tooLarge: {
    status: 413,
    code: 'validation_error',
    when: 'The body is above a limit, or its answer is too long for HTTP/1.0',
  },
  unsupportedMediaType: {
    status: 415,
    code: 'unsupported_media_type',
    when: 'The content type, charset or content encoding is not accepted',
  },
  invalidFields: { status: 422, code: 'validation_error', when: 'The request cannot be calculated as given' },
  internal: { status: 500, code: 'internal_error', when: 'Something unexpected happened on our side' },
  unavailable: { status: 503, code: 'internal_error', when: 'The service cannot take the work now' },
} as const satisfies Record<string, { status: number; code: ErrorCode; when: string }>;
export type ErrorKind = keyof typeof ERRORS;

/** A failure that the caller is told of. Its message is public and says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly status: number;
  /** What the caller gets. */
  readonly body: ErrorBody | FieldValidationErrorBody;
  /** Response headers that belong to the error, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.kind = kind;
    const { status, code } = ERRORS[kind];
    this.status = status;
    this.body = { code, message, details: options.details ?? null };
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
