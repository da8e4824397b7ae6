/** Every error that callers can get: the one table for routes, OpenAPI document, error page and tests. */

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
type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorDetail {
  readonly path?: string;
  readonly message: string;
  readonly [member: string]: string | number | undefined;
}

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[] | null;
}

/** A sentence for every failing field, by the field's path (`terms.1.credits_enrolled`). */
export type FieldErrors = Readonly<Record<string, string>>;

/** The 422 body when fields can be named. */
export interface FieldValidationErrorBody {
  readonly code: 'validation_error';
  readonly field_errors: FieldErrors;
}

export const ERRORS = {
  unparsable: error(400, 'invalid_json', 'JSON or CSV that cannot be parsed, or an empty body'),
  invalidQuery: error(400, 'validation_error', 'A query parameter cannot be used'),
  oldHttp: error(400, 'validation_error', 'A file was sent with HTTP/1.0, also by a proxy on the way'),
  unusableHeader: error(400, 'validation_error', 'A CSV header row that cannot be used'),
  unauthenticated: error(
    401,
    'unauthenticated',
    'The Authorization header is missing, or not "Bearer <token>"',
  ),
  invalidToken: error(401, 'invalid_token', 'The token has the wrong format or was never issued'),
  expiredToken: error(403, 'expired_token', 'The token has expired'),
  revokedToken: error(403, 'revoked_token', 'The token was revoked'),
  notFound: error(404, 'validation_error', 'There is nothing at this path'),
  methodNotAllowed: error(405, 'validation_error', 'The path does not support this method'),
  notAcceptable: error(406, 'unsupported_media_type', 'Accept allows none of the types offered'),
  bodyTimeout: error(408, 'validation_error', 'The body did not arrive in time'),
  tooLarge: error(413, 'validation_error', 'The body is over a limit'),
  unsupportedMediaType: error(
    415,
    'unsupported_media_type',
    'The content type, charset or content encoding is not accepted',
  ),
  invalidFields: error(422, 'validation_error', 'The request cannot be calculated as given'),
  internal: error(500, 'internal_error', 'Something unexpected happened on our side'),
  unavailable: error(503, 'internal_error', 'The service cannot take the request right now'),
} as const;
export type ErrorKind = keyof typeof ERRORS;

export const ERROR_KINDS = Object.keys(ERRORS) as readonly ErrorKind[];

function error(status: number, code: ErrorCode, meaning: string) {
  return { status, code, meaning };
}

/** A failure that is reported to the caller. Its message is public and says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly details: ErrorBody['details'];
  readonly body: ErrorBody | FieldValidationErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    { details = null, headers = {} }: Partial<Pick<ApiError, 'details' | 'headers'>> = {},
  ) {
    super(message);
    const { status, code } = ERRORS[kind];
    this.status = status;
    this.details = details;
    this.body = { code, message, details };
    this.headers = headers;
  }
}

export class FieldValidationError extends ApiError {
  override readonly body: FieldValidationErrorBody;

  constructor(field_errors: FieldErrors) {
    super('invalidFields', 'Some fields cannot be used.');
    this.body = { code: 'validation_error', field_errors };
  }
}
