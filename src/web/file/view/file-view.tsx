import { counted } from '../../../engine/plain-texts.js';
import { Button, Message } from '../../parts/basics.js';
import { repairsIn } from '../state/file-state.js';
import { BeforeCalculating } from './before-view.js';
import { ChooseFile } from './choose-file.js';
import { ColumnsView } from './columns-view.js';
import { FileFacts } from './file-facts.js';
import { KeptList, UseAsLastTime } from './kept-view.js';
import { ProgressBar } from './progress.js';
import { QuestionsView } from './questions-view.js';
import { ResultsView } from './results-view.js';
import type { ViewProps } from './view-props.js';

/** The page `/file` from top to bottom: the file, its columns, the questions of its rows, what will be done, and the results. */
export function FileView({ state, send }: ViewProps) {
  const { notice, draft, result } = state;
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
      {draft !== null && (
        <>
          <UseAsLastTime state={state} draft={draft} send={send} />
          <ColumnsView state={state} draft={draft} send={send} />
          {draft.recipe.confirmed && (
            <>
              <QuestionsView state={state} draft={draft} send={send} />
              <BeforeCalculating state={state} draft={draft} send={send} />
            </>
          )}
          {result !== null && <ResultsView state={state} result={result} send={send} />}
        </>
      )}
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
