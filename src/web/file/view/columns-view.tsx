import { cellText, columnLabel, valueLabel } from '../../../contract/field-labels.js';
import { counted } from '../../../engine/texts.js';
import { harmlessText, heldText } from '../../../recipe/column-texts.js';
import { OUR_FIELDS } from '../../../recipe/our-fields.js';
import { chooseRows, placeCourse, unplaced } from '../../../recipe/place-columns.js';
import { columnsOf, type FundMeaning, type RowShape } from '../../../recipe/recipe.js';
import { Button, FileInput, optionsIn, Panel, Table } from '../../parts.js';
import { CONFIRM, nextOpen, openLines, type PageLine, UNREAD_PART } from '../state/draft.js';
import { isCurrent, mayPress } from '../state/file-state.js';
import { FieldLineView, meaningsOf, UnreadLineView } from './field-line.js';
import { CodesList, ColumnPicker, Line, PlacedColumn, useLine } from './line.js';
import { useDraft, usePage } from './page-context.js';
import { TermsLine } from './terms-line.js';

/** *Your columns*: what a row is, a line for each field of ours, and a line for each column that is not read. Folded once they are confirmed. */
export function ColumnsView() {
  const { state, send } = usePage();
  if (useDraft().isConfirmed)
    return (
      <Panel id="columns" title="Your columns">
        <p>
          Confirmed.{' '}
          <Button look="link" onPress={() => send({ type: 'change columns' })}>
            Change them
          </Button>
        </p>
        <details key="all">
          <summary>Show all of them</summary>
          <Lines />
        </details>
      </Panel>
    );
  return (
    <Panel id="columns" title="Your columns">
      <p>
        Say what each column is. A suggestion comes from a name alone: check it. Press the number in front of
        a choice, and the next open line comes up.
      </p>
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
      <details key="recipe">
        <summary>Use a recipe that was saved</summary>
        <FileInput
          id="recipe-input"
          aria-label="Recipe file (.json)"
          accept=".json,application/json"
          onFile={(recipe) => send({ type: 'begin', recipe })}
        />
      </details>
    </Panel>
  );
}

const FIND = 'find';

function Lines() {
  const { typed } = usePage().state;
  const { lines, fresh } = useDraft();
  const find = (typed[FIND] ?? '').trim().toLowerCase();
  const shown = lines.all.filter(({ id, name, isOpen, columns }) =>
    find === ''
      ? fresh === null || fresh.has(id) || isOpen
      : [name, ...columns].some((text) => text.toLowerCase().includes(find)),
  );
  const isUnread = ({ kind }: PageLine): boolean => kind === 'unread' || kind === 'gone';
  const hidden = lines.all.length - shown.length;
  return (
    <>
      <StatusBar />
      {shown.filter((line) => !isUnread(line)).map(lineView)}
      <h3 id={UNREAD_PART} tabIndex={-1}>
        Not read
      </h3>
      {shown.filter(isUnread).map(lineView)}
      {lines.harmless.length > 0 && (
        <p class="hint">
          Not read, and harmless by their values: {lines.harmless.map(harmlessText).join(', ')}.
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

function lineView(line: PageLine) {
  switch (line.kind) {
    case 'rows':
      return <RowsLine key={line.id} line={line} />;
    case 'course':
      return <CourseLine key={line.id} line={line} />;
    case 'fund':
      return <FundLine key={line.id} line={line} />;
    case 'terms':
      return <TermsLine key={line.id} line={line} />;
    case 'field':
      return <FieldLineView key={line.id} line={line} />;
    case 'unread':
      return <UnreadLineView key={line.id} line={line} />;
    case 'gone':
      return <GoneLine key={line.id} line={line} />;
  }
}

/** A column that was not used, or said whether a row counts, and is no longer in the file. */
function GoneLine({ line }: { readonly line: PageLine }) {
  const { recipe } = useDraft();
  const { name } = line;
  const held = recipe.not_used[name];
  const said = held === undefined ? 'said whether a row counts' : `was not used, held ${heldText(held)}`;
  return (
    <Line
      line={line}
      said={`It ${said}, and is not in this file. If another column has its name or its place now, place that one.`}
      choices={[{ label: 'It is gone', makes: () => unplaced(recipe, name) }]}
    />
  );
}

/** How much is open, and where: it stays in sight while the lines scroll below it. */
function StatusBar() {
  const { state, send } = usePage();
  const { lines, before } = useDraft();
  const open = openLines(lines).length;
  return (
    <div class="row bar-of-lines">
      <strong role="status">
        {open === 0 ? 'Nothing is open' : `${open} of ${counted(lines.all.length, 'line')} open`}
      </strong>
      <Button onPress={() => send({ type: 'focus', id: nextOpen(lines, null) })}>
        {open === 0 ? 'To the end' : 'Next open line'}
      </Button>
      <Button disabled={before.length === 0} onPress={() => send({ type: 'undo' })}>
        Undo
      </Button>
      <input
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

function RowsLine({ line }: { readonly line: PageLine }) {
  const { recipe, examination } = useDraft();
  const { facts, firstStudent, lines } = examination;
  const columns = OUR_FIELDS.filter((field) => firstStudent.some(({ cells }) => cells[field] !== ''));
  // What is open has no value yet, whatever would be taken without it.
  const isOpenField = new Set(lines.filter(({ open }) => open.length > 0).map(({ field }) => field));
  const known = columns.filter((column) => !isOpenField.has(column));
  return (
    <Line
      line={line}
      choices={optionsIn(SHAPES).map(([rows, label]) => ({
        label,
        isChosen: recipe.rows === rows,
        makes: () => (recipe.rows === rows ? recipe : chooseRows(recipe, facts, rows)),
      }))}
    >
      {firstStudent.length > 0 && (
        <>
          <p class="hint">The first student, as read so far:</p>
          <Table
            caption="The first student"
            columns={known.map(columnLabel)}
            rows={firstStudent.map(({ cells }) =>
              known.map((column) => valueLabel(column, cellText(column, cells[column]))),
            )}
          />
        </>
      )}
    </Line>
  );
}

/** Where a row is a course: which columns tell the courses of a student apart. */
function CourseLine({ line }: { readonly line: PageLine }) {
  const { recipe } = useDraft();
  const { mode, edit } = useLine(line.id);
  const columns = columnsOf(recipe.course);
  const place = (names: readonly string[]) => placeCourse(recipe, names);
  return (
    <Line
      line={line}
      help="The number of the course or section: one with a row for each meeting then counts once."
      said={
        recipe.course === 'none'
          ? 'No column tells the courses of a student apart.'
          : columns.map((name) => <PlacedColumn key={name} name={name} />)
      }
      choices={[
        { label: columns.length === 0 ? 'A column…' : 'Another column…', makes: 'column' },
        ...(columns.length === 0 ? [] : [{ label: 'Add a column…', makes: 'add' as const }]),
        { label: 'No column tells the courses of a student apart', makes: () => place([]) },
      ]}
    >
      {(mode === 'column' || mode === 'add') && (
        <ColumnPicker
          id={`draft-${line.id}`}
          label={mode === 'add' ? 'Also add this column' : 'Your column'}
          onPick={(name) => edit(place(mode === 'add' ? [...new Set([...columns, name])] : [name]))}
        />
      )}
    </Line>
  );
}

const LOANS: Readonly<Record<FundMeaning, string>> = {
  sub: 'Direct Subsidized',
  unsub: 'Direct Unsubsidized',
  grad_plus: 'Grad PLUS',
  none: 'none of these loans (grants, work, Parent PLUS)',
};

/** Where a row is a payment of a fund: which column names the fund, which one has what was paid, and which loan each fund is. */
function FundLine({ line }: { readonly line: PageLine }) {
  const { recipe, lines } = useDraft();
  const { mode, edit } = useLine(line.id);
  const parts = lines.others.flatMap(({ kind, codes }) => {
    if (kind !== 'fund' && kind !== 'paid') return [];
    const part = kind === 'fund' ? ('column' as const) : kind;
    const what = kind === 'fund' ? 'the fund' : 'what was paid';
    return [{ part, what, codes, name: recipe.fund?.[part] ?? null }];
  });
  const place = (part: 'column' | 'paid', name: string) => {
    const freed = unplaced(recipe, name);
    const fund = freed.fund ?? { column: null, paid: null, values: {} };
    edit({
      ...freed,
      fund: { ...fund, [part]: name, ...(part === 'column' ? { values: {} } : { paid_values: {} }) },
    });
  };
  return (
    <Line
      line={line}
      help="The fund says which loan a payment is. Take what was paid: not offered, accepted or anticipated."
      said={parts.map(
        ({ part, name, what }) => name && <PlacedColumn key={part} name={name} says={`is ${what}.`} />,
      )}
      choices={parts.map(({ part, what }) => ({ label: `The column of ${what}…`, makes: part }))}
    >
      {parts
        .filter(({ part }) => part === mode)
        .map(({ part, what }) => (
          <ColumnPicker
            key={part}
            id={`draft-${line.id}`}
            label={`The column of ${what}`}
            onPick={(name) => place(part, name)}
          />
        ))}
      {parts.map(({ part, codes }) => (
        <CodesList
          key={part}
          line={line.id}
          codes={codes}
          options={part === 'paid' ? meaningsOf('term_prior_disbursement_sub') : optionsIn(LOANS)}
          isNumber={part === 'paid'}
        />
      ))}
    </Line>
  );
}
