import '../../zod-settings.js';
import { ApiError } from '../../../contract/errors.js';
import { RecipeError } from '../../../recipe/recipe-error.js';
import { FileSession } from './file-session.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { Progress } from './outcome.js';

/** The worker of the page `/file`: answers the page's calls, several at a time where they wait for something. */

/** A person sees no more than this of how far it is, and the page has better things to do. */
const TOLD_EVERY_MS = 80;

const session = new FileSession();
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
    const call = session[name] as (call: object, ...given: readonly unknown[]) => unknown;
    const value = await call.call(session, { signal: stop.signal, tell: teller(id) }, ...args);
    send({ id, value });
  } catch (error) {
    if (error instanceof ApiError || error instanceof RecipeError) send({ id, refusal: error.message });
    // Whoever cancels does not wait for an answer.
    else if (!stop.signal.aborted) send({ id, failure: String(error) });
  } finally {
    stops.delete(id);
  }
}

/** Tells the page how far a call is, now and then; a new step at once. */
function teller(id: number): (progress: Progress) => void {
  let toldAt = 0;
  let doing: Progress['doing'] | null = null;
  return (progress) => {
    const now = performance.now();
    if (progress.doing === doing && now - toldAt < TOLD_EVERY_MS) return;
    doing = progress.doing;
    toldAt = now;
    send({ id, progress });
  };
}

function send(message: FromWorker): void {
  postMessage(message);
}
