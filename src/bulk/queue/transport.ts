import { Worker } from 'node:worker_threads';
import type { Payload, TransportData, TransportMessage, TransportRequest } from './serve-transport.js';

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
