import type * as z from 'zod';
import { NUMBER_REFUSALS, shown } from './field-kinds.js';
import type { Field } from './field-list.js';
import { alteredNumber } from './json-text.js';

/** A value that a field does not take. */
export class Refused {
  /** A sentence: what is expected, and what was given. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** What a JSON value says in a field, or {@link Refused}; undefined is nothing given, and read as what stands in for it. */
export function readField(field: Field, value: unknown): unknown {
  if (value === undefined && field.whenAbsent !== undefined) return field.whenAbsent;
  const parsed = field.schema.safeParse(value, { error: describeIssue });
  return parsed.success
    ? parsed.data
    : new Refused(parsed.error.issues.map(({ message }) => message).join(' '));
}

/** The sentence for an issue that zod finds by itself. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const altered = issue.expected === 'number' ? alteredNumber(issue.input) : null;
      if (altered !== null) return `${NUMBER_REFUSALS[altered.reason]} ${shown(issue.input)}`;
      return `Expected ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}. ${shown(issue.input)}`;
    }
    case 'invalid_value':
      return `Expected ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}. ${shown(issue.input)}`;
    case 'too_small':
      return `Expected ${String(issue.minimum)} or more. ${shown(issue.input)}`;
    case 'too_big':
      return `Expected ${String(issue.maximum)} or less. ${shown(issue.input)}`;
    default:
      return undefined;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = { boolean: 'true or false', int: 'a whole number' };
