import type { Focus } from '../store.js';
import { BLANK_CASE, type Case, linkTo, readLink } from './case.js';
import type { Way } from './payments.js';

export interface OneState {
  readonly typed: Case;
  /** What a person opened or closed, by id: sections of the form, and reasons by their figure's path. */
  readonly parts: Readonly<Record<string, boolean>>;
  readonly way: Way;
  /** What became of the previous case; null for nothing. It stays, so that the form does not move. */
  readonly note: string | null;
  readonly paper: Paper | null;
  readonly focus: Focus | null;
}

export type Paper = 'audit' | 'notice';

/** How to restore a replaced case. */
export const BACK = 'The Back button of your browser brings it back.';

export type OneEvent =
  /** The case was edited. `focus` is the id that gets the focus next. */
  | { readonly type: 'edited'; readonly typed: Case; readonly focus?: string }
  /** The case, or a part of it, is replaced; a new history entry lets Back restore it. */
  | { readonly type: 'replaced'; readonly typed: Case; readonly focus?: string; readonly text: string }
  | { readonly type: 'address-read'; readonly hash: string }
  | { readonly type: 'field-wanted'; readonly path: string }
  | { readonly type: 'part-toggled'; readonly id: string; readonly isOpen: boolean }
  | { readonly type: 'way-chosen'; readonly way: Way }
  | { readonly type: 'printing'; readonly paper: Paper | null };

/** What every part of the page receives. */
export interface OneProps {
  readonly state: OneState;
  readonly send: (event: OneEvent) => void;
}

/** The state before anything is typed, and before the address is read. */
export const FIRST_STATE: OneState = {
  typed: BLANK_CASE,
  parts: {},
  way: 'equal',
  note: null,
  paper: null,
  focus: null,
};

/** The state after an event. */
export function nextState(state: OneState, event: OneEvent): OneState {
  switch (event.type) {
    case 'edited':
      return withCase(state, event.typed, event.focus);
    case 'replaced':
      return { ...withCase(state, event.typed, event.focus), parts: {}, note: event.text };
    case 'address-read': {
      const read = readLink(event.hash);
      if (read === null || event.hash === linkTo(state.typed)) return state;
      const note = read.remarks.join(' ') || null;
      return read.typed === null ? { ...state, note } : { ...state, typed: read.typed, parts: {}, note };
    }
    case 'field-wanted':
      return { ...state, focus: { id: event.path } };
    case 'part-toggled':
      return { ...state, parts: { ...state.parts, [event.id]: event.isOpen } };
    case 'way-chosen':
      return { ...state, way: event.way };
    case 'printing':
      return { ...state, paper: event.paper };
  }
}

/** Open parts are keyed by term index, so they are closed when the number of terms changes. */
function withCase(state: OneState, typed: Case, focus: string | undefined): OneState {
  const parts = typed.terms.length === state.typed.terms.length ? state.parts : {};
  return { ...state, typed, parts, focus: focus === undefined ? state.focus : { id: focus } };
}
