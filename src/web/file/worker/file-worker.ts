import '../../zod-settings.js';
import { FileSession } from './file-session.js';
import { isRefusal } from './held-file.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { Progress } from './outcome.js';

/** The worker of the page `/file`: answers the page's calls, several at a time while some of them wait. */

/** More frequent progress would not be noticed, and would keep the page busy. */
const TOLD_EVERY_MS = 80;

const session = new FileSession();
/** Aborts each running call. */
const stops = new Map<number, AbortController>();

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('cancel' in data) stops.get(data.cancel)?.abort();
  else void answer(data);
});

async function answer({ id, name, args }: Exclude<ToWorker, { cancel: number }>): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    // Page and worker are from the same build; the page's calls are checked against the same list.
    const call = session[name] as (call: object, ...given: readonly unknown[]) => unknown;
    const value = await call.call(session, { signal: stop.signal, tell: teller(id) }, ...args);
    send({ id, value });
  } catch (error) {
    if (isRefusal(error)) send({ id, refusal: error.message });
    // After a cancel, no one waits for an answer.
    else if (!stop.signal.aborted) send({ id, failure: String(error) });
  } finally {
    stops.delete(id);
  }
}

/** Reports the progress of a call at intervals, and each new step at once. */
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
