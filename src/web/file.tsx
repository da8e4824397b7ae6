import { keptRecipes, runEffects } from './file/file-effects.js';
import { fileAfter } from './file/state/file-events.js';
import { firstState } from './file/state/file-state.js';
import { FileView } from './file/view/file-view.js';
import { createStore, placeOf, showPage, stopOnFault } from './store.js';

/** The page `/file`: it shows the state, and every event makes the next state. */
const store = createStore(firstState(keptRecipes()), fileAfter);
const send = runEffects(store);
showPage(placeOf('file'), store, (state) => <FileView state={state} send={send} />);
stopOnFault(placeOf('file'), 'Your file was not changed.');
