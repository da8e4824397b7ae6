import type { FailureExample } from '../../review/failure-groups.js';
import { element } from '../element.js';
import { columnLabel, wordLabel } from '../field-labels.js';
import { button, labelled, paragraph, select } from '../page-parts.js';
import { counted } from './counted.js';
import type { Mend } from './file-input.js';
import type { GroupView, Outcome } from './worker-messages.js';

/** What a person can do about failures. */
export interface FailuresListener {
  onMend(mend: Mend): void;
  /** One value on all rows of the group at this place; without one they are left out. */
  onMendGroup(group: number, value: string | null): void;
  onUndo(): void;
}

/** The students who failed, grouped by what repairs them, each group with its repair. */
export function failuresView({ failures, mends }: Outcome, listener: FailuresListener): HTMLElement {
  const undo = button('Take the last repair back', () => listener.onUndo());
  return element('div', {}, [
    ...failures.map((group, index) => groupView(group, index, listener)),
    mends === 0 ? null : element('p', { className: 'row' }, [undo]),
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
  return element('details', { className: 'group', open: index === 0 }, [
    element('summary', {}, [element('strong', { textContent: title }), ` – ${problem}`]),
    paragraph(sentenceOf(group)),
    repairForm(group, index, listener),
  ]);
}

function repairForm(group: GroupView, index: number, listener: FailuresListener): HTMLElement {
  const { column, given, examples, students, rowCount } = group;
  switch (group.repair.kind) {
    case 'values': {
      // What each value given means.
      const fields = given.map(({ value, students: count }) => ({
        about: value,
        text: `${value} (${counted(count, 'student')}) means`,
      }));
      return fieldsForm(group, index, fields, null, (written) => {
        const values = Object.fromEntries(written.map(({ about, value }) => [about, value]));
        listener.onMend({ kind: 'values', column, values });
      });
    }
    case 'value': {
      // One value for all rows of the group.
      const field = { about: index, text: `${columnLabel(column)} on ${counted(rowCount, 'row')}` };
      return fieldsForm(group, index, [field], examplesLine(examples), ([written]) => {
        if (written !== undefined) listener.onMendGroup(index, written.value);
      });
    }
    case 'source': {
      // A field for each of the first rows, where a person knows what is right.
      const known = examples.filter(({ ourRows }) => ourRows.length > 0 && column !== 'terms');
      if (known.length === 0) return examplesLine(examples);
      const fields = known.map((example) => ({ about: example.ourRows, text: exampleText(example) }));
      const more = students - known.length;
      const note = `And ${counted(more, 'student')} more: they are among the failed rows.`;
      return fieldsForm(group, index, fields, more > 0 ? paragraph(note, 'hint') : null, (written) => {
        const cells = written.map(({ about, value }) => ({ rows: about, value }));
        listener.onMend({ kind: 'rows', column, cells });
      });
    }
    case 'copies': {
      // Rows that are there twice are left out, all of them at once.
      const text = `Leave out ${counted(rowCount, 'copy', 'copies')} and calculate again`;
      const leaveOut = button(text, () => listener.onMendGroup(index, null));
      return element('div', { className: 'values' }, [
        examplesLine(examples),
        rowCount === 0 ? null : element('p', {}, [leaveOut]),
      ]);
    }
  }
}

/** Fields for what is right, and a button that tells what was written into them: nothing as long as all are blank. */
function fieldsForm<About>(
  { repair }: GroupView,
  index: number,
  fields: readonly { readonly about: About; readonly text: string }[],
  note: HTMLElement | null,
  onWritten: (written: readonly { readonly about: About; readonly value: string }[]) => void,
): HTMLElement {
  const inputs = fields.map(({ about, text }, nth) => {
    return { about, text, input: valueField(`repair-${index}-${nth}`, repair.options) };
  });
  const apply = (): void => {
    const written = inputs
      .map(({ about, input }) => ({ about, value: input.value.trim() }))
      .filter(({ value }) => value !== '');
    if (written.length === 0) inputs[0]?.input.focus();
    else onWritten(written);
  };
  return element('div', { className: 'values' }, [
    ...inputs.map(({ text, input }) => labelled(text, input)),
    note,
    element('p', {}, [button('Mend and calculate again', apply)]),
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
  if (options.length === 0) return element('input', { id, type: 'text', autocomplete: 'off' });
  const words = options.map((value) => [value, wordLabel(value)] as const);
  return select(id, [['', 'Choose…'], ...words], '');
}
