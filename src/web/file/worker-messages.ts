import type { FailureGroup } from '../../review/failure-groups.js';
import type { AnswerSummary } from '../../review/summary.js';
import type { FileSession } from './file-session.js';

/** How far the worker is. */
export interface Progress {
  readonly doing: 'reading' | 'checking' | 'calculating' | 'writing' | 'sending' | 'receiving';
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
  readonly unit: 'rows' | 'bytes';
  readonly failedStudents: number;
}

/** {@link FailureGroup} for the page: its rows, perhaps a million, stay in the worker. */
export interface GroupView extends Omit<FailureGroup, 'rows'> {
  readonly rowCount: number;
}

/** What a calculation came to. */
export interface Outcome {
  readonly summary: Omit<AnswerSummary, 'failures'>;
  readonly failures: readonly GroupView[];
  /** Byte for byte what the service answers; where rows were turned into ours, errors name the person's own rows and columns. */
  readonly answer: Blob;
  /** How often the file was mended before. */
  readonly mends: number;
}

/** What the page can ask of its worker. */
export type CallName = keyof FileSession;
/** What the page gives with it: the worker adds the signal that ends the call. */
export type CallArgs<Name extends CallName> =
  Parameters<FileSession[Name]> extends [AbortSignal, ...infer Given] ? Given : never;
export type CallValue<Name extends CallName> = Awaited<ReturnType<FileSession[Name]>>;

/** From the page to its worker. */
export type ToWorker =
  | { readonly id: number; readonly name: CallName; readonly args: readonly unknown[] }
  /** Ends the call of this number. */
  | { readonly cancel: number };

/** From the worker to its page: how far it is, and what came of a call. */
export type FromWorker =
  | { readonly progress: Progress }
  | { readonly id: number; readonly value: unknown }
  /** The file was refused. */
  | { readonly id: number; readonly refusal: string }
  /** Something else went wrong. */
  | { readonly id: number; readonly failure: string };
