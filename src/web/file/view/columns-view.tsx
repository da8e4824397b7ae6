import { cellText, columnLabel, valueLabel } from '../../../contract/field-labels.js';
import { counted, listed } from '../../../engine/plain-texts.js';
import type { Ours } from '../../../recipe/our-fields.js';
import { columnsOf, type RowShape } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { optionsIn } from '../../parts/choice.js';
import { Table } from '../../parts/table.js';
import { COLUMNS_FOLD, isCurrent, mayPress } from '../state/file-state.js';
import {
  allLines,
  CONFIRM,
  FUND_LINE,
  fieldId,
  ROWS_LINE,
  shownLines,
  TERMS_LINE,
  UNREAD_PART,
  unreadId,
} from '../state/lines.js';
import { FieldLineView } from './field-line.js';
import { FundLine } from './fund-line.js';
import { Line, useLine } from './line.js';
import { Fold, useDraft, usePage } from './page-context.js';
import { TermsLine } from './terms-line.js';
import { UnreadLineView } from './unread-line.js';

const FIND = 'draft-find';

/** *Your columns*: what a row is, a line for each field of ours, and a line for each column that is not read. Folded once they are confirmed. */
export function ColumnsView() {
  const { state, send } = usePage();
  const draft = useDraft();
  return (
    <section class="panel" aria-labelledby="columns-heading">
      <h2 id="columns-heading" tabIndex={-1}>
        Your columns
      </h2>
      {draft.recipe.confirmed ? (
        <>
          <p>
            Confirmed.{' '}
            <Button look="link" onPress={() => send({ type: 'change columns' })}>
              Change them
            </Button>
          </p>
          <Fold name={COLUMNS_FOLD} summary="Show all of them">
            <Lines />
          </Fold>
        </>
      ) : (
        <>
          <p>
            Say what each column is. A suggestion comes from a name alone: check it. Press the number in front
            of a choice, and the next open line comes up.
          </p>
          <OtherKind />
          <Lines />
          <p class="row">
            <Button
              id={CONFIRM}
              look="primary"
              disabled={!mayPress(state, isCurrent(state))}
              onPress={() => send({ type: 'confirm' })}
            >
              These are my columns
            </Button>
          </p>
          <Fold name="load recipe" summary="Use a recipe that was saved">
            <input
              id="recipe-input"
              type="file"
              aria-label="Recipe file (.json)"
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                void file?.text().then((text) => send({ type: 'load recipe', text }));
                // So that the same file can be chosen again after it was changed.
                currentTarget.value = '';
              }}
            />
          </Fold>
        </>
      )}
    </section>
  );
}

/** More credits than this in a term are something else. */
const MOST_CREDITS = 30;

/** Says of a file that looks like no file of students what it lacks, before anybody works on it. */
function OtherKind() {
  const { examination } = useDraft();
  const { lines, facts } = examination;
  const isPlaced = (name: RegExp): boolean =>
    lines.some(({ field, rule }) => name.test(field) && rule !== null && rule !== 'none');
  const hasCredits = facts.columns.some(
    ({ numbers, blanks, rows, least, most }) =>
      numbers > 0 && numbers * 2 > rows - blanks && (least ?? -1) >= 0 && (most ?? Infinity) <= MOST_CREDITS,
  );
  const lacking = [
    ...(hasCredits || isPlaced(/enrolled|final/) ? [] : ['credits']),
    ...(isPlaced(/student_id/) ? [] : ['a student ID']),
  ];
  if (lacking.length === 0) return null;
  return (
    <p class="note care">
      No column looks like {lacking.join(' or ')}. If this file holds no students, choose another one. If it
      does, place its columns below.
    </p>
  );
}

function Lines() {
  const { state } = usePage();
  const draft = useDraft();
  const { fields, unread, harmless } = shownLines(draft);
  const { terms, fund } = draft.recipe;
  const lines = [...allLines(draft)];
  const columns = new Map(unread.map((line) => [unreadId(line), line]));
  const find = (state.typed[FIND] ?? '').trim().toLowerCase();
  const isFound = (...names: readonly string[]): boolean =>
    names.some((name) => name.toLowerCase().includes(find));
  const found = new Set([
    ...(isFound('funds', fund?.column ?? '', fund?.paid ?? '') ? [FUND_LINE] : []),
    ...(isFound('terms', ...terms.map(({ label }) => label)) ? [TERMS_LINE] : []),
    ...fields
      .filter(({ label, term, rule }) => isFound(label, term ?? '', ...columnsOf(rule)))
      .map((line) => fieldId(line)),
    ...unread.filter(({ column }) => isFound(column.name)).map(unreadId),
  ]);
  const shown = lines.filter(([id, isOpen]) =>
    find === '' ? draft.fresh === null || draft.fresh.has(id) || isOpen : found.has(id),
  );
  const view = (id: string, isOpen: boolean) => {
    if (id === ROWS_LINE) return <RowsLine isOpen={isOpen} />;
    if (id === FUND_LINE) return <FundLine isOpen={isOpen} />;
    if (id === TERMS_LINE) return <TermsLine isOpen={isOpen} />;
    const column = columns.get(id);
    if (column !== undefined) return <UnreadLineView line={column} isOpen={isOpen} />;
    // Full-time credits of several terms are one line.
    const own = fields.filter((line) => fieldId(line) === id);
    const open = own.flatMap((line) => line.open);
    return own[0] && <FieldLineView line={{ ...own[0], open }} isOpen={isOpen} />;
  };
  const parts = shown.map(([id, isOpen]) => <div key={id}>{view(id, isOpen)}</div>);
  const firstUnread = shown.findIndex(([id]) => columns.has(id));
  const ofFields = firstUnread < 0 ? parts.length : firstUnread;
  const hidden = lines.length - shown.length;
  return (
    <>
      <StatusBar lines={lines} />
      {parts.slice(0, ofFields)}
      <h3 id={UNREAD_PART} tabIndex={-1}>
        Not read
      </h3>
      {parts.slice(ofFields)}
      {harmless.length > 0 && (
        <p class="hint">
          Not read, and harmless by their values (blank, one value on all rows, or a text of its own on every
          row): {harmless.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {hidden > 0 && (
        <p class="hint">
          {counted(hidden, 'line')} not shown: {find === '' ? 'nothing is open there' : `without “${find}”`}.
        </p>
      )}
    </>
  );
}

/** How much is open, and where: it stays in sight while the lines scroll below it. */
function StatusBar({ lines }: { readonly lines: readonly (readonly [id: string, isOpen: boolean])[] }) {
  const { state, send } = usePage();
  const open = lines.filter(([, isOpen]) => isOpen).length;
  return (
    <div class="row bar-of-lines">
      <strong role="status">
        {open === 0 ? 'Nothing is open' : `${open} of ${counted(lines.length, 'line')} open`}
      </strong>
      <Button onPress={() => send({ type: 'next open', after: null })}>
        {open === 0 ? 'To the end' : 'Next open line'}
      </Button>
      <Button disabled={useDraft().before.length === 0} onPress={() => send({ type: 'undo' })}>
        Undo
      </Button>
      <input
        id={FIND}
        type="search"
        aria-label="Find a column or a field"
        placeholder="Find a column"
        value={state.typed[FIND] ?? ''}
        onInput={({ currentTarget }) => send({ type: 'type', field: FIND, text: currentTarget.value })}
      />
    </div>
  );
}

const SHAPES: Readonly<Record<RowShape, string>> = {
  term: 'one term of a student',
  student: 'one student, with the terms beside each other',
  fund: 'one payment of a fund',
  course: 'one course',
};

/** What a row is, with the first student as it would be read. */
function RowsLine({ isOpen }: { readonly isOpen: boolean }) {
  const { recipe, examination } = useDraft();
  const { edit } = useLine(ROWS_LINE);
  const { firstStudent, lines } = examination;
  const terms = firstStudent?.terms ?? [];
  const columns = [...new Set(terms.flatMap((term) => Object.keys(term)))] as Ours[];
  // What is open has no value yet, whatever would be taken without it.
  const isOpenField = new Set(lines.filter(({ open }) => open.length > 0).map(({ field }) => field));
  const known = columns.filter((column) => !isOpenField.has(column));
  return (
    <Line
      id={ROWS_LINE}
      isOpen={isOpen}
      name="A row is"
      choices={optionsIn(SHAPES).map(([rows, label]) => ({
        label,
        isChosen: recipe.rows === rows,
        onPress: () => edit({ kind: 'rows', rows }),
      }))}
    >
      {firstStudent !== null && (
        <>
          <p class="hint">
            The first student, from row {listed(firstStudent.rows.map(String), 'and')}
            {known.length < columns.length ? ', as read so far' : ', as read'}:
          </p>
          <Table
            caption="The first student"
            columns={known.map(columnLabel)}
            rows={terms.map((term) =>
              known.map((column) => valueLabel(column, cellText(column, term[column] ?? ''))),
            )}
          />
        </>
      )}
    </Line>
  );
}
