import type { Store } from '../store.js';
import { linkTo } from './case-link.js';
import { hasUnsavedWork, type OneEvent, type OneState, takesAway } from './state.js';

/** Browsers refuse more than about a hundred address changes in ten seconds, which holding a key down can cause. */
const CHANGES_AT_ONCE = 50;
const PERIOD_MS = 10_000;
/** How often the address changes after that. */
const PAUSE_MS = 400;

/**
 * Keeps the case in the address behind `#`, where reload, Back and a copied link find them. Events that remove something get
 * their own history entry, so that Back restores it. Leaving with work that is saved nowhere else asks first.
 */
export function keepInAddress(store: Store<OneState, OneEvent>): void {
  let periodStart = 0;
  let changes = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(pause);
    pause = undefined;
    const link = linkTo(store.state.typed);
    if (link !== location.hash) history.replaceState(null, '', link);
  };
  const writeSoon = () => {
    const now = performance.now();
    if (now - periodStart > PERIOD_MS) {
      periodStart = now;
      changes = 0;
    }
    if (changes++ < CHANGES_AT_ONCE) write();
    else pause ??= setTimeout(write, PAUSE_MS);
  };
  store.watch(({ typed }, event, before) => {
    if (typed === before.typed || event.type === 'address-read') return;
    if (!takesAway(event)) {
      writeSoon();
      return;
    }
    clearTimeout(pause);
    pause = undefined;
    history.replaceState(null, '', linkTo(before.typed));
    history.pushState(null, '', linkTo(typed));
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
