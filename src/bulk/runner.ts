import type { Parts } from './parts.js';

/**
 * What became of one chunk on its way through a runner.
 *
 * `threads` calculated by this process because it is the runner in charge; `queue` answered by a worker;
 * `rescue` calculated by this process because no worker answered in time or the queue could not take it;
 * `retry` a worker's attempt that failed and is made again; `duplicate` an answer that came when the chunk had one already.
 */
export type ChunkOutcome = 'threads' | 'queue' | 'rescue' | 'retry' | 'duplicate';

/** One chunk of a bulk request, ready to be calculated anywhere. */
export interface ChunkTask {
  /** The request that the chunk belongs to, as callers and logs name it. */
  readonly requestId: string;
  /** 0-based place of the chunk in its request; unique within the request. */
  readonly index: number;
  /**
   * Joined, the self-contained chunk that `runChunk` takes. Contains student data. Views of the whole upload, whose memory is
   * used for another one as soon as the run's signal has aborted: to be read only right after the signal was looked at.
   */
  readonly parts: Parts;
}

/** What became of a chunk. */
export interface Slice {
  /** What `runChunk` gives, joined. */
  readonly bytes: Uint8Array;
  /**
   * Lets the memory be used for another chunk; the bytes mean nothing from then on. To be called once, if at all: a slice
   * that is not released is garbage like any other.
   */
  readonly release?: () => void;
}

/** Calculates chunks, wherever it likes. Every implementation gives the same bytes. */
export interface ChunkRunner {
  /**
   * Resolves with the finished slice. Survives the loss of workers and of Redis.
   *
   * @throws the signal's reason when the signal aborts; nothing of the chunk is left behind then.
   */
  run(task: ChunkTask, signal: AbortSignal): Promise<Slice>;
  /** Takes no more chunks, waits for those under way, then lets go of connections and threads. */
  close(): Promise<void>;
}
