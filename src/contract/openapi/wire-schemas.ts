import * as z from 'zod';
import { ERROR_CODES, type ErrorBody, type FieldValidationErrorBody } from '../errors.js';
import { calculationResultSchema } from '../result.js';

/** Bodies that the service only writes: nothing parses them, so they are typed elsewhere and described here. */

export const errorSchema = z.object({
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
      'Where the trouble is, or null. Members depend on the error: line, column and reason for text that cannot be parsed, row for a data row.',
    ),
} satisfies Record<keyof ErrorBody, z.ZodType>);

export const fieldValidationErrorSchema = z.object({
  code: z.literal('validation_error').describe('Stable; match on it.'),
  field_errors: z
    .record(z.string(), z.string())
    .describe(
      'Every failing field at once: from its path, such as terms.1.credits_enrolled, to a sentence that says what is expected and what was given.',
    ),
} satisfies Record<keyof FieldValidationErrorBody, z.ZodType>);

export const bulkResultSchema = z.object({
  student_id: z
    .string()
    .describe('As sent, or row:<N> for a row without one, N its 1-based data row in the file.'),
  result: calculationResultSchema
    .nullable()
    .describe('The whole result, or null when this student could not be calculated.'),
  error: errorSchema.nullable().describe('Why this student could not be calculated, or null.'),
});
