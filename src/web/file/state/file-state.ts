import type {
  Ask,
  Comparison,
  GivenFile,
  Outcome,
  Plan,
  Preview,
  PreviewQuestion,
  Progress,
} from '../worker/worker-protocol.js';
import type { Draft } from './draft.js';
import { type KeptRecipe, keptFor } from './kept-recipes.js';

/**
 * The state of the page `/file`: a file is opened, its columns are placed in a draft, the worker examines the
 * whole file by that draft, and it is calculated. Each step holds its inputs, so that results of another
 * file, sheet or draft are never shown.
 */
export interface FileState {
  readonly file: GivenFile | null;
  /** How the file is read, and a person's decisions about it; null if the file is not a table. */
  readonly draft: Draft | null;
  /** The answer for the current draft and repairs; null if there is none. */
  readonly result: Result | null;
  readonly task: Task | null;
  readonly notice: Notice | null;
  readonly kept: readonly KeptRecipe[];
  /** Typed text not yet used, by field id, and the open editor of each line, by `how-` and the line's id. */
  readonly typed: Readonly<Record<string, string>>;
  /** The highest id of a task, look or file so far. */
  readonly latest: number;
  readonly focus: { readonly id: string } | null;
}

/** The answer by a plan, and what a person does with it. */
export interface Result {
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly isSaved: boolean;
  /** The current question about the answer and the rows found; `preview` is null while they are searched. */
  readonly look: {
    readonly id: number;
    readonly question: PreviewQuestion;
    readonly preview: Preview | null;
  } | null;
  readonly comparison: Comparison | null;
}

/** An ask that becomes the page's task; only looks run beside it. */
export type TaskAsk = Exclude<Ask, { readonly kind: 'look' }>;

/** What the worker is doing. Replies count only for the current task. */
export type Task = TaskAsk & {
  readonly id: number;
  /** Null until the worker reports progress. */
  readonly progress: Progress | null;
  /** The button pressed during an examination, as by a click that ends typing; it takes effect afterwards. */
  readonly pressed: 'confirm' | 'calculate' | null;
};

export interface Notice {
  readonly kind: 'bad' | 'info';
  readonly text: string;
}

/** The state of a freshly loaded page. */
export function firstState(kept: readonly KeptRecipe[]): FileState {
  return {
    file: null,
    draft: null,
    result: null,
    task: null,
    notice: null,
    kept,
    typed: {},
    latest: 0,
    focus: null,
  };
}

/** The stored recipe to offer for the file; null once a person has decided anything about the file. */
export function offeredRecipe({ draft, kept }: FileState): KeptRecipe | null {
  const isNew = draft !== null && !draft.isRecalled && !draft.isConfirmed && draft.before.length === 0;
  return isNew ? keptFor(kept, draft.info.header) : null;
}

/** Whether the worker has examined the whole file by the recipe that is shown. */
export function isCurrent({ task, draft }: FileState): boolean {
  return draft !== null && draft.refused === null && draft.seen === draft.recipe && task?.kind !== 'begin';
}

/** Whether the columns are confirmed, nothing is open, and no task is running. */
export function canCalculate(state: FileState): boolean {
  const { draft, task } = state;
  if (draft === null || task !== null || !isCurrent(state)) return false;
  return draft.isConfirmed && draft.examination.open.length === 0;
}

/** Whether a button that needs an examination may be pressed; during one, the press waits for its end. */
export function mayPress(state: FileState, isPossible: boolean): boolean {
  return isPossible || (state.task?.kind === 'examine' && state.draft?.refused === null);
}

/** Whether another file would replace unsaved work: placed columns, an answer, or repairs. */
export function hasUnsavedWork({ result, draft, task }: FileState): boolean {
  // The person has already agreed to open another file.
  if (task?.kind === 'open') return false;
  if (task?.kind === 'calculate') return true;
  return result === null ? draft !== null && draft.before.length > 0 : !result.isSaved;
}

/** Id of the search box for lines. */
export const FIND = 'find';

/** The rows shown for a new answer. */
export const FIRST_QUESTION: PreviewQuestion = { filter: 'all', search: '' };
