import type { FileSession } from './file-session.js';
import type { Call, Progress } from './outcome.js';

/** What the page can ask of its worker. */
export type CallName = keyof FileSession;
/** The arguments that the page sends; the worker adds the {@link Call}. */
export type CallArgs<Name extends CallName> =
  Parameters<FileSession[Name]> extends [Call, ...infer Given] ? Given : never;
export type CallValue<Name extends CallName> = Awaited<ReturnType<FileSession[Name]>>;

/** From the page to its worker. */
export type ToWorker =
  | { readonly id: number; readonly name: CallName; readonly args: readonly unknown[] }
  /** Ends the call with this number. */
  | { readonly cancel: number };

/** From the worker to its page: the progress and the result of a call. */
export type FromWorker =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly value: unknown }
  /** The file was refused. */
  | { readonly id: number; readonly refusal: string }
  /** Something else went wrong. */
  | { readonly id: number; readonly failure: string };
