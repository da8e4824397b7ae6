import type { Decision } from '../../../recipe/decisions.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { FileRefusal } from '../worker/open-file.js';
import type { Comparison, Mend, Outcome, Preview, PreviewQuestion, Progress } from '../worker/outcome.js';
import type { Understood } from '../worker/understood.js';
import type { KeptRecipe } from './kept-recipes.js';

/**
 * The page `/file` as one value. A file is opened, then understood under a recipe, then calculated; each step holds what it was made
 * from, so that nothing of another file, sheet or recipe can be shown beside it. What goes on at the moment is the `task`; only its
 * answer changes what was there before.
 */
export interface FileState {
  /** The file that the rest is about; null before the first. */
  readonly file: OpenFile | null;
  /** How the file is read and matched, and what is to be decided; null for a file that is no table. */
  readonly match: Match | null;
  /** The answer to the present match and mends; null when there is none. */
  readonly result: Result | null;
  readonly task: Task | null;
  /** What is to be said of the last thing that happened. */
  readonly notice: Notice | null;
  /** A file that waits for an answer to whether the work on the present one may be given up. */
  readonly waiting: Given | null;
  readonly kept: readonly KeptRecipe[];
  /** Disclosures that are open, by name. */
  readonly open: ReadonlySet<string>;
  /** What was typed into fields of the page that are not sent off yet, by the field's id. */
  readonly typed: Readonly<Record<string, string>>;
  readonly service: ServiceState;
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

/** A file that was opened, under the number by which the worker knows it. */
export interface OpenFile extends Given {
  readonly id: number;
  /** Why it cannot be calculated as it is, in the words of the service; null where it can. */
  readonly refusal: FileRefusal | null;
}

/** A recipe, and what the worker found when it looked at the whole file with it. */
export interface Match {
  readonly recipe: Recipe;
  readonly understood: Understood;
  /**
   * The questions, by id, that were open when the file was first looked at or since, each as the worker last raised it: one that an
   * answer has settled is raised no more, and can still be seen and changed.
   */
  readonly asked: ReadonlyMap<string, Decision>;
  /** Whether the recipe was one of those that are kept here. */
  readonly isKept: boolean;
  /** Whether a person has decided or changed anything. */
  readonly isTouched: boolean;
}

/** An answer, and all that it was made from. */
export interface Result {
  /** The worker knows it by this number. */
  readonly id: number;
  readonly recipe: Recipe;
  readonly mends: readonly Mend[];
  readonly outcome: Outcome;
  readonly isSaved: boolean;
  /** A look into the answer. The rows belong to the question beside them. */
  readonly look: Look | null;
  readonly comparison: Comparison | null;
}

/** A question about the answer, and the rows that answer it; null while they are looked for. */
export interface Look {
  readonly asked: number;
  readonly question: PreviewQuestion;
  readonly preview: Preview | null;
}

/** Something that takes time. Its answer is taken when the task is still the present one. */
export type Task = { readonly id: number; readonly progress: Progress | null } & Work;

export type Work =
  /** `isPacked`: with gzip, to be unpacked first. */
  | {
      readonly kind: 'open';
      readonly given: Given;
      readonly isPacked: boolean;
      /** What had been decided before the worker was lost; null for a file that is new. */
      readonly recipe: Recipe | null;
    }
  | {
      readonly kind: 'match';
      readonly file: number;
      /** Null has one proposed. */
      readonly recipe: Recipe | null;
      readonly read: Recipe['read'];
      readonly isKept: boolean;
      readonly isTouched: boolean;
    }
  | {
      readonly kind: 'load recipe';
      readonly file: number;
      readonly text: string;
      readonly isKept: boolean;
    }
  | {
      readonly kind: 'calculate';
      readonly file: number;
      readonly recipe: Recipe;
      readonly mends: readonly Mend[];
    }
  | { readonly kind: 'send'; readonly file: number; readonly recipe: Recipe; readonly key: string }
  | {
      readonly kind: 'save';
      readonly what: 'answer' | 'failed' | 'workbook' | 'recipe';
      readonly result: number;
      readonly name: string;
    }
  | {
      readonly kind: 'compare';
      readonly result: number;
      readonly before: Blob;
      readonly inputs: Blob | null;
    };

/** A sentence about what happened. */
export interface Notice {
  readonly kind: 'bad' | 'care' | 'good' | 'info';
  readonly text: string;
}

/** Calculating with the service. */
export interface ServiceState {
  readonly key: string;
  /** Seconds until the file can be sent again; 0 for now. */
  readonly waitSeconds: number;
}

/** The page as it is loaded: `wasLost` says that a file was on it before. */
export function firstState(kept: readonly KeptRecipe[], wasLost: boolean, key: string): FileState {
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
    service: { key, waitSeconds: 0 },
    latest: 0,
    focus: null,
  };
}

const WAS_LOST =
  'Your file is no longer open: the page was reloaded, or the browser ran out of memory. Choose the file again; the choices of the last calculation are offered. If it happens again, close other tabs, or calculate with the service or the command line.';

/** Whether something would be lost if another file took the place of this one: matched columns that no answer was made of, or an unsaved answer. */
export function hasUnsavedWork({ result, match }: FileState): boolean {
  if (result !== null) return !result.isSaved;
  return match?.isTouched === true;
}
