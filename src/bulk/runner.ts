import type { ChunkAnswer } from '../csv/chunk.js';

/**
 * The possible outcomes of a chunk in a runner.
 *
 * `threads` calculated by this process because it has no queue; `queue` answered by a worker;
 * `rescue` calculated by this process because no worker answered in time or the queue could not take it;
 * `retry` a worker's failed attempt that is retried; `duplicate` an answer that arrived when nobody was waiting for it
 * any more.
 */
export const CHUNK_OUTCOMES = ['threads', 'queue', 'rescue', 'retry', 'duplicate'] as const;

/** The outcome of one chunk. */
export type ChunkOutcome = (typeof CHUNK_OUTCOMES)[number];

/** One chunk of a bulk request, ready to be calculated anywhere. */
export interface ChunkTask {
  /** The request that the chunk belongs to, as callers and logs name it. */
  readonly requestId: string;
  /** The caller of the request; where chunks wait, callers take turns. */
  readonly caller: string;
  /** 0-based position of the chunk in its request; unique within the request. */
  readonly index: number;
  /** Makes the self-contained chunk that `runChunk` takes, in memory of its own at every call. Contains student data. */
  readonly toBytes: () => Uint8Array<ArrayBuffer>;
}

/** Calculates chunks. Every implementation gives the same answers. */
export interface ChunkRunner {
  /**
   * Survives the loss of workers and of Redis.
   *
   * @throws the signal's reason when the signal aborts; what is left of the chunk is removed soon after.
   */
  run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer>;
}
