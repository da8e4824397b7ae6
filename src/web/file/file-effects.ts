import type { Store } from '../store.js';
import { recipeOf } from './state/draft.js';
import { discarded, type FileEvent } from './state/file-events.js';
import { type FileState, hasUnsavedWork } from './state/file-state.js';
import { type KeptRecipe, keptIn } from './state/kept-recipes.js';
import type { Reply, ToWorker } from './worker/worker-protocol.js';

const RECIPES_KEY = 'prorata-recipes';

/** The recipes that are stored in this browser. */
export function keptRecipes(): readonly KeptRecipe[] {
  return keptIn(inStorage((storage) => storage.getItem(RECIPES_KEY)));
}

/** A browser may be full, or set to store nothing: then the person is asked again next time. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/**
 * Carries out what the page's state asks for: posts tasks and looks to the worker, saves files, stores
 * recipes, and warns before the page is left. Results go to the store as events.
 *
 * @returns a `send` that asks for consent before an event discards unsaved work.
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
    // The notice changes the state even after a refusal, so that controls show their actual values again.
    const isMeant = question === null || confirm(question);
    store.send(isMeant ? event : { type: 'say', kind: 'info', text: 'Nothing was changed.' });
  };
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    const last = store.state.draft?.before.at(-1);
    // With Caps Lock, the key is an upper-case Z.
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && last !== undefined;
    // In an input, Ctrl+Z undoes typing.
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

/** Accepts files dropped anywhere on the page, except on the file input for something else. */
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
  // By then the browser has started to read the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Connects the page to its worker, and passes replies to `send` unchanged. A lost worker is started again
 * only for the next message, since one that cannot start must not be restarted forever.
 */
function connectWorker(send: (event: FileEvent) => void): (message: ToWorker) => void {
  // The content security policy allows one trusted-types policy, `worker`; ours always returns this address.
  const address =
    typeof trustedTypes === 'undefined'
      ? FILE_WORKER
      : trustedTypes.createPolicy('worker', { createScriptURL: () => FILE_WORKER }).createScriptURL('');
  let worker: Worker | null = null;
  const start = (): Worker => {
    // Lock names are shared by all pages of the browser, so each worker has its own.
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
      // A worker that ends without an error frees its lock. Locks need HTTPS and permission to store data.
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
  // Started early, so that the worker is ready when a file comes.
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

/** The address of the page's worker, with a hash in its name; inserted by the build. */
declare const FILE_WORKER: string;

type ScriptAddresses = { createScriptURL(input: string): string };

/** Missing from lib.dom and some browsers. It returns an object that is accepted wherever an address is. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  | undefined;
