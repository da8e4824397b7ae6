import type { Edit } from '../../../recipe/apply-recipe.js';
import type { Examination } from '../../../recipe/format/examination.js';
import type { ReadSettings, Recipe } from '../../../recipe/format/recipe.js';
import type { ChangedStudent, DiffSummary } from '../../../review/diff.js';
import type { FailureGroup } from '../../../review/failures.js';
import type { AnswerSummary } from '../../../review/summary.js';
import type { TableInfo } from '../../../table/open-table.js';

/**
 * What the page asks of its worker, and the replies: plain data that the page's state can hold. Each ask
 * contains everything it needs, so that a newly started worker can answer it.
 */

export type Ask =
  | ExamineAsk
  | { readonly kind: 'calculate'; readonly plan: Plan }
  | { readonly kind: 'save'; readonly what: 'failed' | 'workbook'; readonly plan: Plan }
  | { readonly kind: 'compare'; readonly plan: Plan; readonly before: Blob }
  | { readonly kind: 'look'; readonly plan: Plan; readonly question: PreviewQuestion };

/**
 * Examines a file: when opened, begun again, or after a change of the recipe. `recipe` is used as it is, or
 * is a saved recipe file; if null, one is suggested, and `read` says how to read the file.
 */
export interface ExamineAsk {
  readonly kind: 'open' | 'begin' | 'examine';
  readonly file: GivenFile;
  readonly recipe: Recipe | Blob | null;
  readonly read?: ReadSettings | undefined;
  readonly awardYear: string;
}

/** An ask with its id, or the end of the ask with that id. */
export type ToWorker = (Ask & { readonly id: number }) | { readonly kind: 'cancel'; readonly id: number };

export type Answer =
  | { readonly type: 'understood'; readonly understood: Understood }
  | { readonly type: 'calculated'; readonly outcome: Outcome }
  | { readonly type: 'saved'; readonly blob: Blob }
  | { readonly type: 'compared'; readonly comparison: Comparison }
  | { readonly type: 'looked'; readonly preview: Preview };

/** A reply to the ask with this id. */
export type Reply = { readonly id: number } & (
  | Answer
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'refused'; readonly message: string }
);

/** What the worker may be doing, as shown to people. */
export const DOING = {
  unpacking: 'Unpacking the file',
  looking: 'Looking at every row',
  calculating: 'Calculating',
  writing: 'Writing',
  comparing: 'Comparing',
} as const;

export interface Progress {
  readonly doing: keyof typeof DOING;
  /** Rows or bytes. */
  readonly done: number;
  /** 0 if unknown. */
  readonly total: number;
}

export interface GivenFile {
  readonly id: number;
  readonly name: string;
  readonly blob: Blob;
}

/** What the page needs to know about the whole file, small enough to send. */
export interface Understood {
  readonly info: Omit<TableInfo, 'firstRows'>;
  readonly recipe: Recipe;
  readonly examination: Examination;
}

/** Everything that an answer is made from: the file, its recipe, and the repairs, in order. */
export interface Plan {
  readonly id: number;
  readonly file: GivenFile;
  readonly recipe: Recipe;
  readonly awardYear: string;
  readonly mends: readonly Mend[];
}

/** A repair of failures: values for a column on some of our rows, or rows to leave out. */
export interface Mend extends Edit {
  readonly said: string;
}

export interface Outcome {
  readonly summary: AnswerSummary;
  readonly failures: readonly FailureGroup[];
  /** The bytes of the service's answer; errors of a converted file name the person's own rows and columns. */
  readonly answer: Blob;
}

export type Filter = 'all' | 'failed' | 'warnings' | 'reduced' | 'overpaid';

export interface PreviewQuestion {
  readonly filter: Filter;
  /** Part of a student's id; empty for all students. */
  readonly search: string;
}

/** Rows of an answer, as shown. */
export interface Preview {
  readonly head: readonly { readonly text: string; readonly isNumber: boolean }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** The error, or the warnings if the filter asks for them; on the first row of a student only. */
    readonly remark: string;
    /** A link to the student's case on the page for one student; null for a failed student. */
    readonly link: string | null;
  }[];
  readonly hasMore: boolean;
}

/** Students with changed amounts: the totals, and the first of them with their changes in words. */
export interface Comparison {
  readonly summary: DiffSummary;
  readonly students: readonly (ChangedStudent & { readonly said: string })[];
}
