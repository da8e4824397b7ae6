import './zod-settings.js';
import { keepInAddress } from './one/address.js';
import { OnePage } from './one/page.js';
import { Paper } from './one/paper.js';
import { FIRST_STATE, nextState, type OneEvent, type OneState } from './one/state.js';
import { placeOf, showPage } from './show-page.js';
import { stopOnFault } from './stop-on-fault.js';
import { createStore } from './store.js';

/** The page `/`: what a person types is answered at once, by the same code as in the service. */
const store = createStore<OneState, OneEvent>(FIRST_STATE, nextState);
store.send({ type: 'address-read', hash: location.hash });
showPage(placeOf('one'), store, (state, send) => <OnePage state={state} send={send} />);
showPage(placeOf('paper'), store, (state) => <Paper state={state} />);
keepInAddress(store);
stopOnFault(placeOf('one'), 'What you typed is in the address of this page and will come back.');

addEventListener('beforeprint', () => store.send({ type: 'printing' }));
addEventListener('afterprint', () => store.send({ type: 'printed' }));

// The link's address would replace the case in the address bar.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  placeOf('main').focus();
});
