import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { ChunkMemory } from '../chunk-memory.js';
import { joined } from '../parts.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask, Slice } from '../runner.js';
import { Forgetter } from './forgetter.js';
import { type ChunkQueue, JobQueue } from './job-queue.js';
import { type ChunkEnd, PendingChunk } from './pending-chunk.js';
import { decodeFrame, type QueueKeys, queueKeys } from './protocol.js';
import type { QueueLogger } from './queue-logger.js';
import { type QueueStats, readQueueStats } from './queue-stats.js';
import { RedisLink } from './redis-link.js';
import { type RedisState, redisErrorText } from './redis-status.js';
import { ReplyReader } from './reply-reader.js';

export interface QueueRunnerOptions {
  readonly redisUrl: string;
  /** In front of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** How long (milliseconds) a chunk waits for a worker before this process calculates it. */
  readonly rescueAfterMs: number;
  /** The same while no worker announces itself; 200 by default, and never longer than `rescueAfterMs`. */
  readonly unattendedAfterMs?: number;
  /** Calculates what the queue does not answer. The owner closes it, after this runner. */
  readonly rescue: ChunkRunner;
  readonly logger: QueueLogger;
  /** Told of every answer, with the seconds since the chunk was given in (0 for a duplicate). */
  readonly onOutcome?: (outcome: ChunkOutcome, seconds: number) => void;
}

/** Long enough for a worker that has just come up, short enough that a file without workers is not held up. */
const UNATTENDED_AFTER_MS = 200;
/** Chunks in flight when Redis is lost get this long (milliseconds) to be answered all the same. */
const LOSS_GRACE_MS = 2000;
/** The events of chunks that ended are trimmed away for this long (milliseconds) after the last one. */
const TRIM_AFTER_MS = 5000;
/** Workers that died right after an answer may hold its job for this long (milliseconds) after the last chunk ended. */
const ORPHANS_AFTER_MS = 60_000;
/** A payload that is younger (milliseconds) may simply not have been written yet. */
const MISSED_AFTER_MS = 1500;

/**
 * Runs chunks on worker processes through BullMQ, and by itself whatever the queue does not answer.
 *
 * A chunk is sent with the others of the same turn of the event loop, and then four things can end its wait: an answer
 * on the reply list; the rescue, after `rescueAfterMs`, at once when Redis refuses it or a worker cannot calculate it,
 * soon after Redis was lost, its payload vanished or the last worker was gone; or its caller. Whatever the queue still
 * holds of it is removed.
 */
export class QueueRunner implements ChunkRunner {
  readonly #options: QueueRunnerOptions;
  readonly #instance = randomBytes(6).toString('hex');
  readonly #keys: QueueKeys;
  readonly #link: RedisLink;
  readonly #jobs: JobQueue;
  readonly #reader: ReplyReader;
  readonly #forgetter: Forgetter;
  readonly #pending = new Map<string, PendingChunk>();
  readonly #memory = new ChunkMemory();
  #outbox: PendingChunk[] = [];
  #nextJob = 0;
  #lastActivity = 0;
  #isAttended = true;
  #orphans: ReadonlySet<string> = new Set();
  #closing: Promise<void> | null = null;

  constructor(options: QueueRunnerOptions) {
    this.#options = options;
    this.#keys = queueKeys(options.prefix);
    const replyKey = this.#keys.reply(this.#instance);
    const ttlMs = Math.max(30_000, options.rescueAfterMs + 20_000);
    this.#link = new RedisLink({
      redisUrl: options.redisUrl,
      aliveKey: this.#keys.api(this.#instance),
      logger: options.logger,
      onChange: (state) => this.#redisChanged(state),
      onBeat: () => this.#tidy().catch((error: unknown) => this.#redisFailed(error)),
    });
    const { main, replies } = this.#link;
    const onError = (error: unknown) => this.#redisFailed(error);
    this.#jobs = new JobQueue({
      client: main,
      prefix: options.prefix,
      keys: this.#keys,
      replyKey,
      ttlMs,
      onError,
    });
    this.#reader = new ReplyReader(replies, replyKey, (frame) => this.#answered(frame), onError);
    this.#forgetter = new Forgetter((jobIds) => this.#jobs.forget(jobIds), ttlMs);
  }

  /** The BullMQ queue, for a dashboard. */
  get queue(): ChunkQueue {
    return this.#jobs.queue;
  }

  redisState(): RedisState {
    return this.#link.status.current;
  }

  /** @throws Error when Redis cannot be used or does not answer. */
  async queueStats(): Promise<QueueStats> {
    const { state, reason } = this.redisState();
    if (state !== 'ok') throw new Error(`Redis cannot be used: ${reason}`);
    return readQueueStats(this.#link.main, this.#keys);
  }

  async run(task: ChunkTask, signal: AbortSignal): Promise<Slice> {
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
    this.#reader.stop();
    if (this.#link.status.isOk) {
      const { main } = this.#link;
      const leftovers = [this.#keys.reply(this.#instance), this.#keys.api(this.#instance)];
      await Promise.allSettled([this.#forgetter.flush(), main.del(...leftovers), this.#jobs.trimEvents()]);
    }
    await this.#jobs.close();
    this.#link.close();
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
    const chunks = this.#outbox.filter((chunk) => !chunk.ended);
    this.#outbox = [];
    if (chunks.length === 0) return;
    this.#lastActivity = performance.now();
    for (const chunk of chunks) chunk.sent = true;
    try {
      const [errors] = await Promise.all([this.#jobs.add(chunks), this.#lookForWorkers(chunks)]);
      errors.forEach((error, index) => {
        if (!error) return;
        chunks[index]?.rescue();
        this.#redisFailed(error);
      });
    } catch (error) {
      for (const chunk of chunks) chunk.rescue();
      this.#redisFailed(error);
    }
  }

  /** Workers may have come since the last look, up to a second ago: then the chunks need not hurry. */
  async #lookForWorkers(chunks: readonly PendingChunk[]): Promise<void> {
    if (this.#isAttended) return;
    this.#isAttended = await this.#jobs.isAttended();
    if (this.#isAttended) for (const chunk of chunks) chunk.rescueAfter(this.#patienceMs);
  }

  #answered(buffer: Buffer): void {
    const frame = decodeFrame(buffer);
    if (!frame) {
      this.#options.logger.warn({}, 'an answer of a worker could not be read');
      return;
    }
    const chunk = this.#pending.get(frame.head.job);
    if (!chunk) {
      this.#report('duplicate', 0);
      return;
    }
    const failed = frame.head.status === 'failed';
    if (failed || frame.head.stalls > 0) this.#report('retry', chunk.seconds);
    if (failed) chunk.rescue();
    else chunk.answer(this.#kept(frame.bytes));
  }

  /** The slice in memory that is used again: its reply is garbage at once, and V8 need not take it for long-lived. */
  #kept(slice: Uint8Array): Slice {
    const memory = this.#memory.take(slice.length);
    return { bytes: joined([slice], memory), release: () => this.#memory.give(memory) };
  }

  #ended(chunk: PendingChunk, end: ChunkEnd): void {
    this.#pending.delete(chunk.jobId);
    this.#lastActivity = performance.now();
    if (end === 'queue' || end === 'rescue') this.#report(end, chunk.seconds);
    if (end !== 'queue' && chunk.sent) this.#forgetter.add(chunk.jobId);
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
  async #tidy(): Promise<void> {
    await this.#forgetter.flush();
    const waiting = [...this.#pending.values()].filter(
      (chunk) => chunk.sent && !chunk.rescuing && chunk.seconds * 1000 > MISSED_AFTER_MS,
    );
    this.#isAttended = await this.#jobs.isAttended();
    for (const chunk of waiting) if (chunk.seconds * 1000 >= this.#patienceMs) chunk.rescue();
    if (waiting.length > 0) {
      for (const chunk of await this.#jobs.withoutPayload(waiting)) {
        if (chunk.missed) chunk.rescue();
        chunk.missed = true;
      }
    }
    const quietMs = this.#pending.size > 0 ? 0 : performance.now() - this.#lastActivity;
    if (quietMs < TRIM_AFTER_MS) await this.#jobs.trimEvents();
    if (quietMs < ORPHANS_AFTER_MS) await this.#removeOrphans();
  }

  /** Removes jobs that were answered a second ago or more and are still held: by a worker that is no more. */
  async #removeOrphans(): Promise<void> {
    const held = await this.#jobs.heldIds();
    const answered = held.filter((id) => id.startsWith(`${this.#instance}-`) && !this.#pending.has(id));
    for (const id of answered) if (this.#orphans.has(id)) this.#forgetter.add(id);
    this.#orphans = new Set(answered);
  }

  #report(outcome: ChunkOutcome, seconds: number): void {
    try {
      this.#options.onOutcome?.(outcome, seconds);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'an observer of chunk outcomes failed');
    }
  }
}
