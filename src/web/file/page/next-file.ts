import type { Recipe } from '../../../recipe/recipe.js';
import type { Mend, PreviewQuestion } from '../worker/outcome.js';
import { idOf } from './decision-ids.js';
import type { FileEvent } from './file-events.js';
import {
  type FileState,
  type Given,
  hasUnsavedWork,
  type Match,
  type Notice,
  type Result,
  type Task,
  type Work,
} from './file-state.js';
import { decided, leftBlank, withColumn } from './recipe-edits.js';

/** Returns the state of the page `/file` after an event. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  switch (event.type) {
    case 'given':
      return hasUnsavedWork(state) && event.given !== state.waiting
        ? { ...state, waiting: event.given, focus: { id: 'give-up' } }
        : opening(state, event.given);
    case 'several files given':
      return said(state, 'bad', 'Choose one file at a time. All rows of a student must be in one file.');
    case 'nothing pasted':
      return said(state, 'bad', 'There is nothing to read. Copy the rows with their header row first.');
    case 'give up':
      if (state.waiting === null) return state;
      return event.isMeant ? opening(state, state.waiting) : { ...state, waiting: null };
    case 'cancel':
      return state.task === null
        ? state
        : said(withoutTyped({ ...state, task: null }, USED_BY_MATCH), 'info', wordsOfCancel(state.task));
    case 'unpack':
      return state.file === null ? state : opening(state, state.file, true);
    case 'read again':
      return matching(state, null, event.read);
    case 'decide':
      return rematching(withoutTyped(state, /^decision-/), (recipe) =>
        decided(recipe, event.path, event.value, event.others),
      );
    case 'choose column':
      return rematching(state, (recipe) => withColumn(recipe, event.ours, event.term, event.choice));
    case 'choose shape':
      return rematching(state, (recipe) => ({ ...recipe, shape: event.shape }));
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
    case 'save recipe':
      return saving(state, 'recipe');
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

/** Whether no decision is open, and the match was made from the whole file. */
export function canCalculate({ match, task }: FileState): boolean {
  return (
    task === null && match !== null && match.understood.canCalculate && leftBlank(match.recipe).length === 0
  );
}

type TaskEvent = Extract<FileEvent, { readonly task: number }>;

/** The current task has made progress or ended. */
function afterTask(state: FileState, task: Task, event: TaskEvent): FileState {
  switch (event.type) {
    case 'progress':
      return { ...state, task: { ...task, progress: event.progress } };
    case 'refused': {
      const ended = { ...state, service: { ...state.service, waitSeconds: event.waitSeconds } };
      const refused = withoutTyped({ ...ended, task: null, focus: { id: 'notice' } }, USED_BY_MATCH);
      return said(refused, 'bad', event.text);
    }
    case 'opened': {
      if (task.kind !== 'open') return state;
      const { refusal, recipe, understood } = event.opened;
      const match: Match | null =
        understood === null || recipe === null
          ? null
          : {
              recipe,
              understood,
              asked: askedOf(understood),
              isKept: false,
              isTouched: task.recipe !== null,
            };
      return {
        ...state,
        file: { ...task.given, id: task.id, refusal },
        match,
        result: null,
        task: null,
        // The reason for reading it again must remain visible.
        notice: task.recipe === null ? null : state.notice,
        waiting: null,
        typed: {},
        open: new Set(),
        focus: { id: 'file-heading' },
      };
    }
    case 'matched': {
      if (task.kind !== 'match' && task.kind !== 'load recipe') return state;
      const match: Match = {
        recipe: event.recipe,
        understood: event.understood,
        asked: askedOf(event.understood, isSameTable(state, task) ? state.match?.asked : undefined),
        isKept: task.isKept,
        isTouched: task.kind === 'match' && task.isTouched,
      };
      // An answer belongs to the recipe that made it, and typed text to the table that it was typed for.
      const kept = withoutTyped(state, isSameTable(state, task) ? takenBy(state, event.recipe) : OF_TABLE);
      return { ...kept, match, result: null, task: null, notice: null };
    }
    case 'calculated':
      if (task.kind !== 'calculate' && task.kind !== 'send') return state;
      return {
        ...withoutTyped(state, /^repair-/),
        result: {
          id: task.id,
          recipe: task.recipe,
          mends: task.kind === 'calculate' ? task.mends : [],
          outcome: event.outcome,
          isSaved: false,
          look: null,
          comparison: null,
        },
        task: null,
        notice: null,
        focus: { id: 'results-heading' },
      };
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

/** The questions that are open now, and those that were. */
function askedOf({ decisions }: Match['understood'], before: Match['asked'] = new Map()): Match['asked'] {
  const raised = new Map(decisions.map((decision) => [idOf(decision), decision]));
  const settled = [...before].map(
    ([id, decision]) => [id, raised.get(id) ?? { ...decision, open: false }] as const,
  );
  const open = [...raised].filter(([, decision]) => decision.open);
  return new Map([...settled, ...open]);
}

/** Whether the file is still read as the same table, and matched from what was there before. */
function isSameTable({ match }: FileState, task: Extract<Task, { kind: 'match' | 'load recipe' }>): boolean {
  return task.kind === 'match' && task.recipe !== null && match !== null;
}

function begun(state: FileState, work: Work): FileState {
  const id = state.latest + 1;
  return { ...state, latest: id, task: { id, progress: null, ...work }, notice: null };
}

function opening(
  state: FileState,
  { name, blob, isPasted }: Given,
  isPacked = false,
  recipe: Recipe | null = null,
): FileState {
  const given = { name: isPacked ? withoutGz(name) : name, blob, isPasted };
  return { ...begun(state, { kind: 'open', given, isPacked, recipe }), waiting: null };
}

/** Reads the file again, with what was decided; the answer in the worker is gone. */
function afterLoss(state: FileState): FileState {
  const { file, task } = state;
  const lost = { ...state, match: null, result: null, task: null };
  if (file === null && task === null) return said(lost, 'bad', NOT_STARTED);
  // What ended the worker would end it again.
  if (file === null || task?.kind === 'open') return said({ ...lost, file: null }, 'bad', TOO_LARGE);
  const text = (state.result?.mends.length ?? 0) === 0 ? WORKER_LOST : `${WORKER_LOST} ${REPAIRS_LOST}`;
  return { ...opening(lost, file, false, shownRecipe(state)), notice: { kind: 'bad', text } };
}

const NOT_STARTED =
  'The part of this page that reads files did not start. Check the connection, then reload the page.';
const TOO_LARGE =
  'The browser ran out of memory with this file. Close other tabs and try again, or calculate with the service or the command line.';
const WORKER_LOST =
  'The browser ended the work on this file, probably for lack of memory. The file is read again, with the choices you made. Close other tabs before you calculate.';
const REPAIRS_LOST = 'The repairs that you made here have to be made again.';

/** Examines the file with another recipe; null to have one proposed. */
function matching(
  state: FileState,
  recipe: Recipe | null,
  read: Recipe['read'],
  isTouched = false,
): FileState {
  if (state.file === null) return state;
  return begun(state, { kind: 'match', file: state.file.id, recipe, read, isKept: false, isTouched });
}

/** Applies a person's change to the recipe: the one being examined, if its result is not back yet. */
function rematching(state: FileState, change: (recipe: Recipe) => Recipe): FileState {
  const recipe = shownRecipe(state);
  if (recipe === null) return state;
  const changed = change(recipe);
  return matching(state, changed, changed.read, true);
}

function loading(state: FileState, text: string, isKept: boolean): FileState {
  if (state.file === null) return state;
  return begun(state, { kind: 'load recipe', file: state.file.id, text, isKept });
}

function calculating(state: FileState, mends: readonly Mend[]): FileState {
  const { file, match } = state;
  if (file === null || match === null) return state;
  return begun(state, { kind: 'calculate', file: file.id, recipe: match.recipe, mends });
}

function sending(state: FileState, key: string): FileState {
  const { file, match } = state;
  if (file === null || match === null || !canCalculate(state)) return state;
  const problem = problemOfKey(key);
  if (problem !== null) return said({ ...state, focus: { id: 'service-key' } }, 'bad', problem);
  const known = { ...state, service: { ...state.service, key } };
  return begun(known, { kind: 'send', file: file.id, recipe: match.recipe, key });
}

/** What is wrong with a key before it is sent; null if it looks right. */
function problemOfKey(key: string): string | null {
  if (key === '') return 'Enter the key that the operator of the service gave you.';
  if (/^svc_live_[0-9A-Za-z]{38}$/.test(key)) return null;
  return 'This does not look like a key: it begins with svc_live_ and has 47 characters. Copy it again, all of it. Nothing was sent.';
}

function saving(state: FileState, what: 'answer' | 'failed' | 'workbook' | 'recipe'): FileState {
  const { file, result } = state;
  if (file === null || (result === null && what !== 'recipe')) return state;
  return begun(state, { kind: 'save', what, result: result?.id ?? 0, name: file.name.replace(/\.\w+$/, '') });
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

function withResult(state: FileState, change: Partial<Result>): FileState {
  return state.result === null ? state : { ...state, result: { ...state.result, ...change } };
}

function said(state: FileState, kind: Notice['kind'], text: string): FileState {
  return { ...state, notice: { kind, text } };
}

function unfolded(open: ReadonlySet<string>, name: string, isOpen: boolean): ReadonlySet<string> {
  return new Set(isOpen ? [...open, name] : [...open].filter((each) => each !== name));
}

/** Fields whose choices the match has taken or rejected: from now on the match itself says what they are. */
const USED_BY_MATCH = /^(?:shape|fund-column|paid-column)$/;
const NONE = /^$/;

/** A row is a fund only once both of its columns are chosen: until then the choice stays in the typed text. */
function takenBy({ typed }: FileState, { shape }: Recipe): RegExp {
  return typed['shape'] === 'fund' && shape.rows !== 'fund' ? NONE : USED_BY_MATCH;
}

/** Fields about the table as it was read. */
const OF_TABLE = /^(?:read-|decision-|repair-|shape$|fund-column$|paid-column$)/;

function withoutTyped(state: FileState, fields: RegExp): FileState {
  const typed = Object.entries(state.typed).filter(([field]) => !fields.test(field));
  return { ...state, typed: Object.fromEntries(typed) };
}

function withoutGz(name: string): string {
  return name.replace(/\.gz$/i, '');
}

function wordsOfCancel(task: Task): string {
  switch (task.kind) {
    case 'open':
      return `Cancelled. ${task.given.name} was not opened.`;
    case 'send':
      return 'Cancelled. The service gives no answer to a file that is cut short.';
    default:
      return 'Cancelled. Everything is as it was before.';
  }
}

/** The recipe as the person left it: the one being examined, if the worker has not answered yet. */
export function shownRecipe({ task, match }: FileState): Recipe | null {
  return (task?.kind === 'match' ? task.recipe : null) ?? match?.recipe ?? null;
}
