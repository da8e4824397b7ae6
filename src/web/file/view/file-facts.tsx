import { AWARD_YEARS } from '../../../engine/limits.js';
import { counted } from '../../../engine/texts.js';
import type { ReadSettings } from '../../../recipe/recipe.js';
import type { Delimiter } from '../../../table/delimited-text.js';
import type { TableInfo } from '../../../table/open-table.js';
import { Button, Message } from '../../parts/basics.js';
import { Choice, type Option, optionsIn } from '../../parts/choice.js';
import { Field, TextBox } from '../../parts/field.js';
import { Table } from '../../parts/table.js';
import { SET_ASIDE } from '../state/draft.js';
import { useDraft, usePage } from './page-context.js';

const DELIMITERS: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** What the file is and how it was read, with its first rows, the rows set aside, and options to read it differently. */
export function FileFacts() {
  const { file, draft } = usePage().state;
  if (file === null) return null;
  const { name, refusal } = file;
  return (
    <section class="panel">
      <h2 id="file-heading" tabIndex={-1}>
        {name}
      </h2>
      {draft !== null && <HowItWasRead />}
      {refusal !== null && (
        <Message kind="bad">
          <p>{refusal}</p>
        </Message>
      )}
    </section>
  );
}

function HowItWasRead() {
  const { info, awardYear, examination } = useDraft();
  const { send } = usePage();
  return (
    <>
      <p>{layoutText(info, examination.facts.rows)}</p>
      {info.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      {AWARD_YEARS.length > 1 && (
        <Field id="award-year" label="Award year" hint="The loan limits of this year are used.">
          <Choice
            id="award-year"
            value={awardYear}
            options={among(AWARD_YEARS)}
            aria-describedby="award-year-hint"
            onChoose={(year) => send({ type: 'choose year', awardYear: year })}
          />
        </Field>
      )}
      <details>
        <summary>First rows</summary>
        <Table caption="First rows" columns={info.header} rows={info.firstRows.map(({ cells }) => cells)} />
      </details>
      <SetAside />
      <details>
        <summary>Was the file read incorrectly?</summary>
        <ReadAgain />
      </details>
    </>
  );
}

function layoutText(info: TableInfo, rows: number): string {
  const { kind, sheet, sheets, delimiter, headerRow, header } = info;
  const layout =
    kind === 'workbook'
      ? [`Excel workbook, sheet "${sheet ?? ''}"${sheets.length > 1 ? ` of ${sheets.length}` : ''}`]
      : [`separated by ${DELIMITERS[delimiter ?? ',']}`];
  const place = headerRow === 1 ? [] : [`header in row ${headerRow}`];
  return [counted(rows, 'row'), counted(header.length, 'column'), ...layout, ...place].join(' · ');
}

function SetAside() {
  const { send } = usePage();
  const { setAside, info, recipe } = useDraft();
  const { keep = [], ...others } = recipe.read ?? {};
  const reasons = setAside.rows.flatMap(({ reason }) => (reason === 'sum' ? [] : reason));
  const hasSums = setAside.rows.length > reasons.length;
  const button = (label: string, read: ReadSettings) => (
    <p>
      <Button
        onPress={() => {
          send({ type: 'edit', recipe: { ...recipe, read }, line: 'file-heading' });
          send({ type: 'focus', id: 'file-heading' });
        }}
      >
        {label}
      </Button>
    </p>
  );
  const backIn: ReadSettings = {
    ...others,
    keep: [...new Set([...keep, ...reasons])],
    ...(hasSums && { sums: 'read' }),
  };
  const again =
    (keep.length > 0 || others.sums === 'read') &&
    button('Set totals and remarks aside again', { ...others, ...(others.sums && { sums: 'leave_out' }) });
  if (setAside.count === 0) return again;
  return (
    <details id={SET_ASIDE}>
      <summary>Rows that were set aside ({setAside.count})</summary>
      <p>These rows are not students. They are not calculated and do not count as failed.</p>
      <Table
        caption="Rows that were set aside"
        columns={['Row', 'Why', ...info.header]}
        rows={setAside.rows.map(({ row, reason, cells }) => [String(row), reason, ...cells])}
        numbers={[0]}
      />
      {button('Read them as students instead', backIn)}
      {again}
    </details>
  );
}

/** What a person says of how the file is to be read. It is read so on a press alone: what was placed is discarded then. */
function ReadAgain() {
  const { state, send } = usePage();
  const { kind, sheet, sheets, delimiter, encoding, headerRow } = useDraft().info;
  const isWorkbook = kind === 'workbook';
  const found = { as: (isWorkbook ? sheet : delimiter) ?? '', row: String(headerRow) };
  const { 'read-as': as = found.as, 'read-row': row = found.row } = state.typed;
  const isRow = /^[1-9][0-9]{0,6}$/.test(row.trim());
  const isOther = isRow && (as !== found.as || Number(row) !== headerRow);
  const [chosen] = optionsIn(DELIMITERS).find(([value]) => value === as) ?? [];
  // The header of another sheet may be elsewhere.
  const header = as !== found.as && isWorkbook && row === found.row ? {} : { header_row: Number(row) };
  const read: ReadSettings = {
    ...header,
    ...(isWorkbook ? { sheet: as } : { delimiter: chosen, encoding: encoding ?? undefined }),
  };
  const readAgain = () => isOther && send({ type: 'begin', recipe: null, read });
  const type = (field: string) => (text: string) => send({ type: 'type', field, text });
  const error = isRow ? undefined : 'The number of a row is needed, such as 3.';
  return (
    <>
      <Field id="read-as" label={isWorkbook ? 'Sheet' : 'Column separator'}>
        <Choice
          id="read-as"
          value={as}
          options={isWorkbook ? among(sheets) : optionsIn(DELIMITERS)}
          onChoose={type('read-as')}
        />
      </Field>
      <Field id="read-row" label="Row of the header" error={error}>
        <TextBox
          id="read-row"
          isNumber
          value={row}
          error={error}
          onText={type('read-row')}
          onKeyDown={({ key }) => key === 'Enter' && readAgain()}
        />
      </Field>
      <p>
        <Button disabled={!isOther} onPress={readAgain}>
          Read it again
        </Button>
      </p>
    </>
  );
}

function among(names: readonly string[]): readonly Option[] {
  return names.map((name) => [name, name]);
}
