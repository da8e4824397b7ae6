import { type ComponentChild, render } from 'preact';
import type { Focus, Store } from './store.js';

/**
 * Renders a page from its state, now and synchronously after every event. Elements and the focus persist across states, unless
 * the state asks for the focus to move: the request stays in the state and is carried out once.
 */
export function showPage<State extends { readonly focus?: Focus | null }, Event>(
  root: Element,
  store: Store<State, Event>,
  view: (state: State, send: (event: Event) => void) => ComponentChild,
): void {
  const draw = () => render(view(store.state, store.send), root);
  draw();
  store.watch((state, _, before) => {
    if (state !== before) keepInPlace(root, draw);
    if (state.focus !== before.focus && state.focus) moveFocus(root, state.focus.id);
  });
}

/** Scrolls as far as `draw` moves the element with the focus, so that it stays in sight when something appears above it. */
function keepInPlace(root: Element, draw: () => void): void {
  const focused = document.activeElement;
  const top = focused?.getBoundingClientRect().top ?? 0;
  const isInSight = focused !== root && root.contains(focused) && top >= 0 && top < innerHeight;
  draw();
  if (isInSight && focused?.isConnected === true) scrollBy(0, focused.getBoundingClientRect().top - top);
}

function moveFocus(root: Element, id: string): void {
  const found = document.getElementById(id);
  if (!root.contains(found)) return;
  const target = found instanceof HTMLDetailsElement ? found.querySelector('summary') : found;
  target?.closest('details:not([open])')?.setAttribute('open', '');
  target?.focus();
  // The next step begins with it.
  if (target instanceof HTMLHeadingElement) target.scrollIntoView();
  if (target instanceof HTMLInputElement && target.type === 'text') target.select();
}

/**
 * The element with this id.
 *
 * @throws Error if the page has none: page and script are from different builds.
 */
export function placeOf(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found !== null) return found;
  throw new Error(`The page has no element "${id}".`);
}
