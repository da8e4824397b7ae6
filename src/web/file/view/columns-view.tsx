import { Fragment } from 'preact';
import { columnLabel } from '../../../contract/field-words.js';
import { counted } from '../../../engine/texts.js';
import { unplaced } from '../../../recipe/columns/place-columns.js';
import { chooseRows } from '../../../recipe/columns/suggest.js';
import { harmlessText } from '../../../recipe/format/column-texts.js';
import { OUR_FIELDS } from '../../../recipe/format/our-fields.js';
import { ROW_TEXTS } from '../../../recipe/format/recipe.js';
import { cellText, valueLabel } from '../../labels.js';
import { Button, optionsIn, Panel, Table } from '../../parts.js';
import { CONFIRM, nextOpen, nextQuestion, openLines, type PageLine } from '../state/draft.js';
import { FIND, isCurrent, mayPress } from '../state/file-state.js';
import { FieldLineView, StatusLine } from './field-line.js';
import { Line, sought } from './line.js';
import { useDraft, usePage } from './page-context.js';
import { TermsLine } from './terms-line.js';
import { UnreadLineView } from './unread-line.js';

/**
 * *Your columns*: what a row is, a line for each of our fields, and a line for each column that is not read.
 * Settled lines are folded; a search shows only the lines it finds.
 */
export function ColumnsView() {
  const { state, send } = usePage();
  const { isConfirmed, lines, fresh } = useDraft();
  const find = sought(state.typed[FIND] ?? '');
  const isFound = (text: string): boolean => sought(text).includes(find);
  const isShown = ({ id, name, columns = [], isOpen }: PageLine): boolean =>
    find === '' ? fresh === null || fresh.has(id) || isOpen : [name, ...columns].some(isFound);
  const shown = lines.all.filter(isShown);
  const harmless = lines.harmless.filter(({ name }) => isFound(name));
  const folded = find === '' ? lines.all.filter((line) => !isShown(line)) : [];
  return (
    <Panel id="columns" title="Your columns">
      <p>
        Say what each column is. A suggestion comes from a name alone: check it. Press the number in front of
        a choice, and the next open line comes up. Ctrl+Z takes it back.
      </p>
      <StatusBar found={find === '' ? undefined : shown[0]?.id} />
      <LineList lines={shown} />
      {find && !shown[0] && !harmless[0] && <p role="status">No name of a column or field contains that.</p>}
      {folded.length > 0 && (
        <details>
          <summary>{counted(folded.length, 'line')} with nothing open</summary>
          <LineList lines={folded} />
        </details>
      )}
      {harmless.length > 0 && (
        <p class="hint" role={find === '' ? undefined : 'status'}>
          Not read, and not asked about: {harmless.map(harmlessText).join(', ')}.
        </p>
      )}
      <p class="row">
        <Button
          id={CONFIRM}
          look={isConfirmed ? undefined : 'primary'}
          disabled={isConfirmed || !mayPress(state, isCurrent(state))}
          onPress={() => send({ type: 'confirm' })}
        >
          {isConfirmed ? 'Confirmed' : 'These are my columns'}
        </Button>
      </p>
    </Panel>
  );
}

function LineList({ lines }: { readonly lines: readonly PageLine[] }) {
  const firstOther = lines.find(({ kind }) => kind === 'unread' || kind === 'gone');
  return lines.map((line) => (
    <Fragment key={line.id}>
      {line === firstOther && <h3>Your other columns</h3>}
      <LineView line={line} />
    </Fragment>
  ));
}

function LineView({ line }: { readonly line: PageLine }) {
  if (line.kind === 'field') return <FieldLineView line={line} />;
  if (line.kind === 'unread') return <UnreadLineView line={line} />;
  if (line.kind === 'rows') return <RowsLine line={line} />;
  if (line.kind === 'status') return <StatusLine line={line} />;
  return line.kind === 'terms' ? <TermsLine line={line} /> : <GoneLine line={line} />;
}

/** A column that said whether a row counts, and is missing from this file. */
function GoneLine({ line }: { readonly line: PageLine }) {
  const { recipe } = useDraft();
  return (
    <Line
      line={line}
      said="It said whether a row counts, but is missing from this file. If another column replaced it, place that one."
      choices={[{ label: 'It is gone', makes: () => unplaced(recipe, line.name) }]}
    />
  );
}

/** What is open, in a bar that stays above the scrolling lines. `found` is the first line found. */
function StatusBar({ found }: { readonly found: string | undefined }) {
  const { state, send } = usePage();
  const draft = useDraft();
  const { lines, before, isConfirmed } = draft;
  const open = openLines(lines).length;
  const asked = lines.questions.filter(({ answer }) => answer === null).length;
  // Questions are above the lines while any line is open, and below them once the columns are confirmed.
  const isAsked = asked > 0 && isConfirmed === (open === 0);
  const next = isConfirmed || isAsked ? nextQuestion(draft) : nextOpen(draft, null);
  const ofLines = open === 0 ? 'Nothing is open' : `${open} of ${lines.all.length} open`;
  const said = isAsked ? `${counted(asked, 'question')} open${open === 0 ? '' : `, ${ofLines}`}` : ofLines;
  return (
    <div class="row bar-of-lines">
      <strong role="status">{said}</strong>
      <Button repeats id="next-open" onPress={() => send({ type: 'focus', id: next })}>
        {isAsked ? 'Next question' : open === 0 ? 'To the end' : 'Next open line'}
      </Button>
      <Button
        repeats
        disabled={before.length === 0}
        aria-keyshortcuts="Control+Z"
        onPress={() => send({ type: 'undo' })}
      >
        Undo
      </Button>
      <input
        type="search"
        aria-label="Find a column or a field"
        placeholder="Find a column"
        value={state.typed[FIND] ?? ''}
        onInput={({ currentTarget }) => send({ type: 'type', field: FIND, text: currentTarget.value })}
        onKeyDown={({ key }) => key === 'Enter' && found && send({ type: 'focus', id: found })}
      />
    </div>
  );
}

function RowsLine({ line }: { readonly line: PageLine }) {
  const { recipe, examination } = useDraft();
  const { facts, firstStudent, lines } = examination;
  // An open field has no value yet, even if one would be assumed.
  const settled = OUR_FIELDS.filter((ours) =>
    lines.every(({ field, open }) => field !== ours || !open.length),
  );
  const known = settled.filter((field) => firstStudent.some(({ cells }) => cells[field] !== ''));
  return (
    <Line
      line={line}
      choices={optionsIn(ROW_TEXTS).map(([rows, label]) => ({
        label,
        isChosen: recipe.rows === rows,
        makes: () => (recipe.rows === rows ? recipe : chooseRows(recipe, facts, rows)),
      }))}
    >
      {known.length > 0 && (
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
