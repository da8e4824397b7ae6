import { isUtf8 } from 'node:buffer';
import { BulkService } from '../bulk/bulk-service.js';
import type { ChunkTask } from '../bulk/runner.js';
import type { ThreadRunner } from '../bulk/thread-runner.js';
import type { CsvLimits } from '../csv/head.js';
import { runChunk } from '../csv/run-chunk.js';
import { splitCsv } from '../csv/split.js';
import { type Config, loadConfig } from '../ops/config.js';
import type { Input } from './input.js';

const THREAD_ENTRY = new URL('../../workers/chunk-thread.js', import.meta.url);

/** A file of this size is calculated before a thread would have started. */
const MOST_BYTES_WITHOUT_THREADS = 512 * 1024;

/**
 * The limits of a local calculation: those of the service, which the variables BULK_* and CSV_* change here, too.
 *
 * @throws OperatorError naming the variables that cannot be used.
 */
export function localConfig(env: NodeJS.ProcessEnv): Config {
  return loadConfig(Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:BULK|CSV)_/.test(name))));
}

/**
 * Calculates a file on this computer, a long one on all cores, with the service's own bulk run, so that the bytes are
 * the same. Once the file is accepted, `onStart` receives its number of rows and the columns that are not read.
 *
 * @throws ApiError for a file that cannot be read, what `write` throws, or the signal's reason.
 */
export async function runHere(
  source: Pick<Input, 'byteLength' | 'read'>,
  awardYear: string,
  env: NodeJS.ProcessEnv,
  onStart: (rows: number, ignoredColumns: readonly string[]) => void,
  write: (part: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const config = localConfig(env);
  const isShort = source.byteLength !== undefined && source.byteLength <= MOST_BYTES_WITHOUT_THREADS;
  const runner = isShort ? WITHOUT_THREADS : await startThreads(config);
  const bulk = new BulkService(runner, runner, config, { onWindow: () => {}, onLoad: () => {} });
  try {
    const request = {
      requestId: 'prorata',
      caller: 'prorata',
      announcedBytes: source.byteLength,
      besideBytes: 0,
    };
    const reservation = await bulk.reserve(request, signal);
    const upload = await bulk.receive(source.read(), source.byteLength, reservation);
    onStart(upload.rowCount, upload.ignoredColumns);
    await write(Buffer.from(upload.opening('csv')));
    await upload.calculate(
      { requestId: 'prorata', caller: 'prorata' },
      { format: 'csv', awardYear },
      write,
      signal,
    );
  } finally {
    await runner.close();
  }
}

const WITHOUT_THREADS = {
  run: async ({ toBytes }: ChunkTask) => runChunk(toBytes()),
  split: async (bytes: Uint8Array, limits: CsvLimits) => {
    return { bytes, file: splitCsv(bytes, limits, isUtf8) };
  },
  close: async () => {},
};

async function startThreads({ bulkThreads, bulkNiceness }: Config): Promise<ThreadRunner> {
  const { ThreadRunner } = await import('../bulk/thread-runner.js');
  const unobserved = () => {};
  return new ThreadRunner({
    filename: THREAD_ENTRY,
    threads: bulkThreads,
    niceness: bulkNiceness,
    onDemand: false,
    onBusy: unobserved,
    onFailure: unobserved,
  });
}
