import * as z from 'zod';
import { calculationResultSchema, disbursementOptionSchema } from '../../engine/answer-format.js';
import { MAX_TERMS } from '../../engine/student.js';
import { traceSchema, traceStepSchema } from '../../engine/trace/trace-format.js';
import { ERROR_CODES, type ErrorBody, type FieldValidationErrorBody } from '../errors.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS, valueSchema } from '../field-list.js';
import type { JsonObject } from '../json-student.js';
import { schemaRef } from './parts.js';

/** Bodies that the service only writes and never parses: typed elsewhere, described here. */

const errorSchema = z.object({
  code: z
    .enum(ERROR_CODES)
    .describe(
      'Stable; match on it and never on the message. quota_exceeded is reserved (status 429) and is not sent today.',
    ),
  message: z.string().describe('A plain sentence for people that says what to do. May change.'),
  details: z
    .array(
      z.looseObject({
        path: z.string().optional().describe('The field or column in question.'),
        message: z.string().describe('A plain sentence.'),
      }),
    )
    .nullable()
    .default(null)
    .describe(
      'Where the problem is, or null. Members depend on the error: line, column and reason for text that cannot be parsed, row for a data row.',
    ),
} satisfies Record<keyof ErrorBody, z.ZodType>);

const fieldValidationErrorSchema = z.object({
  code: z.literal('validation_error').describe('Stable; match on it.'),
  field_errors: z
    .record(z.string(), z.string())
    .describe(
      'All fields with errors at once: the path of each, such as terms.1.credits_enrolled, with a sentence that says what is expected and what was given.',
    ),
} satisfies Record<keyof FieldValidationErrorBody, z.ZodType>);

const bulkResultSchema = z.object({
  student_id: z
    .string()
    .describe('As sent, or row:<N> for a row without one, where N counts the data rows from 1.'),
  result: calculationResultSchema
    .nullable()
    .describe('The whole result, or null when this student could not be calculated.'),
  error: errorSchema.nullable().describe('Why this student could not be calculated, or null.'),
});

const SCHEMAS = {
  CalculationResult: calculationResultSchema,
  TermResult: calculationResultSchema.shape.terms.element,
  DisbursementOption: disbursementOptionSchema,
  Trace: traceSchema,
  TraceStep: traceStepSchema,
  BulkResult: bulkResultSchema,
  Error: errorSchema,
  FieldValidationErrorBody: fieldValidationErrorSchema,
} as const satisfies Record<string, z.ZodType>;

/**
 * `components.schemas`: requests as the list of fields reads them, and results as readers must accept them
 * (zod's input side). Members may be added within v1, and a member with a default may be absent.
 */
export function componentSchemas(): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // The bounds of a safe integer only reveal the programming language of the service.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const written = Object.entries(schemas).map(([id, { $schema: _dialect, $id: _uri, ...schema }]) => [
    id,
    schema,
  ]);
  return {
    CalculationRequest: objectOf(STUDENT_FIELDS, {
      terms: {
        type: 'array',
        items: schemaRef('Term'),
        minItems: 1,
        maxItems: MAX_TERMS,
        description: `The terms of the loan period in chronological order, 1 to ${MAX_TERMS}.`,
      },
    }),
    Term: objectOf(TERM_FIELDS),
    ...Object.fromEntries(written),
  };
}

function objectOf(fields: readonly Field[], required: JsonObject = {}): JsonObject {
  const ownRequired = fields.filter(({ standIn }) => standIn === undefined).map(({ name }) => name);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields.map((field) => [field.name, memberOf(field)])), ...required },
    required: [...ownRequired, ...Object.keys(required)],
  };
}

/**
 * The default is one level down, in `allOf`. openapi-typescript takes a member whose own schema has a default
 * for always present, and would require callers to send every field.
 */
function memberOf(field: Field): JsonObject {
  const schema = valueSchema(field);
  if (field.standIn === undefined) return schema;
  const { description, ...rest } = schema;
  return { description, allOf: [{ default: field.standIn, ...rest }] };
}
