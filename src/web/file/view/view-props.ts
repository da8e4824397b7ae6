import type { FileAction } from '../state/file-events.js';
import type { Draft, FileState, Result } from '../state/file-state.js';

/** Tells the page what a person did. */
export type Send = (action: FileAction) => void;

/** What every part of the page is drawn from. */
export interface ViewProps {
  readonly state: FileState;
  readonly send: Send;
}

/** What every part of the columns is drawn from. */
export interface DraftProps extends ViewProps {
  readonly draft: Draft;
}

/** What every part of the results is drawn from. */
export interface ResultProps extends ViewProps {
  readonly result: Result;
}
