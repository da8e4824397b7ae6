import type { Recipe } from '../../../guessing/recipe.js';
import type { Understood } from '../worker/understood.js';
import { looking, reopening } from './begin-task.js';
import type { FileEvent } from './file-events.js';
import {
  type FileState,
  hasPastedRows,
  idOf,
  isFundOpen,
  type Match,
  ROWS_FOLD,
  said,
  type Task,
  USED_BY_MATCH,
  withoutTyped,
  withQuestion,
  withResult,
} from './file-state.js';

type TaskEvent = Extract<FileEvent, { readonly task: number }>;

/** The current task has made progress or ended. */
export function afterTask(state: FileState, task: Task, event: TaskEvent): FileState {
  switch (event.type) {
    case 'progress':
      return { ...state, task: { ...task, progress: event.progress } };
    case 'refused':
    case 'failed': {
      const ended = withoutTyped({ ...state, task: null, focus: { id: 'notice' } }, USED_BY_MATCH);
      const next = event.type === 'refused' ? withRefusedChange(ended, task, event.text) : ended;
      return said(next, 'bad', event.text);
    }
    case 'opened': {
      if (task.kind !== 'open') return state;
      const { refusal, understood } = event.opened;
      const { awardYear, given } = task;
      const isPasteRead = given.isPasted && refusal === null;
      const match: Match | null = understood && {
        ...understood,
        awardYear,
        asked: askedOf(understood),
        isKept: false,
        isTouched: task.recipe !== null,
        hadResult: false,
        refused: null,
      };
      return {
        ...withoutTyped(state, isPasteRead ? EVERYTHING : NOT_PASTED),
        file: { ...given, id: task.id, kept: null, refusal },
        match,
        result: null,
        task: null,
        // The reason for reading it again must remain visible.
        notice: task.recipe === null ? null : state.notice,
        waiting: null,
        open: new Set(hasPastedRows(state) && !isPasteRead ? ['paste'] : []),
        focus: { id: 'file-heading' },
      };
    }
    case 'matched': {
      if (task.kind !== 'match') return state;
      const { understood } = event;
      const { awardYear, isKept, isTouched } = task;
      const asked = askedOf(understood, isSameTable(state, task) ? state.match?.asked : undefined);
      const hadResult =
        isSameTable(state, task) && (state.result !== null || state.match?.hadResult === true);
      const lost = understood.lost ?? (isSameTable(state, task) ? (state.match?.lost ?? []) : []);
      const how = { awardYear, asked, isKept, isTouched, hadResult, lost };
      const match: Match = { ...understood, ...how, refused: null };
      // An answer belongs to the recipe that made it, and typed text to the table that it was typed for.
      const kept = isSameTable(state, task)
        ? withoutTyped(state, takenBy(state, understood.recipe))
        : withoutTyped(withQuestion(state, null), OF_TABLE);
      // The button that offered the kept choices is gone.
      const focus = isKept && state.match?.isKept === false ? { id: 'before-heading' } : state.focus;
      return { ...kept, match, result: null, task: null, notice: null, focus };
    }
    case 'calculated': {
      if (task.kind !== 'calculate') return state;
      const { id, plan } = task;
      const { outcome } = event;
      const result = { id, mends: plan.mends, outcome, isSaved: false, look: null, comparison: null };
      const focus = { id: 'results-heading' };
      const next = { ...withoutTyped(state, /^repair-/), result, task: null, notice: null, focus };
      return state.open.has(ROWS_FOLD) ? looking(next, state.result?.look?.question) : next;
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

/** A change that is refused stays as the person made it, and can be changed again. Nothing is calculated meanwhile. */
function withRefusedChange(state: FileState, task: Task, text: string): FileState {
  const { match } = state;
  if (match === null || task.kind !== 'match') return state;
  const { recipe } = task;
  if (recipe === null || typeof recipe === 'string') return state;
  return { ...state, match: { ...match, isTouched: true, refused: { recipe, text } }, result: null };
}

/** The questions that are open now, and those that were. */
function askedOf({ decisions }: Understood, before: Match['asked'] = new Map()): Match['asked'] {
  const raised = new Map(decisions.map((decision) => [idOf(decision), decision]));
  const settled = [...before].map(
    ([id, decision]) => [id, raised.get(id) ?? { ...decision, open: false }] as const,
  );
  const open = [...raised].filter(([, decision]) => decision.open);
  return new Map([...settled, ...open]);
}

/** Whether the file is still read as the same table, and matched from what was there before. */
function isSameTable({ match }: FileState, { recipe }: Extract<Task, { kind: 'match' }>): boolean {
  return recipe !== null && typeof recipe !== 'string' && match !== null;
}

const NONE = /^$/;

/** A row is a fund only once both of its columns are chosen: until then the choice stays in the typed text. */
function takenBy(state: FileState, recipe: Recipe): RegExp {
  return isFundOpen(state, recipe) ? NONE : USED_BY_MATCH;
}

const EVERYTHING = /^/;
/** Rows that were pasted, but not read or refused, are the only copy here. */
const NOT_PASTED = /^(?!pasted$)/;

/** Fields about the table as it was read. */
const OF_TABLE = /^(?:read-|decision-|repair-|column-|term-|shape$|fund-column$|paid-column$)/;

/** Ends the current task: everything stays as it was before. */
export function cancelled(state: FileState): FileState {
  const { task } = state;
  if (task === null) return state;
  const ended = { ...state, task: null, focus: { id: 'notice' } };
  return said(withoutTyped(ended, USED_BY_MATCH), 'info', wordsOfCancel(task));
}

function wordsOfCancel(task: Task): string {
  if (task.kind === 'open') return `Canceled. ${task.given.name} was not opened.`;
  return 'Canceled. Everything is as it was before.';
}

/** Reads the file again, with what was decided; the answer in the worker is gone. */
export function afterLoss(state: FileState): FileState {
  const { file, task } = state;
  const lost = { ...state, match: null, result: null, task: null, waiting: null };
  if (file === null && task === null) return said(lost, 'bad', NOT_STARTED);
  // What ended the worker would end it again.
  if (file === null || task?.kind === 'open') {
    return said({ ...lost, file: null, focus: { id: 'notice' } }, 'bad', TOO_LARGE);
  }
  const text = (state.result?.mends.length ?? 0) === 0 ? WORKER_LOST : `${WORKER_LOST} ${REPAIRS_LOST}`;
  return { ...reopening(state), match: null, result: null, notice: { kind: 'bad', text } };
}

const NOT_STARTED =
  'The part of this page that reads files did not start. Check the connection, then reload the page.';
const TOO_LARGE =
  'The browser ran out of memory with this file. Close other tabs and try again, or calculate with the command line.';
const WORKER_LOST =
  'The browser stopped working on this file, probably because memory ran out. The file is being read again, with the choices you made. Close other tabs before you calculate.';
const REPAIRS_LOST = 'Make your repairs in the results again.';
