import { shortened } from '../contract/field-kinds.js';
import type { JsonObject } from '../contract/json-student.js';
import type { Question } from './missing-facts.js';

/** A tool's answer: a text for the person, and the same as data for the program. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Whether the call was wrong. Questions are not errors. */
  readonly isError: boolean;
}

/** Sentences by the path of a field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A call that cannot be answered as it is, with what to change; null where neither is missing nor wrong anything. */
export function problemOf(questions: readonly Question[], errors: FieldErrors): ToolAnswer | null {
  const wrong = Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}`)
    .join(' ');
  if (questions.length > 0) {
    const lines = questions.map(({ field, question }) => `- ${question} (${field})`);
    return {
      isError: false,
      text: [
        'These facts decide the dollars and were not given. Ask the person; do not guess.',
        ...lines,
        ...(wrong === '' ? [] : [`These cannot be used: ${wrong}`]),
      ].join('\n'),
      structured: { status: 'questions', questions, ...(wrong === '' ? {} : { errors }) },
    };
  }
  if (wrong === '') return null;
  const message = `These fields cannot be used. ${wrong}`;
  return { isError: true, text: message, structured: { status: 'refused', errors } };
}

/** How many names are listed. */
const MOST_NAMED = 20;

/** The members of an object that it may not have, each with a sentence. */
export function unknownMembers(given: JsonObject, known: readonly string[], prefix = ''): FieldErrors {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return Object.fromEntries(
    unknown
      .slice(0, MOST_NAMED)
      .map((name) => [`${prefix}${shortened(name)}`, `Leave it out. Known here: ${known.join(', ')}.`]),
  );
}
