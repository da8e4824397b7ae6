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
  /** Whether it is the work that the person waits for. */
  readonly isWork: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The page's end of its worker. One work at a time: another one, or the person, ends it at once, and what the worker still says of it
 * is dropped.
 */
export class WorkerClient {
  readonly #onProgress: (progress: Progress) => void;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker;
  #calls = 0;

  constructor(onProgress: (progress: Progress) => void) {
    this.#onProgress = onProgress;
    this.#worker = this.#start();
  }

  /**
   * Calls a function of the worker that may take long, in place of the one that is going on.
   *
   * @throws Refusal, Cancelled, or Error when something else went wrong.
   */
  work<Name extends CallName>(name: Name, ...args: CallArgs<Name>): Promise<CallValue<Name>> {
    this.cancel();
    return this.#call(name, args, true);
  }

  /** Calls a function of the worker beside what is going on. Throws like {@link work}, but is not cancelled. */
  ask<Name extends CallName>(name: Name, ...args: CallArgs<Name>): Promise<CallValue<Name>> {
    return this.#call(name, args, false);
  }

  /** Ends the work that is going on, if there is one. */
  cancel(): void {
    for (const [id, { isWork, reject }] of this.#pending) {
      if (!isWork) continue;
      this.#pending.delete(id);
      this.#worker.postMessage({ cancel: id } satisfies ToWorker);
      reject(new Cancelled());
    }
  }

  #call<Name extends CallName>(name: Name, args: CallArgs<Name>, isWork: boolean): Promise<CallValue<Name>> {
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { isWork, resolve, reject });
      this.#worker.postMessage({ id, name, args } satisfies ToWorker);
    });
  }

  #start(): Worker {
    const worker = startPageWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = this.#start();
      for (const { reject } of this.#pending.values()) reject(new Error(event.message));
      this.#pending.clear();
    };
    return worker;
  }

  #receive(message: FromWorker): void {
    if ('progress' in message) {
      if ([...this.#pending.values()].some(({ isWork }) => isWork)) this.#onProgress(message.progress);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    if ('value' in message) pending.resolve(message.value as never);
    else if ('refusal' in message) pending.reject(new Refusal(message.refusal));
    else pending.reject(new Error(message.failure));
  }
}

/** What stops a call, for people. */
export function wordsFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Cancelled) return 'Cancelled. Nothing was kept.';
  return `The page could not go on: ${error instanceof Error ? error.message : String(error)}`;
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
