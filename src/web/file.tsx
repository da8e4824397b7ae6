import { store as keepText, stored } from './browser-store.js';
import { listenToPage } from './file/page/choose-file.js';
import { FileEffects, OPEN_KEY, RECIPES_KEY } from './file/page/file-effects.js';
import { firstState } from './file/page/file-state.js';
import { FileView } from './file/page/file-view.js';
import { keptIn } from './file/page/kept-recipes.js';
import { nextFile } from './file/page/next-file.js';
import { placeOf, showPage } from './show-page.js';
import { stopOnFault } from './stop-on-fault.js';
import { createStore } from './store.js';

/** The page `/file`: it shows the state, and every event makes the next state. */

const wasLost = stored('sessionStorage', OPEN_KEY) !== null;
// It is said once.
keepText('sessionStorage', OPEN_KEY, null);
const kept = keptIn(stored('localStorage', RECIPES_KEY) ?? '[]');
const store = createStore(firstState(kept, wasLost), nextFile);
new FileEffects(store);
listenToPage(store.send);
showPage(placeOf('file'), store, (state, send) => <FileView state={state} send={send} />);
stopOnFault(placeOf('file'), 'Your file was not changed.');
