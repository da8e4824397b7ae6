import type { Edit } from '../../../recipe/apply-recipe.js';
import type { Examination } from '../../../recipe/format/examination.js';
import type { ReadSettings, Recipe } from '../../../recipe/format/recipe.js';
import type { ChangedStudent, DiffSummary } from '../../../review/diff.js';
import type { FailureGroup } from '../../../review/failures.js';
import type { AnswerSummary } from '../../../review/summary.js';
import type { TableInfo } from '../../../table/open-table.js';

/**
 * What the page asks of its worker, and what the worker replies: plain data that the page's state can hold. Each ask names
 * all that its reply is made from, so that a worker that was started anew can answer it, too.
 */

export type Ask =
  | ExamineAsk
  | { readonly kind: 'calculate'; readonly plan: Plan }
  | { readonly kind: 'save'; readonly what: 'failed' | 'workbook'; readonly plan: Plan }
  | { readonly kind: 'compare'; readonly plan: Plan; readonly before: Blob }
  | { readonly kind: 'look'; readonly plan: Plan; readonly question: PreviewQuestion };

/**
 * What a new file is, or one that is begun anew, or one by a changed recipe. `recipe` is taken as it is, or is the file of
 * an earlier one; null has one suggested, and `read` then says how to read the file.
 */
export interface ExamineAsk {
  readonly kind: 'open' | 'begin' | 'examine';
  readonly file: GivenFile;
  readonly recipe: Recipe | Blob | null;
  readonly read?: ReadSettings | undefined;
  readonly awardYear: string;
}

/** An ask with the page's number for it; or the end of the one with that number. */
export type ToWorker = (Ask & { readonly id: number }) | { readonly kind: 'cancel'; readonly id: number };

export type Answer =
  | { readonly type: 'understood'; readonly understood: Understood }
  | { readonly type: 'calculated'; readonly outcome: Outcome }
  | { readonly type: 'saved'; readonly blob: Blob }
  | { readonly type: 'compared'; readonly comparison: Comparison }
  | { readonly type: 'looked'; readonly preview: Preview };

/** What the worker says of an ask, by its number. */
export type Reply = { readonly id: number } & (
  | Answer
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'refused'; readonly message: string }
);

/** What the worker can be doing, in words for people. */
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

/** What the worker knows about a file, as the page needs it: of the whole file, yet small enough to send. */
export interface Understood {
  readonly info: Omit<TableInfo, 'firstRows'>;
  readonly recipe: Recipe;
  readonly examination: Examination;
}

/** Everything that an answer is made from: the file, how its table becomes ours, and the repairs since, in order. */
export interface Plan {
  readonly id: number;
  readonly file: GivenFile;
  readonly recipe: Recipe;
  readonly awardYear: string;
  readonly mends: readonly Mend[];
}

/** A repair of failures: values for a column on some of our rows, and rows that are left out. */
export interface Mend extends Edit {
  readonly said: string;
}

export interface Outcome {
  readonly summary: AnswerSummary;
  readonly failures: readonly FailureGroup[];
  /** The same bytes as the service's answer; if rows were converted to our shape, errors name the person's own rows and columns. */
  readonly answer: Blob;
}

export type Filter = 'all' | 'failed' | 'warnings' | 'reduced' | 'overpaid';

export interface PreviewQuestion {
  readonly filter: Filter;
  /** A part of the student's id; empty for all students. */
  readonly search: string;
}

/** Rows of an answer. */
export interface Preview {
  readonly head: readonly { readonly text: string; readonly isNumber: boolean }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** What is wrong, or the warnings where they are asked for; said once a student. */
    readonly remark: string;
    /** The link to this student on the page for one student, with the reasons; null for a failed student. */
    readonly link: string | null;
  }[];
  readonly hasMore: boolean;
}

/** Whose amounts changed between two answers, with the first of these students, and what changed in words. */
export interface Comparison {
  readonly summary: DiffSummary;
  readonly students: readonly (ChangedStudent & { readonly said: string })[];
}
