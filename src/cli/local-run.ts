import { BulkService } from '../bulk/bulk-service.js';
import { ThreadRunner } from '../bulk/thread-runner.js';
import { type Config, loadConfig } from '../ops/config.js';
import type { Input } from './input.js';

const THREAD_ENTRY = new URL('../../workers/chunk-thread.js', import.meta.url);

/**
 * What a calculation on this computer keeps to: the limits of the service, as the variables BULK_* and CSV_* may change them here, too.
 *
 * @throws OperatorError naming the variables that cannot be used.
 */
export function localConfig(env: NodeJS.ProcessEnv): Config {
  return loadConfig(Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:BULK|CSV)_/.test(name))));
}

/**
 * Calculates a file on all cores of this computer, by the service's own bulk run, so that the bytes are the same. `onStart` is told how
 * many rows the file has and which of its columns are not read, when it has been found to be a file of students.
 *
 * @throws ApiError for a file that cannot be read, what `write` throws, or the signal's reason.
 */
export async function runHere(
  source: Pick<Input, 'byteLength' | 'read'>,
  env: NodeJS.ProcessEnv,
  onStart: (rows: number, ignoredColumns: readonly string[]) => void,
  write: (part: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const config = localConfig(env);
  const threads = new ThreadRunner({
    filename: THREAD_ENTRY,
    threads: config.bulkThreads,
    onDemand: false,
    onBusy: () => {},
  });
  const bulk = new BulkService(threads, threads, config, { onWindow: () => {}, onLoad: () => {} });
  try {
    const reservation = await bulk.reserve(source.byteLength, 0, signal);
    const upload = await bulk.receive(source.read(), source.byteLength, reservation);
    onStart(upload.rowCount, upload.ignoredColumns);
    await write(Buffer.from(upload.opening('csv')));
    await upload.calculate('prorata', 'csv', write, signal);
  } finally {
    await threads.close();
  }
}
