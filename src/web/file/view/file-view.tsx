import { Fragment } from 'preact';
import { numberText } from '../../../engine/texts.js';
import { placedColumns } from '../../../recipe/places.js';
import { Button, Message, Unseen } from '../../parts/basics.js';
import { columnsIn } from '../state/draft.js';
import { type KeptRecipe, keptFor } from '../state/kept-recipes.js';
import { DOING } from '../worker/worker-protocol.js';
import { ColumnsView } from './columns-view.js';
import { FileFacts } from './file-facts.js';
import { type Page, PageContext, useDraft, usePage } from './page-context.js';
import { BeforeCalculating, QuestionsView } from './questions-view.js';
import { ResultsView } from './results-view.js';

/** The page `/file` from top to bottom: the file, its columns, the questions of its rows, what will be done, and the results. */
export function FileView({ state, send }: Page) {
  const { file, notice, draft, result, task } = state;
  return (
    <PageContext.Provider value={{ state, send }}>
      <ChooseFile />
      {notice !== null && (
        <Message kind={notice.kind} id="notice">
          <p>{notice.text}</p>
        </Message>
      )}
      <ProgressBar />
      {/* What is unfolded in one file is not in the next, and nothing is done to one while another is opened. */}
      {task?.kind !== 'open' && (
        <Fragment key={file?.id}>
          <FileFacts />
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
        </Fragment>
      )}
      <KeptList />
    </PageContext.Provider>
  );
}

/** Shows the running task and its progress, visible wherever the page is scrolled to, with a button to cancel. */
function ProgressBar() {
  const { state, send } = usePage();
  const { task } = state;
  if (task === null) return <div role="status" class="unseen" />;
  const { doing = null, done = 0, total = 0 } = task.progress ?? {};
  const [said, unit] = doing === null ? ['One moment', ''] : DOING[doing];
  const text = unit === 'rows' ? numberText : (bytes: number) => (bytes / 1e6).toFixed(1);
  const of = total === 0 ? text(done) : `${text(Math.min(done, total))} of ${text(total)}`;
  return (
    <div class="progress" id="progress">
      <progress aria-label="Progress" {...(total > 0 ? { max: total, value: Math.min(done, total) } : {})} />
      <div class="row">
        <p>{done === 0 ? `${said}…` : `${said}: ${of} ${unit}`}</p>
        {/* A choice is no work to cancel: another one takes its place. */}
        {task.kind !== 'examine' && <Button onPress={() => send({ type: 'cancel' })}>Cancel</Button>}
      </div>
      {/* Announced once for each step, not for every number. */}
      <div role="status">
        <Unseen>{said}</Unseen>
      </div>
    </div>
  );
}

function ChooseFile() {
  const { state, send } = usePage();
  return (
    <div>
      <label for="file-input">
        {state.file === null ? 'Choose a file' : 'Choose another file'}, or drop it anywhere on this page
      </label>
      <input
        id="file-input"
        class="drop"
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) send({ type: 'given', given: { name: file.name, blob: file } });
          // So that the same file can be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
      {state.file === null && (
        <p class="hint">
          An Excel workbook (.xlsx) or text with commas, semicolons or tabs. One row for each student, term,
          course or fund. <a href="/docs/systems">Your system</a> has what to export, and a sample to try.
        </p>
      )}
    </div>
  );
}

/** Last time's choices, offered on top if they fit the file. */
function UseAsLastTime() {
  const { state, send } = usePage();
  const draft = useDraft();
  const { isRecalled, isConfirmed, before } = draft;
  const fitting = keptFor(state.kept, columnsIn(draft));
  if (isRecalled || isConfirmed || before.length > 0 || fitting === null) return null;
  return (
    <section class="panel" aria-labelledby="kept-heading">
      <h2 id="kept-heading">You calculated a file like this before</h2>
      <p>
        For {fitting.name} you said what each column is. No student data was kept. Only what is new today is
        asked.
      </p>
      <Button look="primary" onPress={() => send({ type: 'begin', recipe: JSON.stringify(fitting.recipe) })}>
        Use as last time
      </Button>
    </section>
  );
}

/** Everything that the page keeps on this computer, each with a button to forget it. */
function KeptList() {
  const { state, send } = usePage();
  const { kept } = state;
  if (kept.length === 0) return null;
  const forget = (each: KeptRecipe) => {
    const others = kept.filter((other) => other !== each);
    send({ type: 'kept', kept: others });
    send({ type: 'focus', id: others.length > 0 ? 'kept' : 'file-input' });
  };
  return (
    <details id="kept">
      <summary>What this page keeps on this computer</summary>
      <p class="hint">What your columns and codes mean, for next time. No student, no amount, no file.</p>
      <ul>
        {kept.map((each, place) => (
          <li key={place}>
            {each.name}: {[...placedColumns(each.recipe)].join(', ')}{' '}
            <Button aria-label={`Forget ${each.name}`} onPress={() => forget(each)}>
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
