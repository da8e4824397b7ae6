import { z } from 'zod';

/** How values of one kind are read from the environment and written in the documentation. */
export interface Kind<T> {
  /** Takes the trimmed, non-empty text of a variable. */
  readonly schema: z.ZodType<T, string>;
  /** What a value must be, as it stands in an error message after "expected". */
  readonly expected: string;
  /** Shown in the documentation; empty where the value has none. */
  readonly unit: string;
  /** A value as an operator would write it. */
  readonly format: (value: T) => string;
  /** A value that was given, for an error message: without anything secret in it. */
  readonly show: (given: string) => string;
}

const longestShown = 80;

function quote(given: string): string {
  const cut = given.length > longestShown ? `${given.slice(0, longestShown)}...` : given;
  return JSON.stringify(cut);
}

/** Anything but nothing. */
export const text: Kind<string> = {
  schema: z.string().min(1),
  expected: 'some text',
  unit: '',
  format: (value) => value,
  show: quote,
};

/** A whole number in plain decimal digits; both ends belong to the range. */
export function wholeNumber(unit: string, min: number, max: number): Kind<number> {
  return {
    schema: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .pipe(z.number().int().min(min).max(max)),
    expected: `a whole number from ${min} to ${max}`,
    unit,
    format: String,
    show: quote,
  };
}

/** 0 lets the system choose a free port. */
export const port: Kind<number> = wholeNumber('', 0, 65_535);

/** Node runs a timer of more than 2^31 - 1 ms at once instead of late; a day is far below that. */
const longestMs = 86_400_000;

/** A time in milliseconds, up to a day. */
export function milliseconds(min: number): Kind<number> {
  return wholeNumber('ms', min, longestMs);
}

const byteUnits: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1_000,
  mb: 1_000_000,
  gb: 1_000_000_000,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

function parseBytes(given: string): number {
  const match = /^(\d{1,15}) ?([a-z]*)$/i.exec(given);
  const factor = byteUnits[(match?.[2] ?? '').toLowerCase()];
  return match === null || factor === undefined ? Number.NaN : Number(match[1]) * factor;
}

function formatBytes(value: number): string {
  for (const [name, size] of [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const) {
    if (value >= size && value % size === 0) return `${value / size}${name}`;
  }
  return String(value);
}

/** A size: plain bytes, or a whole number with KiB, MiB, GiB (1024) or KB, MB, GB (1000), in any case. */
export function bytes(min: number, max: number): Kind<number> {
  return {
    schema: z.string().transform(parseBytes).pipe(z.number().int().min(min).max(max)),
    expected: `a size from ${formatBytes(min)} to ${formatBytes(max)}, such as 1048576, 1MiB or 256MB`,
    unit: 'bytes',
    format: formatBytes,
    show: quote,
  };
}

const flagWords: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};

/** On or off. */
export const flag: Kind<boolean> = {
  schema: z
    .string()
    .transform((given) => flagWords[given.toLowerCase()])
    .pipe(z.boolean()),
  expected: 'true or false',
  unit: '',
  format: String,
  show: quote,
};

/** One of a few words, in lower case. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words): Kind<Words[number]> {
  return {
    schema: z.string().toLowerCase().pipe(z.enum(words)),
    expected: `one of ${words.join(', ')}`,
    unit: '',
    format: (value) => value,
    show: quote,
  };
}

function parseUrl(given: string): URL | null {
  return URL.canParse(given) ? new URL(given) : null;
}

/** Only a text that surely is a URL can have its credentials told from the rest; any other is not shown at all. */
function showUrl(given: string): string {
  const url = parseUrl(given);
  if (url === null || url.host === '')
    return `a text of ${given.length} characters (not shown, it may hold a password)`;
  const credentials = url.username === '' && url.password === '' ? '' : '***@';
  return quote(`${url.protocol}//${credentials}${url.host}${url.pathname}${url.search === '' ? '' : '?***'}`);
}

/** An absolute URL with one of the schemes, kept as given but for slashes at its end. */
export function url(schemes: readonly string[], example: string): Kind<string> {
  const accepted = (given: string): boolean => {
    const parsed = parseUrl(given);
    return parsed !== null && parsed.host !== '' && schemes.includes(parsed.protocol);
  };
  return {
    schema: z
      .string()
      .refine(accepted)
      .transform((given) => given.replace(/\/+$/, '')),
    expected: `a URL such as ${example}`,
    unit: '',
    format: (value) => value,
    show: showUrl,
  };
}
