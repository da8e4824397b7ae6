import { counted, numberText } from '../../../engine/plain-texts.js';
import { Button, Message, Unseen } from '../../parts/basics.js';
import type { Task } from '../state/file-state.js';
import { DOING, type Progress } from '../worker/worker-protocol.js';
import { ChooseFile } from './choose-file.js';
import { ColumnsView } from './columns-view.js';
import { FileFacts } from './file-facts.js';
import { KeptList, UseAsLastTime } from './kept-view.js';
import { type Page, PageContext, usePage } from './page-context.js';
import { BeforeCalculating, QuestionsView } from './questions-view.js';
import { ResultsView } from './results-view.js';

/** The page `/file` from top to bottom: the file, its columns, the questions of its rows, what will be done, and the results. */
export function FileView({ state, send }: Page) {
  const { file, notice, draft, result } = state;
  return (
    <PageContext.Provider value={{ state, send }}>
      <ChooseFile />
      {notice !== null && (
        <Message kind={notice.kind} id="notice">
          <p>{notice.text}</p>
        </Message>
      )}
      <ProgressBar />
      {/* What is unfolded in one file is not in the next. */}
      <FileFacts key={file?.id} />
      {draft !== null && (
        <>
          <UseAsLastTime />
          <ColumnsView />
          {draft.isConfirmed && <QuestionsView />}
          {draft.refused !== null && (
            <Message kind="bad">
              <p>The file is refused with these choices: {draft.refused}</p>
            </Message>
          )}
          {draft.isConfirmed && <BeforeCalculating />}
          {result !== null && <ResultsView />}
        </>
      )}
      <KeptList />
    </PageContext.Provider>
  );
}

const BEGINNING: Readonly<Record<Task['kind'], string>> = {
  open: 'Opening the file',
  examine: DOING.looking,
  begin: DOING.looking,
  calculate: DOING.preparing,
  save: DOING.writing,
  compare: 'Comparing',
};

/** Shows the running task and its progress, visible wherever the page is scrolled to, with a button to cancel. */
function ProgressBar() {
  const { state, send } = usePage();
  const { task } = state;
  if (task === null) return <div role="status" class="unseen" />;
  const { progress } = task;
  const isKnown = progress !== null && progress.total > 0;
  return (
    <div class="progress" id="progress">
      <progress
        aria-label="Progress"
        {...(isKnown ? { max: progress.total, value: Math.min(progress.done, progress.total) } : {})}
      />
      <div class="row">
        <p>{progress === null ? `${BEGINNING[task.kind]}…` : progressText(progress)}</p>
        {/* A choice is no work to cancel: another one takes its place. */}
        {task.kind !== 'examine' && <Button onPress={() => send({ type: 'cancel' })}>Cancel</Button>}
      </div>
      {/* Announced once for each step, not for every number. */}
      <div role="status">
        <Unseen>{progress === null ? BEGINNING[task.kind] : DOING[progress.doing]}</Unseen>
      </div>
    </div>
  );
}

function progressText({ doing, done, total, unit, failedStudents }: Progress): string {
  const text = unit === 'rows' ? numberText : (bytes: number) => (bytes / 1e6).toFixed(1);
  const of = total === 0 ? text(done) : `${text(Math.min(done, total))} of ${text(total)}`;
  const failed = failedStudents === 0 ? '' : ` · ${counted(failedStudents, 'student')} failed so far`;
  return `${DOING[doing]}: ${of} ${unit === 'rows' ? 'rows' : 'MB'}${failed}`;
}
