import type { ChunkAnswer } from '../csv/chunk.js';

/**
 * What can become of one chunk on its way through a runner.
 *
 * `threads` calculated by this process because it is the runner in charge; `queue` answered by a worker;
 * `rescue` calculated by this process because no worker answered in time or the queue could not take it;
 * `retry` a worker's attempt that failed and is made again; `duplicate` an answer that came when nobody waited for it any more.
 */
export const CHUNK_OUTCOMES = ['threads', 'queue', 'rescue', 'retry', 'duplicate'] as const;

/** What became of one chunk. */
export type ChunkOutcome = (typeof CHUNK_OUTCOMES)[number];

/** One chunk of a bulk request, ready to be calculated anywhere. */
export interface ChunkTask {
  /** The request that the chunk belongs to, as callers and logs name it. */
  readonly requestId: string;
  /** Whose request it is: where chunks wait, callers take turns. */
  readonly caller: string;
  /** 0-based place of the chunk in its request; unique within the request. */
  readonly index: number;
  /** Makes the self-contained chunk that `runChunk` takes, in fresh memory at every call. Contains student data. */
  readonly toBytes: () => Uint8Array<ArrayBuffer>;
}

/** Calculates chunks, wherever it likes. Every implementation gives the same answers. */
export interface ChunkRunner {
  /**
   * Survives the loss of workers and of Redis.
   *
   * @throws the signal's reason when the signal aborts; what is left of the chunk is cleared away soon after.
   */
  run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer>;
}
