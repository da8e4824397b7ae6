import type { Store } from '../store.js';
import { linkTo } from './case-link.js';
import { hasUnsavedWork, type OneEvent, type OneState } from './state.js';

/** Browsers refuse more than about a hundred address changes in ten seconds, which holding a key down can cause. */
const CHANGES_AT_ONCE = 50;
const PERIOD_MS = 10_000;
/** How often the address changes after that. */
const PAUSE_MS = 400;

/**
 * Keeps the case in the address behind `#`, where reload, Back and a copied link find it. What replaces a case gets its own
 * history entry, so that Back restores it. Leaving with work that is saved nowhere else asks first.
 */
export function keepInAddress(store: Store<OneState, OneEvent>): void {
  let recent = 0;
  let isWaiting = false;
  const write = () => {
    const link = linkTo(store.state.typed);
    if (link !== location.hash) history.replaceState(null, '', link);
  };
  const writeSoon = () => {
    if (recent < CHANGES_AT_ONCE) {
      recent += 1;
      setTimeout(() => {
        recent -= 1;
      }, PERIOD_MS);
      write();
    } else if (!isWaiting) {
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        write();
      }, PAUSE_MS);
    }
  };
  store.watch(({ typed }, event, before) => {
    if (typed === before.typed) return;
    if (event.type === 'replaced') {
      history.replaceState(null, '', linkTo(before.typed));
      history.pushState(null, '', linkTo(typed));
    } else if (event.type === 'edited') writeSoon();
  });
  addEventListener('hashchange', () => {
    store.send({ type: 'address-read', hash: location.hash });
    // The fragment of a section of the page holds no case, and must not replace one.
    if (!location.hash.startsWith('#v=')) write();
  });
  addEventListener('beforeunload', (event) => {
    write();
    if (hasUnsavedWork(store.state)) event.preventDefault();
  });
}
