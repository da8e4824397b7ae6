import * as z from 'zod';
import type { FieldErrors } from '../contract/errors.js';
import { shortened } from '../contract/field-kinds.js';
import type { JsonObject } from '../contract/json-student.js';
import type { Question } from './missing-facts.js';

/** A tool's answer. Questions are not errors; only an unusable call is one. */
export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** Members of an answer about missing or wrong fields. */
export const PROBLEM = {
  questions: z
    .array(z.object({ field: z.string(), question: z.string() }))
    .optional()
    .describe(
      'What to ask the person, by the path of the field; do not guess. Only with the status questions.',
    ),
  errors: z.record(z.string(), z.string()).optional().describe('Fields that were given and cannot be used.'),
};

/** The answer to a call with missing or wrong fields, with what to change; null if there are none. */
export function problemOf(questions: readonly Question[], errors: FieldErrors): ToolAnswer | null {
  const isWrong = Object.keys(errors).length > 0;
  if (questions.length === 0) {
    return isWrong ? { isError: true, structured: { status: 'refused', errors } } : null;
  }
  return { isError: false, structured: { status: 'questions', questions, ...(isWrong && { errors }) } };
}

const MOST_NAMED = 20;

/** Errors for unknown members of an object, by their path. */
export function unknownMembers(given: JsonObject, known: readonly string[], prefix = ''): FieldErrors {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return Object.fromEntries(
    unknown
      .slice(0, MOST_NAMED)
      .map((name) => [`${prefix}${shortened(name)}`, `Leave it out. Known here: ${known.join(', ')}.`]),
  );
}
