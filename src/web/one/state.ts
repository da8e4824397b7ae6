import { fieldNamed } from '../../contract/field-list.js';
import type { PublishedFigure } from '../../engine/published-figure.js';
import type { Focus } from '../store.js';
import { BLANK_CASE, type Case, EXAMPLE_CASE, entryAt, type FieldPlace, pathOf, withEntry } from './case.js';
import { linkTo, type Plans, readLink, rulesOf } from './case-link.js';
import { termName, withoutTerm, withTerm } from './case-terms.js';
import type { Way } from './loan-dollars.js';
import { stepped } from './typed-text.js';

/** Which of the two plans. */
export type PlanName = 'a' | 'b';

/** The state of the page for one student. */
export interface OneState {
  readonly plans: Plans;
  /** Which plan the form shows. */
  readonly shown: PlanName;
  /** What a person has opened or closed, by id: sections of the form, and the reasons for a figure by plan and path. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** How the notice to the student pays. */
  readonly way: Way;
  /** The full-time credits of the table to publish; null while they follow the case. */
  readonly schoolCredits: string | null;
  /** A figure published for this student, as typed. */
  readonly published: { readonly figure: PublishedFigure; readonly text: string };
  /** A message about what just happened; null for none. */
  readonly note: Note | null;
  /** The plans last saved in a link or on paper; differences from them would be lost with the tab. */
  readonly kept: Plans;
  /** What is being printed. */
  readonly paper: Paper | null;
  readonly focus: Focus | null;
}

export type Paper = 'audit' | 'notice';

export interface Note {
  readonly text: string;
  /** The plans before; null if there is nothing to undo. */
  readonly undo: Plans | null;
}

/** What can happen on the page. */
export type OneEvent =
  | { readonly type: 'year-chosen'; readonly awardYear: string }
  | { readonly type: 'typed'; readonly place: FieldPlace; readonly text: string }
  | { readonly type: 'stepped'; readonly place: FieldPlace; readonly direction: 1 | -1 }
  | { readonly type: 'term-added'; readonly at: number; readonly isSummer: boolean }
  | { readonly type: 'term-removed'; readonly index: number }
  | { readonly type: 'example-loaded' }
  | { readonly type: 'started-again' }
  | { readonly type: 'undone' }
  | { readonly type: 'compared' }
  | { readonly type: 'plan-chosen'; readonly plan: PlanName }
  | { readonly type: 'plan-b-removed' }
  | { readonly type: 'field-wanted'; readonly plan: PlanName; readonly path: string }
  | { readonly type: 'part-toggled'; readonly id: string; readonly isOpen: boolean }
  | { readonly type: 'way-chosen'; readonly way: Way }
  | { readonly type: 'school-typed'; readonly text: string }
  | { readonly type: 'published'; readonly figure: PublishedFigure; readonly text: string }
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
const TAKING_AWAY: readonly OneEvent['type'][] = [
  'term-removed',
  'plan-b-removed',
  'started-again',
  'example-loaded',
];

/** Whether the state before an event gets its own history entry. */
export function takesAway({ type }: OneEvent): boolean {
  return TAKING_AWAY.includes(type);
}

const BLANK_PLANS: Plans = { a: BLANK_CASE, b: null };
const NOTHING_PUBLISHED = { figure: 'combined', text: '' } as const;
const EXAMPLE_PLANS: Plans = { a: EXAMPLE_CASE, b: null };

/** The page before anything is typed, and before its address is read. */
export const FIRST_STATE: OneState = {
  plans: BLANK_PLANS,
  shown: 'a',
  parts: {},
  way: 'equal',
  schoolCredits: null,
  published: NOTHING_PUBLISHED,
  note: null,
  kept: BLANK_PLANS,
  paper: null,
  focus: null,
};

/** The plan that the form shows. */
export function shownCase({ plans, shown }: OneState): Case {
  return (shown === 'b' ? plans.b : null) ?? plans.a;
}

/** Whether something was typed that exists only in this tab. */
export function hasUnsavedWork({ plans, kept }: OneState): boolean {
  return plans !== kept && linkTo(plans) !== linkTo(kept);
}

/** The page after an event. */
export function nextState(state: OneState, event: OneEvent): OneState {
  switch (event.type) {
    case 'year-chosen':
      return withYear(state, event.awardYear);
    case 'typed':
      return withCase(state, withEntry(shownCase(state), event.place, event.text));
    case 'stepped': {
      const typed = shownCase(state);
      const text = stepped(fieldNamed(event.place.name), entryAt(typed, event.place), event.direction);
      return withCase(state, withEntry(typed, event.place, text));
    }
    case 'term-added':
      return withNewTerm(state, withTerm(shownCase(state), event.at, event.isSummer), event.at);
    case 'term-removed': {
      const typed = shownCase(state);
      const note = `${termName(typed, event.index)} was removed.`;
      const next = withCase(state, withoutTerm(typed, event.index));
      return undoable({ ...next, focus: { id: 'add-term' } }, state, note);
    }
    case 'example-loaded':
      return undoable(
        withNewPlans(state, EXAMPLE_PLANS),
        state,
        'This is an example. Change anything in it.',
      );
    case 'started-again':
      return undoable(withNewPlans(state, BLANK_PLANS), state, 'The form is empty.');
    case 'undone':
      return state.note?.undo
        ? { ...withNewPlans(state, state.note.undo), kept: state.kept, focus: { id: 'answer' } }
        : state;
    case 'compared':
      return {
        ...state,
        plans: { ...state.plans, b: state.plans.a },
        shown: 'b',
        // What it could undo was another change.
        note: null,
        focus: { id: 'plan-b' },
      };
    case 'plan-chosen':
      return state.plans.b === null ? state : { ...state, shown: event.plan };
    case 'plan-b-removed': {
      const alone = { ...state, plans: { ...state.plans, b: null }, shown: 'a' as const };
      return undoable({ ...alone, focus: { id: 'compare' } }, state, 'Plan B was removed.');
    }
    case 'field-wanted':
      return { ...state, shown: event.plan, focus: { id: event.path } };
    case 'part-toggled':
      return { ...state, parts: { ...state.parts, [event.id]: event.isOpen } };
    case 'way-chosen':
      return { ...state, way: event.way };
    case 'school-typed':
      return { ...state, schoolCredits: event.text };
    case 'published':
      return { ...state, published: { figure: event.figure, text: event.text } };
    case 'address-read':
      return withAddress(state, event.hash);
    case 'kept':
      return { ...state, kept: state.plans };
    case 'printing-asked':
      return { ...state, paper: event.paper };
    case 'printing':
      return { ...state, paper: state.paper ?? 'audit' };
    case 'printed':
      return { ...state, paper: null, kept: state.paper === 'audit' ? state.plans : state.kept };
  }
}

/** Resets what belonged to the previous plans and does not apply to new ones. */
const OF_NEW_PLANS = {
  shown: 'a',
  parts: {},
  published: NOTHING_PUBLISHED,
  note: null,
} as const;

function withNewPlans(state: OneState, plans: Plans): OneState {
  return { ...state, ...OF_NEW_PLANS, plans, kept: plans };
}

/** Parts of the page that belong to neither a plan nor a term, by id. */
export const SCHOOL_PART = 'school';
export const PUBLISHED_PART = 'check-published';
const OF_PAGE: readonly string[] = [SCHOOL_PART, PUBLISHED_PART];

/** What is open, without what belonged to terms at their earlier places. */
function partsOfPage({ parts }: OneState): OneState['parts'] {
  return Object.fromEntries(Object.entries(parts).filter(([id]) => OF_PAGE.includes(id)));
}

function withCase(state: OneState, typed: Case): OneState {
  if (typed === shownCase(state)) return state;
  const plans = state.shown === 'b' ? { ...state.plans, b: typed } : { ...state.plans, a: typed };
  return { ...state, plans, note: null };
}

/** A link names one award year, so it applies to both plans. */
function withYear(state: OneState, awardYear: string): OneState {
  const { a, b } = state.plans;
  const plans = { a: { ...a, awardYear }, b: b === null ? null : { ...b, awardYear } };
  return { ...state, plans, note: null };
}

function withNewTerm(state: OneState, typed: Case, at: number): OneState {
  const next = withCase(state, typed);
  const id = pathOf({ name: 'credits_enrolled', term: at });
  return next === state ? state : { ...next, parts: partsOfPage(state), focus: { id } };
}

function undoable(next: OneState, before: OneState, text: string): OneState {
  if (next.plans === before.plans) return before;
  const isWorthIt = hasUnsavedWork({ ...before, kept: BLANK_PLANS });
  return { ...next, parts: partsOfPage(before), note: { text, undo: isWorthIt ? before.plans : null } };
}

/** So many unknown parts of a link are named. */
const MOST_NAMED = 5;

function withAddress(state: OneState, hash: string): OneState {
  const read = readLink(hash);
  if (read === null || hash === linkTo(state.plans)) return state;
  if (!read.ok) {
    const text = `This link has version ${read.version}, which this page cannot read. Ask for a new link, or type the case in.`;
    return { ...state, note: { text, undo: null } };
  }
  const { plans, unknown, otherRules } = read;
  const remarks = [
    ...(otherRules === null
      ? []
      : [
          `This link was made with rules ${otherRules}. This page calculates with rules ${rulesOf(plans.a)}, so its figures can differ.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `This page does not know these parts of the link and left them out: ${unknown.slice(0, MOST_NAMED).join(', ')}${unknown.length > MOST_NAMED ? ', …' : ''}.`,
        ]),
  ];
  const note = remarks.length === 0 ? null : { text: remarks.join(' '), undo: null };
  // After Back, a case may still be in this tab only.
  const kept = state.plans === BLANK_PLANS ? plans : state.kept;
  return { ...withNewPlans(state, plans), kept, note };
}
