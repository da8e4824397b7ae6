import * as z from 'zod/mini';

/** What is expected; without it zod says only that something is wrong. */
export const ENGLISH = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.code === 'invalid_type') return `Expected ${issue.expected}.`;
    if (issue.code === 'invalid_value')
      return `Expected ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}.`;
    return 'This may not stand here.';
  },
};

/**
 * A record whose keys are words from a file: `__proto__` is a key like any other, which zod's own records drop. With
 * `keys`, no other key is accepted.
 */
export function recordOf<Value>(schema: z.ZodMiniType<Value>, keys?: readonly string[]) {
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
        for (const issue of parsed.error.issues)
          issues.push({ ...issue, input: value, path: [key, ...issue.path] });
        return [];
      });
      return Object.fromEntries(entries);
    }),
  );
}
