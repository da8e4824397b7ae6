import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../engine/award-years.js';
import { IGNORE_PARAMETER } from '../header.js';
import type { JsonObject } from '../json-student.js';

export const REQUEST_ID_PATTERN = '^[A-Za-z0-9._-]{1,128}$';

/** How many columns `X-Ignored-Columns` names at most; the rest are counted. */
export const MAX_NAMED_COLUMNS = 20;

export const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'Your own id for the request: 1 to 128 letters, digits, periods, underscores and hyphens (A-Z a-z 0-9 . _ -). It is returned in the answer and written to the logs. An id in any other form is ignored.',
    schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
    example: 'award-run-2026-08-14.0017',
  },
  ByteOrderMark: {
    name: 'bom',
    in: 'query',
    required: false,
    description:
      'true puts a UTF-8 byte order mark at the start of a CSV answer, so that Excel recognizes UTF-8. NDJSON never has one.',
    schema: { type: 'boolean', default: false },
  },
  Trace: {
    name: 'trace',
    in: 'query',
    required: false,
    description:
      'true adds `trace` to the answer: each figure as the result of one step, with its inputs, rule, rounding and sources. Any value other than true or false gets a 422.',
    schema: { type: 'boolean', default: false },
  },
  AwardYear: {
    name: 'award_year',
    in: 'query',
    required: false,
    description:
      'The award year whose limits the students are calculated with. A year without a table is refused, and the error names the years that have one.',
    schema: { type: 'string', enum: AWARD_YEARS, default: CURRENT_AWARD_YEAR },
  },
  IgnoreColumns: {
    name: IGNORE_PARAMETER,
    in: 'query',
    required: false,
    description:
      'Columns of the file that are not ours and need not be read: their names, separated by commas, or `*` for all of them. Names are compared as those of our columns are; a name that the file lacks is no error, and a column of ours is refused. A comma within a name is left out. Any other column that is not ours is refused.',
    schema: { type: 'string' },
    example: 'Last Name,GPA',
  },
  ContentEncoding: {
    name: 'Content-Encoding',
    in: 'header',
    required: false,
    description: 'gzip if the body is compressed; size limits apply after decompression.',
    schema: { type: 'string', enum: ['identity', 'gzip'], default: 'identity' },
  },
} as const satisfies Record<string, JsonObject>;

/** The query parameters of `POST /v1/calculate`. Any other is refused. */
export const CALCULATE_PARAMETERS = [PARAMETERS.Trace.name, PARAMETERS.AwardYear.name] as const;

export const BULK_PARAMETERS = [
  PARAMETERS.AwardYear.name,
  PARAMETERS.IgnoreColumns.name,
  PARAMETERS.ByteOrderMark.name,
] as const;

/** Response headers. A required header is on every response that lists it. */
export const HEADERS = {
  'X-Request-Id': {
    required: true,
    description:
      'The id of the request: your own if it was usable, otherwise a new one. Give it to the operator.',
    schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
    example: 'award-run-2026-08-14.0017',
  },
  'X-Ignored-Columns': {
    required: false,
    description: `Columns of the file that were not read, as ignore_columns allowed: their names, percent-encoded and separated by commas; after the first ${MAX_NAMED_COLUMNS}, how many more there are (\`and%2012%20more\`). Absent if every column was read.`,
    schema: { type: 'string' },
    example: 'Last%20Name,GPA',
  },
  'X-Award-Year': {
    required: true,
    description: 'The award year whose limits the file was calculated with.',
    schema: { type: 'string', enum: AWARD_YEARS },
    example: CURRENT_AWARD_YEAR,
  },
  'WWW-Authenticate': {
    required: true,
    description: 'The scheme to authenticate with.',
    schema: { type: 'string', const: 'Bearer' },
  },
  Allow: {
    required: true,
    description: 'The methods that the path supports.',
    schema: { type: 'string' },
    example: 'POST',
  },
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before sending the request again.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '10',
  },
} as const satisfies Record<string, JsonObject>;

/** A map of response headers that refers to `components.headers`. */
export function headerRefs(...names: readonly (keyof typeof HEADERS)[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** References to `components.parameters`. */
export function parameterRefs(...names: readonly (keyof typeof PARAMETERS)[]): readonly JsonObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** A reference to a schema of the document. */
export function schemaRef(id: string): JsonObject {
  return { $ref: `#/components/schemas/${id}` };
}

/** A JSON body of one schema with its examples. */
export function jsonContent(schema: JsonObject, examples: JsonObject): JsonObject {
  return { 'application/json': { schema, examples } };
}
