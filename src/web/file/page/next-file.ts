import type { PreviewQuestion } from '../worker/outcome.js';
import { afterLoss, afterTask, cancelled } from './after-task.js';
import {
  begun,
  calculating,
  canCalculate,
  loading,
  opening,
  readingAgain,
  rematching,
  reopening,
  saving,
  sending,
  withYear,
} from './begin-task.js';
import { type FileEvent, isDiscarding } from './file-events.js';
import { discardsWork, type FileState, said, withoutTyped, withResult } from './file-state.js';
import { decided, withColumn } from './recipe-edits.js';

/** Returns the state of the page `/file` after an event. What would discard work waits for the person's consent. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  return isDiscarding(event) && discardsWork(state, event)
    ? { ...state, waiting: event, focus: { id: 'give-up' } }
    : after(state, event);
}

function after(state: FileState, event: FileEvent): FileState {
  switch (event.type) {
    case 'given':
      return opening(state, event.given);
    case 'several files given':
      return said(state, 'bad', 'Choose one file at a time. All rows of a student must be in one file.');
    case 'nothing pasted':
      return said(state, 'bad', 'There is nothing to read. Copy the rows with their header row first.');
    case 'give up':
      if (state.waiting === null) return state;
      return event.isMeant ? after({ ...state, waiting: null }, state.waiting) : { ...state, waiting: null };
    case 'cancel':
      return cancelled(state);
    case 'unpack':
      return reopening(state, true);
    case 'read again':
      return readingAgain(state, event.read);
    case 'decide':
      return rematching(withoutTyped(state, /^decision-/), (recipe) =>
        decided(recipe, event.path, event.value, event.others),
      );
    case 'choose column':
      return rematching(state, (recipe) => withColumn(recipe, event.ours, event.term, event.choice));
    case 'choose shape':
      return rematching(state, (recipe) => ({ ...recipe, shape: event.shape }));
    case 'choose year':
      return withYear(state, event.awardYear);
    case 'use kept':
      return loading(state, event.kept.text, true);
    case 'load recipe':
      return loading(state, event.text, false);
    case 'calculate':
      return canCalculate(state) ? calculating(state, []) : state;
    case 'mend':
      return state.result === null ? state : calculating(state, [...state.result.mends, event.mend]);
    case 'undo mend':
      return state.result === null ? state : calculating(state, state.result.mends.slice(0, -1));
    case 'save':
      return saving(state, event.what);
    case 'look':
      return looking(state, event.question);
    case 'compare':
      return state.result === null
        ? state
        : begun(state, {
            kind: 'compare',
            result: state.result.id,
            before: event.before,
            inputs: event.inputs,
          });
    case 'send':
      return sending(state, event.key);
    case 'forget key':
      return { ...state, service: { ...state.service, key: '' } };
    case 'unfold':
      return { ...state, open: unfolded(state.open, event.name, event.isOpen) };
    case 'type':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } };
    case 'forget kept':
      return { ...state, kept: state.kept.filter((each) => each !== event.kept) };
    case 'kept':
      return { ...state, kept: event.kept };
    case 'second passed':
      return {
        ...state,
        service: { ...state.service, waitSeconds: Math.max(0, state.service.waitSeconds - 1) },
      };
    case 'looked':
      return looked(state, event);
    case 'look failed':
      return state.result?.look?.asked === event.asked
        ? said(withResult(state, { look: null }), 'bad', event.text)
        : state;
    case 'worker lost':
      return afterLoss(state);
    default:
      return state.task?.id === event.task ? afterTask(state, state.task, event) : state;
  }
}

function looking(state: FileState, question: PreviewQuestion): FileState {
  const asked = state.latest + 1;
  const preview = null;
  return { ...withResult(state, { look: { asked, question, preview } }), latest: asked };
}

function looked(
  state: FileState,
  { asked, preview }: Extract<FileEvent, { readonly type: 'looked' }>,
): FileState {
  const look = state.result?.look;
  return look?.asked === asked ? withResult(state, { look: { ...look, preview } }) : state;
}

function unfolded(open: ReadonlySet<string>, name: string, isOpen: boolean): ReadonlySet<string> {
  return new Set(isOpen ? [...open, name] : [...open].filter((each) => each !== name));
}
