import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChunkAnswer } from '../../csv/chunk.js';
import { Consumer } from './consumer.js';
import { Heartbeats } from './heartbeats.js';
import { createJobHandler, type JobOutcome } from './job-handler.js';
import { Liveness, type WorkerHealth } from './liveness.js';
import { queueKeys } from './protocol.js';
import { failFastClient, patientClient } from './redis-client.js';
import { type QueueLogger, type RedisState, RedisStatus, redisErrorText } from './redis-status.js';

export interface WorkerOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  /** The build of this process; it calculates for API processes of the same one. */
  readonly build: string;
  /** How many chunks are held at once: with 2, one is fetched while the other is calculated. */
  readonly concurrency: number;
  readonly runChunk: (bytes: Uint8Array) => ChunkAnswer;
  readonly logger: QueueLogger;
  /** How long (milliseconds) chunks that it holds may take after a stop. */
  readonly stopLimitMs: number;
  /** Told of every job taken, with the seconds that it took here. */
  readonly onJob?: (seconds: number, outcome: JobOutcome) => void;
}

/** A running worker. */
export interface QueueWorker {
  readonly id: string;
  health(): WorkerHealth;
  redisState(): RedisState;
  /** Takes no more chunks, finishes those it holds (`stopLimitMs` at most), and releases Redis. */
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 2000;
const SOCKET_TIMEOUT_MS = 15_000;
const STOP_LIMIT_OFFLINE_MS = 500;

/** Starts to calculate chunks from the queue. Without Redis it waits for Redis, for ever. */
export function startWorker(options: WorkerOptions): QueueWorker {
  const { redisUrl, logger, prefix, build, concurrency, runChunk } = options;
  const id = randomUUID();
  let stopping: Promise<void> | null = null;
  const client = patientClient(redisUrl, () => stopping !== null);
  // Chunks travel on a connection of their own, so that BullMQ's commands need not wait behind hundreds of kilobytes.
  const chunkClient = failFastClient(redisUrl, { socketTimeoutMs: SOCKET_TIMEOUT_MS });
  const heartbeats = new Heartbeats(client, queueKeys(prefix, build).heartbeats);
  const status = new RedisStatus(logger);
  const liveness = new Liveness(concurrency);
  const handle = createJobHandler({ client: chunkClient, runChunk, logger });

  // Loss of Redis is reported by the heartbeat; here the same errors come once more for each connection.
  const onError = (error: unknown) =>
    logger.debug({ reason: redisErrorText(error) }, 'the queue reports an error');
  chunkClient.on('error', onError);
  const consumer = new Consumer({
    client,
    prefix,
    build,
    concurrency,
    onError,
    handle: async (job) => {
      liveness.took();
      const startedAt = performance.now();
      const outcome = await handle(job);
      liveness.finished();
      options.onJob?.((performance.now() - startedAt) / 1000, outcome);
    },
  });

  const lost = (reason: string): void => {
    status.degraded(reason);
    liveness.blind(`no use of Redis: ${reason}`);
  };
  let isBeating = false;
  const beat = async (): Promise<void> => {
    // Commands of a worker wait for Redis to come back; one that waits is enough.
    if (isBeating || stopping !== null || client.status !== 'ready') return;
    isBeating = true;
    try {
      await heartbeats.beat(id);
      await consumer.tidy();
      liveness.saw(await consumer.waiting());
      status.ok();
    } catch (error) {
      lost(redisErrorText(error));
    } finally {
      isBeating = false;
    }
  };
  client.on('error', (error: unknown) => lost(redisErrorText(error)));
  client.on('close', () => lost(status.current.reason ?? 'the connection was closed'));
  client.on('ready', () => void beat());
  const timer = setInterval(() => void beat(), HEARTBEAT_MS);

  const stop = async (): Promise<void> => {
    clearInterval(timer);
    const isOnline = client.status === 'ready';
    // Without Redis no reply can be delivered, and closing would wait for a connection.
    const limitMs = isOnline ? options.stopLimitMs : Math.min(options.stopLimitMs, STOP_LIMIT_OFFLINE_MS);
    const farewell = isOnline ? heartbeats.end(id) : undefined;
    const finished = Promise.allSettled([consumer.close(), farewell]).then(() => true);
    if (!(await Promise.race([finished, delay(limitMs, false, { ref: false })])))
      logger.warn({}, 'chunks were given up at the stop');
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
