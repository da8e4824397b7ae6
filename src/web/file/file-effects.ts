import type { Store } from '../store.js';
import { recipeOf } from './state/draft.js';
import { discarded, type FileEvent } from './state/file-events.js';
import { type FileState, hasUnsavedWork } from './state/file-state.js';
import { type KeptRecipe, keptIn } from './state/kept-recipes.js';
import type { Reply, ToWorker } from './worker/worker-protocol.js';

const RECIPES_KEY = 'prorata-recipes';

/** The recipes that the browser keeps. */
export function keptRecipes(): readonly KeptRecipe[] {
  return keptIn(inStorage((storage) => storage.getItem(RECIPES_KEY)));
}

/** A browser that has no room, or is set to store nothing, keeps nothing: the person is asked again the next time. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/**
 * Does what the page's state asks for: has the worker do its task and look into its answer, saves files, stores recipes, and
 * asks before the person leaves the page. What comes of it goes to the store as events; nothing else is changed.
 *
 * @returns where to tell what a person did: what discards work that is not saved is done with their consent alone.
 */
export function runEffects(store: Store<FileState, FileEvent>): (event: FileEvent) => void {
  const post = connectWorker(store.send);
  store.watch((state, event, before) => {
    const { task, result, draft, kept } = state;
    if (task?.id !== before.task?.id) {
      if (before.task !== null) post({ kind: 'cancel', id: before.task.id });
      if (task !== null) post(task);
    }
    const look = result?.look;
    if (result && look && look.id !== before.result?.look?.id)
      post({ kind: 'look', id: look.id, plan: result.plan, question: look.question });
    const save = (blob: Blob, ending: string) =>
      saveBlob(blob, `${state.file?.name.replace(/\.\w+$/, '')}-${ending}`);
    if (event.type === 'save' && event.what === 'answer' && result) save(result.outcome.answer, 'answer.csv');
    if (event.type === 'save' && event.what === 'recipe' && draft) {
      const text = `${JSON.stringify(recipeOf(draft), null, 2)}\n`;
      save(new Blob([text], { type: 'application/json' }), 'recipe.json');
    }
    if (event.type === 'saved' && before.task?.id === event.id && before.task.kind === 'save')
      save(event.blob, before.task.what === 'failed' ? 'failed.csv' : 'answer.xlsx');
    if (kept !== before.kept) {
      inStorage((storage) =>
        kept.length === 0
          ? storage.removeItem(RECIPES_KEY)
          : storage.setItem(RECIPES_KEY, JSON.stringify(kept)),
      );
    }
  });
  addEventListener('storage', ({ key }) => {
    if (key === RECIPES_KEY) store.send({ type: 'kept', kept: keptRecipes() });
  });
  addEventListener('beforeunload', (event) => {
    if (hasUnsavedWork(store.state)) event.preventDefault();
  });
  const send = (event: FileEvent) => {
    const question = discarded(store.state, event);
    // The new state has every control say again what is so.
    const isMeant = question === null || confirm(question);
    store.send(isMeant ? event : { type: 'say', kind: 'info', text: 'Nothing was changed.' });
  };
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    const last = store.state.draft?.before.at(-1);
    const isUndo = key === 'z' && (ctrlKey || metaKey) && !shiftKey && last !== undefined;
    // In a field, what was typed there is undone.
    if (!isUndo || (target instanceof Element && target.matches('input'))) return;
    event.preventDefault();
    send({ type: 'undo' });
    if (store.state.draft?.before.includes(last) === false) send({ type: 'focus', id: last.line });
  });
  takeDrops(([file, another]) => {
    if (another !== undefined) store.send({ type: 'say', kind: 'bad', text: 'Drop one file at a time.' });
    else if (file !== undefined) send({ type: 'given', given: { name: file.name, blob: file } });
  });
  return send;
}

/** Takes files that are dropped anywhere on the page, but on a field for another one. */
function takeDrops(take: (files: FileList) => void): void {
  const follow = (event: DragEvent) => {
    const { type, target, dataTransfer } = event;
    const isElsewhere =
      target instanceof HTMLInputElement && target.type === 'file' && target.id !== 'file-input';
    if (isElsewhere || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (type === 'drop') take(dataTransfer.files);
  };
  addEventListener('dragover', follow);
  addEventListener('drop', follow);
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Connects the page to its worker, whose replies go to `send` as they are. A worker that has ended is started anew when
 * there is something to ask: one that cannot start must not be restarted forever.
 */
function connectWorker(send: (event: FileEvent) => void): (message: ToWorker) => void {
  // The pages' content policy allows one maker of trusted addresses, called `worker`; ours makes one, whatever it is asked for.
  const address =
    typeof trustedTypes === 'undefined'
      ? FILE_WORKER
      : trustedTypes.createPolicy('worker', { createScriptURL: () => FILE_WORKER }).createScriptURL('');
  let worker: Worker | null = null;
  const start = (): Worker => {
    // One for each worker, on all pages of the browser.
    const name = `file-worker-${Math.random()}`;
    const started = new Worker(address, { name });
    let hasReplied = false;
    const lost = (): void => {
      if (worker !== started) return;
      started.terminate();
      worker = null;
      send({ type: 'worker lost', text: hasReplied ? OUT_OF_MEMORY : NOT_STARTED });
    };
    started.onmessage = ({ data }: MessageEvent<Reply>) => {
      // A worker may end without an error. Its lock is then free. Only pages over HTTPS have locks, if they may keep anything.
      if (!hasReplied && 'locks' in navigator)
        void navigator.locks.request(name, () => {}).then(lost, () => {});
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

type ScriptAddresses = { createScriptURL(input: string): string };

/** Missing from lib.dom, and from some browsers. What it makes is an object, but is accepted wherever an address is. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  | undefined;
