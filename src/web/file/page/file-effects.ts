import { store as keepText } from '../../browser-store.js';
import type { Store } from '../../store.js';
import type { Progress } from '../worker/outcome.js';
import type { FileEvent } from './file-events.js';
import { type FileState, hasUnsavedWork, type Task } from './file-state.js';
import { columnsOf, withKept } from './kept-recipes.js';
import { saveBlob } from './save-blob.js';
import { sendFile, sendingProblem } from './send-file.js';
import { Refusal, WorkerClient } from './worker-client.js';

export const OPEN_KEY = 'prorata-file-open';
export const SERVICE_KEY = 'prorata-key';
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
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(store: Store<FileState, FileEvent>) {
    this.#store = store;
    this.#worker = new WorkerClient(() => store.send({ type: 'worker lost' }));
    store.watch((state, _, before) => this.#follow(state, before));
    addEventListener('beforeunload', (event) => {
      if (hasUnsavedWork(store.state)) event.preventDefault();
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
    // Stored before calculating: after a tab runs out of memory, its choices are offered again.
    if (state.task?.id !== before.task?.id && isCalculation(state.task)) this.#keepRecipe(state);
    if (state.kept !== before.kept) {
      keepText('localStorage', RECIPES_KEY, state.kept.length === 0 ? null : JSON.stringify(state.kept));
    }
    if (state.service.key !== before.service.key) {
      keepText('sessionStorage', SERVICE_KEY, state.service.key === '' ? null : state.service.key);
    }
    if (isAtWork(state) !== isAtWork(before)) {
      keepText('sessionStorage', OPEN_KEY, isAtWork(state) ? 'yes' : null);
    }
    this.#tick(state);
  }

  /** Does not check whether the worker still has the state's file: the worker refuses what it cannot do. */
  async #carryOut(task: Task, signal: AbortSignal): Promise<void> {
    const { send } = this.#store;
    try {
      const done = await this.#outcomeOf(task, signal);
      if (!signal.aborted) send(done);
    } catch (error) {
      if (signal.aborted) return;
      send({ type: 'refused', task: task.id, text: wordsFor(error), waitSeconds: 0 });
    }
  }

  async #outcomeOf(task: Task, signal: AbortSignal): Promise<FileEvent> {
    const { id } = task;
    const onProgress = (progress: Progress): void => {
      if (!signal.aborted) this.#store.send({ type: 'progress', task: id, progress });
    };
    switch (task.kind) {
      case 'open': {
        const args = [id, task.given.blob, task.isPacked, task.recipe, task.awardYear] as const;
        return {
          type: 'opened',
          task: id,
          opened: await this.#worker.call('open', args, signal, onProgress),
        };
      }
      case 'match': {
        const args = [task.file, task.recipe, task.read, task.awardYear] as const;
        return { type: 'matched', task: id, ...(await this.#worker.call('match', args, signal, onProgress)) };
      }
      case 'load recipe': {
        const args = [task.file, task.text, task.awardYear] as const;
        return {
          type: 'matched',
          task: id,
          ...(await this.#worker.call('matchText', args, signal, onProgress)),
        };
      }
      case 'calculate': {
        const { file, recipe, awardYear, mends } = task;
        const args = [{ file, recipe, awardYear, mends }, id] as const;
        const outcome = await this.#worker.call('calculate', args, signal, onProgress);
        return { type: 'calculated', task: id, outcome };
      }
      case 'send':
        return this.#send(task, signal, onProgress);
      case 'save':
        return this.#save(task, signal, onProgress);
      case 'compare': {
        const args = [task.result, task.before, task.inputs] as const;
        const comparison = await this.#worker.call('compare', args, signal, onProgress);
        return { type: 'compared', task: id, comparison };
      }
    }
  }

  /** Accepts an answer from the service only if it is complete. */
  async #send(
    { id, file, recipe, awardYear, key }: Extract<Task, { kind: 'send' }>,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<FileEvent> {
    const plan = { file, recipe, awardYear, mends: [] };
    const ours = await this.#worker.call('toSend', [plan, id], signal, onProgress);
    const sending = await sendFile(ours, { key, awardYear }, onProgress, signal);
    if (sending.kind !== 'answer') {
      const { message, retryAfter } = sendingProblem(sending);
      return { type: 'refused', task: id, text: message, waitSeconds: retryAfter ?? 0 };
    }
    const outcome = await this.#worker.call('receive', [id, sending.answer], signal, onProgress);
    return { type: 'calculated', task: id, outcome };
  }

  async #save(
    { id, what, result, name }: Extract<Task, { kind: 'save' }>,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<FileEvent> {
    const { state } = this.#store;
    const assumed = state.match?.understood.sentences.map(({ text }) => text) ?? [];
    switch (what) {
      case 'answer':
        if (state.result?.id === result) saveBlob(state.result.outcome.answer, `${name}-answer.csv`);
        break;
      case 'failed':
        saveBlob(await this.#worker.call('failedRows', [result], signal, onProgress), `${name}-failed.csv`);
        break;
      case 'workbook':
        saveBlob(
          await this.#worker.call('workbook', [result, assumed], signal, onProgress),
          `${name}-answer.xlsx`,
        );
        break;
      case 'recipe': {
        const text = `${JSON.stringify(state.match?.recipe, null, 2)}\n`;
        saveBlob(new Blob([text], { type: 'application/json' }), `${name}-recipe.json`);
      }
    }
    return { type: 'saved', task: id };
  }

  /** A look into an answer runs beside a task and delays nothing; a new look replaces it. */
  async #look({ result }: FileState): Promise<void> {
    const look = result?.look;
    if (result === null || look === null || look === undefined) return;
    try {
      const preview = await this.#worker.call(
        'preview',
        [result.id, look.question],
        new AbortController().signal,
      );
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
    this.#worker.call('keepOnly', [files, results], new AbortController().signal).catch(() => {
      // The worker has ended and holds nothing.
    });
  }

  /** Only recipes used in a calculation are kept, and only if a person chose something: corrected choices never get here. */
  #keepRecipe({ file, match, kept }: FileState): void {
    if (file === null || match === null || !(match.isTouched || match.isKept)) return;
    const { recipe, understood } = match;
    const header = understood.info.header;
    const text = JSON.stringify(recipe);
    const name = file.isPasted ? 'pasted rows' : file.name;
    this.#store.send({ type: 'kept', kept: withKept(kept, { name, header, uses: columnsOf(recipe), text }) });
  }

  #tick({ service }: FileState): void {
    if (service.waitSeconds > 0) {
      this.#clock ??= setInterval(() => this.#store.send({ type: 'second passed' }), 1000);
    } else if (this.#clock !== undefined) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }
}

/** Whether work would be lost if the browser closed the page now. */
function isAtWork(state: FileState): boolean {
  return state.task !== null || hasUnsavedWork(state);
}

function isCalculation(task: Task | null): boolean {
  return task?.kind === 'calculate' || task?.kind === 'send';
}

/** Why a task stopped, in words for people. */
function wordsFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const said = error instanceof Error ? error.message : String(error);
  return `This did not work: ${said}. If it happens again, close other tabs: a large file needs memory. Nothing of your file was changed.`;
}
