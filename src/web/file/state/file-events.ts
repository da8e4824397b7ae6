import type { Recipe } from '../../../recipe/recipe.js';
import type { Comparison, Mend, Outcome, Preview, PreviewQuestion, Progress } from '../worker/outcome.js';
import type { Opened, Understood } from '../worker/understood.js';
import type { KeptRecipe } from './kept-recipes.js';
import type { RecipeEdit } from './recipe-edits.js';

/** What a person gave: a file, or rows as text. */
export interface Given {
  readonly name: string;
  readonly blob: Blob;
  readonly isPasted: boolean;
}

/** What can be saved: the answer as CSV or as a workbook, only its failed rows, or the recipe. */
export type Saved = 'answer' | 'failed' | 'workbook' | 'recipe';

/** What a person did. */
export type FileAction =
  | { readonly type: 'given'; readonly given: Given }
  | { readonly type: 'several files given' }
  | { readonly type: 'nothing pasted' }
  /** The answer to whether work may be discarded. */
  | { readonly type: 'give up'; readonly isMeant: boolean }
  | { readonly type: 'cancel' }
  | { readonly type: 'read again'; readonly read: NonNullable<Recipe['read']> }
  | { readonly type: 'choose year'; readonly awardYear: string }
  | { readonly type: 'use kept'; readonly kept: KeptRecipe }
  | { readonly type: 'load recipe'; readonly text: string }
  | { readonly type: 'forget kept'; readonly kept: KeptRecipe }
  /** `line`: the line that it was made on; the focus moves on from it once nothing is open there, unless it `stays`. */
  | {
      readonly type: 'edit';
      readonly edit: RecipeEdit;
      readonly line: string | null;
      readonly stays?: boolean;
    }
  | { readonly type: 'undo' }
  /** These are my columns. */
  | { readonly type: 'confirm' }
  | { readonly type: 'change columns' }
  | { readonly type: 'next open'; readonly after: string | null }
  | { readonly type: 'show line'; readonly line: string }
  | { readonly type: 'calculate' }
  | { readonly type: 'mend'; readonly mend: Mend }
  | { readonly type: 'undo mend' }
  | { readonly type: 'save'; readonly what: Saved }
  | { readonly type: 'look'; readonly question: PreviewQuestion; readonly focus?: string }
  | { readonly type: 'compare'; readonly before: Blob }
  | { readonly type: 'unfold'; readonly name: string; readonly isOpen: boolean; readonly focus?: string }
  | { readonly type: 'type'; readonly field: string; readonly text: string };

/** Actions after which what a person did so far is no longer of this file or these decisions. */
const DISCARDING = [
  'given',
  'edit',
  'undo',
  'change columns',
  'choose year',
  'read again',
  'use kept',
  'load recipe',
] as const;

/** An action that may discard work, and then waits for the person's consent. */
export type Discarding = Extract<FileAction, { readonly type: (typeof DISCARDING)[number] }>;

/** Whether an event may discard work. */
export function isDiscarding(event: FileEvent): event is Discarding {
  return DISCARDING.some((type) => type === event.type);
}

/** The outcome of a task, by its number, or of a look. */
export type FileOutcome =
  | { readonly type: 'progress'; readonly task: number; readonly progress: Progress }
  | { readonly type: 'opened'; readonly task: number; readonly opened: Opened }
  | { readonly type: 'understood'; readonly task: number; readonly understood: Understood }
  | { readonly type: 'calculated'; readonly task: number; readonly outcome: Outcome }
  | { readonly type: 'compared'; readonly task: number; readonly comparison: Comparison }
  | { readonly type: 'saved'; readonly task: number }
  | { readonly type: 'refused' | 'failed'; readonly task: number; readonly text: string }
  | { readonly type: 'looked'; readonly asked: number; readonly preview: Preview }
  | { readonly type: 'look failed'; readonly asked: number; readonly text: string }
  /** The worker has ended, and everything that it held is gone. */
  | { readonly type: 'worker lost' }
  /** Another tab has kept or forgotten recipes. */
  | { readonly type: 'kept'; readonly kept: readonly KeptRecipe[] };

export type FileEvent = FileAction | FileOutcome;
