import { setTimeout as delay } from 'node:timers/promises';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { failFastClient } from './redis-client.js';
import { redisErrorText } from './redis-status.js';

/** What the thread is started with. */
export interface TransportData {
  readonly redisUrl: string;
  /** The Redis list of the replies to this process. */
  readonly replyKey: string;
}

/** What is to lie in Redis under a key. */
interface Payload {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the event loop asks for. `id` comes back with the answer. */
type TransportRequest =
  | {
      readonly kind: 'store';
      readonly id: number;
      readonly payloads: readonly Payload[];
      readonly ttlMs: number;
    }
  | { readonly kind: 'delete'; readonly id: number; readonly keys: readonly string[] };

/** What the thread says. The frames of replies have memory of their own, which moves with them. */
type TransportMessage =
  | { readonly kind: 'done'; readonly id: number; readonly failure: string | null }
  | { readonly kind: 'replies'; readonly frames: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly kind: 'connection'; readonly isReady: boolean }
  | { readonly kind: 'trouble'; readonly reason: string };

/** Before a thread that has died is started again. */
const RESTART_AFTER_MS = 250;

export interface TransportOptions extends TransportData {
  /** The thread's entry point: a compiled module that calls `serveTransport`. */
  readonly filename: URL;
  /** Told of each reply; its memory is the receiver's alone. */
  readonly onReply: (frame: Uint8Array<ArrayBuffer>) => void;
  /** The thread's connections can be used, or no longer. */
  readonly onConnection: (isReady: boolean) => void;
  /** Something failed; the reason is fit for a log. */
  readonly onTrouble: (reason: string) => void;
}

/** One thing asked of the thread and not done yet. */
interface Request {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Carries payloads to Redis and replies back, on a thread of its own.
 *
 * A file travels as tens of megabytes of short-lived buffers. V8 counts those towards the limit of the heap that they are made in:
 * in that of the event loop, where much lives, it marked everything five times for each file of 20 MB, a third of the CPU time
 * of the process. In the small heap of a thread that costs little, and single answers need not wait for it.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #asked = new Map<number, Request>();
  #thread: Worker;
  #nextId = 0;
  #isReady = false;
  #isClosed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#thread = this.#start();
  }

  /** Whether both of its connections to Redis can be used. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Writes payloads, whose memory moves away, for at most `ttlMs`.
   *
   * @throws when Redis cannot be reached or refuses one of them; others may be in Redis then.
   */
  store(payloads: readonly Payload[], ttlMs: number): Promise<void> {
    const moved = payloads.map(({ bytes }) => bytes.buffer);
    return this.#ask((id) => ({ kind: 'store', id, payloads, ttlMs }), moved);
  }

  /** Deletes payloads, behind all that were given in before. @throws when Redis cannot be reached or refuses it. */
  delete(keys: readonly string[]): Promise<void> {
    return this.#ask((id) => ({ kind: 'delete', id, keys }));
  }

  /** Ends the thread at once; replies that were not handed over are lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isReady = false;
    await this.#thread.terminate();
    this.#giveUp();
  }

  #ask(request: (id: number) => TransportRequest, moved: ArrayBuffer[] = []): Promise<void> {
    // What is sent to a thread that has ended is gone without a word.
    if (!this.#isReady) return Promise.reject(new Error('there is no connection to Redis'));
    this.#nextId += 1;
    const id = this.#nextId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#thread.postMessage(request(id), moved);
    });
  }

  #start(): Worker {
    const { filename, redisUrl, replyKey, onTrouble } = this.#options;
    const workerData: TransportData = { redisUrl, replyKey };
    const thread = new Worker(filename, { workerData });
    thread.on('message', (message: TransportMessage) => this.#received(message));
    thread.on('error', (error) => {
      // Not the message: it may quote what travels there.
      const what = 'code' in error ? String(error.code) : error.name;
      if (!this.#isClosed) onTrouble(`the thread to Redis has failed: ${what}`);
    });
    thread.on('exit', () => {
      if (this.#isClosed) return;
      this.#giveUp();
      this.#connection(false);
      setTimeout(() => {
        if (!this.#isClosed) this.#thread = this.#start();
      }, RESTART_AFTER_MS);
    });
    return thread;
  }

  #received(message: TransportMessage): void {
    if (this.#isClosed) return;
    if (message.kind === 'replies') message.frames.forEach(this.#options.onReply);
    else if (message.kind === 'done') this.#done(message.id, message.failure);
    else if (message.kind === 'connection') this.#connection(message.isReady);
    else this.#options.onTrouble(message.reason);
  }

  #done(id: number, failure: string | null): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (failure === null) asked?.resolve();
    else asked?.reject(new Error(failure));
  }

  #connection(isReady: boolean): void {
    this.#isReady = isReady;
    this.#options.onConnection(isReady);
  }

  /** What a thread was asked that has ended. */
  #giveUp(): void {
    for (const { reject } of this.#asked.values()) reject(new Error('the thread to Redis has ended'));
    this.#asked.clear();
  }
}

const PAYLOAD_LIMITS = { socketTimeoutMs: 5000, commandTimeoutMs: 5000 };
const REPLY_LIMITS = { socketTimeoutMs: 8000 };
const BLOCK_SECONDS = 2;
const BATCH = 32;
/**
 * Replies that come within this time are fetched together, and the chunks after them sent together: waking the event loop for each
 * costs a fifth of the CPU time of the process.
 */
const PAUSE_MS = 20;
const PAUSE_AFTER_ERROR_MS = 250;

/**
 * The thread's end of {@link Transport}: writes payloads and deletes them, in the order in which it is asked, and
 * takes the replies off one Redis list as they come, for ever. A reply that is popped while the connection breaks is lost; whoever
 * waits for it must have another way.
 */
export function serveTransport({ redisUrl, replyKey }: TransportData, port: MessagePort): void {
  const payloads = failFastClient(redisUrl, PAYLOAD_LIMITS);
  // A connection that blocks is good for nothing else.
  const replies = failFastClient(redisUrl, REPLY_LIMITS);
  const tell = (message: TransportMessage, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  const trouble = (error: unknown) => tell({ kind: 'trouble', reason: redisErrorText(error) });
  for (const client of [payloads, replies]) {
    client.on('error', trouble);
    client.on('ready', () => {
      if (payloads.status === 'ready' && replies.status === 'ready')
        tell({ kind: 'connection', isReady: true });
    });
    client.on('close', () => tell({ kind: 'connection', isReady: false }));
  }

  port.on('message', (request: TransportRequest) => {
    carryOut(payloads, request).then(
      () => tell({ kind: 'done', id: request.id, failure: null }),
      (error: unknown) => tell({ kind: 'done', id: request.id, failure: redisErrorText(error) }),
    );
  });

  const fetchForEver = async (): Promise<never> => {
    while (true) {
      let pauseMs = PAUSE_AFTER_ERROR_MS;
      try {
        if (replies.status === 'ready') {
          const frames = await nextReplies(replies, replyKey);
          const moved = frames.map(({ buffer }) => buffer);
          if (frames.length > 0) tell({ kind: 'replies', frames }, moved);
          pauseMs = PAUSE_MS;
        }
      } catch (error) {
        trouble(error);
      }
      await delay(pauseMs);
    }
  };
  void fetchForEver();
}

async function carryOut(client: Redis, request: TransportRequest): Promise<void> {
  if (request.kind === 'delete') {
    await client.del(...request.keys);
    return;
  }
  const { payloads, ttlMs } = request;
  await Promise.all(
    payloads.map(({ key, bytes: { buffer, byteOffset, length } }) =>
      client.set(key, Buffer.from(buffer, byteOffset, length), 'PX', ttlMs),
    ),
  );
}

/** Waits for a reply and takes those that came with it; none when none came for a while. */
async function nextReplies(client: Redis, key: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const first = await client.blpopBuffer(key, BLOCK_SECONDS);
  if (first === null) return [];
  const others = (await client.lpopBuffer(key, BATCH)) ?? [];
  return [first[1], ...others].map(inOwnMemory);
}

/** A long reply has memory of its own already; a short one shares that of the client. */
function inOwnMemory(reply: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = reply;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === reply.length;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(reply);
}
