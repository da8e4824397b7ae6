import type { Shape } from '../../../guessing/recipe.js';
import { afterLoss, afterTask, cancelled } from './after-task.js';
import {
  begun,
  calculating,
  canCalculate,
  looking,
  matching,
  opening,
  readingAgain,
  rematching,
  saving,
  withYear,
} from './begin-task.js';
import { type Discarding, type FileEvent, isDiscarding } from './file-events.js';
import {
  COLUMNS_FOLD,
  changeIdOf,
  DRAFTS,
  discardsWork,
  type FileState,
  isQuestion,
  ROWS_FOLD,
  said,
  shownRecipe,
  USED_BY_MATCH,
  withoutTyped,
  withQuestion,
  withResult,
} from './file-state.js';
import { decided, isSame, withColumn } from './recipe-edits.js';

/** Returns the state of the page `/file` after an event. What would discard work waits for the person's consent. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  if (isDiscarding(event) && discardsWork(state, event)) {
    return { ...state, waiting: event, focus: { id: 'give-up' } };
  }
  const next = after(state, event);
  const { waiting } = next;
  // A choice belongs to the match that it was made for; with nothing left to discard there is nothing to ask.
  const isOver = waiting !== null && !(discardsWork(next, waiting) && isStillOf(waiting, state, next));
  return isOver ? { ...notChosen(next), waiting: null } : next;
}

function isStillOf({ type }: Discarding, before: FileState, next: FileState): boolean {
  return type === 'given' || next.match === before.match;
}

/** The state without choices that the match has not taken. */
function notChosen(state: FileState): FileState {
  return withoutTyped(withoutTyped(state, USED_BY_MATCH), DRAFTS);
}

function after(state: FileState, event: FileEvent): FileState {
  const { result } = state;
  switch (event.type) {
    case 'given':
      return opening(state, event.given);
    case 'several files given':
      return said(state, 'bad', 'Choose one file at a time. All rows of a student must be in one file.');
    case 'nothing pasted':
      return said(state, 'bad', 'There is nothing to read. Copy the rows with their header row first.');
    case 'give up':
      if (state.waiting === null) return state;
      return event.isMeant
        ? after({ ...state, waiting: null, focus: { id: 'file-heading' } }, state.waiting)
        : { ...notChosen(state), waiting: null, focus: { id: 'file-heading' } };
    case 'cancel':
      return cancelled(state);
    case 'read again':
      return readingAgain(state, event.read);
    case 'decide': {
      // It stays unfolded, so that the arrow keys can go on to the next choice.
      const answered = withQuestion(state, questionAt(state, event.path));
      return rematching(withoutTyped(answered, /^decision-/), (recipe) =>
        decided(recipe, event.path, event.value, event.others),
      );
    }
    case 'choose column':
      return rematching(withoutTyped(state, DRAFTS), (recipe) =>
        withColumn(recipe, event.ours, event.term, event.choice),
      );
    case 'choose shape':
      return reshaping(state, event.shape);
    case 'choose year':
      return withYear(state, event.awardYear);
    case 'use kept':
      return matching(state, event.kept.text, { isKept: true });
    case 'load recipe':
      return matching(state, event.text, { isTouched: true });
    case 'calculate':
      return canCalculate(state) ? calculating(state, []) : state;
    case 'mend':
      return result === null ? state : calculating(state, [...result.mends, event.mend]);
    case 'undo mend':
      return result === null ? state : calculating(state, result.mends.slice(0, -1));
    case 'save':
      return saving(state, event.what);
    case 'look': {
      const taken = withoutTyped(state, DRAFTS);
      if (state.open.has(ROWS_FOLD)) return looking(taken, event.question);
      const unfolded = { ...taken, open: new Set([...state.open, ROWS_FOLD]), focus: { id: 'rows-filter' } };
      return looking(unfolded, event.question);
    }
    case 'compare':
      return result === null
        ? state
        : begun(state, { kind: 'compare', result: result.id, before: event.before });
    case 'unfold': {
      if (isQuestion(event.name)) {
        const { name, isOpen } = event;
        const next = withQuestion(state, isOpen ? name : null);
        return { ...next, focus: { id: isOpen ? name : changeIdOf(name) } };
      }
      const others = [...state.open].filter((name) => name !== event.name);
      const next = { ...state, open: new Set(event.isOpen ? [...others, event.name] : others) };
      const isFirstLook = event.name === ROWS_FOLD && event.isOpen && result?.look === null;
      // From a sentence far below, it would unfold out of sight.
      if (event.name === COLUMNS_FOLD && event.isOpen) return { ...next, focus: { id: COLUMNS_FOLD } };
      return isFirstLook ? looking(next) : next;
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

/** Examines the file with another shape of its rows. A term that was added gets the focus; if one was removed, the button that adds. */
function reshaping(state: FileState, shape: Shape): FileState {
  const before = shownRecipe(state)?.shape;
  const next = rematching(withoutTyped(state, DRAFTS), (recipe) => ({ ...recipe, shape }));
  if (before?.rows !== 'student' || shape.rows !== 'student') return next;
  const added = shape.terms.length - before.terms.length;
  if (added === 0) return next;
  return { ...next, focus: { id: added > 0 ? `term-${shape.terms.length - 1}-label` : 'add-term' } };
}

/** The id of the question that is answered at a path of the recipe; null if none is. */
function questionAt({ match }: FileState, path: readonly string[]): string | null {
  const found = [...(match?.asked ?? [])].find(([, { choices }]) =>
    choices.some((choice) => isSame(choice.path, path)),
  );
  return found?.[0] ?? null;
}
