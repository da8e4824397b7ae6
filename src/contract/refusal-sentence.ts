import type * as z from 'zod';
import type { Field } from './field-list.js';
import { NUMBER_REFUSALS } from './fields.js';
import { alteredNumber } from './json-text.js';
import { shown } from './shown.js';

/** Why a field does not take a value, as a sentence: what is expected, and what was given. Null where it does take it. */
export function describeRefusal({ schema }: Pick<Field, 'schema'>, value: unknown): string | null {
  const parsed = schema.safeParse(value, { error: describeIssue });
  return parsed.success ? null : parsed.error.issues.map(({ message }) => message).join(' ');
}

/** What a field says that must be given. */
export const REQUIRED = 'This field is required.';

/** The sentence for an issue that zod finds by itself. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'number') {
    const altered = alteredNumber(issue.input);
    if (altered !== null) return `${NUMBER_REFUSALS[altered.reason]} ${shown(issue.input)}`;
  }
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'nonoptional') return `${REQUIRED} ${shown(issue.input)}`;
      return `Expected ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}. ${shown(issue.input)}`;
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
