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

/** The page's end of its worker: calls by number, so that an answer is never taken for that of another. */
export class WorkerClient {
  readonly #pending = new Map<number, Pending>();
  readonly #onLost: () => void;
  /** Null once it has ended, until there is something to do again: one that cannot start must not be started for ever. */
  #worker: Worker | null;
  #calls = 0;

  /** `onLost`: the worker has ended, out of memory perhaps, and with it every file that it held. */
  constructor(onLost: () => void) {
    this.#onLost = onLost;
    this.#worker = this.#start();
  }

  /**
   * Calls a function of the worker. Aborting the signal ends the call there; what it would have answered is dropped.
   *
   * @throws Refusal, Error when something else went wrong, or the signal's reason.
   */
  call<Name extends CallName>(
    name: Name,
    args: Readonly<CallArgs<Name>>,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<CallValue<Name>> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { onProgress, resolve, reject });
      signal.addEventListener('abort', () => {
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

/** Put in by the build: the address of the page's worker, which has a hash in its name. */
declare const FILE_WORKER: string;

/** What lib.dom does not know yet. To a script the result is an object; whatever takes an address takes it, too. */
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
 * Starts a worker of the page `/file`. The policy of the pages admits one maker of trusted addresses, called `worker`; ours
 * gives one address, whatever it is asked for. A browser without trusted types takes the address itself.
 */
function startPageWorker(): Worker {
  address ??=
    typeof trustedTypes === 'undefined'
      ? FILE_WORKER
      : trustedTypes.createPolicy('worker', { createScriptURL: () => FILE_WORKER }).createScriptURL('');
  return new Worker(address);
}
