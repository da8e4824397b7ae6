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
