import { store as keepText } from '../../browser-store.js';
import type { Store } from '../../store.js';
import type { FileEvent } from '../state/file-events.js';
import {
  answerSentences,
  type FileState,
  hasPastedRows,
  hasUnsavedWork,
  type Task,
} from '../state/file-state.js';
import { keptIn } from '../state/kept-recipes.js';
import type { CallArgs, CallName, CallValue } from '../worker/messages.js';
import type { Progress } from '../worker/outcome.js';
import { Refusal, WorkerClient } from './worker-client.js';

export const OPEN_KEY = 'prorata-file-open';
export const RECIPES_KEY = 'prorata-recipes';

/**
 * Does what the page's state asks for: runs its task, looks into its answer, stores recipes, and asks before the person leaves
 * the page. Results go to the store as events; nothing else is changed.
 */
export class FileEffects {
  readonly #store: Store<FileState, FileEvent>;
  readonly #worker: WorkerClient;
  /** Aborts the running task. */
  #stop = new AbortController();

  constructor(store: Store<FileState, FileEvent>) {
    this.#store = store;
    this.#worker = new WorkerClient(() => store.send({ type: 'worker lost' }));
    store.watch((state, _, before) => this.#follow(state, before));
    addEventListener('storage', ({ key, newValue }) => {
      if (key === RECIPES_KEY) store.send({ type: 'kept', kept: keptIn(newValue ?? '[]') });
    });
    addEventListener('beforeunload', (event) => {
      if (hasUnsavedWork(store.state) || hasPastedRows(store.state)) event.preventDefault();
    });
  }

  #follow(state: FileState, before: FileState): void {
    if (state.task?.id !== before.task?.id) {
      this.#stop.abort();
      this.#stop = new AbortController();
      if (state.task !== null) void this.#carryOut(state.task, this.#stop.signal);
    }
    const asked = state.result?.look?.asked;
    if (asked !== undefined && asked !== before.result?.look?.asked) void this.#look(state);
    if (state.file?.id !== before.file?.id || state.result?.id !== before.result?.id) this.#forget(state);
    if (state.kept !== before.kept) {
      keepText('localStorage', RECIPES_KEY, state.kept.length === 0 ? null : JSON.stringify(state.kept));
    }
    if (isAtWork(state) !== isAtWork(before)) {
      keepText('sessionStorage', OPEN_KEY, isAtWork(state) ? 'yes' : null);
    }
  }

  /** Does not check whether the worker still has the state's file: the worker refuses what it cannot do. */
  async #carryOut(task: Task, signal: AbortSignal): Promise<void> {
    const { send } = this.#store;
    try {
      const done = await this.#outcomeOf(task, signal);
      if (!signal.aborted) send(done);
    } catch (error) {
      if (signal.aborted) return;
      const type = error instanceof Refusal ? 'refused' : 'failed';
      send({ type, task: task.id, text: wordsFor(error) });
    }
  }

  async #outcomeOf(task: Task, signal: AbortSignal): Promise<FileEvent> {
    const { id } = task;
    const tell = (progress: Progress): void => {
      if (!signal.aborted) this.#store.send({ type: 'progress', task: id, progress });
    };
    const ask: Ask = (name, ...args) => this.#worker.call(name, args, signal, tell);
    switch (task.kind) {
      case 'open': {
        const { given, recipe, awardYear } = task;
        const opened = await ask('open', id, given.blob, recipe, awardYear);
        return { type: 'opened', task: id, opened };
      }
      case 'begin': {
        const { file, read, earlier, awardYear } = task;
        const understood = await ask('begin', file, read, earlier, awardYear);
        return { type: 'understood', task: id, understood };
      }
      case 'examine': {
        const { file, recipe, awardYear } = task;
        return { type: 'understood', task: id, understood: await ask('examine', file, recipe, awardYear) };
      }
      case 'calculate':
        return { type: 'calculated', task: id, outcome: await ask('calculate', task.plan, id) };
      case 'save':
        await this.#save(task, ask);
        return { type: 'saved', task: id };
      case 'compare': {
        const comparison = await ask('compare', task.result, task.before);
        return { type: 'compared', task: id, comparison };
      }
    }
  }

  async #save({ what, result, name }: Extract<Task, { kind: 'save' }>, ask: Ask): Promise<void> {
    const { draft, result: shown } = this.#store.state;
    switch (what) {
      case 'answer':
        if (shown?.id === result) saveBlob(shown.outcome.answer, `${name}-answer.csv`);
        break;
      case 'failed':
        saveBlob(await ask('failedRows', result), `${name}-failed.csv`);
        break;
      case 'workbook': {
        saveBlob(await ask('workbook', result, answerSentences(this.#store.state)), `${name}-answer.xlsx`);
        break;
      }
      case 'recipe': {
        const text = `${JSON.stringify(draft?.recipe, null, 2)}\n`;
        saveBlob(new Blob([text], { type: 'application/json' }), `${name}-recipe.json`);
      }
    }
  }

  /** A look into an answer runs beside a task and delays nothing; a new look replaces it. */
  async #look({ result }: FileState): Promise<void> {
    const look = result?.look;
    if (result === null || look === null || look === undefined) return;
    try {
      const preview = await this.#worker.call('preview', [result.id, look.question]);
      this.#store.send({ type: 'looked', asked: look.asked, preview });
    } catch (error) {
      this.#store.send({ type: 'look failed', asked: look.asked, text: wordsFor(error) });
    }
  }

  /** Discards in the worker what no state can return to. */
  #forget({ file, result, task }: FileState): void {
    if (task !== null) return;
    const files = file === null ? [] : [file.id];
    const results = result === null ? [] : [result.id];
    this.#worker.call('keepOnly', [files, results]).catch(() => {
      // The worker has ended and holds nothing.
    });
  }
}

/** Calls the worker for a task. */
type Ask = <Name extends CallName>(name: Name, ...args: CallArgs<Name>) => Promise<CallValue<Name>>;

/** Whether work would be lost if the browser closed the page now. */
function isAtWork(state: FileState): boolean {
  return state.task !== null || hasUnsavedWork(state);
}

/** Why a task stopped, in words for people. */
function wordsFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const said = error instanceof Error ? error.message : String(error);
  return `This did not work: ${said}. If it happens again, close other tabs: a large file needs memory. Your file was not changed.`;
}

/** Has the browser save a blob under a name. */
function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
