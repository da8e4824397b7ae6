import { type ComponentChild, render } from 'preact';

/**
 * The state of a page: one immutable value. Every event, from a person, a worker or the browser, produces the next state in one
 * function that knows neither screen nor browser. Side effects (calling a worker, writing a link) belong to the watchers, which
 * run after the state has changed.
 */
export interface Store<State, Event> {
  readonly state: State;
  /** Sends an event. One sent while another is being handled is handled after it. */
  readonly send: (event: Event) => void;
  /** Calls `watcher` after every event; watchers run in the order they were added. */
  readonly watch: (watcher: Watcher<State, Event>) => void;
}

/** A request to move the focus to the element with this id. Each is a new object, so that the same element can be asked for twice. */
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
 * Renders a page from its state, now and synchronously after every event, but while a control is pressed. Elements and the focus
 * persist across states, unless the state asks for the focus to move: the request stays in the state and is carried out once.
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
    // The next key is for what has the focus: what is drawn late above it must not push it out of sight.
    else if (focused?.isConnected && was && was.bottom > 0 && was.top < innerHeight)
      if (focused.getBoundingClientRect().bottom !== was.bottom) focused.scrollIntoView({ block: 'nearest' });
    // Where what had the focus is gone, what it was within has it, or keys would begin at the top of the page.
    for (const id of around)
      if (document.activeElement === document.body)
        document.getElementById(id)?.focus({ preventScroll: true });
  };
  show();
  store.watch(stillWhilePressed(show));
}

/**
 * Nothing moves under a pressed pointer. A press ends typing, and what that changes above a button would take the button from
 * under the pointer, so that its click never came. The last `show` is made up for before the click is handled. A click is for
 * what was under the pointer when it was pressed, and not for what came there since.
 */
function stillWhilePressed(show: () => void): () => void {
  let isPressed = false;
  let pressed = buttonAt(null);
  const release = () => {
    isPressed = false;
    show();
  };
  // The second of them comes once a finger has left, and ends typing.
  const press = ({ target }: globalThis.Event) => {
    isPressed = target instanceof Element && target.closest('button, a, label, summary, input') !== null;
    pressed = buttonAt(target);
  };
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, press, true);
  // A click comes right after it, if one comes.
  for (const type of ['pointerup', 'mouseup']) addEventListener(type, () => setTimeout(release), true);
  // A menu takes the end of a press, and a dialog may have.
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
    // Enter that is held down, or that takes what an input method suggests, which has this code in every browser.
    if (event.key === 'Enter' && (event.repeat || event.keyCode === 229)) stop(event);
  };
  addEventListener('click', click, true);
  addEventListener('keydown', key, true);
  return () => {
    if (!isPressed) show();
  };
}

/** The button where an event is, and what it is for now: an element may be drawn as another one. */
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

/**
 * Removes what a page shows once its own program has failed: figures that may no longer match what was typed must not be paid.
 * `rest` says what becomes of a person's work.
 */
export function stopOnFault(place: Element, rest: string): void {
  const stop = () => {
    const message = document.createElement('p');
    message.className = 'note bad';
    message.role = 'alert';
    message.textContent = `This page ran into an error and stopped, so that it does not show wrong amounts. Reload it to continue. ${rest}`;
    // Nothing happens to one that is gone already.
    place.replaceWith(message);
  };
  addEventListener('error', ({ error }) => {
    // Only thrown errors: browsers report other things as errors, such as a size that was observed too late.
    if (error instanceof Error) stop();
  });
  addEventListener('unhandledrejection', stop);
}
