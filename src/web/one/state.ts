import { fieldNamed } from '../../contract/field-list.js';
import type { Focus } from '../store.js';
import { BLANK_CASE, type Case, EXAMPLE_CASE, entryAt, type FieldPlace, pathOf, withEntry } from './case.js';
import { isSameCase, linkTo, readLink, rulesOf } from './case-link.js';
import { termName, withOfferedFullTime, withoutTerm, withTerm } from './case-terms.js';
import type { Way } from './loan-dollars.js';
import { stepped } from './typed-text.js';

/** The state of the page for one student. */
export interface OneState {
  readonly typed: Case;
  /** What a person has opened or closed, by id: sections of the form, and the reasons for a figure by its path. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** How the notice to the student pays. */
  readonly way: Way;
  /** A message about what just happened; null for none. */
  readonly note: Note | null;
  /** The case last saved in a link or on paper; differences from it would be lost with the tab. */
  readonly kept: Case;
  /** What is being printed. */
  readonly paper: Paper | null;
  readonly focus: Focus | null;
}

export type Paper = 'audit' | 'notice';

export interface Note {
  readonly text: string;
  /** The case before; null if there is nothing to undo. */
  readonly undo: Case | null;
}

/** What can happen on the page. */
export type OneEvent =
  | { readonly type: 'year-chosen'; readonly awardYear: string }
  | { readonly type: 'typed'; readonly place: FieldPlace; readonly text: string }
  | { readonly type: 'stepped'; readonly place: FieldPlace; readonly direction: 1 | -1 }
  | { readonly type: 'term-added'; readonly at: number; readonly isSummer: boolean }
  | { readonly type: 'term-removed'; readonly index: number }
  | { readonly type: 'full-time-accepted' }
  | { readonly type: 'example-loaded' }
  | { readonly type: 'started-again' }
  | { readonly type: 'undone' }
  | { readonly type: 'field-wanted'; readonly path: string }
  | { readonly type: 'part-toggled'; readonly id: string; readonly isOpen: boolean }
  | { readonly type: 'way-chosen'; readonly way: Way }
  | { readonly type: 'address-read'; readonly hash: string }
  | { readonly type: 'kept' }
  | { readonly type: 'printing-asked'; readonly paper: Paper }
  | { readonly type: 'printing' }
  | { readonly type: 'printed' };

/** What every part of the page is made from. */
export interface OneProps {
  readonly state: OneState;
  readonly send: (event: OneEvent) => void;
}

/** Events that remove something: each gets its own entry in the browser's history, so that Back restores it. */
const TAKING_AWAY: readonly OneEvent['type'][] = ['term-removed', 'started-again', 'example-loaded'];

/** Whether the state before an event gets its own history entry. */
export function takesAway({ type }: OneEvent): boolean {
  return TAKING_AWAY.includes(type);
}

/** The page before anything is typed, and before its address is read. */
export const FIRST_STATE: OneState = {
  typed: BLANK_CASE,
  parts: {},
  way: 'equal',
  note: null,
  kept: BLANK_CASE,
  paper: null,
  focus: null,
};

/** Whether something was typed that exists only in this tab. */
export function hasUnsavedWork({ typed, kept }: Pick<OneState, 'typed' | 'kept'>): boolean {
  return !isSameCase(typed, kept);
}

/** The page after an event. */
export function nextState(state: OneState, event: OneEvent): OneState {
  const { typed } = state;
  switch (event.type) {
    case 'year-chosen':
      return withCase(state, { ...typed, awardYear: event.awardYear });
    case 'typed':
      return withCase(state, withEntry(typed, event.place, event.text));
    case 'stepped': {
      const text = stepped(fieldNamed(event.place.name), entryAt(typed, event.place), event.direction);
      return withCase(state, withEntry(typed, event.place, text));
    }
    case 'term-added':
      return withNewTerm(state, withTerm(typed, event.at, event.isSummer), event.at);
    case 'term-removed': {
      const next = withCase(state, withoutTerm(typed, event.index));
      const note = `${termName(typed, event.index)} was removed.`;
      // What was open belonged to terms at their earlier places.
      return undoable({ ...next, parts: {}, focus: { id: 'add-term' } }, state, note);
    }
    case 'full-time-accepted':
      return {
        ...withCase(state, withOfferedFullTime(typed)),
        focus: { id: pathOf({ name: 'full_time_credits', term: 0 }) },
      };
    case 'example-loaded':
      return undoable(withNewCase(state, EXAMPLE_CASE), state, 'This is an example. Change anything in it.');
    case 'started-again':
      return undoable(withNewCase(state, BLANK_CASE), state, 'The form is empty.');
    case 'undone':
      return state.note?.undo
        ? { ...withNewCase(state, state.note.undo), kept: state.kept, focus: { id: 'answer' } }
        : state;
    case 'field-wanted':
      return { ...state, focus: { id: event.path } };
    case 'part-toggled':
      return { ...state, parts: { ...state.parts, [event.id]: event.isOpen } };
    case 'way-chosen':
      return { ...state, way: event.way };
    case 'address-read':
      return withAddress(state, event.hash);
    case 'kept':
      return { ...state, kept: typed };
    case 'printing-asked':
      return { ...state, paper: event.paper };
    case 'printing':
      return { ...state, paper: state.paper ?? 'audit' };
    case 'printed':
      return { ...state, paper: null, kept: state.paper === 'audit' ? typed : state.kept };
  }
}

/** Another case: what belonged to the one before does not apply to it. */
function withNewCase(state: OneState, typed: Case): OneState {
  return { ...state, parts: {}, note: null, typed, kept: typed };
}

function withCase(state: OneState, typed: Case): OneState {
  return typed === state.typed ? state : { ...state, typed, note: null };
}

function withNewTerm(state: OneState, typed: Case, at: number): OneState {
  const next = withCase(state, typed);
  const id = pathOf({ name: 'credits_enrolled', term: at });
  return next === state ? state : { ...next, parts: {}, focus: { id } };
}

function undoable(next: OneState, before: OneState, text: string): OneState {
  if (next.typed === before.typed) return before;
  const isWorthIt = !isSameCase(before.typed, BLANK_CASE);
  return { ...next, note: { text, undo: isWorthIt ? before.typed : null } };
}

/** So many unknown parts of a link are named. */
const MOST_NAMED = 5;

function withAddress(state: OneState, hash: string): OneState {
  const read = readLink(hash);
  if (read === null || hash === linkTo(state.typed)) return state;
  if (!read.ok) {
    const text = `This link has version ${read.version}, which this page cannot read. Ask for a new link, or type the case in.`;
    return { ...state, note: { text, undo: null } };
  }
  const { typed, unknown, otherRules } = read;
  const remarks = [
    ...(otherRules === null
      ? []
      : [
          `This link was made with rules ${otherRules}. This page calculates with rules ${rulesOf(typed)}, so its figures can differ.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `This page does not know these parts of the link and left them out: ${unknown.slice(0, MOST_NAMED).join(', ')}${unknown.length > MOST_NAMED ? ', …' : ''}.`,
        ]),
  ];
  const note = remarks.length === 0 ? null : { text: remarks.join(' '), undo: null };
  // After Back, a case may still be in this tab only.
  const kept = state.typed === BLANK_CASE ? typed : state.kept;
  return { ...withNewCase(state, typed), kept, note };
}
