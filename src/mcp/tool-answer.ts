import { shortened } from '../contract/field-kinds.js';
import type { JsonObject } from '../contract/json-student.js';

/** A tool's answer: a text for the person, and the same as data for the program. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Whether the call was wrong. Questions are not errors. */
  readonly isError: boolean;
}

/** A fact that decides dollars and was not given. */
export interface Question {
  /** The path of the field, such as `terms.1.credits_enrolled`. */
  readonly field: string;
  /** What to ask the person, in their words. */
  readonly question: string;
}

/** A call that cannot be answered as it is, with what to change. `errors` names fields, each with a sentence. */
export function refusal(text: string, errors?: Readonly<Record<string, string>>): ToolAnswer {
  const structured = { status: 'refused', message: text, ...(errors === undefined ? {} : { errors }) };
  return { isError: true, text, structured };
}

/** Fields that cannot be used, each with a sentence. */
export function refusedFields(errors: Readonly<Record<string, string>>): ToolAnswer {
  return refusal(`These fields cannot be used. ${errorLines(errors)}`, errors);
}

/** What has to be asked before anything can be said; `errors` are the fields that were given and cannot be used. */
export function toAsk(
  questions: readonly Question[],
  errors: Readonly<Record<string, string>> = {},
): ToolAnswer {
  const lines = questions.map(({ field, question }) => `- ${question} (${field})`);
  const wrong = Object.keys(errors).length === 0 ? '' : `\nThese cannot be used: ${errorLines(errors)}`;
  return {
    isError: false,
    text: `These facts decide the dollars and were not given. Ask the person; do not guess.\n${lines.join('\n')}${wrong}`,
    structured: { status: 'questions', questions, ...(wrong === '' ? {} : { errors }) },
  };
}

/** How many names are listed. */
const MOST_NAMED = 20;

/** The members of an object that it may not have, each with a sentence; empty where there are none. */
export function unknownMembers(
  given: JsonObject,
  known: readonly string[],
  prefix = '',
): Readonly<Record<string, string>> {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return Object.fromEntries(
    unknown
      .slice(0, MOST_NAMED)
      .map((name) => [`${prefix}${shortened(name)}`, `Not known here. Known: ${known.join(', ')}.`]),
  );
}

function errorLines(errors: Readonly<Record<string, string>>): string {
  return Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}`)
    .join(' ');
}
