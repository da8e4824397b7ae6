/**
 * The state of a page: one immutable value. Every event, from a person, a worker or the browser, produces the next state in one
 * function that knows neither screen nor browser. Side effects (calling a worker, writing a link, copying) belong to the
 * watchers, which run after the state has changed.
 */
export interface Store<State, Event> {
  readonly state: State;
  /** Sends an event. One sent while another is being handled is handled after it. */
  readonly send: (event: Event) => void;
  /** Calls `watcher` after every event; watchers run in the order they were added. */
  readonly watch: (watcher: Watcher<State, Event>) => void;
}

/** A request to move the focus. Each is a new object, so that the same element can be asked for twice. */
export interface Focus {
  /** The element with this id; if it is a text field, its text is selected. */
  readonly id: string;
}

/** Receives the state, the event that led to it, and the previous state, which is the same object if the event changed nothing. */
export type Watcher<State, Event> = (state: State, event: Event, before: State) => void;

/** Computes the state after an event. A pure function. */
export type Next<State, Event> = (state: State, event: Event) => State;

/** Creates a store whose first state is `first`. */
export function createStore<State, Event>(first: State, next: Next<State, Event>): Store<State, Event> {
  const watchers: Watcher<State, Event>[] = [];
  const waiting: Event[] = [];
  let state = first;
  let isBusy = false;
  const settle = (event: Event) => {
    const before = state;
    state = next(before, event);
    for (const watcher of watchers) watcher(state, event, before);
  };
  return {
    get state() {
      return state;
    },
    send: (event) => {
      waiting.push(event);
      if (isBusy) return;
      isBusy = true;
      try {
        for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) settle(each);
      } finally {
        isBusy = false;
      }
    },
    watch: (watcher) => {
      watchers.push(watcher);
    },
  };
}
