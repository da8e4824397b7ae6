import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Parts } from '../src/bulk/parts.js';
import { queueKeys } from '../src/bulk/queue/protocol.js';
import type { QueueLogger } from '../src/bulk/queue/queue-logger.js';
import { patientClient } from '../src/bulk/queue/redis-client.js';
import { type RedisState, RedisStatus, redisErrorText } from '../src/bulk/queue/redis-status.js';
import { startConsumer } from './bullmq-worker.js';
import { ChunkDesk, type ChunkFate, type QueuedJob } from './chunk-desk.js';
import { Presence } from './presence.js';
import { LivenessRecord, type WorkerHealth } from './worker-health.js';

export interface QueueWorkerOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  /** How many chunks are held at once: with 2, one is fetched while the other is calculated. */
  readonly concurrency: number;
  readonly runChunk: (bytes: Uint8Array) => Parts;
  readonly logger: QueueLogger;
  /** How long (milliseconds) chunks under way may take after a stop; 7 seconds by default. */
  readonly stopLimitMs?: number;
  /** Told of every chunk taken, with the seconds that it took here. */
  readonly onChunk?: (seconds: number, fate: ChunkFate) => void;
}

export interface QueueWorker {
  readonly id: string;
  health(): WorkerHealth;
  redisState(): RedisState;
  /** Takes no more chunks, finishes those under way (`stopLimitMs` at most), and lets go of Redis. */
  stop(): Promise<void>;
}

const STOP_LIMIT_MS = 7000;
const STOP_LIMIT_OFFLINE_MS = 500;

/** Starts to calculate chunks from the queue. Without Redis it waits for Redis, for ever. */
export function startQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const { logger, prefix, concurrency, runChunk } = options;
  const id = randomUUID();
  const keys = queueKeys(prefix);
  let stopping: Promise<void> | null = null;
  // Chunks travel on a connection of their own, so that BullMQ's commands need not wait behind hundreds of kilobytes.
  const isStopping = () => stopping !== null;
  const client = patientClient(options.redisUrl, isStopping);
  const chunkClient = patientClient(options.redisUrl, isStopping);
  const status = new RedisStatus(logger);
  const liveness = new LivenessRecord(concurrency);
  const desk = new ChunkDesk({ client: chunkClient, keys, runChunk, logger });

  const take = async (job: QueuedJob): Promise<ChunkFate> => {
    liveness.took();
    const began = performance.now();
    try {
      const fate = await desk.take(job);
      options.onChunk?.((performance.now() - began) / 1000, fate);
      return fate;
    } finally {
      liveness.finished();
    }
  };
  // The presence watches the connection and reports it; here the same errors come once more for each client.
  const onError = (error: unknown) =>
    logger.debug({ reason: redisErrorText(error) }, 'the queue reports an error');
  chunkClient.on('error', onError);
  const consumer = startConsumer({ client, prefix, concurrency, take, onError });
  const { recoverStalled } = consumer;
  const presence = new Presence({
    client,
    keys,
    workerId: id,
    concurrency,
    recoverStalled,
    status,
    liveness,
  });

  const stop = async () => {
    const limit = new AbortController();
    // Without Redis no answer can be delivered, and closing would wait for a connection.
    const patienceMs = options.stopLimitMs ?? STOP_LIMIT_MS;
    const limitMs = client.status === 'ready' ? patienceMs : Math.min(patienceMs, STOP_LIMIT_OFFLINE_MS);
    const finished = Promise.allSettled([consumer.close(), presence.stop()]).then(() => true);
    const late = delay(limitMs, false, {
      signal: limit.signal,
      ref: false,
    }).catch(() => false);
    if (!(await Promise.race([finished, late])))
      logger.warn({}, 'chunks under way were given up at the stop');
    limit.abort();
    client.disconnect();
    chunkClient.disconnect();
  };
  return {
    id,
    health: () => liveness.report(),
    redisState: () => status.current,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
