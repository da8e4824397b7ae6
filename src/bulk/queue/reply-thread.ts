import { Worker } from 'node:worker_threads';
import type { ReplyThreadData, ReplyThreadMessage } from './replies.js';

const RESTART_AFTER_MS = 250;

export interface ReplyThreadOptions extends ReplyThreadData {
  /** The thread's entry point: a compiled module that calls `serveReplies`. */
  readonly filename: URL;
  /** Its memory is the receiver's alone. */
  readonly onReply: (frame: Uint8Array<ArrayBuffer>) => void;
  /** The connection can be used, or no longer. */
  readonly onConnection: (isReady: boolean) => void;
  /** Something failed; the reason is fit for a log. */
  readonly onTrouble: (reason: string) => void;
}

/**
 * The connection on which replies come, on a thread of its own.
 *
 * A file's answers come as tens of megabytes of short-lived buffers. V8 counts those towards the limit of the heap that they are made
 * in: in that of the event loop, where much lives, it marked everything five times for each file of 20 MB, a third of the CPU
 * time of the whole process. In the small heap of a thread that costs little, and single answers need not wait for it.
 */
export class ReplyThread {
  readonly #options: ReplyThreadOptions;
  #thread: Worker;
  #isReady = false;
  #isClosed = false;

  constructor(options: ReplyThreadOptions) {
    this.#options = options;
    this.#thread = this.#start();
  }

  /** Whether its connection to Redis can be used. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Ends it at once; replies that were not handed over are lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isReady = false;
    await this.#thread.terminate();
  }

  #start(): Worker {
    const { filename, redisUrl, replyKey, onTrouble } = this.#options;
    const workerData: ReplyThreadData = { redisUrl, replyKey };
    const thread = new Worker(filename, { workerData });
    thread.on('message', (message: ReplyThreadMessage) => this.#received(message));
    thread.on('error', () => {
      if (!this.#isClosed) onTrouble('the thread for replies has failed');
    });
    thread.on('exit', () => {
      if (this.#isClosed) return;
      this.#connection(false);
      setTimeout(() => {
        if (!this.#isClosed) this.#thread = this.#start();
      }, RESTART_AFTER_MS);
    });
    return thread;
  }

  #received(message: ReplyThreadMessage): void {
    if (this.#isClosed) return;
    if (message.kind === 'reply') this.#options.onReply(message.frame);
    else if (message.kind === 'trouble') this.#options.onTrouble(message.reason);
    else this.#connection(message.isReady);
  }

  #connection(isReady: boolean): void {
    this.#isReady = isReady;
    this.#options.onConnection(isReady);
  }
}
