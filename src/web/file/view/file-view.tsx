import { counted } from '../../../engine/plain-texts.js';
import { Button, Message } from '../../parts/basics.js';
import { repairsIn } from '../state/file-state.js';
import { ChooseFile } from './choose-file.js';
import { ColumnsView } from './columns-view.js';
import { FileFacts } from './file-facts.js';
import { KeptList, UseAsLastTime } from './kept-view.js';
import { type Page, PageContext, usePage } from './page-context.js';
import { ProgressBar } from './progress.js';
import { BeforeCalculating, QuestionsView } from './questions-view.js';
import { ResultsView } from './results-view.js';

/** The page `/file` from top to bottom: the file, its columns, the questions of its rows, what will be done, and the results. */
export function FileView({ state, send }: Page) {
  const { notice, draft, result } = state;
  const isConfirmed = draft?.recipe.confirmed === true;
  return (
    <PageContext.Provider value={{ state, send }}>
      <ChooseFile />
      <GiveUpQuestion />
      {notice !== null && (
        <Message kind={notice.kind} id="notice">
          <p>{notice.text}</p>
        </Message>
      )}
      <ProgressBar />
      <FileFacts />
      {draft !== null && <UseAsLastTime />}
      {draft !== null && <ColumnsView />}
      {isConfirmed && <QuestionsView />}
      {draft !== null && draft.refused !== null && (
        <Message kind="bad">
          <p>The file is refused with these choices: {draft.refused}</p>
        </Message>
      )}
      {isConfirmed && <BeforeCalculating />}
      {draft !== null && result !== null && <ResultsView />}
      <KeptList />
    </PageContext.Provider>
  );
}

/** Asks before work is discarded that was not saved. */
function GiveUpQuestion() {
  const { state, send } = usePage();
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
