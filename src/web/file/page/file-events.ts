import type { Json } from '../../../guessing/decisions.js';
import type { Recipe, Shape } from '../../../guessing/recipe.js';
import type { Opened } from '../worker/open-file.js';
import type { Comparison, Mend, Outcome, Preview, PreviewQuestion, Progress } from '../worker/outcome.js';
import type { Understood } from '../worker/understood.js';
import type { Given, Saved } from './file-state.js';
import type { KeptRecipe } from './kept-recipes.js';
import type { ColumnChoice } from './recipe-edits.js';

/** What a person did. */
export type FileAction =
  | { readonly type: 'given'; readonly given: Given }
  | { readonly type: 'several files given' }
  | { readonly type: 'nothing pasted' }
  /** The answer to whether work may be discarded. */
  | { readonly type: 'give up'; readonly isMeant: boolean }
  | { readonly type: 'cancel' }
  | { readonly type: 'read again'; readonly read: NonNullable<Recipe['read']> }
  /** `others`: where else the choices of the same question are written. */
  | {
      readonly type: 'decide';
      readonly path: readonly string[];
      readonly value: Json;
      readonly others: readonly (readonly string[])[];
    }
  | {
      readonly type: 'choose column';
      readonly term: number | null;
      readonly ours: string;
      readonly choice: ColumnChoice;
    }
  | { readonly type: 'choose year'; readonly awardYear: string }
  | { readonly type: 'choose shape'; readonly shape: Shape }
  | { readonly type: 'use kept'; readonly kept: KeptRecipe }
  | { readonly type: 'forget kept'; readonly kept: KeptRecipe }
  | { readonly type: 'load recipe'; readonly text: string }
  | { readonly type: 'calculate' }
  | { readonly type: 'mend'; readonly mend: Mend }
  | { readonly type: 'undo mend' }
  | { readonly type: 'save'; readonly what: Saved }
  | { readonly type: 'look'; readonly question: PreviewQuestion }
  | { readonly type: 'compare'; readonly before: Blob }
  | { readonly type: 'unfold'; readonly name: string; readonly isOpen: boolean }
  | { readonly type: 'type'; readonly field: string; readonly text: string };

/** Actions that examine the file anew, so that repairs of the results before are no longer of it. */
const EXAMINING = [
  'decide',
  'choose column',
  'choose shape',
  'choose year',
  'read again',
  'use kept',
  'load recipe',
] as const;

/** An action that may discard work, and then waits for the person's consent. */
export type Discarding = Extract<FileAction, { readonly type: 'given' | (typeof EXAMINING)[number] }>;

/** Whether an event examines the file anew, or opens another one. */
export function isDiscarding(event: FileEvent): event is Discarding {
  return event.type === 'given' || EXAMINING.some((type) => type === event.type);
}

/** The outcome of a task, by its number, or of a look. */
export type FileOutcome =
  | { readonly type: 'progress'; readonly task: number; readonly progress: Progress }
  | { readonly type: 'opened'; readonly task: number; readonly opened: Opened }
  | { readonly type: 'matched'; readonly task: number; readonly understood: Understood }
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
