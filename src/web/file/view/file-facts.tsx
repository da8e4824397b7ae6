import { counted } from '../../../engine/plain-texts.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { Delimiter } from '../../../table/delimited-text.js';
import type { Encoding } from '../../../table/encodings.js';
import { Button, Message } from '../../parts/basics.js';
import { Choice, type Option, optionsIn } from '../../parts/choice.js';
import { Field, TextBox } from '../../parts/field.js';
import { Table } from '../../parts/table.js';
import { type Draft, yearOf } from '../state/file-state.js';
import type { FileRefusal, TableView } from '../worker/understood.js';
import { Fold } from './fold.js';
import type { DraftProps, ViewProps } from './view-props.js';

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
export function FileFacts({ state, send }: ViewProps) {
  const { file, draft } = state;
  if (file === null) return null;
  return (
    <section class="panel">
      <h2 id="file-heading" tabIndex={-1}>
        {file.name}
      </h2>
      {draft === null ? (
        file.refusal !== null && <Refusal refusal={file.refusal} />
      ) : (
        <>
          <Layout table={draft.table} />
          <AwardYear state={state} send={send} />
          <Fold name="first rows" summary="First rows" state={state} send={send}>
            <Table
              caption="First rows"
              columns={draft.table.info.header}
              rows={draft.table.info.firstRows.map(({ cells }) => cells)}
            />
          </Fold>
          <SetAside draft={draft} state={state} send={send} />
          <Fold name="read again" summary="Was the file read incorrectly?" state={state} send={send}>
            <ReadAgain state={state} draft={draft} send={send} />
          </Fold>
        </>
      )}
    </section>
  );
}

function Layout({ table: { info, rows } }: { readonly table: TableView }) {
  const { kind, sheet, sheets, delimiter, encoding, headerRow, header } = info;
  const layout =
    kind === 'workbook'
      ? [`Excel workbook, sheet "${sheet ?? ''}"${sheets.length > 1 ? ` of ${sheets.length}` : ''}`]
      : [`separated by ${DELIMITERS[delimiter ?? ',']}`, ENCODINGS[encoding ?? 'utf-8']];
  const facts = [
    counted(rows, 'row'),
    counted(header.length, 'column'),
    ...layout,
    ...(headerRow === 1 ? [] : [`header in row ${headerRow}`]),
  ];
  return (
    <>
      <ul class="facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {info.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
    </>
  );
}

/** Drawn only if there is more than one table of limits. */
function AwardYear({ state, send }: ViewProps) {
  const { awardYears = [] } = state.draft?.table ?? {};
  if (awardYears.length < 2) return null;
  return (
    <Field id="award-year" label="Award year" hint="The loan limits of this year are used.">
      <Choice
        id="award-year"
        value={yearOf(state)}
        options={awardYears.map((year) => [year, year])}
        aria-describedby="award-year-hint"
        onChoose={(awardYear) => send({ type: 'choose year', awardYear })}
      />
    </Field>
  );
}

function Refusal({ refusal: { message, line } }: { readonly refusal: FileRefusal }) {
  return (
    <Message kind="bad">
      <p>{message}</p>
      {line !== null && line.text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard.
        <pre tabIndex={0}>{`Line ${line.number}: ${line.text}`}</pre>
      )}
    </Message>
  );
}

function SetAside({ draft, state, send }: DraftProps) {
  const { setAside, info } = draft.table;
  const { recipe } = draft;
  const { keep = [], ...read } = recipe.read ?? {};
  const again = keep.length > 0 && (
    <p>
      <Button onPress={() => send({ type: 'read again', read })}>Set totals and remarks aside again</Button>
    </p>
  );
  if (setAside.count === 0) return again;
  return (
    <Fold name="set aside" summary={`Rows that were set aside (${setAside.count})`} state={state} send={send}>
      <p>These rows are not students. They are not calculated and do not count as failed.</p>
      <Table
        caption="Rows that were set aside"
        columns={['Row', 'Why', ...info.header]}
        rows={setAside.rows.map(({ row, reason, cells }) => [String(row), reason, ...cells])}
        numbers={[0]}
      />
      <p>
        <Button onPress={() => send({ type: 'read again', read: setAside.backIn })}>
          Read them as students instead
        </Button>
      </p>
      {again}
    </Fold>
  );
}

function ReadAgain({ state, draft, send }: DraftProps) {
  const { info } = draft.table;
  const said = (field: string, now: string): string => state.typed[`read-${field}`] ?? now;
  const type = (field: string) => (text: string) => send({ type: 'type', field: `read-${field}`, text });
  const row = said('row', String(info.headerRow));
  const headerRow = /^[1-9]\d{0,6}$/.test(row.trim()) ? Number(row.trim()) : null;
  const error = headerRow === null ? 'Enter the number of a row, such as 3.' : undefined;
  const read = readOf(info, said, headerRow);
  const choice = (field: 'sheet' | 'delimiter' | 'encoding', label: string, options: readonly Option[]) => (
    <Field id={`read-${field}`} label={label}>
      <Choice
        id={`read-${field}`}
        value={said(field, info[field] ?? '')}
        options={options}
        onChoose={type(field)}
      />
    </Field>
  );
  return (
    <>
      {info.kind === 'workbook' ? (
        choice(
          'sheet',
          'Sheet',
          info.sheets.map((name) => [name, name]),
        )
      ) : (
        <>
          {choice('delimiter', 'Column separator', optionsIn(DELIMITERS))}
          {choice('encoding', 'Encoding', optionsIn(ENCODINGS))}
        </>
      )}
      <Field id="read-row" label="Row of the header" error={error}>
        <TextBox id="read-row" isNumber value={row} error={error} onText={type('row')} />
      </Field>
      <p>
        <Button disabled={read === null} onPress={() => read !== null && send({ type: 'read again', read })}>
          Read it again
        </Button>
      </p>
    </>
  );
}

function readOf(
  info: Draft['table']['info'],
  said: (field: string, now: string) => string,
  headerRow: number | null,
): NonNullable<Recipe['read']> | null {
  if (headerRow === null) return null;
  if (info.kind === 'workbook') {
    // Another sheet has its header elsewhere: it is detected again unless the person says where it is.
    const sheet = said('sheet', info.sheet ?? '');
    return sheet !== info.sheet && said('row', '') === '' ? { sheet } : { sheet, header_row: headerRow };
  }
  const delimiter = keyOf(DELIMITERS, said('delimiter', info.delimiter ?? ''));
  const encoding = keyOf(ENCODINGS, said('encoding', info.encoding ?? ''));
  if (delimiter === undefined || encoding === undefined) return null;
  return { header_row: headerRow, delimiter, encoding };
}

function keyOf<Key extends string>(names: Readonly<Record<Key, string>>, value: string): Key | undefined {
  const keys = Object.keys(names) as Key[];
  return keys.find((key) => key === value);
}
