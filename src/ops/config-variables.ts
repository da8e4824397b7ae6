import { z } from 'zod';

/**
 * A kind of value: how a variable's text is parsed. Any problem becomes one issue, which continues a sentence
 * that starts with the variable's name: what was given, as `show` shows it, and what was expected.
 */
function kind<T>(
  expected: string,
  schema: z.ZodType<T, string>,
  show: (text: string) => string = JSON.stringify,
) {
  return z.string(`is unset; expected ${expected}`).transform((text, context) => {
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    context.addIssue(`is ${show(text)}; expected ${expected}`);
    return z.NEVER;
  });
}

const text = z.string();

/** In plain decimal digits; both ends are included. */
function wholeNumber(min: number, max: number) {
  const digits = z.string().regex(/^\d{1,15}$/);
  return kind(
    `a whole number from ${min} to ${max}`,
    digits.transform(Number).pipe(z.number().min(min).max(max)),
  );
}

/** 0 lets the system choose a free port. */
const port = wholeNumber(0, 65_535);

/** Node fires a timer of more than 2^31 - 1 ms immediately; a day is far below that. */
const LONGEST_MS = 86_400_000;

const milliseconds = (min: number) => wholeNumber(min, LONGEST_MS);

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

const BYTE_UNITS = Object.entries({ GiB, MiB, KiB, '': 1 });

function parseBytes(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,15}) ?([a-z]*)$/i.exec(text) ?? [];
  const [, size] = BYTE_UNITS.find(([name]) => name.toLowerCase() === unit.toLowerCase()) ?? [];
  return Number(digits) * (size ?? Number.NaN);
}

/** A size as an operator would write it. */
export function formatBytes(value: number): string {
  const [name, size] = BYTE_UNITS.find(([, each]) => value >= each && value % each === 0) ?? ['', 1];
  return `${value / size}${name}`;
}

function bytes(min: number, max: number) {
  return kind(
    `a size from ${formatBytes(min)} to ${formatBytes(max)}, such as 1048576 or 256MiB`,
    text.transform(parseBytes).pipe(z.number().min(min).max(max)),
  );
}

const flag = kind('true or false', z.stringbool());

const email = kind('an e-mail address', z.email());

const webAddress = kind(
  'a URL such as https://limits.example.edu',
  z.url({ protocol: /^https?$/, hostname: /./ }),
);

/**
 * The address of a Redis. Its parts must be decodable, and its path, if any, must be a database number.
 * Options after the path would be ignored, so they are refused.
 */
const redisUrl = kind(
  'a URL such as redis://host:6379 or rediss://user:password@host:6380/0 (or valkey, valkeys), user and password percent-encoded',
  z.url({ protocol: /^(redis|valkey)s?$/, hostname: /./ }).pipe(z.string().refine(isUsableByRedis)),
  () => 'not usable (not shown, it may hold a password)',
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

const sentinels = kind(
  'addresses of Sentinels such as sentinel-1:26379,sentinel-2:26379',
  z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.string().regex(/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i))),
);

/** From least to most output. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const logLevel = kind(`one of ${LOG_LEVELS.join(', ')}`, text.toLowerCase().pipe(z.enum(LOG_LEVELS)));

/*
 * Every environment variable that the service reads; the table in docs/configuration.md is made from these.
 * `adminHost` is the variable `ADMIN_HOST`, and so on. `unset` is the fallback if there is no fixed default.
 */

const shared = z.object({
  host: text
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for every interface, as in a container'),
  adminHost: text.optional().meta({
    unset: 'the value of `HOST`',
    description: 'Address of the operator port, which is not for callers',
  }),
  adminPort: port
    .default(9090)
    .describe('Operator port: health, readiness, metrics, queue dashboard; 0 for any free port'),
  logLevel: logLevel
    .default('info')
    .describe(`Least important log lines that are written: ${LOG_LEVELS.join(', ')}`),
  shutdownTimeoutMs: milliseconds(100).optional().meta({
    unset: '2 min with the API; 10 s on a terminal, and with a worker',
    description:
      'Longest time from the stop signal until the process ends; for the API, counted from the end of `DRAIN_DELAY_MS`',
  }),
  queuePrefix: text
    .default('prorata')
    .describe('First part of every key in Redis; use the same for the API and its workers'),
  redisUrl: redisUrl
    .optional()
    .describe(
      'Redis that carries bulk work to the workers, which need it; unset, the API calculates everything itself',
    ),
  redisSentinels: sentinels
    .optional()
    .describe(
      'Addresses of the Sentinels; the host of `REDIS_URL` is then the name of the group that they watch',
    ),
  redisSentinelPassword: text.optional().describe('Password of the Sentinels, if they require one'),
  redisTlsCa: text
    .optional()
    .describe(
      'File (PEM) of the authority to trust with `rediss` and `valkeys`; unset, those that Node trusts',
    ),
  redisTlsCert: text.optional().describe('File (PEM) of the certificate to show to Redis'),
  redisTlsKey: text.optional().describe('File (PEM) of its private key'),
});

const api = shared.extend({
  port: port.default(3000).describe('Port for callers; 0 for any free port'),
  drainDelayMs: milliseconds(0).optional().meta({
    unset: '5 s; 0 on a terminal',
    description:
      'How long the API still takes requests after the stop signal, while it is already not ready, so that load balancers notice first',
  }),
  publicUrl: webAddress
    .optional()
    .describe('Address that callers use, shown as the server in the OpenAPI document'),
  contactName: text
    .optional()
    .describe('Office that callers turn to, shown as the contact in the OpenAPI document'),
  contactEmail: email.optional().describe('E-mail address of that office, shown beside it'),
  keysFile: text.default('data/keys.json').describe('File of API keys, shared by every API replica'),
  jsonMaxBytes: bytes(KiB, 64 * MiB)
    .default(MiB)
    .describe('Largest JSON body, after decompression'),
  // The splitter addresses a little less than 2 GiB.
  bulkMaxBytes: bytes(KiB, 2047 * MiB)
    .default(256 * MiB)
    .describe('Largest CSV body, after decompression'),
  bulkMaxRows: wholeNumber(1, 100_000_000)
    .default(5_000_000)
    .describe('Most rows of a CSV body, the header not counted'),
  bulkMaxColumns: wholeNumber(2, 10_000).default(100).describe('Most columns of a CSV header'),
  bulkMaxCellBytes: bytes(16, MiB)
    .default(4 * KiB)
    .describe('Largest cell of a CSV file'),
  bulkChunkRows: wholeNumber(1, 100_000)
    .default(3000)
    .describe('Rows of a chunk, which goes to a worker as one; a chunk is also full at 512 KiB'),
  bulkWindow: wholeNumber(1, 1024)
    .default(16)
    .describe('Chunks of one upload in flight at once; more than four uploads share the chunks of four'),
  bulkThreads: wholeNumber(1, 256).optional().meta({
    unset: 'number of cores',
    description:
      'Worker threads of the API process: all bulk work without Redis, the rescue of late chunks with it',
  }),
  bulkMemoryBytes: bytes(KiB, 1024 * GiB)
    .optional()
    .meta({
      unset: 'two fifths of the memory, at least `BULK_MAX_BYTES`',
      description:
        'Upload bytes that all bulk requests of this process may hold at once; further uploads wait. At least `BULK_MAX_BYTES`',
    }),
  bulkQueueTimeoutMs: milliseconds(0)
    .default(240_000)
    .describe('How long an upload waits for memory before it is answered with 503'),
  rescueAfterMs: milliseconds(100)
    .default(10_000)
    .describe('The API calculates a chunk itself after this time without an answer'),
  bodyIdleTimeoutMs: milliseconds(100)
    .default(15_000)
    .describe('Time for a JSON body to arrive; in each such time, at least 16 KiB of a CSV body must arrive'),
  bodyTimeoutMs: milliseconds(100)
    .default(1_800_000)
    .describe('Longest time for a whole CSV body; time spent waiting here does not count'),
  responseIdleTimeoutMs: milliseconds(100)
    .default(120_000)
    .describe('A caller who reads less than 1 MiB of a waiting answer in this time is cut off'),
  responseTimeoutMs: milliseconds(100)
    .default(1_800_000)
    .describe('Longest total time that the answer to a CSV body waits for its caller to read'),
  bulkMinBytesPerSecond: bytes(1, GiB)
    .default(32 * KiB)
    .describe(
      'Average rate at which a CSV body must arrive and a caller must read a waiting answer; the first `BODY_IDLE_TIMEOUT_MS` or `RESPONSE_IDLE_TIMEOUT_MS` is free',
    ),
  csvEscapeFormulas: flag
    .default(false)
    .describe('Put an apostrophe before cells that a spreadsheet would run as formulas'),
});

/** Refinements run even if another variable is wrong, so that all problems are reported at once. */
const ALWAYS = { when: () => true };

/** Variables of Redis that contradict each other. A refused `REDIS_URL` is not a text. */
function checkRedis(given: Readonly<z.infer<typeof shared>>, context: z.RefinementCtx): void {
  const { redisUrl: address, redisTlsCa: ca, redisTlsCert: cert, redisTlsKey: key } = given;
  const refuse = (variable: keyof typeof given, message: string): void =>
    context.addIssue({ code: 'custom', path: [variable], message });
  if (given.redisSentinels !== undefined) {
    const such = 'such as redis://:password@mymaster/0';
    if (address === undefined) refuse('redisUrl', `is unset; expected with REDIS_SENTINELS, ${such}`);
    if (typeof address === 'string' && new URL(address).port !== '')
      refuse('redisUrl', `has a port; with REDIS_SENTINELS its host is the name of the group, ${such}`);
  }
  if (/^(?:redis|valkey):/.test(String(address)) && (ca ?? cert ?? key) !== undefined)
    refuse('redisUrl', 'is without TLS; expected rediss or valkeys with REDIS_TLS_CA, _CERT and _KEY');
  if ((cert === undefined) !== (key === undefined))
    refuse(cert ? 'redisTlsKey' : 'redisTlsCert', 'is unset; expected with its certificate or key');
}

export const apiVariables = api.superRefine((given, context) => {
  checkRedis(given, context);
  const { bulkMaxBytes, bulkMemoryBytes = bulkMaxBytes } = given;
  if (bulkMemoryBytes < bulkMaxBytes) {
    const [size, least] = [formatBytes(bulkMemoryBytes), formatBytes(bulkMaxBytes)];
    const message = `is ${size}; expected at least BULK_MAX_BYTES, which is ${least}`;
    context.addIssue({ code: 'custom', path: ['bulkMemoryBytes'], message });
  }
}, ALWAYS);

/** The variables that a worker reads. A worker requires Redis. */
export const workerVariables = shared
  .extend({
    redisUrl,
    workerConcurrency: wholeNumber(1, 256)
      .default(2)
      .describe('Chunks that one worker process takes at once'),
  })
  .superRefine(checkRedis, ALWAYS);

/** Every variable once, in the API's form if the API reads it. */
export const allVariables = { ...workerVariables.shape, ...apiVariables.shape };

/** The environment variable's name. */
export function variableName(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
}
