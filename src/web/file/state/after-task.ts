import { looking, reopening } from './begin-task.js';
import type { FileEvent } from './file-events.js';
import {
  type Draft,
  draftOf,
  type FileState,
  hasPastedRows,
  said,
  type Task,
  withoutTyped,
  withResult,
} from './file-state.js';
import { openLines } from './lines.js';

type TaskEvent = Extract<FileEvent, { readonly task: number }>;

/** The current task has made progress or ended. */
export function afterTask(state: FileState, task: Task, event: TaskEvent): FileState {
  switch (event.type) {
    case 'progress':
      return { ...state, task: { ...task, progress: event.progress } };
    case 'refused':
    case 'failed':
      return refused(state, task, event.text);
    case 'opened': {
      if (task.kind !== 'open') return state;
      const { refusal, understood } = event.opened;
      const { awardYear, given, recipe } = task;
      const isRead = given.isPasted && refusal === null;
      const how = { isRecalled: false, isTouched: recipe !== null };
      return {
        ...withoutTyped(state, isRead ? EVERYTHING : NOT_PASTED),
        file: { ...given, id: task.id, refusal },
        draft: understood && firstDraft(draftOf(understood, awardYear, { ...how, fresh: null })),
        result: null,
        task: null,
        // The reason for reading it again must remain visible.
        notice: recipe === null ? null : state.notice,
        waiting: null,
        open: new Set(hasPastedRows(state) && !isRead ? ['paste'] : []),
        focus: { id: 'file-heading' },
      };
    }
    case 'understood':
      return understood(state, task, event.understood);
    case 'calculated': {
      if (task.kind !== 'calculate') return state;
      const { id, plan } = task;
      const result = {
        id,
        mends: plan.mends,
        outcome: event.outcome,
        isSaved: false,
        look: null,
        comparison: null,
      };
      const focus = { id: 'results-heading' };
      const next = { ...withoutTyped(state, /^repair-/), result, task: null, notice: null, focus };
      return looking(next, state.result?.look?.question);
    }
    case 'compared':
      return task.kind === 'compare'
        ? { ...withResult(state, { comparison: event.comparison }), task: null, notice: null }
        : state;
    case 'saved': {
      const isAnswer = task.kind === 'save' && (task.what === 'answer' || task.what === 'workbook');
      return { ...(isAnswer ? withResult(state, { isSaved: true }) : state), task: null };
    }
  }
}

/** A file in our names whose columns are all placed by their names needs no screen of columns. */
function firstDraft(draft: Draft): Draft {
  if (!draft.table.isOurs) return draft;
  const open = openLines(draft);
  const recipe = { ...draft.recipe, confirmed: open.length === 0 };
  return { ...draft, recipe, seen: recipe, fresh: new Set(open) };
}

function understood(
  state: FileState,
  task: Task,
  found: Extract<TaskEvent, { type: 'understood' }>['understood'],
): FileState {
  const { draft } = state;
  if (task.kind === 'begin') {
    const isRecalled = task.earlier !== null;
    const how = { isRecalled, isTouched: false, fresh: null };
    const begun = draftOf(found, task.awardYear, how);
    const open = openLines(begun);
    const recipe = { ...begun.recipe, confirmed: begun.recipe.confirmed && open.length === 0 };
    const fresh = isRecalled ? new Set(open) : null;
    const next = isRecalled ? { ...begun, recipe, seen: recipe, fresh } : firstDraft(begun);
    const focus = {
      id: isRecalled ? (open.length > 0 ? 'columns-heading' : 'before-heading') : 'file-heading',
    };
    return {
      ...withoutTyped(state, EVERYTHING),
      draft: next,
      result: null,
      task: null,
      notice: null,
      open: new Set(),
      focus,
    };
  }
  if (task.kind !== 'examine' || draft === null) return state;
  const { table, examination } = found;
  const next = { ...draft, table, examination, seen: draft.recipe, refused: null };
  return { ...state, draft: next, task: null };
}

/** A change that is refused stays as the person made it, and can be changed again. Nothing is calculated meanwhile. */
function refused(state: FileState, task: Task, text: string): FileState {
  const ended = { ...state, task: null };
  if (task.kind !== 'examine' || state.draft === null)
    return said({ ...ended, focus: { id: 'notice' } }, 'bad', text);
  return { ...ended, draft: { ...state.draft, refused: text } };
}

const EVERYTHING = /^/;
/** Rows that were pasted, but not read or refused, are the only copy here. */
const NOT_PASTED = /^(?!pasted$)/;

/** Ends the current task: everything stays as it was before. */
export function cancelled(state: FileState): FileState {
  const { task } = state;
  if (task === null || task.kind === 'examine') return state;
  const text =
    task.kind === 'open'
      ? `Canceled. ${task.given.name} was not opened.`
      : 'Canceled. Everything is as it was before.';
  return said({ ...state, task: null, focus: { id: 'notice' } }, 'info', text);
}

/** Reads the file again, with what was said about it; the answer in the worker is gone. */
export function afterLoss(state: FileState): FileState {
  const { file, task } = state;
  const lost = { ...state, draft: null, result: null, task: null, waiting: null };
  if (file === null && task === null) return said(lost, 'bad', NOT_STARTED);
  // What ended the worker would end it again.
  if (file === null || task?.kind === 'open') {
    return said({ ...lost, file: null, focus: { id: 'notice' } }, 'bad', TOO_LARGE);
  }
  const text = (state.result?.mends.length ?? 0) === 0 ? WORKER_LOST : `${WORKER_LOST} ${REPAIRS_LOST}`;
  return { ...reopening(state), draft: null, result: null, notice: { kind: 'bad', text } };
}

const NOT_STARTED =
  'The part of this page that reads files did not start. Check the connection, then reload the page.';
const TOO_LARGE =
  'The browser ran out of memory with this file. Close other tabs and try again, or use the command line.';
const WORKER_LOST =
  'The browser stopped working on this file, probably because memory ran out. The file is being read again, with the choices you made. Close other tabs before you calculate.';
const REPAIRS_LOST = 'Make your repairs in the results again.';
