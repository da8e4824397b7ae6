import type { ReadSettings } from '../../../recipe/recipe.js';
import type { GivenFile, Mend, PreviewQuestion, Reply } from '../worker/worker-protocol.js';
import type { KeptRecipe } from './kept-recipes.js';
import type { RecipeEdit } from './recipe-edits.js';

/** What a person gave: a file, or rows as text. */
export type Given = Omit<GivenFile, 'id'>;

/** What can be saved: the answer as CSV or as a workbook, only its failed rows, or the recipe. */
export type Saved = 'answer' | 'failed' | 'workbook' | 'recipe';

/** What a person did. */
export type FileAction =
  | Discarding
  | { readonly type: 'several files given' }
  /** The answer to whether work may be discarded. */
  | { readonly type: 'give up'; readonly isMeant: boolean }
  | { readonly type: 'cancel' }
  | { readonly type: 'forget kept'; readonly kept: KeptRecipe }
  /** These are my columns. */
  | { readonly type: 'confirm' }
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

/**
 * An action after which what a person did so far is no longer of this file or these decisions. It may discard work, and
 * then waits for the person's consent.
 */
export type Discarding =
  | { readonly type: 'given'; readonly given: Given }
  /** With another table of the file, which begins anew; or with other rows of the same table. */
  | { readonly type: 'read again' | 'keep rows'; readonly read: ReadSettings }
  | { readonly type: 'choose year'; readonly awardYear: string }
  | { readonly type: 'use kept'; readonly kept: KeptRecipe }
  | { readonly type: 'load recipe'; readonly text: string }
  /** `line`: the line that it was made on; the focus moves on from it once nothing is open there, unless it `stays`. */
  | {
      readonly type: 'edit';
      readonly edit: RecipeEdit;
      readonly line: string | null;
      readonly stays?: boolean;
    }
  | { readonly type: 'undo' }
  | { readonly type: 'change columns' };

const DISCARDING: readonly Discarding['type'][] = [
  'given',
  'edit',
  'undo',
  'change columns',
  'choose year',
  'read again',
  'keep rows',
  'use kept',
  'load recipe',
];

/** Whether an event may discard work. */
export function isDiscarding(event: FileEvent): event is Discarding {
  return DISCARDING.some((type) => type === event.type);
}

export type FileEvent =
  | FileAction
  | Reply
  /** The worker has ended, with all that it held. */
  | { readonly type: 'worker lost'; readonly text: string }
  /** Another tab has kept or forgotten recipes. */
  | { readonly type: 'kept'; readonly kept: readonly KeptRecipe[] };
