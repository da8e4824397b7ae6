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
export function startPageWorker(): Worker {
  address ??=
    typeof trustedTypes === 'undefined'
      ? FILE_WORKER
      : trustedTypes.createPolicy('worker', { createScriptURL: () => FILE_WORKER }).createScriptURL('');
  return new Worker(address);
}
