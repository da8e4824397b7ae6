import '../../zod-settings.js';
import { ApiError } from '../../../contract/errors.js';
import { RecipeError } from '../../../recipe/format/recipe.js';
import { TableError } from '../../../table/table-error.js';
import { calculated, compared, failedOf, type HeldAnswer, previewOf, workbookOf } from './held-answer.js';
import { type Call, HeldFile, readBytes } from './held-file.js';
import type { Answer, Ask, GivenFile, Plan, Progress, Reply, ToWorker } from './worker-protocol.js';

/**
 * The worker of the page `/file`. It handles several asks at a time while some of them wait, and holds only
 * the latest file and answer; others are read or calculated again.
 */

let latestFile: HeldFile | null = null;
let latestAnswer: HeldAnswer | null = null;
const stops = new Map<number, AbortController>();

/** Holds a lock of this worker's name, where locks exist; its release tells the page of the worker's end. */
const locked =
  'locks' in navigator &&
  new Promise<void>((resolve) => {
    const hold = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(self.name, hold).catch(() => resolve());
  });

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'cancel') stops.get(data.id)?.abort();
  else void reply(data.id, data);
});

async function reply(id: number, ask: Ask): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  stops.set(id, stop);
  try {
    await locked;
    postMessage({ id, ...(await answerTo(ask, { signal, tell: teller(id) })) } satisfies Reply);
  } catch (error) {
    // After a cancel, the page expects no reply.
    if (signal.aborted) return;
    postMessage({ id, type: 'refused', message: refusalOf(error) } satisfies Reply);
  } finally {
    stops.delete(id);
  }
}

async function answerTo(ask: Ask, call: Call): Promise<Answer> {
  if ('file' in ask) {
    const held = await fileOf(ask.file, call);
    return { type: 'understood', understood: await held.understood(ask, call) };
  }
  const answer = await answerOf(ask.plan, call);
  switch (ask.kind) {
    case 'calculate':
      return { type: 'calculated', outcome: answer.outcome };
    case 'save': {
      const made = ask.what === 'workbook' ? workbookOf : failedOf;
      return { type: 'saved', blob: await made(answer, call) };
    }
    case 'compare':
      return { type: 'compared', comparison: await compared(answer, ask.before, call) };
    case 'look':
      return { type: 'looked', preview: await previewOf(answer, ask.question, call) };
  }
}

async function fileOf({ id, blob }: GivenFile, call: Call): Promise<HeldFile> {
  if (latestFile?.id === id) return latestFile;
  const bytes = await readBytes(blob, call);
  latestAnswer = null;
  latestFile = new HeldFile(id, bytes);
  return latestFile;
}

async function answerOf(plan: Plan, call: Call): Promise<HeldAnswer> {
  if (latestAnswer?.plan.id !== plan.id) {
    latestAnswer = await calculated(await fileOf(plan.file, call), plan, call);
  }
  return latestAnswer;
}

/** More frequent progress would not be noticed, and would keep the page busy. */
const TOLD_EVERY_MS = 80;

/** Reports progress at intervals, and each new step at once. */
function teller(id: number): Call['tell'] {
  let last: { readonly doing: Progress['doing']; readonly at: number } | null = null;
  return (doing, done, total) => {
    const at = performance.now();
    if (doing === last?.doing && at - last.at < TOLD_EVERY_MS) return;
    last = { doing, at };
    postMessage({ id, type: 'progress', progress: { doing, done, total } } satisfies Reply);
  };
}

/** Messages of errors about the file or the recipe can be shown as they are. */
function refusalOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiError || error instanceof RecipeError || error instanceof TableError) return said;
  return `This did not work: ${said}. If it happens again, close other tabs: a large file needs memory. Your file was not changed.`;
}
