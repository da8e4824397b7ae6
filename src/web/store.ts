/**
 * What a page holds: one value that is never changed, only followed by the next one. Every event, of a person, of a worker or of the
 * browser, makes the next state in one function that knows neither screen nor browser. What has to happen outside (a worker is
 * asked, a link is written, something is copied) is the work of those who watch the store, after the state has changed.
 */
export interface Store<State, Event> {
  readonly state: State;
  /** Tells the store what has happened. One that is told while another is dealt with comes after it. */
  readonly send: (event: Event) => void;
  /** Has `watcher` called after every event; in the order in which they were added. */
  readonly watch: (watcher: Watcher<State, Event>) => void;
}

/** A wish for the focus to move. Each is an object of its own, so that the same place can be asked for twice. */
export interface Focus {
  /** The element with this id; its text is selected where it has one to type over. */
  readonly id: string;
}

/** Gets the state, the event that led to it, and the state before, which is the same object where the event changed nothing. */
export type Watcher<State, Event> = (state: State, event: Event, before: State) => void;

/** The state that follows from a state and an event. It changes neither, asks nobody, and gives the same answer every time. */
export type Next<State, Event> = (state: State, event: Event) => State;

/** A store that begins with `first`. */
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
