import { CURRENT_AWARD_YEAR } from '../../../engine/current-award-year.js';
import type { Decision } from '../../../guessing/decisions.js';
import type { Recipe } from '../../../guessing/recipe.js';
import type { FileRefusal } from '../worker/open-file.js';
import type {
  Comparison,
  Mend,
  Outcome,
  Plan,
  Preview,
  PreviewQuestion,
  Progress,
} from '../worker/outcome.js';
import type { Understood } from '../worker/understood.js';
import type { Discarding } from './file-events.js';
import type { KeptRecipe } from './kept-recipes.js';

/**
 * The page `/file` as one value. A file is opened, then understood with a recipe, then calculated. Each step holds what it was
 * made from, so that nothing from another file, sheet or recipe can be shown beside it. The `task` is what is going on now;
 * only its outcome changes earlier steps.
 */
export interface FileState {
  /** The current file; null before the first. */
  readonly file: OpenFile | null;
  /** How the file is read and matched, and what has to be decided; null for a file that is not a table. */
  readonly match: Match | null;
  /** The answer for the current match and repairs; null if there is none. */
  readonly result: Result | null;
  readonly task: Task | null;
  /** The message about what just happened. */
  readonly notice: Notice | null;
  /** What would discard work, waiting until the person says whether it may. */
  readonly waiting: Discarding | null;
  readonly kept: readonly KeptRecipe[];
  /** Names of open disclosures, and the id of the answered question that is unfolded. */
  readonly open: ReadonlySet<string>;
  /** Text typed into fields of the page and not yet used, by the field's id. */
  readonly typed: Readonly<Record<string, string>>;
  /** The number of the latest task or file. */
  readonly latest: number;
  readonly focus: { readonly id: string } | null;
}

/** What a person gave: a file, or rows as text. */
export interface Given {
  readonly name: string;
  readonly blob: Blob;
  readonly isPasted: boolean;
}

/** An opened file, with the number by which the worker knows it. */
export interface OpenFile extends Given {
  readonly id: number;
  /** The recipe last kept for it; null before it was calculated. */
  readonly kept: KeptRecipe | null;
  /** Why it cannot be calculated as is, in the words of the service; null if it can. */
  readonly refusal: FileRefusal | null;
}

/** A recipe, and what the worker found when it examined the whole file with it. */
export interface Match extends Understood {
  /** The award year whose limits apply. */
  readonly awardYear: string;
  /**
   * The questions, by id, that have been open since the file was first examined, each as the worker last raised it. An answered
   * question is no longer raised, but can still be seen and changed.
   */
  readonly asked: ReadonlyMap<string, Decision>;
  /** Whether the recipe is one of those kept in this browser. */
  readonly isKept: boolean;
  /** Whether a person has decided or changed anything. */
  readonly isTouched: boolean;
  /** Whether there were results by an earlier match of this table, which went with it. */
  readonly hadResult: boolean;
  /** The recipe after a change with which the file is refused, and why; null if there is none. */
  readonly refused: { readonly recipe: Recipe; readonly text: string } | null;
}

/** The answer for the current match with these repairs. */
export interface Result {
  /** The worker's number for it. */
  readonly id: number;
  readonly mends: readonly Mend[];
  readonly outcome: Outcome;
  readonly isSaved: boolean;
  /** The current look into the answer, if any. Its rows belong to the question beside them. */
  readonly look: Look | null;
  readonly comparison: Comparison | null;
}

/** A question about the answer, and the rows that answer it; null while they are being found. */
export interface Look {
  readonly asked: number;
  readonly question: PreviewQuestion;
  readonly preview: Preview | null;
}

/** Work that takes time. Its outcome counts only while the task is still the current one. */
export type Task = { readonly id: number; readonly progress: Progress | null } & Work;

export type Work =
  | {
      readonly kind: 'open';
      readonly given: Given;
      /** What was decided before the worker was lost; null for a new file. */
      readonly recipe: Recipe | null;
      readonly awardYear: string;
    }
  | {
      readonly kind: 'match';
      readonly file: number;
      /** Also the text of a recipe file, or null to have one proposed for the file as `read` says. */
      readonly recipe: Recipe | string | null;
      readonly read: Recipe['read'];
      readonly awardYear: string;
      readonly isKept: boolean;
      readonly isTouched: boolean;
    }
  | { readonly kind: 'calculate'; readonly plan: Plan }
  | {
      readonly kind: 'save';
      readonly what: Saved;
      readonly result: number;
      readonly name: string;
    }
  | { readonly kind: 'compare'; readonly result: number; readonly before: Blob };

/** What can be saved: the answer as CSV or as a workbook, only its failed rows, or the recipe. */
export type Saved = 'answer' | 'failed' | 'workbook' | 'recipe';

/** A message about what just happened. */
export interface Notice {
  readonly kind: 'bad' | 'care' | 'good' | 'info';
  readonly text: string;
}

/** The state of a freshly loaded page; `wasLost` says that it held a file before. */
export function firstState(kept: readonly KeptRecipe[], wasLost: boolean): FileState {
  return {
    file: null,
    match: null,
    result: null,
    task: null,
    notice: wasLost ? { kind: 'care', text: WAS_LOST } : null,
    waiting: null,
    kept,
    open: new Set(),
    typed: {},
    latest: 0,
    focus: null,
  };
}

const WAS_LOST =
  'Your file is no longer open: the page was reloaded, or the browser ran out of memory. Choose the file again; the choices of the last calculation are offered. If it happens again, close other tabs, or calculate with the command line.';

/**
 * Whether another file would replace unsaved work: matched columns without an answer yet, an unsaved answer, one being calculated, or a
 * repair that is typed but not made.
 */
export function hasUnsavedWork({ result, match, task, typed }: FileState): boolean {
  const hasRepair = Object.entries(typed).some(([field, text]) => field.startsWith('repair-') && text !== '');
  if (hasRepair || task?.kind === 'calculate') return true;
  if (result !== null) return !result.isSaved;
  return match?.isTouched === true;
}

/** Whether the person has pasted rows that are not read yet. */
export function hasPastedRows({ typed }: FileState): boolean {
  return (typed['pasted'] ?? '').trim() !== '';
}

/** Whether an action discards what is not saved: the work on a file, or repairs that belong to its decisions. */
export function discardsWork(state: FileState, { type }: Discarding): boolean {
  return type === 'given' ? hasUnsavedWork(state) : repairsIn(state) > 0;
}

/** How many repairs the answer has, or will have once it is calculated. */
export function repairsIn({ task, result }: FileState): number {
  return (task?.kind === 'calculate' ? task.plan.mends : (result?.mends ?? [])).length;
}

/** The recipe as the person left it: the one being examined, if the worker has not answered yet, or the one refused. */
export function shownRecipe({ task, match }: FileState): Recipe | null {
  const examined = task?.kind === 'match' && typeof task.recipe !== 'string' ? task.recipe : null;
  return examined ?? match?.refused?.recipe ?? match?.recipe ?? null;
}

/** The award year as the person left it; the current one until another is chosen. */
export function shownYear({ task, match }: FileState): string {
  return (task?.kind === 'match' ? task.awardYear : match?.awardYear) ?? CURRENT_AWARD_YEAR;
}

/** The sentences that an answer comes with: what was assumed about the file, then what was repaired by hand. */
export function answerSentences({ match, result }: FileState): readonly string[] {
  const repairs = result?.mends.map((mend) => mend.said) ?? [];
  return [...(match?.sentences ?? []).map(({ text }) => text), ...repairs];
}

/** The state with a message about what just happened. */
export function said(state: FileState, kind: Notice['kind'], text: string): FileState {
  return { ...state, notice: { kind, text } };
}

/** Fields whose choices the match has taken or rejected: from now on the match itself says what they are. */
export const USED_BY_MATCH = /^(?:shape|fund-column|paid-column)$/;

/** Fields of text that is used once the person has finished it: see {@link DraftBox}. */
export const DRAFTS = /^(?:column-|term-|rows-search$)/;

/** Whether the person wants rows of funds, but the recipe has none yet: both of their columns have to be chosen first. */
export function isFundOpen({ typed }: FileState, { shape }: Recipe): boolean {
  return typed['shape'] === 'fund' && shape.rows !== 'fund';
}

/** The state without what was typed into these fields. */
export function withoutTyped(state: FileState, fields: RegExp): FileState {
  const typed = Object.entries(state.typed).filter(([field]) => !fields.test(field));
  return { ...state, typed: Object.fromEntries(typed) };
}

/** The state with something changed in its result, if there is one. */
export function withResult(state: FileState, change: Partial<Result>): FileState {
  return state.result === null ? state : { ...state, result: { ...state.result, ...change } };
}

/** The part of the page where columns are matched: its name, and its id on the page. */
export const COLUMNS_FOLD = 'columns';

/** The part of the page that shows the rows of the answer. When it unfolds for the first time, it asks this. */
export const ROWS_FOLD = 'rows';
export const FIRST_QUESTION: PreviewQuestion = { filter: 'all', search: '', skip: 0 };

/** The state with an answered question unfolded and all others folded; null to fold all. */
export function withQuestion(state: FileState, id: string | null): FileState {
  const others = [...state.open].filter((name) => !isQuestion(name));
  return { ...state, open: new Set(id === null ? others : [...others, id]) };
}

/** Whether the name of a part that unfolds is the id of a question. */
export function isQuestion(name: string): boolean {
  return name.startsWith('decision-');
}

/** The id of the button that unfolds an answered question. */
export function changeIdOf(id: string): string {
  return `change-${id}`;
}

/** The id of a decision on the page. Decisions that differ only in punctuation get different ids. */
export function idOf({ name, of }: Pick<Decision, 'name' | 'of'>): string {
  const text = of === null ? name : `${name} ${of}`;
  return `decision-${text.replace(/[^A-Za-z0-9]/g, (sign) => `-${(sign.codePointAt(0) ?? 0).toString(36)}-`)}`;
}
