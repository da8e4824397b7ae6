import { stored } from './browser-store.js';
import { RECIPES_KEY, runEffects } from './file/effects/file-effects.js';
import { firstState } from './file/state/file-state.js';
import { keptIn } from './file/state/kept-recipes.js';
import { nextFile } from './file/state/next-file.js';
import { FileView } from './file/view/file-view.js';
import { placeOf, showPage } from './show-page.js';
import { stopOnFault } from './stop-on-fault.js';
import { createStore } from './store.js';

/** The page `/file`: it shows the state, and every event makes the next state. */

const kept = keptIn(stored('localStorage', RECIPES_KEY) ?? '[]');
const store = createStore(firstState(kept), nextFile);
const send = runEffects(store);
showPage(placeOf('file'), store, (state) => <FileView state={state} send={send} />);
stopOnFault(placeOf('file'), 'Your file was not changed.');
