import { counted } from '../../../engine/plain-texts.js';
import type { ReadSettings } from '../../../recipe/recipe.js';
import type { Delimiter } from '../../../table/delimited-text.js';
import type { Encoding } from '../../../table/encodings.js';
import { Button, Message } from '../../parts/basics.js';
import { Choice, type Option, optionsIn } from '../../parts/choice.js';
import { Field, TextBox } from '../../parts/field.js';
import { Table } from '../../parts/table.js';
import type { TableView } from '../worker/worker-protocol.js';
import { Fold, useDraft, usePage } from './page-context.js';

const DELIMITERS: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

const ENCODINGS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 ("Unicode text")',
  'utf-16be': 'UTF-16 ("Unicode text", big-endian)',
  'windows-1252': 'Windows-1252',
};

/** What the file is and how it was read, with its first rows, the rows set aside, and options to read it differently. */
export function FileFacts() {
  const { file, draft } = usePage().state;
  if (file === null) return null;
  return (
    <section class="panel">
      <h2 id="file-heading" tabIndex={-1}>
        {file.name}
      </h2>
      {draft !== null && <HowItWasRead />}
      {draft === null && file.refusal !== null && (
        <Message kind="bad">
          <p>{file.refusal.message}</p>
          {file.refusal.line !== null && file.refusal.line.text !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard.
            <pre tabIndex={0}>{`Line ${file.refusal.line.number}: ${file.refusal.line.text}`}</pre>
          )}
        </Message>
      )}
    </section>
  );
}

function HowItWasRead() {
  const { table, awardYear } = useDraft();
  const { send } = usePage();
  const { info, awardYears } = table;
  return (
    <>
      <p>{layoutText(table)}</p>
      {info.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      {awardYears.length > 1 && (
        <Field id="award-year" label="Award year" hint="The loan limits of this year are used.">
          <Choice
            id="award-year"
            value={awardYear}
            options={awardYears.map((year) => [year, year])}
            aria-describedby="award-year-hint"
            onChoose={(year) => send({ type: 'choose year', awardYear: year })}
          />
        </Field>
      )}
      <Fold name="first rows" summary="First rows">
        <Table caption="First rows" columns={info.header} rows={info.firstRows.map(({ cells }) => cells)} />
      </Fold>
      <SetAside />
      <Fold name="read again" summary="Was the file read incorrectly?">
        <ReadAgain />
      </Fold>
    </>
  );
}

function layoutText({ info, rows }: TableView): string {
  const { kind, sheet, sheets, delimiter, encoding, headerRow, header } = info;
  const layout =
    kind === 'workbook'
      ? [`Excel workbook, sheet "${sheet ?? ''}"${sheets.length > 1 ? ` of ${sheets.length}` : ''}`]
      : [`separated by ${DELIMITERS[delimiter ?? ',']}`, ENCODINGS[encoding ?? 'utf-8']];
  const place = headerRow === 1 ? [] : [`header in row ${headerRow}`];
  return [counted(rows, 'row'), counted(header.length, 'column'), ...layout, ...place].join(' · ');
}

function SetAside() {
  const { send } = usePage();
  const { table, recipe } = useDraft();
  const { setAside, info } = table;
  const { keep = [], ...read } = recipe.read ?? {};
  const again = keep.length > 0 && (
    <p>
      <Button onPress={() => send({ type: 'keep rows', read })}>Set totals and remarks aside again</Button>
    </p>
  );
  if (setAside.count === 0) return again;
  return (
    <Fold name="set aside" summary={`Rows that were set aside (${setAside.count})`}>
      <p>These rows are not students. They are not calculated and do not count as failed.</p>
      <Table
        caption="Rows that were set aside"
        columns={['Row', 'Why', ...info.header]}
        rows={setAside.rows.map(({ row, reason, cells }) => [String(row), reason, ...cells])}
        numbers={[0]}
      />
      <p>
        <Button onPress={() => send({ type: 'keep rows', read: setAside.backIn })}>
          Read them as students instead
        </Button>
      </p>
      {again}
    </Fold>
  );
}

const READ_FIELDS = ['sheet', 'delimiter', 'encoding', 'row'] as const;
type ReadField = (typeof READ_FIELDS)[number];

/** What a person says of how the file is to be read; what is not said stays as it was found. */
function ReadAgain() {
  const { state, send } = usePage();
  const { info } = useDraft().table;
  const found = { ...info, row: String(info.headerRow) };
  const said = (field: ReadField): string => state.typed[`read-${field}`] ?? found[field] ?? '';
  const isOther = READ_FIELDS.some((field) => said(field).trim() !== (found[field] ?? ''));
  const type = (field: string) => (text: string) => send({ type: 'type', field: `read-${field}`, text });
  const row = said('row').trim();
  const isRow = /^[1-9]\d{0,6}$/.test(row);
  const choice = (field: ReadField, label: string, options: readonly Option[]) => (
    <Field id={`read-${field}`} label={label}>
      <Choice id={`read-${field}`} value={said(field)} options={options} onChoose={type(field)} />
    </Field>
  );
  const read = (): ReadSettings => {
    const isSheet = said('sheet') === info.sheet;
    // Another sheet has its header elsewhere: it is detected again unless the person says where it is.
    const place = isSheet || state.typed['read-row'] !== undefined ? { header_row: Number(row) } : {};
    if (info.kind === 'workbook') return { sheet: said('sheet'), ...place };
    const { delimiter, encoding } = info;
    return {
      header_row: Number(row),
      delimiter: keyOf(DELIMITERS, said('delimiter')) ?? delimiter ?? ',',
      encoding: keyOf(ENCODINGS, said('encoding')) ?? encoding ?? 'utf-8',
    };
  };
  const error = isRow ? undefined : 'Enter the number of a row, such as 3.';
  return (
    <>
      {info.kind === 'workbook' &&
        choice(
          'sheet',
          'Sheet',
          info.sheets.map((name) => [name, name]),
        )}
      {info.kind !== 'workbook' && choice('delimiter', 'Column separator', optionsIn(DELIMITERS))}
      {info.kind !== 'workbook' && choice('encoding', 'Encoding', optionsIn(ENCODINGS))}
      <Field id="read-row" label="Row of the header" error={error}>
        <TextBox id="read-row" isNumber value={said('row')} error={error} onText={type('row')} />
      </Field>
      <p>
        <Button disabled={!isRow || !isOther} onPress={() => send({ type: 'read again', read: read() })}>
          Read it again
        </Button>
      </p>
    </>
  );
}

function keyOf<Key extends string>(names: Readonly<Record<Key, string>>, value: string): Key | undefined {
  return optionsIn(names).find(([key]) => key === value)?.[0];
}
