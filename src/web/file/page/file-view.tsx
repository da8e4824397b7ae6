import { counted } from '../../../engine/texts.js';
import { Button, Message } from '../../parts/basics.js';
import { BeforeCalculating } from './assumed-view.js';
import { ChooseFile } from './choose-file.js';
import { ColumnsView } from './columns-view.js';
import { DecisionsView } from './decisions-view.js';
import type { FileAction } from './file-events.js';
import { FileFacts } from './file-facts.js';
import { type FileState, type Result, repairsIn } from './file-state.js';
import { KeptList, UseAsLastTime } from './kept-view.js';
import { ProgressBar } from './progress.js';
import { ResultsView } from './results-view.js';

/** Tells the page what a person did. */
export type Send = (action: FileAction) => void;

/** What every part of the page is drawn from. */
export interface ViewProps {
  readonly state: FileState;
  readonly send: Send;
}

/** What every part of the results is drawn from. */
export interface ResultProps extends ViewProps {
  readonly result: Result;
}

/** The page `/file` from top to bottom: the file, what it is, the decisions, the assumptions and the results. */
export function FileView({ state, send }: ViewProps) {
  const { notice } = state;
  return (
    <>
      <ChooseFile state={state} send={send} />
      <GiveUpQuestion state={state} send={send} />
      {notice !== null && (
        <Message kind={notice.kind} id="notice">
          <p>{notice.text}</p>
        </Message>
      )}
      <ProgressBar state={state} send={send} />
      <FileFacts state={state} send={send} />
      <UseAsLastTime state={state} send={send} />
      <DecisionsView state={state} send={send} />
      <ColumnsView state={state} send={send} />
      <BeforeCalculating state={state} send={send} />
      <ResultsView state={state} send={send} />
      <KeptList state={state} send={send} />
    </>
  );
}

/** Asks before work is discarded that was not saved. */
function GiveUpQuestion({ state, send }: ViewProps) {
  const { waiting, file } = state;
  if (waiting === null) return null;
  const isFile = waiting.type === 'given';
  const repairs = counted(repairsIn(state), 'repair');
  return (
    <Message kind="care" id="give-up-question">
      <p>
        {isFile
          ? `${file?.name ?? 'This file'} has work that is not saved. Opening ${waiting.given.name} discards it.`
          : `This change discards ${repairs} that you made in the results.`}
      </p>
      <p class="row">
        <Button id="give-up" onPress={() => send({ type: 'give up', isMeant: false })} look="primary">
          {isFile ? 'Keep this file' : `Keep ${repairs}`}
        </Button>
        <Button onPress={() => send({ type: 'give up', isMeant: true })}>
          {isFile ? `Open ${waiting.given.name}` : 'Change it'}
        </Button>
      </p>
    </Message>
  );
}
