import { type ComponentChild, render } from 'preact';

/**
 * The state of a page: one immutable value. Each event, from a person, a worker or the browser, produces the
 * next state in one pure function. Side effects belong to watchers, which run after the state has changed.
 */
export interface Store<State, Event> {
  readonly state: State;
  /** Sends an event; during the handling of another one it waits. */
  readonly send: (event: Event) => void;
  /** Calls `watcher` after every event; watchers run in the order they were added. */
  readonly watch: (watcher: Watcher<State, Event>) => void;
}

/** Focuses the element with this id. Each request is a new object, so it can repeat an earlier one. */
export interface Focus {
  readonly id: string;
}

/** `before` is the same object as `state` if the event changed nothing. */
type Watcher<State, Event> = (state: State, event: Event, before: State) => void;

/** Creates a store whose first state is `first`; `next` is a pure function. */
export function createStore<State, Event>(
  first: State,
  next: (state: State, event: Event) => State,
): Store<State, Event> {
  const watchers: Watcher<State, Event>[] = [];
  const waiting: Event[] = [];
  let state = first;
  let isBusy = false;
  return {
    get state() {
      return state;
    },
    send: (sent) => {
      waiting.push(sent);
      if (isBusy) return;
      isBusy = true;
      try {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
          const before = state;
          state = next(before, event);
          for (const watcher of watchers) watcher(state, event, before);
        }
      } finally {
        isBusy = false;
      }
    },
    watch: (watcher) => {
      watchers.push(watcher);
    },
  };
}

/**
 * Renders a page synchronously, now and after every event, but not while a control is pressed. Elements and
 * the focus persist, unless the state has a new request to move the focus.
 */
export function showPage<State extends { readonly focus?: Focus | null }, Event>(
  root: Element,
  store: Store<State, Event>,
  view: (state: State) => ComponentChild,
): void {
  let shown: State | null = null;
  const show = () => {
    const { state } = store;
    if (state === shown) return;
    const before = shown;
    shown = state;
    const focused = root.querySelector(':focus');
    const was = focused?.getBoundingClientRect();
    const around: string[] = [];
    for (let at = focused; at !== null; at = at.parentElement) around.push(at.id, `${at.id}-heading`);
    render(view(state), root);
    if (before !== null && state.focus !== before.focus && state.focus) moveFocus(root, state.focus.id);
    // The next key goes to the focused element: what is added above must not push it out of view.
    else if (focused?.isConnected && was && was.bottom > 0 && was.top < innerHeight)
      if (focused.getBoundingClientRect().bottom !== was.bottom) focused.scrollIntoView({ block: 'nearest' });
    // If the focused element is gone, its container gets it; otherwise keys start at the page's top.
    for (const id of around)
      if (document.activeElement === document.body)
        document.getElementById(id)?.focus({ preventScroll: true });
  };
  show();
  store.watch(stillWhilePressed(show));
}

/**
 * Keeps the page still under a pressed pointer. A press ends typing, and the resulting change could move the
 * button away before its click. The last `show` is made up for before the click is handled. A click counts
 * only for the button that was pressed, not for one that has taken its place.
 */
function stillWhilePressed(show: () => void): () => void {
  let isPressed = false;
  let pressed = buttonAt(null);
  const release = () => {
    isPressed = false;
    show();
  };
  // On a touch screen, `mousedown` comes after the finger has left, and ends typing.
  const press = ({ target }: globalThis.Event) => {
    isPressed = target instanceof Element && target.closest('button, a, label, summary, input') !== null;
    pressed = buttonAt(target);
  };
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, press, true);
  // If there is a click, it comes right after these events.
  for (const type of ['pointerup', 'mouseup']) addEventListener(type, () => setTimeout(release), true);
  // A menu or a dialog may take the end of a press.
  for (const type of ['pointercancel', 'contextmenu']) addEventListener(type, release, true);
  addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), true);
  const click = (event: MouseEvent) => {
    release();
    const { button, name } = buttonAt(event.target);
    // Keys and assistive technology click without a press.
    if (event.detail > 0 && button === pressed.button && name !== pressed.name) stop(event);
  };
  const key = (event: KeyboardEvent) => {
    release();
    // Enter held down, or accepting an input method's suggestion, which has code 229 in every browser.
    if (event.key === 'Enter' && (event.repeat || event.keyCode === 229)) stop(event);
  };
  addEventListener('click', click, true);
  addEventListener('keydown', key, true);
  return () => {
    if (!isPressed) show();
  };
}

/** The button at a target, and its purpose: an element may be rendered as another button. */
function buttonAt(target: EventTarget | null) {
  const button = target instanceof Element ? target.closest('button') : null;
  return { button, name: button?.id || button?.ariaLabel || button?.textContent };
}

function stop(event: globalThis.Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function moveFocus(root: Element, id: string): void {
  const found = document.getElementById(id);
  if (!root.contains(found)) return;
  const target = found instanceof HTMLDetailsElement ? found.querySelector('summary') : found;
  target?.closest('details:not([open])')?.setAttribute('open', '');
  target?.focus();
  // A heading begins the next step.
  if (target instanceof HTMLHeadingElement) target.scrollIntoView();
  if (target instanceof HTMLInputElement && target.type === 'text') target.select();
}

/** The element with this id. @throws Error if there is none: page and script are from different builds. */
export function placeOf(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found !== null) return found;
  throw new Error(`The page has no element "${id}".`);
}

/**
 * Removes a page's content once its program fails, since amounts that may not match the entries must not be
 * paid. `rest` says what becomes of a person's work.
 */
export function stopOnFault(place: Element, rest: string): void {
  const stop = () => {
    const message = document.createElement('p');
    message.className = 'note bad';
    message.role = 'alert';
    message.textContent = `This page ran into an error and stopped, so that it does not show wrong amounts. Reload it to continue. ${rest}`;
    // Has no effect if the place is already gone.
    place.replaceWith(message);
  };
  addEventListener('error', ({ error }) => {
    // Only thrown errors: browsers also report other things, such as a size observed too late.
    if (error instanceof Error) stop();
  });
  addEventListener('unhandledrejection', stop);
}
