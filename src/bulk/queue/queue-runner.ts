import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { freeMemory } from '../free-memory.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask, ReleasableAnswer } from '../runner.js';
import { type ChunkEnd, PendingChunk } from './pending-chunk.js';
import { type ChunkQueue, Producer, type QueueStats } from './producer.js';
import { decodeReply, type QueueKeys, queueKeys } from './protocol.js';
import { RedisLink } from './redis-link.js';
import { type QueueLogger, type RedisState, redisErrorText } from './redis-status.js';

export interface QueueRunnerOptions {
  readonly redisUrl: string;
  /** The entry point of the thread that carries payloads and replies: a compiled module that calls `serveTransport`. */
  readonly transportThread: URL;
  /** In front of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** The build of this process; workers of the same one answer. */
  readonly build: string;
  /** How long (milliseconds) a chunk waits for a worker before this process calculates it. */
  readonly rescueAfterMs: number;
  /** The same while no worker has a heartbeat; 200 by default, and never longer than `rescueAfterMs`. */
  readonly unattendedAfterMs?: number;
  /** Calculates what the queue does not answer. The owner closes it, after this runner. */
  readonly rescue: ChunkRunner;
  readonly logger: QueueLogger;
  /** Told of every answer, with the seconds since the chunk was given in (0 for a duplicate). */
  readonly onOutcome: (outcome: ChunkOutcome, seconds: number) => void;
}

/** Long enough for a worker that has just come up, short enough that a file without workers is not held up. */
const UNATTENDED_AFTER_MS = 200;
/** Chunks in flight when Redis is lost get this long (milliseconds) to be answered all the same. */
const LOSS_GRACE_MS = 2000;
/** A payload that is younger (seconds) may simply not have been written yet. */
const MISSED_AFTER_S = 1.5;

/**
 * Runs chunks on worker processes through BullMQ, and by itself whatever the queue does not answer.
 *
 * A chunk is sent with the others of the same turn of the event loop, and then four things can end its wait: a reply;
 * the rescue, after `rescueAfterMs`, at once when Redis refuses it or its worker fails or gives an answer that cannot be read, soon
 * after Redis was lost, its payload vanished or the last worker was gone; or its caller. Whatever the queue still
 * holds of it is removed.
 */
export class QueueRunner implements ChunkRunner {
  readonly #options: QueueRunnerOptions;
  readonly #instance = randomBytes(6).toString('hex');
  readonly #keys: QueueKeys;
  readonly #link: RedisLink;
  readonly #producer: Producer;
  readonly #pending = new Map<string, PendingChunk>();
  /** Chunks of the past that may still be in Redis. */
  readonly #leftovers = new Set<string>();
  #isRemoving = false;
  #outbox: PendingChunk[] = [];
  #nextJob = 0;
  #isAttended = true;
  #wasBusy = false;
  #closing: Promise<void> | null = null;

  constructor(options: QueueRunnerOptions) {
    this.#options = options;
    const { prefix, build, rescueAfterMs } = options;
    this.#keys = queueKeys(prefix, build);
    const replyKey = this.#keys.reply(this.#instance);
    const onError = (error: unknown) => this.#redisFailed(error);
    this.#link = new RedisLink({
      redisUrl: options.redisUrl,
      transportThread: options.transportThread,
      replyKey,
      onReply: (frame) => this.#replied(frame),
      probeKey: this.#keys.api(this.#instance),
      logger: options.logger,
      onChange: (state) => this.#redisChanged(state),
      onBeat: () => this.#beat().catch(onError),
    });
    const { main: client, transport } = this.#link;
    const ttlMs = Math.max(30_000, rescueAfterMs + 20_000);
    this.#producer = new Producer({
      client,
      transport,
      prefix,
      build,
      keys: this.#keys,
      replyKey,
      ttlMs,
      onError,
    });
  }

  /** The BullMQ queue, for a dashboard. */
  get queue(): ChunkQueue {
    return this.#producer.queue;
  }

  redisState(): RedisState {
    return this.#link.status.current;
  }

  /** @throws Error when Redis cannot be used or does not answer. */
  async queueStats(): Promise<QueueStats> {
    const { state, reason } = this.redisState();
    if (state !== 'ok') throw new Error(`Redis cannot be used: ${reason}`);
    return this.#producer.stats();
  }

  async run(task: ChunkTask, signal: AbortSignal): Promise<ReleasableAnswer> {
    signal.throwIfAborted();
    // Every chunk of a request listens to one signal; Node warns of more than ten listeners.
    setMaxListeners(0, signal);
    if (this.#closing) throw new Error('the queue runner is closed');
    this.#nextJob += 1;
    const jobId = `${this.#instance}-${this.#nextJob.toString(36)}`;
    const chunk = new PendingChunk(task, jobId, signal, this.#options.rescue, (it, end) =>
      this.#ended(it, end),
    );
    this.#pending.set(jobId, chunk);
    if (this.#link.status.isOk) this.#send(chunk);
    else chunk.rescue();
    return chunk.result;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.allSettled([...this.#pending.values()].map((chunk) => chunk.result));
    if (this.#link.status.isOk) {
      const own = [this.#keys.reply(this.#instance), this.#keys.api(this.#instance)];
      await Promise.allSettled([this.#removeLeftovers(), this.#link.main.del(...own), this.#producer.tidy()]);
    }
    await this.#producer.close();
    await this.#link.close();
  }

  /** How long (milliseconds) a chunk waits for a worker at present. */
  get #patienceMs(): number {
    const { rescueAfterMs, unattendedAfterMs = UNATTENDED_AFTER_MS } = this.#options;
    return this.#isAttended ? rescueAfterMs : Math.min(unattendedAfterMs, rescueAfterMs);
  }

  #send(chunk: PendingChunk): void {
    chunk.rescueAfter(this.#patienceMs);
    if (this.#outbox.push(chunk) === 1) setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    const chunks = this.#outbox.filter((chunk) => !chunk.hasEnded);
    this.#outbox = [];
    if (chunks.length === 0) return;
    for (const chunk of chunks) chunk.isSent = true;
    try {
      await Promise.all([this.#producer.add(chunks), this.#lookForWorkers(chunks)]);
    } catch (error) {
      for (const chunk of chunks) chunk.rescue();
      this.#redisFailed(error);
    }
  }

  /** Workers may have come since the last look, up to a second ago: then the chunks need not hurry. */
  async #lookForWorkers(chunks: readonly PendingChunk[]): Promise<void> {
    if (this.#isAttended) return;
    this.#isAttended = (await this.#producer.countWorkers()) > 0;
    if (this.#isAttended) for (const chunk of chunks) chunk.rescueAfter(this.#patienceMs);
  }

  #replied(frame: Uint8Array<ArrayBuffer>): void {
    const reply = decodeReply(frame);
    if (!reply) {
      this.#options.logger.warn({}, 'a reply of a worker could not be read');
      return;
    }
    const chunk = this.#pending.get(reply.head.job);
    if (!chunk) {
      this.#report('duplicate', 0);
      return;
    }
    const { counts, stalls } = reply.head;
    if (counts === null || stalls > 0) this.#report('retry', chunk.seconds);
    if (counts === null) chunk.rescue();
    else chunk.answer({ ...counts, body: reply.body, release: () => freeMemory(frame.buffer) });
  }

  #ended(chunk: PendingChunk, end: ChunkEnd): void {
    this.#pending.delete(chunk.jobId);
    if (end === 'queue' || end === 'rescue') this.#report(end, chunk.seconds);
    if (end === 'queue' || !chunk.isSent) return;
    this.#leftovers.add(chunk.jobId);
    if (this.#isRemoving) return;
    this.#isRemoving = true;
    setImmediate(() => {
      this.#isRemoving = false;
      this.#removeLeftovers().catch((error: unknown) => this.#redisFailed(error));
    });
  }

  /** What cannot be removed now is tried again with the next heartbeat. */
  async #removeLeftovers(): Promise<void> {
    const jobIds = [...this.#leftovers];
    await this.#producer.remove(jobIds);
    for (const jobId of jobIds) this.#leftovers.delete(jobId);
  }

  #redisChanged(state: RedisState): void {
    if (state.state === 'ok') return;
    const inFlight = [...this.#pending.values()];
    if (inFlight.length === 0) return;
    setTimeout(() => {
      for (const chunk of inFlight) chunk.rescue();
    }, LOSS_GRACE_MS);
  }

  #redisFailed(error: unknown): void {
    if (!this.#closing || this.#pending.size > 0) this.#link.status.degraded(redisErrorText(error));
  }

  /** The housekeeping of each second while Redis is well. */
  async #beat(): Promise<void> {
    await this.#removeLeftovers();
    this.#isAttended = (await this.#producer.countWorkers()) > 0;
    const waiting = [...this.#pending.values()].filter(
      (chunk) => chunk.waitsForWorker && chunk.seconds > MISSED_AFTER_S,
    );
    await Promise.all(waiting.map((chunk) => this.#rescueIfLost(chunk)));
    // Once more behind the last chunk, and then no longer: what nobody uses must expire.
    if (this.#pending.size > 0 || this.#wasBusy) await this.#producer.tidy();
    this.#wasBusy = this.#pending.size > 0;
  }

  async #rescueIfLost(chunk: PendingChunk): Promise<void> {
    if (chunk.seconds * 1000 >= this.#patienceMs) return chunk.rescue();
    if (await this.#producer.hasPayload(chunk.jobId)) return;
    // Its own may be among them.
    if (await this.#producer.hasReplies()) return;
    if (chunk.isMissed) chunk.rescue();
    chunk.isMissed = true;
  }

  #report(outcome: ChunkOutcome, seconds: number): void {
    try {
      this.#options.onOutcome(outcome, seconds);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'an observer of chunk outcomes failed');
    }
  }
}
