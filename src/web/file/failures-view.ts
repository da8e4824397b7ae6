import type { FailureExample } from '../../review/failure-groups.js';
import { element } from '../element.js';
import { columnLabel, wordLabel } from '../field-labels.js';
import { counted } from './counted.js';
import type { Mend } from './file-input.js';
import { paragraph } from './message-box.js';
import type { GroupView, Outcome } from './outcome.js';

/** What a person can do about failures. */
export interface FailuresListener {
  onMend(mend: Mend): void;
  /** One value on all rows of the group at this place; without one they are left out. */
  onMendGroup(group: number, value: string | null): void;
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
const LEAVE_OUT =
  'Leave the second of each pair out here. Students who have another mistake, too, keep theirs until that is mended.';

/** What to do about a group, in a sentence. */
function sentenceOf({ repair: { kind, sentence } }: GroupView): string {
  if (kind === 'source') return MEND_HERE;
  return kind === 'copies' ? LEAVE_OUT : sentence;
}

function groupView(group: GroupView, index: number, listener: FailuresListener): HTMLElement {
  const { column, problem, students } = group;
  const title = `${counted(students, 'student')}: ${columnLabel(column)}`;
  return element('details', { props: { className: 'group', open: index === 0 } }, [
    element('summary', {}, [element('strong', { props: { textContent: title } }), ` – ${problem}`]),
    paragraph(sentenceOf(group)),
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
    case 'copies':
      return copiesForm(group, index, listener);
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
  const text = `${columnLabel(group.column)} on ${counted(group.rowCount, 'row')}`;
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
  { column, examples, students, repair }: GroupView,
  index: number,
  listener: FailuresListener,
): HTMLElement {
  const fields = examples.flatMap((example, nth) => {
    if (example.ourRows.length === 0 || column === 'terms') return [];
    const id = `repair-${index}-${nth}`;
    return [{ example, id, input: valueField(id, repair.options) }];
  });
  if (fields.length === 0) return examplesLine(examples);
  const apply = (): void => {
    const said = fields.filter(({ input }) => input.value.trim() !== '');
    const cells = said.map(({ example, input }) => ({ rows: example.ourRows, value: input.value.trim() }));
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

/** Rows that are there twice are left out, all of them at once. */
function copiesForm(
  { examples, rowCount }: GroupView,
  index: number,
  listener: FailuresListener,
): HTMLElement {
  const text = `Leave out ${counted(rowCount, 'copy', 'copies')} and calculate again`;
  return element('div', { props: { className: 'values' } }, [
    examplesLine(examples),
    rowCount === 0 ? null : applyButton(text, () => listener.onMendGroup(index, null)),
  ]);
}

function examplesLine(examples: readonly FailureExample[]): HTMLElement {
  return paragraph(`Such as ${examples.map(exampleText).join('; ')}.`, 'hint');
}

function exampleText({ id, row, column, given, detail }: FailureExample): string {
  const place = row === null ? '' : ` in row ${row}`;
  const says = given === null ? '' : `, where "${column}" says ${given}`;
  return `${id}${place}${says}${detail === null ? '' : ` (${detail})`}`;
}

function valueField(id: string, options: readonly string[]): HTMLSelectElement | HTMLInputElement {
  if (options.length === 0) return element('input', { props: { id, type: 'text', autocomplete: 'off' } });
  return element('select', { props: { id } }, [
    element('option', { props: { value: '', textContent: 'Choose…' } }),
    ...options.map((value) => element('option', { props: { value, textContent: wordLabel(value) } })),
  ]);
}

function applyButton(textContent: string, click: () => void): HTMLElement {
  return element('p', {}, [element('button', { props: { type: 'button', textContent }, on: { click } })]);
}
