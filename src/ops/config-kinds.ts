import { z } from 'zod';

/**
 * A kind of value: how the text of a variable is parsed. Any problem becomes one issue, which continues a sentence that
 * starts with the variable's name: what was given, as `show` shows it, and what was expected.
 */
function kind<T>(expected: string, schema: z.ZodType<T, string>, show: (text: string) => string = quote) {
  return z.string(`is unset; expected ${expected}`).transform((text, context) => {
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    context.addIssue(`is ${show(text)}; expected ${expected}`);
    return z.NEVER;
  });
}

const LONGEST_SHOWN = 80;

function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text);
}

export const text = z.string();

/** In plain decimal digits; both ends are included. */
export function wholeNumber(min: number, max: number) {
  const digits = z.string().regex(/^\d{1,15}$/);
  return kind(
    `a whole number from ${min} to ${max}`,
    digits.transform(Number).pipe(z.number().min(min).max(max)),
  );
}

/** 0 lets the system choose a free port. */
export const port = wholeNumber(0, 65_535);

/** Node fires a timer of more than 2^31 - 1 ms immediately; a day is far below that. */
const LONGEST_MS = 86_400_000;

/** A time in milliseconds, up to a day. */
export function milliseconds(min: number) {
  return wholeNumber(min, LONGEST_MS);
}

export const KiB = 1024;
export const MiB = 1024 * KiB;
export const GiB = 1024 * MiB;

const BYTE_UNITS = new Map([
  ['', 1],
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['kib', KiB],
  ['mib', MiB],
  ['gib', GiB],
]);

function parseBytes(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,15}) ?([a-z]*)$/i.exec(text) ?? [];
  return Number(digits) * (BYTE_UNITS.get(unit.toLowerCase()) ?? Number.NaN);
}

/** A size as an operator would write it. */
export function formatBytes(value: number): string {
  for (const [name, size] of Object.entries({ GiB, MiB, KiB })) {
    if (value >= size && value % size === 0) return `${value / size}${name}`;
  }
  return String(value);
}

/** A size: plain bytes, or a whole number with KiB, MiB, GiB (1024) or KB, MB, GB (1000), in any case. */
export function bytes(min: number, max: number) {
  return kind(
    `a size from ${formatBytes(min)} to ${formatBytes(max)}, such as 1048576, 1MiB or 256MB`,
    z.string().transform(parseBytes).pipe(z.number().min(min).max(max)),
  );
}

/** True or false, as YAML, shells and people write it. */
export const flag = kind('true or false', z.stringbool());

/** One of a few words, in any case. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return kind(`one of ${words.join(', ')}`, z.string().toLowerCase().pipe(z.enum(words)));
}

export const email = kind('an e-mail address', z.email());

/** An absolute URL with one of the schemes. A refused one may contain a password, which is not shown. */
export function url(protocol: RegExp, example: string) {
  return kind(`a URL such as ${example}`, z.url({ protocol, hostname: /./ }), withoutCredentials);
}

/**
 * The address of a Redis. Its parts must be decodable, and its path, if any, must be a database number. Anything after
 * that would be ignored, so options there are refused.
 */
export const redisUrl = kind(
  'a URL such as redis://host:6379 or rediss://user:password@host:6380/0 (or valkey, valkeys), user and password percent-encoded',
  z.url({ protocol: /^(redis|valkey)s?$/, hostname: /./ }).pipe(z.string().refine(isUsableByRedis)),
  withoutCredentials,
);

function isUsableByRedis(address: string): boolean {
  const { hostname, username, password, pathname, search, hash } = new URL(address);
  try {
    for (const part of [hostname, username, password]) decodeURIComponent(part);
  } catch {
    return false;
  }
  return /^(\/\d{0,5})?$/.test(pathname + search + hash);
}

/** The addresses of Sentinels: a comma-separated list of hosts with or without a port. */
export const sentinels = kind(
  'addresses of Sentinels such as sentinel-1:26379,sentinel-2:26379',
  z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.string().regex(/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i))),
);

/**
 * Credentials can be removed only from a text that is certainly a URL; any other text is not shown at all. The same
 * applies to a URL with an @ after the host, because the part before it may be a password with an unencoded /.
 */
function withoutCredentials(text: string): string {
  const given = URL.canParse(text) ? new URL(text) : null;
  if (!given?.host || /@/.test(given.pathname + given.search + given.hash)) {
    return `a text of ${text.length} characters (not shown, it may hold a password)`;
  }
  const credentials = given.username === '' && given.password === '' ? '' : '***@';
  const behind = (given.search && '?***') + (given.hash && '#***');
  return quote(`${given.protocol}//${credentials}${given.host}${given.pathname}${behind}`);
}
