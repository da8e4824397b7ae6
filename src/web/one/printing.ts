import type { Store } from '../store.js';
import type { OneEvent, OneState } from './state.js';

/** Prints what was requested: the notice after its button was pressed, otherwise the audit sheet. */
export function printOnWish(store: Store<OneState, OneEvent>): void {
  store.watch((_, event) => {
    if (event.type === 'printing-asked') print();
  });
  addEventListener('beforeprint', () => store.send({ type: 'printing' }));
  addEventListener('afterprint', () => store.send({ type: 'printed' }));
}
