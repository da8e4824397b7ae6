import { setMaxListeners } from 'node:events';
import { decodeAnswer } from '../csv/chunk.js';
import type { ChunkRunner, Slice } from './runner.js';

/** How a bulk run is carried out. */
export interface RunOptions {
  readonly requestId: string;
  /** Rows per chunk, fewer where 256 KiB are reached first; the last student of a chunk may add some. */
  readonly chunkRows: number;
  /**
   * Most chunks handed out and not yet written, asked before each is handed out. Bounds memory, and lets small uploads share
   * the workers with large ones.
   */
  readonly window: () => number;
  /** The machine whose cores are wanted for something else at present, if any; asked for each chunk. */
  readonly restOn?: () => string | undefined;
  /** Told when a chunk is handed out (1) and written (-1). */
  readonly onWindow?: (change: 1 | -1) => void;
}

/** What a run has answered so far. */
export interface RunCounts {
  readonly students: number;
  readonly failedStudents: number;
  readonly chunks: number;
}

/** Finished slices of this size (bytes) together may wait to be written; texts of errors can make them long. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Calculates a split file through `runner` and hands the finished slices to `write`, in the order of the file and
 * one at a time. Waits for `write`, so that a slow reader slows the run down and not the other way round; what was written is
 * used for something else afterwards.
 *
 * @throws what `write` or the runner throws, or the signal's reason; every chunk under way is let go then.
 */
export async function collect(
  slices: Iterator<Uint8Array<ArrayBuffer>>,
  runner: ChunkRunner,
  write: (part: Uint8Array) => Promise<void>,
  options: RunOptions,
  signal: AbortSignal,
): Promise<RunCounts> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  // Every chunk of the window listens.
  setMaxListeners(0, either);
  const underWay: Promise<Slice>[] = [];
  let chunks = 0;
  let students = 0;
  let failedStudents = 0;
  let longest = 1;

  const handOut = (): void => {
    const most = Math.max(1, Math.floor(MOST_WAITING_BYTES / longest));
    while (underWay.length < Math.min(options.window(), most)) {
      const next = slices.next();
      if (next.done === true) return;
      const parts = [next.value];
      const slice = runner.run({ requestId: options.requestId, index: chunks, parts }, either);
      // Awaited in its turn; until then a failure must not count as unhandled.
      slice.catch(() => undefined);
      underWay.push(slice);
      chunks += 1;
      options.onWindow?.(1);
    }
  };

  try {
    handOut();
    for (let first = underWay[0]; first !== undefined; first = underWay[0]) {
      const slice = await first;
      const { head, body } = decodeAnswer(slice.bytes);
      longest = Math.max(longest, body.length);
      await write(body);
      slice.release?.();
      signal.throwIfAborted();
      underWay.shift();
      options.onWindow?.(-1);
      students += head.students;
      failedStudents += head.failedStudents;
      handOut();
    }
    return { students, failedStudents, chunks };
  } finally {
    stop.abort(new Error('The bulk run has ended.'));
    for (let left = underWay.length; left > 0; left--) options.onWindow?.(-1);
  }
}
