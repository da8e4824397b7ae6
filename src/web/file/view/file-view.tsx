import { Fragment } from 'preact';
import { counted, numberText } from '../../../engine/texts.js';
import { namesText } from '../../../recipe/format/column-texts.js';
import type { ReadSettings } from '../../../recipe/format/recipe.js';
import type { Delimiter } from '../../../table/delimited-text.js';
import { AwardYear, Button, Choice, FileInput, optionsIn, Panel, TextBox, TextList } from '../../parts.js';
import { areQuestionsShown, SET_ASIDE } from '../state/draft.js';
import { offeredRecipe } from '../state/file-state.js';
import { DOING } from '../worker/worker-protocol.js';
import { ColumnsView } from './columns-view.js';
import { type Page, PageContext, useDraft, usePage } from './page-context.js';
import { BeforeCalculating, QuestionsView } from './questions-view.js';
import { ResultsView } from './results-view.js';

/** The page `/file` from top to bottom: file, columns, questions, what will be done, and results. */
export function FileView({ state, send }: Page) {
  const { file, notice, draft, result, task } = state;
  return (
    <PageContext.Provider value={{ state, send }}>
      <ChooseFile />
      {notice !== null && (
        <p id="notice" tabIndex={-1} class={`note ${notice.kind}`} role="alert">
          {notice.text}
        </p>
      )}
      <ProgressBar />
      {/* Another file starts folded, and while it is opened, nothing can be done to this one. */}
      {task?.kind !== 'open' && file !== null && draft !== null && (
        <Fragment key={file.id}>
          <UseAsLastTime />
          <HowItWasRead name={file.name} />
          {/* Whose rows they are is asked first: codes of rows that belong to nobody need no meaning. */}
          {!draft.isConfirmed && areQuestionsShown(draft) && <QuestionsView />}
          <ColumnsView />
          {draft.isConfirmed && <QuestionsView />}
          {draft.refused !== null && (
            <p class="note bad" role="alert">
              The file is refused with these choices: {draft.refused}
            </p>
          )}
          {draft.isConfirmed && <BeforeCalculating />}
          {result !== null && <ResultsView />}
        </Fragment>
      )}
      <KeptList />
    </PageContext.Provider>
  );
}

function ProgressBar() {
  const { state, send } = usePage();
  const { task } = state;
  if (task === null) return null;
  const { progress } = task;
  const total = progress?.total || undefined;
  return (
    <div class="progress" id="progress">
      <progress aria-label="Progress" max={total} value={total && progress?.done} />
      <div class="row">
        <p role="status">{progress === null ? 'One moment' : DOING[progress.doing]}…</p>
        {/* An examination needs no cancel button: the next choice replaces it. */}
        {task.kind !== 'examine' && <Button onPress={() => send({ type: 'cancel' })}>Cancel</Button>}
      </div>
    </div>
  );
}

function ChooseFile() {
  const { state, send } = usePage();
  return (
    <div>
      <label for="file-input">Choose a file, or drop it anywhere on this page</label>
      <FileInput
        id="file-input"
        class="drop"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        onFile={(file) => send({ type: 'given', given: { name: file.name, blob: file } })}
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

const DELIMITERS: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
  '^': 'carets',
};

function HowItWasRead({ name }: { readonly name: string }) {
  const { info, awardYear, examination } = useDraft();
  const { send } = usePage();
  const { sheet, sheets, delimiter, headerRow, header } = info;
  const layout = [
    counted(examination.facts.rows, 'row'),
    counted(header.length, 'column'),
    sheet === null
      ? `separated by ${DELIMITERS[delimiter ?? ',']}`
      : `Excel workbook, sheet "${sheet}"${sheets.length > 1 ? ` of ${sheets.length}` : ''}`,
    ...(headerRow === 1 ? [] : [`header in row ${headerRow}`]),
  ];
  return (
    <Panel id="this-file" title={name}>
      <p>{layout.join(' · ')}</p>
      {info.notes.length > 0 && <TextList texts={info.notes} />}
      <AwardYear value={awardYear} onChoose={(year) => send({ type: 'choose year', awardYear: year })} />
      <SetAside />
      <details>
        <summary>Use a recipe that was saved</summary>
        <FileInput
          id="recipe-input"
          aria-label="Recipe file (.json)"
          accept=".json,application/json"
          onFile={(recipe) => send({ type: 'begin', recipe })}
        />
      </details>
      <details>
        <summary>Was the file read incorrectly?</summary>
        <ReadAgain />
      </details>
    </Panel>
  );
}

function SetAside() {
  const { send } = usePage();
  const { recipe, examination } = useDraft();
  const { setAside } = examination.facts;
  if (setAside.length === 0) return null;
  const reasons = setAside.map(({ reason }) => reason);
  const read: ReadSettings = {
    ...recipe.read,
    keep: [...new Set([...(recipe.read?.keep ?? []), ...reasons])],
  };
  const keep = () => {
    send({ type: 'edit', recipe: { ...recipe, read }, line: 'this-file-heading' });
    send({ type: 'focus', id: 'this-file-heading' });
  };
  return (
    <details id={SET_ASIDE}>
      <summary>Rows that were set aside ({setAside.reduce((sum, { rows }) => sum + rows, 0)})</summary>
      <TextList
        texts={setAside.map(({ reason, rows, first }) => {
          const shown = first.map(({ row, text }) => `row ${numberText(row)}, ${text}`);
          return `${counted(rows, reason)}: ${shown.join('; ')}`;
        })}
      />
      <p>
        <Button onPress={keep}>Read them as students instead</Button>
      </p>
    </details>
  );
}

/** Options to read the file differently. Applied on a press only, since that discards placed columns. */
function ReadAgain() {
  const { state, send } = usePage();
  const { sheet, sheets, delimiter, encoding, headerRow } = useDraft().info;
  const isWorkbook = sheet !== null;
  const found = { as: (isWorkbook ? sheet : delimiter) ?? '', row: String(headerRow) };
  const { 'read-as': as = found.as, 'read-row': row = found.row } = state.typed;
  const isRow = /^[1-9][0-9]{0,6}$/.test(row.trim());
  const isOther = isRow && (as !== found.as || Number(row) !== headerRow);
  const [chosen] = optionsIn(DELIMITERS).find(([value]) => value === as) ?? [];
  // Another sheet may have its header elsewhere.
  const header = as !== found.as && isWorkbook && row === found.row ? {} : { header_row: Number(row) };
  const read: ReadSettings = {
    ...header,
    ...(isWorkbook ? { sheet: as } : { delimiter: chosen, encoding: encoding ?? undefined }),
  };
  const readAgain = () => isOther && send({ type: 'begin', recipe: null, read });
  const type = (field: string) => (text: string) => send({ type: 'type', field, text });
  return (
    <div class="row">
      <label for="read-as">{isWorkbook ? 'Sheet' : 'Column separator'}</label>
      <Choice
        id="read-as"
        value={as}
        options={isWorkbook ? sheets.map((name) => [name, name]) : optionsIn(DELIMITERS)}
        onChoose={type('read-as')}
      />
      <label for="read-row">Row of the header</label>
      <TextBox
        id="read-row"
        class="number"
        inputMode="decimal"
        aria-invalid={!isRow || undefined}
        aria-describedby="read-error"
        value={row}
        onText={type('read-row')}
        onKeyDown={({ key }) => key === 'Enter' && readAgain()}
      />
      <Button disabled={!isOther} onPress={readAgain}>
        Read it again
      </Button>
      <span id="read-error" class="error">
        {!isRow && 'Enter the number of a row, such as 3.'}
      </span>
    </div>
  );
}

function UseAsLastTime() {
  const { state, send } = usePage();
  const offered = offeredRecipe(state);
  if (offered === null) return null;
  return (
    <Panel id="last-time" title="You calculated a file like this before">
      <p>For {offered.name} you said what each column is. Only what is new today is asked.</p>
      <Button look="primary" onPress={() => send({ type: 'begin', recipe: new Blob([offered.text]) })}>
        Use as last time
      </Button>
    </Panel>
  );
}

function KeptList() {
  const { state, send } = usePage();
  const { kept } = state;
  if (kept.length === 0) return null;
  const forget = () => {
    send({ type: 'kept', kept: [] });
    send({ type: 'focus', id: 'file-input' });
  };
  return (
    <p class="hint">
      For next time this page keeps on this computer what the columns and codes of{' '}
      {namesText([...new Set(kept.map(({ name }) => name))])} mean, and what columns with few values held. It
      keeps no rows.{' '}
      <Button look="link" onPress={forget}>
        Forget all of it
      </Button>
    </p>
  );
}
