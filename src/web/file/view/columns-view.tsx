import { cellText, columnLabel, valueLabel } from '../../../contract/field-labels.js';
import { counted, listed } from '../../../engine/plain-texts.js';
import type { FieldLine, UnreadLine } from '../../../recipe/examination.js';
import type { Ours, RowShape } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { optionsIn } from '../../parts/choice.js';
import { Table } from '../../parts/table.js';
import { COLUMNS_FOLD, isCurrent } from '../state/file-state.js';
import {
  allLines,
  CONFIRM,
  fieldId,
  isInGrid,
  openLines,
  ROWS_LINE,
  shownLines,
  TERMS_LINE,
  UNREAD_PART,
  unreadId,
} from '../state/lines.js';
import { FieldLineView } from './field-line.js';
import { Fold } from './fold.js';
import { FundLine } from './fund-line.js';
import { KeyedLine } from './keyed-line.js';
import { TermsLine } from './terms-line.js';
import { UnreadLineView } from './unread-line.js';
import type { DraftProps } from './view-props.js';

const FIND = 'draft-find';

/** *Your columns*: what a row is, a line for each field of ours, and a line for each column that is not read. */
export function ColumnsView(props: DraftProps) {
  const { draft, state, send } = props;
  const { recipe } = draft;
  if (recipe.confirmed) return <Confirmed {...props} />;
  return (
    <section class="panel" aria-labelledby="columns-heading">
      <h2 id="columns-heading" tabIndex={-1}>
        Your columns
      </h2>
      <p>
        Say what each column is. A suggestion comes from a name alone: check it. Press the number in front of
        a choice, and the next open line comes up.
      </p>
      <Lines {...props} />
      {draft.refused !== null && <p class="error">The file is refused with these choices: {draft.refused}</p>}
      <p class="row">
        <Button
          id={CONFIRM}
          look="primary"
          disabled={!isCurrent(state)}
          onPress={() => send({ type: 'confirm' })}
        >
          These are my columns
        </Button>
        <span class="hint">{openText(props)}</span>
      </p>
      <Fold name="load recipe" summary="Use a recipe that was saved" state={state} send={send}>
        <div class="row">
          <label for="recipe-input">Recipe file (.json)</label>
          <input
            id="recipe-input"
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              void file?.text().then((text) => send({ type: 'load recipe', text }));
              // So that the same file can be chosen again after it was changed.
              currentTarget.value = '';
            }}
          />
        </div>
      </Fold>
    </section>
  );
}

function openText({ draft, state }: DraftProps): string {
  const open = openLines(draft).length;
  if (open > 0) return `${counted(open, 'line is', 'lines are')} open. The button leads to the first.`;
  if (!isCurrent(state)) return 'Every row is being looked at.';
  return 'Nothing is open.';
}

/** The columns once they are confirmed, folded. */
function Confirmed(props: DraftProps) {
  const { draft, state, send } = props;
  const { fields, unread, harmless } = shownLines(draft);
  const placed = new Set(fields.flatMap(({ columns }) => columns.map(({ name }) => name))).size;
  const status = unread.filter(({ placed: how }) => how === 'status').length;
  const parts = [
    `${counted(placed, 'column')} placed`,
    ...(status === 0 ? [] : [`${status} ${status === 1 ? 'says' : 'say'} whether a row counts`]),
    `${unread.length - status + harmless.length} not used`,
  ];
  return (
    <section class="panel" aria-labelledby="columns-heading">
      <h2 id="columns-heading" tabIndex={-1}>
        Your columns
      </h2>
      <p>
        {listed(parts, 'and')}.{' '}
        <Button look="link" onPress={() => send({ type: 'change columns' })}>
          Change them
        </Button>
      </p>
      <Fold name={COLUMNS_FOLD} summary="Show all of them" state={state} send={send}>
        <Lines {...props} />
      </Fold>
    </section>
  );
}

function Lines(props: DraftProps) {
  const { draft, state, send } = props;
  const { fields, unread, harmless } = shownLines(draft);
  const { fresh, recipe } = draft;
  const find = (state.typed[FIND] ?? '').trim().toLowerCase();
  const isFound = (id: string, texts: readonly string[]): boolean =>
    find === ''
      ? fresh === null || fresh.has(id) || allLines(draft).get(id) === true
      : texts.some((text) => text.toLowerCase().includes(find));
  const isFieldFound = (line: FieldLine): boolean =>
    isFound(fieldId(line), [line.label, line.term ?? '', ...line.columns.map(({ name }) => name)]);
  const shownFields = fields.filter(isFieldFound);
  const shownUnread = unread.filter((line) => isFound(unreadId(line), [line.column.name]));
  const hidden = fields.length - shownFields.length + unread.length - shownUnread.length;
  const isFirst = (line: FieldLine, at: number): boolean =>
    shownFields.findIndex((each) => fieldId(each) === fieldId(line)) === at;
  const ofAll = shownFields.filter((line, at) => (line.term === null || isInGrid(line)) && isFirst(line, at));
  const isTerm = ({ field }: FieldLine): boolean => field.startsWith('term_') && field !== 'term_label';
  const isTermsShown = isFound(TERMS_LINE, ['terms', ...recipe.terms.map(({ label }) => label)]);
  const line = (each: FieldLine) => (
    <FieldLineView key={fieldId(each)} line={each} draft={draft} state={state} send={send} />
  );
  return (
    <>
      <StatusBar {...props} />
      {isFound(ROWS_LINE, ['a row is']) && <RowsLine {...props} />}
      {recipe.rows === 'fund' && <FundLine {...props} />}
      {ofAll.filter((each) => !isTerm(each)).map(line)}
      {recipe.rows !== null && isTermsShown && <TermsLine {...props} />}
      {ofAll.filter(isTerm).map(line)}
      {recipe.terms.map(({ label }) => {
        const own = shownFields.filter((line) => line.term === label && !isInGrid(line));
        return own.length === 0 ? null : (
          <div key={label}>
            <h3>{label}</h3>
            {own.map(line)}
          </div>
        );
      })}
      <h3 id={UNREAD_PART} tabIndex={-1}>
        Not read
      </h3>
      {shownUnread.map((each: UnreadLine) => (
        <UnreadLineView key={unreadId(each)} line={each} draft={draft} state={state} send={send} />
      ))}
      {unread.length === 0 && <p class="hint">Every column whose values vary is placed.</p>}
      {harmless.length > 0 && (
        <p class="hint harmless">
          Not read, and harmless by their values (blank, one value on all rows, or a text of its own on every
          row): {harmless.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {hidden > 0 && (
        <p class="hint">
          {find === ''
            ? `${counted(hidden, 'line is', 'lines are')} settled. Find one above to see it.`
            : `${counted(hidden, 'line')} without “${find}” not shown.`}{' '}
          {find !== '' && (
            <Button look="link" onPress={() => send({ type: 'type', field: FIND, text: '' })}>
              Show all lines
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** How much is open, and where: it stays in sight while the lines scroll below it. */
function StatusBar({ draft, state, send }: DraftProps) {
  const lines = [...allLines(draft).values()];
  const open = lines.filter((isOpen) => isOpen).length;
  return (
    <div class="bar-of-lines">
      <span role="status">
        <strong>{open === 0 ? 'Nothing is open' : `${open} of ${counted(lines.length, 'line')} open`}</strong>
      </span>
      <progress aria-label="Lines that are settled" max={lines.length} value={lines.length - open} />
      <Button onPress={() => send({ type: 'next open', after: null })}>
        {open === 0 ? 'To the end' : 'Next open line'}
      </Button>
      <Button disabled={draft.before.length === 0} onPress={() => send({ type: 'undo' })}>
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
function RowsLine({ draft, send }: DraftProps) {
  const { recipe, examination } = draft;
  const { firstStudent } = examination;
  return (
    <KeyedLine
      id={ROWS_LINE}
      isOpen={recipe.rows === null}
      name="A row is"
      choices={optionsIn(SHAPES).map(([rows, label]) => ({
        label,
        isChosen: recipe.rows === rows,
        onPress: () => send({ type: 'edit', edit: { kind: 'rows', rows }, line: ROWS_LINE }),
      }))}
      below={
        firstStudent !== null && (
          <>
            <p class="hint">
              The first student as it would be read, from row {listed(firstStudent.rows.map(String), 'and')}:
            </p>
            <FirstStudent terms={firstStudent.terms} />
          </>
        )
      }
    />
  );
}

function FirstStudent({ terms }: { readonly terms: readonly Readonly<Partial<Record<Ours, string>>>[] }) {
  const columns = [...new Set(terms.flatMap((term) => Object.keys(term)))] as Ours[];
  return (
    <Table
      caption="The first student"
      columns={columns.map(columnLabel)}
      rows={terms.map((term) =>
        columns.map((column) => valueLabel(column, cellText(column, term[column] ?? ''))),
      )}
    />
  );
}
