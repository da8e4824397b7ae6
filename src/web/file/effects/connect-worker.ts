import type { FileEvent } from '../state/next-file.js';
import type { Reply, ToWorker } from '../worker/worker-protocol.js';

/**
 * Connects the page to its worker, whose replies go to `send` as they are. A worker that has ended is started anew when
 * there is something to ask: one that cannot start must not be restarted forever.
 */
export function connectWorker(send: (event: FileEvent) => void): (message: ToWorker) => void {
  let worker: Worker | null = null;
  const start = (): Worker => {
    // One for each worker, on all pages of the browser.
    const name = `file-worker-${Math.random()}`;
    const started = startPageWorker(name);
    let hasReplied = false;
    const lost = (): void => {
      if (worker !== started) return;
      started.terminate();
      worker = null;
      send({ type: 'worker lost', text: hasReplied ? OUT_OF_MEMORY : NOT_STARTED });
    };
    started.onmessage = ({ data }: MessageEvent<Reply>) => {
      // A worker may end without an error. Its lock is then free. Only pages over HTTPS have locks.
      if (!hasReplied && 'locks' in navigator) void navigator.locks.request(name, lost);
      hasReplied = true;
      send(data);
    };
    started.onerror = (event) => {
      event.preventDefault();
      lost();
    };
    return started;
  };
  // So that it is there when a file comes.
  worker = start();
  return (message) => {
    if (message.kind !== 'cancel') worker ??= start();
    worker?.postMessage(message);
  };
}

const NOT_STARTED =
  'The part of this page that reads files did not start. Check the connection, then reload the page.';
const OUT_OF_MEMORY =
  'The browser stopped working on this file, probably because memory ran out. Close other tabs and try again, or use the command line.';

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
function startPageWorker(name: string): Worker {
  address ??=
    typeof trustedTypes === 'undefined'
      ? FILE_WORKER
      : trustedTypes.createPolicy('worker', { createScriptURL: () => FILE_WORKER }).createScriptURL('');
  return new Worker(address, { name });
}
