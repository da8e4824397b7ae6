import type { Recipe } from '../../../recipe/recipe.js';
import type { ChangedStudent, DiffSummary } from '../../../review/diff.js';
import type { FailureGroup } from '../../../review/failure-groups.js';
import type { AnswerSummary } from '../../../review/summary.js';

/** What the page and its worker exchange: plain data, so that the page's state can hold it. */

/** What the page and its worker can be doing, in words for people. */
export const DOING = {
  reading: 'Reading the file',
  unpacking: 'Unpacking the file',
  looking: 'Looking at every row',
  preparing: 'Preparing the rows',
  checking: 'Checking the answer',
  calculating: 'Calculating',
  writing: 'Writing',
  joining: 'Adding your own columns',
} as const;

/** The progress of a task. */
export interface Progress {
  readonly doing: keyof typeof DOING;
  readonly done: number;
  /** 0 if unknown. */
  readonly total: number;
  readonly unit: 'rows' | 'bytes';
  readonly failedStudents: number;
}

/** One call of the page: how to end it, and where to report its progress. */
export interface Call {
  readonly signal: AbortSignal;
  readonly tell: (progress: Progress) => void;
}

/** {@link FailureGroup} for the page: its rows, possibly a million, stay in the worker. */
export type GroupView = Omit<FailureGroup, 'rows' | 'leftOut'>;

/** A repair of failures, as the page keeps it. `said` is the sentence that the answer says of it. */
export type Mend = MendStep & { readonly said: string };

/** The rows of a whole group are named by the result that the group was found in and its index there: the worker has them. */
export type MendStep =
  | {
      readonly kind: 'rows';
      readonly column: string;
      readonly cells: readonly { readonly rows: readonly number[]; readonly value: string }[];
    }
  | { readonly kind: 'group'; readonly result: number; readonly group: number; readonly value: string }
  | { readonly kind: 'leave out'; readonly result: number; readonly group: number };

/** Everything that an answer is made from: the file, how its table becomes ours, and the repairs since, in order. */
export interface Plan {
  /** The page's number for the opened file. */
  readonly file: number;
  readonly recipe: Recipe;
  /** The award year whose limits apply. */
  readonly awardYear: string;
  readonly mends: readonly Mend[];
}

/** The outcome of a calculation. */
export interface Outcome {
  readonly summary: Omit<AnswerSummary, 'failures'>;
  readonly failures: readonly GroupView[];
  /** The same bytes as the service's answer; if rows were converted to our shape, errors name the person's own rows and columns. */
  readonly answer: Blob;
}

/** Which rows of an answer to show. */
export type Filter = 'all' | 'failed' | 'warnings' | 'reduced' | 'overpaid';

/** How many rows of an answer are shown at a time. */
export const PREVIEW_ROWS = 50;

/** A request for part of an answer. */
export interface PreviewQuestion {
  readonly filter: Filter;
  /** A part of the student's id; empty for all students. */
  readonly search: string;
  /** How many matching rows are skipped. */
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
  /** The row of the person's file; the first if several became one. */
  readonly own: readonly string[];
  /** The link to this student on the page for one student, with the reasons; null for a failed student. */
  readonly link: string | null;
}

/** Whose amounts changed between two answers, with the first of these students. */
export interface Comparison {
  readonly summary: DiffSummary;
  readonly students: readonly ChangedStudent[];
}
