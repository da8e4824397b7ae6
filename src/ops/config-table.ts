import { bytes, flag, type Kind, milliseconds, oneOf, port, text, url, wholeNumber } from './config-kinds.js';

/** What a default may depend on: the machine, and other settings. */
export interface Facts {
  /** Memory that this process may use: the container's limit, or the machine's memory. */
  readonly memoryLimitBytes: number;
  /** Cores that this process may use, at least 1. */
  readonly parallelism: number;
  /** The value of another setting, be it given or its default. */
  readonly valueOf: <T>(setting: Setting<T, T>) => T;
}

/** One variable of the environment: the text of the variable gives `Given`, its absence gives `Unset`. */
export interface Setting<Given, Unset> extends Omit<Kind<Given>, 'format'> {
  readonly name: string;
  /** Whether the process cannot start without the variable; its fallback is not asked then. */
  readonly required: boolean;
  readonly fallback: (facts: Facts) => Unset;
  /** What is expected instead of a value that is right in itself but does not go with another setting. */
  conflict?(value: Given, facts: Facts): string | undefined;
  /** The default as the documentation shows it. */
  readonly defaultText: string;
  readonly description: string;
}

function derived<T>(
  name: string,
  { schema, expected, unit, show }: Kind<T>,
  fallback: (facts: Facts) => NoInfer<T>,
  defaultText: string,
  description: string,
): Setting<T, T> {
  return { name, schema, expected, unit, show, required: false, fallback, defaultText, description };
}

function setting<T>(name: string, kind: Kind<T>, value: NoInfer<T>, description: string): Setting<T, T> {
  return derived(name, kind, () => value, `\`${kind.format(value)}\``, description);
}

function optional<T>(
  name: string,
  { schema, expected, unit, show }: Kind<T>,
  description: string,
): Setting<T, undefined> {
  const fallback = () => undefined;
  return { name, schema, expected, unit, show, required: false, fallback, defaultText: 'unset', description };
}

function required<T>(setting: Setting<T, unknown>): Setting<T, never> {
  const fallback = () => {
    throw new Error(`${setting.name} has no default`);
  };
  return { ...setting, required: true, fallback };
}

/** From the most silent to the most talkative. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

const host = setting(
  'HOST',
  text,
  '127.0.0.1',
  'Address to listen on; `0.0.0.0` for every interface, as in a container',
);

const bulkMaxBytes = setting(
  'BULK_MAX_BYTES',
  // The splitter addresses a little less than 2 GiB.
  bytes(KiB, 2047 * MiB),
  256 * MiB,
  'Largest CSV body, after decompression',
);

/** A quarter of the memory, but always room for one upload of the largest size. */
function defaultUploadMemory(facts: Facts): number {
  return Math.max(facts.valueOf(bulkMaxBytes), Math.floor(facts.memoryLimitBytes / 4));
}

/** Settings that the API and the workers share. */
export const sharedSettings = {
  host,
  adminHost: derived(
    'ADMIN_HOST',
    text,
    (facts) => facts.valueOf(host),
    'the value of `HOST`',
    'Address of the operator port, which is not for callers',
  ),
  adminPort: setting(
    'ADMIN_PORT',
    port,
    9090,
    'Operator port: health, readiness, metrics, queue dashboard; 0 for any free port',
  ),
  queuePrefix: setting(
    'QUEUE_PREFIX',
    text,
    'prorata',
    'First part of every key in Redis; the API and its workers need the same',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(logLevels),
    'info',
    `Least important log lines that are written: ${logLevels.join(', ')}`,
  ),
  shutdownTimeoutMs: setting(
    'SHUTDOWN_TIMEOUT_MS',
    milliseconds(100),
    10_000,
    'Longest time from the signal to stop until the process is gone',
  ),
};

const redisUrlKind = url(['redis:', 'rediss:'], 'redis://host:6379 or rediss://user:password@host:6380/0');

/** Settings of the API alone. */
export const apiSettings = {
  port: setting('PORT', port, 3000, 'Port for callers; 0 for any free port'),
  publicUrl: optional(
    'PUBLIC_URL',
    url(['http:', 'https:'], 'https://limits.example.edu'),
    'Address that callers use, shown as the server in the OpenAPI document',
  ),
  redisUrl: optional(
    'REDIS_URL',
    redisUrlKind,
    'Redis that carries bulk work to the workers, which need it; unset, the API calculates everything itself',
  ),
  keysFile: setting('KEYS_FILE', text, 'data/keys.json', 'File of API keys, shared by every API replica'),
  jsonMaxBytes: setting(
    'JSON_MAX_BYTES',
    bytes(KiB, 64 * MiB),
    MiB,
    'Largest JSON body, after decompression',
  ),
  bulkMaxBytes,
  bulkMaxRows: setting(
    'BULK_MAX_ROWS',
    wholeNumber('rows', 1, 100_000_000),
    5_000_000,
    'Most rows of a CSV body, the header not counted',
  ),
  bulkMaxColumns: setting(
    'BULK_MAX_COLUMNS',
    wholeNumber('columns', 2, 10_000),
    100,
    'Most columns of a CSV header',
  ),
  bulkMaxCellBytes: setting('BULK_MAX_CELL_BYTES', bytes(16, MiB), 4 * KiB, 'Largest cell of a CSV file'),
  bulkChunkRows: setting(
    'BULK_CHUNK_ROWS',
    wholeNumber('rows', 1, 100_000),
    2000,
    'Rows that travel to a worker together; a chunk is full at 256 KiB, too',
  ),
  bulkWindow: setting(
    'BULK_WINDOW',
    wholeNumber('chunks', 1, 1024),
    16,
    'Chunks of one upload that are under way at once; more than four uploads share what four have',
  ),
  bulkThreads: derived(
    'BULK_THREADS',
    wholeNumber('threads', 1, 256),
    (facts) => facts.parallelism,
    'number of cores',
    'Worker threads of the API process: all bulk work without Redis, the rescue of late chunks with it',
  ),
  bulkMemoryBytes: {
    ...derived(
      'BULK_MEMORY_BYTES',
      bytes(KiB, 1024 * GiB),
      defaultUploadMemory,
      'a quarter of the memory, at least `BULK_MAX_BYTES`',
      'Upload bytes that all bulk requests of this process may hold at once; further uploads wait. At least `BULK_MAX_BYTES`',
    ),
    conflict(value, facts) {
      const largest = facts.valueOf(bulkMaxBytes);
      return value < largest ? `at least ${bulkMaxBytes.name}, which is ${largest} bytes` : undefined;
    },
  } satisfies Setting<number, number>,
  bulkQueueTimeoutMs: setting(
    'BULK_QUEUE_TIMEOUT_MS',
    milliseconds(0),
    30_000,
    'How long an upload waits for memory before it is answered with 503',
  ),
  rescueAfterMs: setting(
    'RESCUE_AFTER_MS',
    milliseconds(100),
    10_000,
    'A chunk without an answer for so long is calculated by the API itself',
  ),
  headersTimeoutMs: setting(
    'HEADERS_TIMEOUT_MS',
    milliseconds(100),
    10_000,
    'Time that a caller has to send the headers of a request',
  ),
  bodyIdleTimeoutMs: setting(
    'BODY_IDLE_TIMEOUT_MS',
    milliseconds(100),
    15_000,
    'Time in which a JSON body must arrive, and each such time must bring at least 16 KiB of a CSV body that has more to come',
  ),
  responseIdleTimeoutMs: setting(
    'RESPONSE_IDLE_TIMEOUT_MS',
    milliseconds(100),
    120_000,
    'A caller who reads less than 1 MiB of a waiting answer in this time is cut off',
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    wholeNumber('connections', 1, 1_000_000),
    10_000,
    'Connections of callers held at once; further ones are closed',
  ),
  csvEscapeFormulas: setting(
    'CSV_ESCAPE_FORMULAS',
    flag,
    false,
    'Put an apostrophe before cells that a spreadsheet would run as a formula',
  ),
  dashboardWritable: setting(
    'DASHBOARD_WRITABLE',
    flag,
    false,
    'Let the queue dashboard change and remove jobs instead of only showing them',
  ),
};

/** Settings of a worker alone. */
export const workerSettings = {
  redisUrl: required(apiSettings.redisUrl),
  workerConcurrency: setting(
    'WORKER_CONCURRENCY',
    wholeNumber('chunks', 1, 256),
    2,
    'Chunks that one worker process takes at once',
  ),
};
