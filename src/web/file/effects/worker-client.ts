import type { CallArgs, CallName, CallValue, FromWorker, ToWorker } from '../worker/messages.js';
import type { Progress } from '../worker/outcome.js';

/** The file was refused, in the words of the service. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

interface Pending {
  readonly onProgress: (progress: Progress) => void;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The page's connection to its worker: calls are numbered, so that answers cannot be mixed up. */
export class WorkerClient {
  readonly #pending = new Map<number, Pending>();
  readonly #onLost: () => void;
  /** Null after it has ended, until there is work again: a worker that cannot start must not be restarted forever. */
  #worker: Worker | null;
  #calls = 0;

  /** `onLost`: the worker has ended, perhaps out of memory, and every file that it held is gone. */
  constructor(onLost: () => void) {
    this.#onLost = onLost;
    this.#worker = this.#start();
  }

  /**
   * Calls a function of the worker. Aborting the signal ends the call there; its answer is discarded.
   *
   * @throws Refusal, Error if something else went wrong, or the signal's reason.
   */
  call<Name extends CallName>(
    name: Name,
    args: Readonly<CallArgs<Name>>,
    signal?: AbortSignal,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<CallValue<Name>> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { onProgress, resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.#pending.delete(id)) return;
        this.#worker?.postMessage({ cancel: id } satisfies ToWorker);
        reject(signal.reason);
      });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, name, args } satisfies ToWorker);
    });
  }

  #start(): Worker {
    const worker = startPageWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      const pending = [...this.#pending.values()];
      this.#pending.clear();
      for (const { reject } of pending) reject(new Error(event.message));
      this.#onLost();
    };
    return worker;
  }

  #receive(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if ('progress' in message) {
      pending.onProgress(message.progress);
      return;
    }
    this.#pending.delete(message.id);
    if ('value' in message) pending.resolve(message.value as never);
    else if ('refusal' in message) pending.reject(new Refusal(message.refusal));
    else pending.reject(new Error(message.failure));
  }
}

/** Inserted by the build: the address of the page's worker, which has a hash in its name. */
declare const FILE_WORKER: string;

/** Missing from lib.dom. The result is an object, but is accepted wherever an address is. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(): string },
      ): { createScriptURL(input: string): string };
    }
  | undefined;

let address: string | undefined;

/**
 * Starts a worker of the page `/file`. The pages' content policy allows one maker of trusted addresses, called `worker`; ours
 * returns one address, whatever it is asked for. A browser without trusted types takes the address itself.
 */
function startPageWorker(): Worker {
  address ??=
    typeof trustedTypes === 'undefined'
      ? FILE_WORKER
      : trustedTypes.createPolicy('worker', { createScriptURL: () => FILE_WORKER }).createScriptURL('');
  return new Worker(address);
}
