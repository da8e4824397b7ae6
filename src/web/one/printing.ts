import type { Store } from '../store.js';
import type { OneEvent, OneState } from './state.js';

/** Prints what is asked for: the notice after its button, the audit sheet in every other case. */
export function printOnWish(store: Store<OneState, OneEvent>): void {
  store.watch((_, event) => {
    if (event.type === 'printing-asked') print();
  });
  addEventListener('beforeprint', () => store.send({ type: 'printing' }));
  addEventListener('afterprint', () => store.send({ type: 'printed' }));
}
