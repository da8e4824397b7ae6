import { z } from 'zod';
import {
  bytes,
  email,
  flag,
  formatBytes,
  GiB,
  KiB,
  MiB,
  milliseconds,
  oneOf,
  port,
  redisUrl,
  sentinels,
  text,
  url,
  wholeNumber,
} from './config-kinds.js';

/** From least to most output. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/**
 * Every environment variable that the service reads, in the order of the table in docs/configuration.md, which is
 * generated from this object. `adminHost` is the variable `ADMIN_HOST`, and so on. `unset` says what a variable without
 * a fixed default falls back to; `unit` is the unit if the name does not end in it.
 */
const variables = z.object({
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
  queuePrefix: text
    .default('prorata')
    .describe('First part of every key in Redis; use the same for the API and its workers'),
  logLevel: oneOf(LOG_LEVELS)
    .default('info')
    .describe(`Least important log lines that are written: ${LOG_LEVELS.join(', ')}`),
  shutdownTimeoutMs: milliseconds(100).optional().meta({
    unset: '2 min with the API; 10 s on a terminal, and with a worker',
    description:
      'Longest time from the stop signal until the process ends; for the API, counted from the end of `DRAIN_DELAY_MS`',
  }),
  drainDelayMs: milliseconds(0).optional().meta({
    unset: '5 s; 0 on a terminal',
    description:
      'How long the API still takes requests after the stop signal, while it is already not ready, so that load balancers notice first',
  }),
  port: port.default(3000).describe('Port for callers; 0 for any free port'),
  publicUrl: url(/^https?$/, 'https://limits.example.edu')
    .optional()
    .describe('Address that callers use, shown as the server in the OpenAPI document'),
  contactName: text
    .optional()
    .describe('Office that callers turn to, shown as the contact in the OpenAPI document'),
  contactEmail: email.optional().describe('E-mail address of that office, shown beside it'),
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
    .meta({ unit: 'rows', description: 'Most rows of a CSV body, the header not counted' }),
  bulkMaxColumns: wholeNumber(2, 10_000)
    .default(100)
    .meta({ unit: 'columns', description: 'Most columns of a CSV header' }),
  bulkMaxCellBytes: bytes(16, MiB)
    .default(4 * KiB)
    .describe('Largest cell of a CSV file'),
  bulkChunkRows: wholeNumber(1, 100_000).default(3000).meta({
    unit: 'rows',
    description: 'Rows of a chunk, which goes to a worker as one; a chunk is also full at 512 KiB',
  }),
  bulkWindow: wholeNumber(1, 1024).default(16).meta({
    unit: 'chunks',
    description: 'Chunks of one upload in flight at once; more than four uploads share the chunks of four',
  }),
  bulkThreads: wholeNumber(1, 256).optional().meta({
    unit: 'threads',
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
  queueCompression: flag
    .default(false)
    .describe(
      'Send chunks to the workers, and their answers back, compressed; pays where the line between them and Redis is slow',
    ),
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
  maxConnections: wholeNumber(1, 1_000_000).default(10_000).meta({
    unit: 'connections',
    description: 'Connections of callers at once; one more closes the oldest idle one, or is closed itself',
  }),
  csvEscapeFormulas: flag
    .default(false)
    .describe('Put an apostrophe before cells that a spreadsheet would run as formulas'),
  workerConcurrency: wholeNumber(1, 256)
    .default(2)
    .meta({ unit: 'chunks', description: 'Chunks that one worker process takes at once' }),
});

const sizes = z.object({ bulkMaxBytes: z.number(), bulkMemoryBytes: z.number() });

const redisAddress = z.object({
  redisUrl: z.string().optional(),
  redisSentinels: z.array(z.string()).optional(),
});

/** The variables that the API reads. */
export const apiVariables = variables
  .omit({ workerConcurrency: true })
  .superRefine(
    ({ redisUrl: address, redisSentinels }, context) => {
      if (redisSentinels === undefined || address !== undefined) return;
      const message = 'is unset; expected with REDIS_SENTINELS, such as redis://:password@mymaster/0';
      context.addIssue({ code: 'custom', path: ['redisUrl'], message });
    },
    { when: ({ value }) => redisAddress.safeParse(value).success },
  )
  .superRefine(
    ({ bulkMaxBytes, bulkMemoryBytes = bulkMaxBytes }, context) => {
      if (bulkMemoryBytes >= bulkMaxBytes) return;
      const [given, least] = [formatBytes(bulkMemoryBytes), formatBytes(bulkMaxBytes)];
      const message = `is ${given}; expected at least BULK_MAX_BYTES, which is ${least}`;
      context.addIssue({ code: 'custom', path: ['bulkMemoryBytes'], message });
    },
    // Checked even if another variable is wrong, so that all problems are reported at once.
    { when: ({ value }) => sizes.safeParse(value).success },
  );

/** The variables that a worker reads. A worker requires Redis. */
export const workerVariables = variables
  .pick({
    host: true,
    adminHost: true,
    adminPort: true,
    queuePrefix: true,
    logLevel: true,
    shutdownTimeoutMs: true,
    redisUrl: true,
    redisSentinels: true,
    redisSentinelPassword: true,
    redisTlsCa: true,
    redisTlsCert: true,
    redisTlsKey: true,
    workerConcurrency: true,
  })
  .extend({ redisUrl });

/** Every variable once. */
export const allVariables = variables.shape;

/** The environment variable's name. */
export function variableName(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
}
