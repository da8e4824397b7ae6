import { element } from '../element.js';
import { titleOf } from './column-titles.js';
import { counted } from './counted.js';
import type { Mend } from './file-input.js';
import { spoken } from './match-column.js';
import { paragraph } from './message-box.js';
import type { Example, GroupView, Outcome } from './outcome.js';

/** What a person can do about failures. */
export interface FailuresListener {
  onMend(mend: Mend): void;
  /** One value on all rows of the group at this place. */
  onMendGroup(group: number, value: string): void;
  onUndo(): void;
}

/** The students who failed, grouped by what repairs them, each group with its repair. */
export function failuresView({ failures, mends }: Outcome, listener: FailuresListener): HTMLElement {
  const undo = element('button', {
    props: { type: 'button', textContent: 'Take the last repair back' },
    on: { click: () => listener.onUndo() },
  });
  return element('div', {}, [
    ...failures.map((group, index) => groupView(group, index, listener)),
    mends === 0 ? null : element('p', { props: { className: 'row' } }, [undo]),
  ]);
}

const MEND_HERE = 'Write what is right, or save the failed rows and mend them in your own file.';

function groupView(group: GroupView, index: number, listener: FailuresListener): HTMLElement {
  const { column, problem, students, repair } = group;
  const title = `${counted(students, 'student')}: ${titleOf(column)}`;
  return element('details', { props: { className: 'group', open: index === 0 } }, [
    element('summary', {}, [element('strong', { props: { textContent: title } }), ` ${problem}`]),
    paragraph(repair.kind === 'source' ? MEND_HERE : repair.sentence),
    repairForm(group, index, listener),
  ]);
}

function repairForm(group: GroupView, index: number, listener: FailuresListener): HTMLElement {
  switch (group.repair.kind) {
    case 'values':
      return valuesForm(group, index, listener);
    case 'value':
      return valueForm(group, index, listener);
    case 'source':
      return rowsForm(group, index, listener);
  }
}

/** What each value given means. */
function valuesForm(
  { column, given, repair }: GroupView,
  index: number,
  listener: FailuresListener,
): HTMLElement {
  const fields = given.map(({ value, students }, nth) => {
    const id = `repair-${index}-${nth}`;
    const select = valueField(id, repair.options);
    return { value, students, id, select };
  });
  const apply = (): void => {
    const said = fields.filter(({ select }) => select.value !== '');
    if (said.length === 0) fields[0]?.select.focus();
    else
      listener.onMend({
        kind: 'values',
        column,
        values: Object.fromEntries(said.map(({ value, select }) => [value, select.value])),
      });
  };
  return element('div', { props: { className: 'values' } }, [
    ...fields.map(({ value, students, id, select }) =>
      element('div', { props: { className: 'meaning' } }, [
        element('label', {
          props: { htmlFor: id, textContent: `${value} (${counted(students, 'student')}) means` },
        }),
        select,
      ]),
    ),
    applyButton('Mend and calculate again', apply),
  ]);
}

/** One value for all rows of the group. */
function valueForm(group: GroupView, index: number, listener: FailuresListener): HTMLElement {
  const id = `repair-${index}`;
  const field = valueField(id, group.repair.options);
  const apply = (): void => {
    if (field.value.trim() === '') field.focus();
    else listener.onMendGroup(index, field.value.trim());
  };
  const text = `${titleOf(group.column)} on ${counted(group.rowCount, 'row')}`;
  return element('div', { props: { className: 'values' } }, [
    element('div', { props: { className: 'meaning' } }, [
      element('label', { props: { htmlFor: id, textContent: text } }),
      field,
    ]),
    examplesLine(group.examples),
    applyButton('Mend and calculate again', apply),
  ]);
}

/** A field for each of the first rows, where a person knows what is right. */
function rowsForm(
  { column, examples, students }: GroupView,
  index: number,
  listener: FailuresListener,
): HTMLElement {
  const fields = examples.flatMap(({ row, ...example }, nth) => {
    if (row === null || column === 'terms') return [];
    const id = `repair-${index}-${nth}`;
    const input = element('input', { props: { id, type: 'text', autocomplete: 'off' } });
    return [{ row, example: { row, ...example }, id, input }];
  });
  if (fields.length === 0) return examplesLine(examples);
  const apply = (): void => {
    const said = fields.filter(({ input }) => input.value.trim() !== '');
    const cells = said.map(({ row, input }) => ({ row, value: input.value.trim() }));
    if (said.length === 0) fields[0]?.input.focus();
    else listener.onMend({ kind: 'rows', column, cells });
  };
  const more = students - fields.length;
  return element('div', { props: { className: 'values' } }, [
    ...fields.map(({ example, id, input }) =>
      element('div', { props: { className: 'meaning' } }, [
        element('label', { props: { htmlFor: id, textContent: exampleText(example) } }),
        input,
      ]),
    ),
    more > 0
      ? paragraph(`And ${counted(more, 'student')} more: they are among the failed rows.`, 'hint')
      : null,
    applyButton('Mend and calculate again', apply),
  ]);
}

function examplesLine(examples: readonly Example[]): HTMLElement {
  return paragraph(`Such as ${examples.map(exampleText).join('; ')}.`, 'hint');
}

function exampleText({ id, fileRow, given }: Example): string {
  const place = fileRow === null ? '' : ` in row ${fileRow}`;
  return `${id}${place}${given === null ? '' : `, where it says ${given}`}`;
}

function valueField(id: string, options: readonly string[]): HTMLSelectElement | HTMLInputElement {
  if (options.length === 0) return element('input', { props: { id, type: 'text', autocomplete: 'off' } });
  return element('select', { props: { id } }, [
    element('option', { props: { value: '', textContent: 'Choose…' } }),
    ...options.map((value) => element('option', { props: { value, textContent: spoken(value) } })),
  ]);
}

function applyButton(textContent: string, click: () => void): HTMLElement {
  return element('p', {}, [element('button', { props: { type: 'button', textContent }, on: { click } })]);
}
