import type { Recipe } from '../../../recipe/recipe.js';
import type { ChangeCause } from '../../../review/change-causes.js';
import type { DiffSummary } from '../../../review/diff.js';
import type { FailureGroup } from '../../../review/failure-groups.js';
import type { ExplainedChange } from '../../../review/input-changes.js';
import type { AnswerSummary } from '../../../review/summary.js';

/** What goes between the page and its worker: plain data, so that the page's state can hold it. */

/** How far the worker is. */
export interface Progress {
  readonly doing:
    | 'reading'
    | 'unpacking'
    | 'looking'
    | 'preparing'
    | 'checking'
    | 'calculating'
    | 'writing'
    | 'joining'
    | 'sending'
    | 'receiving';
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
  readonly unit: 'rows' | 'bytes';
  readonly failedStudents: number;
}

/** One call of the page: how it is ended, and who hears how far it is. */
export interface Call {
  readonly signal: AbortSignal;
  readonly tell: (progress: Progress) => void;
}

/** {@link FailureGroup} for the page: its rows, perhaps a million, stay in the worker. */
export interface GroupView extends Omit<FailureGroup, 'rows'> {
  readonly rowCount: number;
}

/**
 * A repair of failures, as the page keeps it. Rows of a whole group are named by the result in which the group was found and its place
 * there: the worker has them.
 */
export type Mend =
  | { readonly kind: 'values'; readonly column: string; readonly values: Readonly<Record<string, string>> }
  | {
      readonly kind: 'rows';
      readonly column: string;
      readonly cells: readonly { readonly rows: readonly number[]; readonly value: string }[];
    }
  | { readonly kind: 'group'; readonly result: number; readonly group: number; readonly value: string }
  | { readonly kind: 'leave out'; readonly result: number; readonly group: number };

/** All that an answer is made from: which file, how its table becomes ours, and what was mended since, in order. */
export interface Plan {
  /** Of the file, as the page numbers those that it opened. */
  readonly file: number;
  readonly recipe: Recipe;
  readonly mends: readonly Mend[];
}

/** What a calculation came to. */
export interface Outcome {
  readonly summary: Omit<AnswerSummary, 'failures'>;
  readonly failures: readonly GroupView[];
  /** Byte for byte what the service answers; where rows were turned into ours, errors name the person's own rows and columns. */
  readonly answer: Blob;
}

/** Which rows of an answer are looked at. */
export type Filter = 'all' | 'failed' | 'warnings' | 'reduced';

/** A part of an answer to look at. */
export interface PreviewQuestion {
  readonly filter: Filter;
  /** A part of the student's id; empty for everybody. */
  readonly search: string;
  /** So many matching rows are passed over. */
  readonly skip: number;
}

/** Rows of an answer beside the person's own. */
export interface Preview {
  readonly head: readonly { readonly text: string; readonly isNumber: boolean }[];
  /** The columns of the person's file. */
  readonly ownHead: readonly string[];
  readonly rows: readonly PreviewRow[];
  readonly hasMore: boolean;
}

export interface PreviewRow {
  readonly cells: readonly string[];
  /** The row of the person's file; of several that became one, the first. */
  readonly own: readonly string[];
  /** Where the page for one student shows this one with the reasons; null for one who failed. */
  readonly link: string | null;
}

/** What changed between two answers, because of what, with the first of the students that it changed for. */
export interface Comparison {
  readonly summary: DiffSummary;
  readonly causes: readonly ChangeCause[];
  readonly students: readonly ExplainedChange[];
}
