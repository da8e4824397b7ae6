import * as z from 'zod/mini';

/** Parts of the schema of a recipe that zod has not as they are needed. */

/** What is expected; without it zod says only that something is wrong. */
export const ENGLISH = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.code === 'invalid_type') return `Expected ${issue.expected}.`;
    if (issue.code === 'invalid_value')
      return `Expected ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}.`;
    return 'This means nothing here.';
  },
};

/** A number as text, such as `12` or `7.5`, so that no digit is lost. */
export const decimalText = z
  .string()
  .check(z.regex(/^\d+(?:\.\d+)?$/, 'Expected a number in quotes, such as "12".'));

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, `Expected ${words.map((word) => `"${word}"`).join(', ')}, or null while it is open.`);
}

/** What is wrong, in a sentence. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message;
  return `${issue.keys.map((key) => `"${key}"`).join(', ')} means nothing here. Remove it, or correct its name.`;
}

function told(issue: z.core.$ZodIssue, path: readonly PropertyKey[]) {
  return { code: 'custom' as const, input: undefined, message: sentenceOf(issue), path: [...path] };
}

/** A schema that passes a value on to the one that `schemaFor` names, and its issues with their paths. */
function passedOn<Value>(schemaFor: (given: unknown) => z.ZodMiniType<Value>): z.ZodMiniType<Value> {
  return z.pipe(
    z.unknown(),
    z.transform((given, { issues }): Value => {
      const parsed = schemaFor(given).safeParse(given, ENGLISH);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) issues.push(told(issue, issue.path));
      return z.NEVER;
    }),
  );
}

/** One of several objects, each known by a key that it alone has; zod's unions do not say where the mistake is. */
export function objectBy<Value>(
  variants: readonly (readonly [key: string, schema: z.ZodMiniType<Value>])[],
  other: z.ZodMiniType<Value>,
): z.ZodMiniType<Value> {
  return passedOn((given) => {
    const isObject = typeof given === 'object' && given !== null;
    return variants.find(([key]) => isObject && key in given)?.[1] ?? other;
  });
}

/**
 * A record whose keys are words from a file: `__proto__` is a key like any other, which zod's own records drop. With
 * `keys`, no other key is accepted.
 */
export function recordOf<Value>(
  schema: z.ZodMiniType<Value>,
  keys?: readonly string[],
): z.ZodMiniType<Readonly<Record<string, Value>>> {
  return z.pipe(
    z.unknown(),
    z.transform((given, { issues }): Readonly<Record<string, Value>> => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) {
        issues.push({ code: 'custom', input: given, message: 'Expected an object.' });
        return z.NEVER;
      }
      const unknown = Object.keys(given).filter((key) => keys?.includes(key) === false);
      if (unknown.length > 0) issues.push({ code: 'unrecognized_keys', keys: unknown, input: { ...given } });
      const entries = Object.entries(given).flatMap(([key, value]) => {
        const parsed = schema.safeParse(value, ENGLISH);
        if (parsed.success) return [[key, parsed.data] as const];
        for (const issue of parsed.error.issues) issues.push(told(issue, [key, ...issue.path]));
        return [];
      });
      return Object.fromEntries(entries);
    }),
  );
}
