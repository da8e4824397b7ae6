import './zod-settings.js';
import { linkTo } from './one/case.js';
import { OnePage } from './one/page.js';
import { Paper } from './one/paper.js';
import { FIRST_STATE, nextState, type OneEvent, type OneState } from './one/state.js';
import { createStore, placeOf, showPage, stopOnFault } from './store.js';

/** The page `/`: every change is calculated at once, by the same code as in the service. */
const store = createStore<OneState, OneEvent>(FIRST_STATE, nextState);
const readAddress = () => store.send({ type: 'address-read', hash: location.hash });
readAddress();
showPage(placeOf('one'), store, (state) => <OnePage state={state} send={store.send} />);
showPage(placeOf('paper'), store, (state) => <Paper state={state} />);
stopOnFault(placeOf('one'), 'What you typed is in the address of this page and will come back.');

// The browser's own print command prints the audit sheet.
addEventListener('beforeprint', () => store.send({ type: 'printing', paper: store.state.paper ?? 'audit' }));
addEventListener('afterprint', () => store.send({ type: 'printing', paper: null }));

/** Delay before a retry: browsers refuse more than about 100 changes of the address in 10 seconds. */
const PAUSE_MS = 500;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Keeps the case in the address after `#`, for reload, Back and copied links. */
function writeAddress(
  typed = store.state.typed,
  change: 'replaceState' | 'pushState' = 'replaceState',
): void {
  clearTimeout(pause);
  const link = linkTo(typed);
  try {
    if (link !== location.hash) history[change](null, '', link);
  } catch {
    // Safari refuses with an exception, other browsers silently.
  }
  if (link !== location.hash) pause = setTimeout(writeAddress, PAUSE_MS);
}

store.watch(({ typed }, event, before) => {
  if (typed === before.typed) return;
  if (event.type === 'replaced') {
    // The replaced case gets its own history entry, so that Back restores it.
    writeAddress(before.typed);
    writeAddress(typed, 'pushState');
  } else if (event.type === 'edited') writeAddress();
});
addEventListener('hashchange', () => {
  readAddress();
  // A fragment that names a section of the page has no case, and must not replace one.
  if (!location.hash.startsWith('#v=')) writeAddress();
});
