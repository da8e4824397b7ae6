import { startPageWorker } from '../page-worker.js';
import type { CallArgs, CallName, CallValue, FromWorker, Progress, ToWorker } from './worker-messages.js';

/** The file was refused, in the words of the service. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The person has cancelled what was going on. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

interface Pending {
  readonly id: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The page's end of its worker: one call at a time. A call that is cancelled, or overtaken by another one, ends at once; what the worker
 * still says of it is dropped.
 */
export class WorkerClient {
  readonly #onProgress: (progress: Progress) => void;
  #worker: Worker;
  #pending: Pending | null = null;
  #calls = 0;

  constructor(onProgress: (progress: Progress) => void) {
    this.#onProgress = onProgress;
    this.#worker = this.#start();
  }

  /**
   * Calls a function of the worker.
   *
   * @throws Refusal, Cancelled, or Error when something else went wrong.
   */
  call<Name extends CallName>(name: Name, ...args: CallArgs<Name>): Promise<CallValue<Name>> {
    this.cancel();
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#pending = { id, resolve, reject };
      this.#worker.postMessage({ id, name, args } satisfies ToWorker);
    });
  }

  /** Ends the call that is going on, if there is one. */
  cancel(): void {
    if (this.#pending === null) return;
    this.#worker.postMessage({ cancel: this.#pending.id } satisfies ToWorker);
    this.#pending.reject(new Cancelled());
    this.#pending = null;
  }

  #start(): Worker {
    const worker = startPageWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = this.#start();
      this.#pending?.reject(new Error(event.message));
      this.#pending = null;
    };
    return worker;
  }

  #receive(message: FromWorker): void {
    const pending = this.#pending;
    if (pending === null || message.id !== pending.id) return;
    if ('progress' in message) {
      this.#onProgress(message.progress);
      return;
    }
    this.#pending = null;
    if ('value' in message) pending.resolve(message.value as never);
    else if ('refusal' in message) pending.reject(new Refusal(message.refusal));
    else pending.reject(new Error(message.failure));
  }
}
