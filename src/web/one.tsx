import './zod-settings.js';
import { linkTo } from './one/case.js';
import { OnePage } from './one/page.js';
import { Paper } from './one/paper.js';
import { FIRST_STATE, nextState, type OneEvent, type OneState } from './one/state.js';
import { createStore, placeOf, showPage, stopOnFault } from './store.js';

/** The page `/`: what a person types is answered at once, by the same code as in the service. */
const store = createStore<OneState, OneEvent>(FIRST_STATE, nextState);
const readAddress = () => store.send({ type: 'address-read', hash: location.hash });
readAddress();
showPage(placeOf('one'), store, (state) => <OnePage state={state} send={store.send} />);
showPage(placeOf('paper'), store, (state) => <Paper state={state} />);
stopOnFault(placeOf('one'), 'What you typed is in the address of this page and will come back.');

// What the browser prints by itself is the audit sheet.
addEventListener('beforeprint', () => store.send({ type: 'printing', paper: store.state.paper ?? 'audit' }));
addEventListener('afterprint', () => store.send({ type: 'printing', paper: null }));

/** Browsers refuse more than about a hundred changes of the address in ten seconds. It is tried again after this pause. */
const PAUSE_MS = 500;
let pause: ReturnType<typeof setTimeout> | undefined;

/** A case is kept in the address behind `#`, where reload, Back and a copied link find it. */
function writeAddress(
  typed = store.state.typed,
  change: 'replaceState' | 'pushState' = 'replaceState',
): void {
  clearTimeout(pause);
  const link = linkTo(typed);
  try {
    if (link !== location.hash) history[change](null, '', link);
  } catch {
    // This is how Safari refuses; others do nothing.
  }
  if (link !== location.hash) pause = setTimeout(writeAddress, PAUSE_MS);
}

store.watch(({ typed }, event, before) => {
  if (typed === before.typed) return;
  if (event.type === 'replaced') {
    // An entry of its own in the history, so that Back restores what was there.
    writeAddress(before.typed);
    writeAddress(typed, 'pushState');
  } else if (event.type === 'edited') writeAddress();
});
addEventListener('hashchange', () => {
  readAddress();
  // The fragment of a section of the page holds no case, and must not replace one.
  if (!location.hash.startsWith('#v=')) writeAddress();
});
