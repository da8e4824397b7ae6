import type { Recipe } from '../../../recipe/recipe.js';
import { afterLoss, afterTask, cancelled } from './after-task.js';
import { beginning, begun, calculating, examining, looking, opening, saving } from './begin-task.js';
import { type Discarding, type FileEvent, isDiscarding } from './file-events.js';
import {
  COLUMNS_FOLD,
  canCalculate,
  type Draft,
  type FileState,
  hasUnsavedWork,
  isCurrent,
  repairsIn,
  said,
  withoutTyped,
  withResult,
} from './file-state.js';
import { allLines, CONFIRM, openLines, questionId, shownLines } from './lines.js';
import { edited, type RecipeEdit } from './recipe-edits.js';

/** Returns the state of the page `/file` after an event. What would discard work waits for the person's consent. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  if (isDiscarding(event) && discardsWork(state, event)) {
    return { ...state, waiting: event, focus: { id: 'give-up' } };
  }
  const next = after(state, event);
  const { waiting } = next;
  // A choice belongs to the draft that it was made for; with nothing left to discard there is nothing to ask.
  const isOfDraft = waiting?.type === 'given' || next.draft === state.draft;
  const isOver = waiting !== null && !(isOfDraft && discardsWork(next, waiting));
  return isOver ? { ...next, waiting: null } : next;
}

/** Whether an action discards what is not saved: the work on a file, or repairs that belong to its decisions. */
function discardsWork(state: FileState, { type }: Discarding): boolean {
  return type === 'given' ? hasUnsavedWork(state) : repairsIn(state) > 0;
}

function after(state: FileState, event: FileEvent): FileState {
  const { result, draft } = state;
  switch (event.type) {
    case 'given':
      return opening(state, event.given);
    case 'several files given':
      return said(state, 'bad', 'Choose one file at a time. All rows of a student must be in one file.');
    case 'nothing pasted':
      return said(state, 'bad', 'There is nothing to read. Copy the rows with their header row first.');
    case 'give up': {
      if (state.waiting === null) return state;
      const decided = { ...state, waiting: null, focus: { id: 'file-heading' } };
      return event.isMeant ? after(decided, state.waiting) : decided;
    }
    case 'cancel':
      return cancelled(state);
    case 'read again':
      return readingAgain(state, event.read);
    case 'choose year':
      return draft === null ? state : examining(state, { ...draft, awardYear: event.awardYear });
    case 'use kept':
      return beginning(state, { read: undefined, earlier: event.kept.text });
    case 'load recipe':
      return beginning(state, { read: undefined, earlier: event.text });
    case 'edit':
      return editing(state, event.edit, event.line, event.stays === true);
    case 'undo': {
      const recipe = draft?.before.at(-1);
      if (draft === null || recipe === undefined) return state;
      return examining(state, { ...draft, recipe, before: draft.before.slice(0, -1) });
    }
    case 'confirm':
      return confirming(state);
    case 'change columns': {
      if (draft === null) return state;
      const hadResult = draft.hadResult || result !== null;
      return withConfirmed({ ...state, result: null }, { ...draft, hadResult }, false, 'columns-heading');
    }
    case 'next open':
      return draft === null ? state : { ...state, focus: { id: nextOpen(draft, event.after) } };
    case 'show line':
      return showing(state, event.line);
    case 'calculate':
      return canCalculate(state) ? calculating(state, []) : state;
    case 'mend':
      return result === null ? state : calculating(state, [...result.mends, event.mend]);
    case 'undo mend':
      return result === null ? state : calculating(state, result.mends.slice(0, -1));
    case 'save':
      return saving(state, event.what);
    case 'look': {
      const next = looking(withoutTyped(state, /^rows-search$/), event.question);
      return event.focus === undefined ? next : { ...next, focus: { id: event.focus } };
    }
    case 'compare':
      return result === null
        ? state
        : begun(state, { kind: 'compare', result: result.id, before: event.before });
    case 'unfold': {
      const others = [...state.open].filter((each) => each !== event.name);
      const next = { ...state, open: new Set(event.isOpen ? [...others, event.name] : others) };
      return event.focus === undefined ? next : { ...next, focus: { id: event.focus } };
    }
    case 'type':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } };
    case 'forget kept':
      return {
        ...state,
        kept: state.kept.filter((each) => each !== event.kept),
        focus: { id: state.kept.length > 1 ? 'kept' : 'choose-file' },
      };
    case 'kept':
      return { ...state, kept: event.kept };
    case 'looked':
      return result?.look?.asked === event.asked
        ? withResult(state, { look: { ...result.look, preview: event.preview } })
        : state;
    case 'look failed':
      return result?.look?.asked === event.asked
        ? said(withResult(state, { look: null }), 'bad', event.text)
        : state;
    case 'worker lost':
      return afterLoss(state);
    default:
      return state.task?.id === event.task ? afterTask(state, state.task, event) : state;
  }
}

/** Makes an edit. The focus moves on from a line on which nothing is open any more. */
function editing(state: FileState, edit: RecipeEdit, line: string | null, stays: boolean): FileState {
  const { draft } = state;
  if (draft === null) return state;
  const recipe = edited(draft.recipe, edit, draft.examination.facts);
  if (JSON.stringify(recipe) === JSON.stringify(draft.recipe)) return state;
  const before = [...draft.before, draft.recipe].slice(-MOST_UNDONE);
  const next = { ...draft, recipe, before, isTouched: true, refused: null };
  const made = examining(line === null ? state : withoutTyped(state, typedOn(line)), next);
  if (edit.kind === 'answer') {
    return line === null ? made : { ...made, focus: { id: nextQuestion(next) } };
  }
  const isSettled = line !== null && openLines(draft).includes(line) && !openLines(next).includes(line);
  return isSettled && !stays ? { ...made, focus: { id: nextOpen(next, line) } } : made;
}

const MOST_UNDONE = 50;

/** The fields of a line, whose text it has taken, and the buttons on it that were pressed. */
function typedOn(line: string): RegExp {
  return new RegExp(`^(?:draft|how|value)-${line}(?:$|-)`);
}

/** The first line with something open behind a line, or at all where there is none; the button below them if nothing is open. */
function nextOpen(draft: Draft, line: string | null): string {
  const all = [...allLines(draft)];
  const at = all.findIndex(([id]) => id === line);
  const isOpen = ([, open]: readonly [string, boolean]): boolean => open;
  const [id] = all.slice(at + 1).find(isOpen) ?? all.find(isOpen) ?? [CONFIRM];
  return id;
}

/** The first question of the rows that is open; the button that calculates if none is. */
function nextQuestion(draft: Draft): string {
  const open = shownLines(draft).questions.find(({ answer }) => answer === null);
  return open === undefined ? 'calculate' : questionId(open);
}

/** Nothing is confirmed while a line is open: the first of them gets the focus instead. */
function confirming(state: FileState): FileState {
  const { draft } = state;
  if (draft === null || !isCurrent(state)) return state;
  const [first] = openLines(draft);
  if (first !== undefined) return { ...state, focus: { id: first } };
  const { questions } = shownLines(draft);
  return withConfirmed(state, draft, true, questions.length > 0 ? nextQuestion(draft) : 'before-heading');
}

/** Whether the columns are confirmed says nothing new of the file: it is not examined again. */
function withConfirmed(state: FileState, draft: Draft, confirmed: boolean, focus: string): FileState {
  const recipe = { ...draft.recipe, confirmed };
  const next = { ...draft, recipe, seen: draft.seen === draft.recipe ? recipe : draft.seen, isTouched: true };
  return { ...state, draft: next, focus: { id: focus } };
}

/** Leads to a line, wherever it is folded. */
function showing(state: FileState, line: string): FileState {
  const { draft } = state;
  if (draft === null) return state;
  const isQuestion = line.startsWith('question-');
  const isFolded = !isQuestion && draft.recipe.confirmed;
  return {
    ...state,
    open: isFolded ? new Set([...state.open, COLUMNS_FOLD]) : state.open,
    focus: { id: line },
  };
}

/**
 * Reads the file as `read` says. What was placed stays if only other rows are students after all: the table is still the same. Another
 * table begins anew.
 */
function readingAgain(state: FileState, read: NonNullable<Recipe['read']>): FileState {
  const { draft } = state;
  if (draft === null) return beginning(state, { read, earlier: null });
  const { keep: kept, ...now } = draft.recipe.read ?? {};
  const { keep, ...next } = read;
  const found = readAs(draft);
  if (!isSame({ ...found, ...now }, { ...found, ...next })) return beginning(state, { read, earlier: null });
  if (isSame(kept, keep)) return said(state, 'info', 'The file is already read like this.');
  const recipe = { ...draft.recipe, read };
  return { ...examining(state, { ...draft, recipe, isTouched: true }), focus: { id: 'file-heading' } };
}

/** How the file was read, with what was found by itself. */
function readAs({ table: { info } }: Draft): object {
  const { kind, sheet, delimiter, encoding, headerRow } = info;
  return { header_row: headerRow, ...(kind === 'workbook' ? { sheet } : { delimiter, encoding }) };
}

function isSame(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): string =>
    JSON.stringify(
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).sort()
        : value,
    );
  return sorted(one) === sorted(other);
}
