import type { TargetedSubmitEvent } from 'preact';
import { counted } from '../../../engine/plain-texts.js';
import type { ReadSettings } from '../../../recipe/recipe.js';
import type { Delimiter } from '../../../table/delimited-text.js';
import type { TableInfo } from '../../../table/open-table.js';
import { Button, Message } from '../../parts/basics.js';
import { Choice, type Option, optionsIn } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Table } from '../../parts/table.js';
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
  const { info, awardYear, awardYears, examination } = useDraft();
  const { send } = usePage();
  return (
    <>
      <p>{layoutText(info, examination.facts.rows)}</p>
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
            options={among(awardYears)}
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
  const { keep = [], ...unkept } = recipe.read ?? {};
  const reasons = setAside.rows.flatMap(({ reason }) => (reason === 'sum' ? [] : reason));
  const hasSums = setAside.rows.length > reasons.length;
  const backIn = {
    ...unkept,
    keep: [...new Set([...keep, ...reasons])],
    ...(hasSums && { sums: 'read' as const }),
  };
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
  const again = keep.length > 0 && button('Set totals and remarks aside again', unkept);
  if (setAside.count === 0) return again;
  return (
    <details>
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

/** What a person says of how the file is to be read; what is not said stays as it was found. */
function ReadAgain() {
  const { send } = usePage();
  const { info } = useDraft();
  const { kind, sheet, sheets, delimiter, headerRow } = info;
  const encoding = info.encoding ?? undefined;
  const readAgain = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    const chosen = <Value extends string>(name: string, options: readonly Option<Value>[]) =>
      options.find(([value]) => value === said.get(name))?.[0];
    const row = Number(said.get('header_row'));
    const name = chosen('sheet', among(sheets));
    // Another sheet has its header elsewhere: it is detected again unless the person says where it is.
    const place = kind === 'workbook' && name !== sheet && row === headerRow ? {} : { header_row: row };
    const texts = { delimiter: chosen('delimiter', optionsIn(DELIMITERS)), encoding };
    const read: ReadSettings = { ...place, ...(kind === 'workbook' ? { sheet: name } : texts) };
    const isSame = Object.entries(read).every(([key, value]) => value === found[key]);
    if (!isSame) send({ type: 'begin', recipe: null, read });
  };
  const found: Readonly<Record<string, unknown>> = { sheet, delimiter, encoding, header_row: headerRow };
  const list = (name: string, label: string, options: readonly Option[]) => (
    <Field id={`read-${name}`} label={label}>
      <select id={`read-${name}`} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === found[name]}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <form key={JSON.stringify(found)} onSubmit={readAgain}>
      {kind === 'workbook'
        ? list('sheet', 'Sheet', among(sheets))
        : list('delimiter', 'Column separator', optionsIn(DELIMITERS))}
      <Field id="read-row" label="Row of the header">
        <input
          id="read-row"
          name="header_row"
          class="number"
          inputMode="numeric"
          required
          pattern="[1-9][0-9]{0,6}"
          title="The number of a row, such as 3"
          defaultValue={String(headerRow)}
        />
      </Field>
      <p>
        <button type="submit">Read it again</button>
      </p>
    </form>
  );
}

function among(names: readonly string[]): readonly Option[] {
  return names.map((name) => [name, name]);
}
