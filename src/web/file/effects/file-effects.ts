import { store as keepText } from '../../browser-store.js';
import type { Store } from '../../store.js';
import type { FileEvent } from '../state/file-events.js';
import { type FileState, hasUnsavedWork } from '../state/file-state.js';
import { keptIn } from '../state/kept-recipes.js';
import { connectWorker } from './connect-worker.js';

export const OPEN_KEY = 'prorata-file-open';
export const RECIPES_KEY = 'prorata-recipes';

/**
 * Does what the page's state asks for: has the worker do its task and look into its answer, saves files, stores recipes, and
 * asks before the person leaves the page. What comes of it goes to the store as events; nothing else is changed.
 */
export function runEffects(store: Store<FileState, FileEvent>): void {
  const post = connectWorker(store.send);
  store.watch((state, event, before) => {
    const { task, result, kept } = state;
    if (task?.id !== before.task?.id) {
      if (before.task !== null) post({ kind: 'cancel', id: before.task.id });
      if (task !== null) post(task);
    }
    const look = result?.look;
    if (result && look && look.id !== before.result?.look?.id)
      post({ kind: 'look', id: look.id, plan: result.plan, question: look.question });
    if (event.type === 'save') saveOwn(state, event.what);
    if (event.type === 'saved' && before.task?.id === event.id && before.task.kind === 'save')
      saveBlob(event.blob, fileName(state, before.task.what === 'failed' ? 'failed.csv' : 'answer.xlsx'));
    if (kept !== before.kept)
      keepText('localStorage', RECIPES_KEY, kept.length === 0 ? null : JSON.stringify(kept));
    if (isAtWork(state) !== isAtWork(before))
      keepText('sessionStorage', OPEN_KEY, isAtWork(state) ? 'yes' : null);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === RECIPES_KEY) store.send({ type: 'kept', kept: keptIn(newValue ?? '[]') });
  });
  addEventListener('beforeunload', (event) => {
    if (hasUnsavedWork(store.state)) event.preventDefault();
  });
}

/** Whether work would be lost if the browser closed the page now. */
function isAtWork(state: FileState): boolean {
  return state.task !== null || hasUnsavedWork(state);
}

/** Saves what the page has itself. */
function saveOwn(state: FileState, what: string): void {
  const { draft, result } = state;
  if (what === 'answer' && result !== null) saveBlob(result.outcome.answer, fileName(state, 'answer.csv'));
  if (what !== 'recipe' || draft === null) return;
  const text = `${JSON.stringify(draft.recipe, null, 2)}\n`;
  saveBlob(new Blob([text], { type: 'application/json' }), fileName(state, 'recipe.json'));
}

/** The name of what is saved of a file. */
function fileName({ file }: FileState, ending: string): string {
  return `${file?.name.replace(/\.\w+$/, '')}-${ending}`;
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
