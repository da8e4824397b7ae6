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
 * The page `/file` as one value. A file is opened, its columns are placed in a draft of a recipe, the worker says what the
 * whole file is by that draft, and then it is calculated. Each step holds what it was made from, so that nothing of
 * another file, sheet or draft can be shown beside it.
 */
export interface FileState {
  readonly file: GivenFile | null;
  /** How the file is read and what a person said of it; null for a file that is not a table. */
  readonly draft: Draft | null;
  /** The answer for the current draft and repairs; null if there is none. */
  readonly result: Result | null;
  readonly task: Task | null;
  readonly notice: Notice | null;
  readonly kept: readonly KeptRecipe[];
  /** What is typed and not yet used, by the field's id, and which editor of a line is open, by `how-` and the line's. */
  readonly typed: Readonly<Record<string, string>>;
  /** The number of the latest task, look or file. */
  readonly latest: number;
  readonly focus: { readonly id: string } | null;
}

/** The answer for the current draft with the repairs of its plan. */
export interface Result {
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly isSaved: boolean;
  /** The current question about the answer, and the rows that answer it; null while they are being found. */
  readonly look: {
    readonly id: number;
    readonly question: PreviewQuestion;
    readonly preview: Preview | null;
  } | null;
  readonly comparison: Comparison | null;
}

/** An ask beside which the page does nothing else. */
export type TaskAsk = Exclude<Ask, { readonly kind: 'look' }>;

/** What the worker does. Its reply counts only while the task is still the current one. */
export type Task = TaskAsk & {
  readonly id: number;
  /** Null until the worker tells. */
  readonly progress: Progress | null;
  /** What was pressed while the file is being examined, as by a click that ends typing, and is done after that. */
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

/** The earlier choices that are offered for the file: not once a person has said something of it. */
export function offeredRecipe({ draft, kept }: FileState): KeptRecipe | null {
  const isNew = draft !== null && !draft.isRecalled && !draft.isConfirmed && draft.before.length === 0;
  return isNew ? keptFor(kept, draft.info.header) : null;
}

/** Whether the worker has seen the whole file by the recipe that is shown. */
export function isCurrent({ task, draft }: FileState): boolean {
  return draft !== null && draft.refused === null && draft.seen === draft.recipe && task?.kind !== 'begin';
}

/** Whether the file may be calculated: the columns are confirmed, nothing is open, and nothing else is going on. */
export function canCalculate(state: FileState): boolean {
  const { draft, task } = state;
  if (draft === null || task !== null || !isCurrent(state)) return false;
  return draft.isConfirmed && draft.examination.open.length === 0;
}

/** Whether a button that needs all rows to be examined may be pressed: while they are, it is done after that. */
export function mayPress(state: FileState, isPossible: boolean): boolean {
  return isPossible || (state.task?.kind === 'examine' && state.draft?.refused === null);
}

/** Whether another file would replace work that is not saved: columns that were placed, an answer, or repairs. */
export function hasUnsavedWork({ result, draft, task }: FileState): boolean {
  // Who opens another file was asked.
  if (task?.kind === 'open') return false;
  if (task?.kind === 'calculate') return true;
  return result === null ? draft !== null && draft.before.length > 0 : !result.isSaved;
}

/** What is typed to find a line. */
export const FIND = 'find';

/** What is looked for in a new answer. */
export const FIRST_QUESTION: PreviewQuestion = { filter: 'all', search: '' };
