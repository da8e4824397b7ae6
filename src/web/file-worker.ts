import './zod-settings.js';
import { ApiError } from '../contract/errors.js';
import { RecipeError } from '../recipe/recipe-error.js';
import { FileSession } from './file/file-session.js';
import type { FromWorker, ToWorker } from './file/worker-messages.js';

/** The worker of the page `/file`: holds one file and answers the page's calls. */

/** A person sees no more than this of how far it is, and the page has better things to do. */
const TOLD_EVERY_MS = 80;

let toldAt = 0;
const session = new FileSession((progress) => {
  const now = performance.now();
  if (now - toldAt < TOLD_EVERY_MS) return;
  toldAt = now;
  send({ progress });
});
/** What ends each call that is going on. */
const stops = new Map<number, AbortController>();

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('cancel' in data) stops.get(data.cancel)?.abort();
  else void answer(data);
});

async function answer({ id, name, args }: Exclude<ToWorker, { cancel: number }>): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    // Page and worker are of one build; the page's calls are checked against the same list.
    const call = session[name] as (signal: AbortSignal, ...given: readonly unknown[]) => unknown;
    send({ id, value: await call.call(session, stop.signal, ...args) });
  } catch (error) {
    if (error instanceof ApiError || error instanceof RecipeError) send({ id, refusal: error.message });
    // Whoever cancels does not wait for an answer.
    else if (!stop.signal.aborted) send({ id, failure: String(error) });
  } finally {
    stops.delete(id);
  }
}

function send(message: FromWorker): void {
  postMessage(message);
}
