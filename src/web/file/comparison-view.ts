import type { ChangedStudent } from '../../review/diff.js';
import type { ExplainedChange, InputChange } from '../../review/input-changes.js';
import { element } from '../element.js';
import { columnLabel } from '../field-labels.js';
import { paragraph } from '../page-parts.js';
import type { Comparison } from './compare-answers.js';
import { counted, dollarText, numberText } from './counted.js';
import { textTable } from './text-table.js';

const KINDS: Readonly<Record<ChangedStudent['kind'], string>> = {
  changed: 'other amounts',
  added: 'new in this file',
  removed: 'no longer in this file',
  failed: 'was calculated, fails now',
  mended: 'failed, is calculated now',
};

/** So many changes of a student are written out. */
const MOST_CHANGES = 4;

/** What is different between two answers. */
export function comparisonView({ summary, students }: Comparison): HTMLElement {
  const { unchanged, more, less, counts } = summary;
  const changed = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const said = [
    `${counted(unchanged, 'student')} as before, ${numberText(changed)} not.`,
    `${counted(more.students, 'student')} may borrow more: ${dollarText(more.dollars)} in all.`,
    `${counted(less.students, 'student')} may borrow less: ${dollarText(less.dollars)} in all.`,
  ];
  return element('div', {}, [
    paragraph(said.join(' ')),
    students.length === 0
      ? null
      : textTable(
          'Students whose answer changed',
          ['Student', 'What', "Year's limits", 'Because of', 'In the answer'],
          students.map((student) => [
            student.id,
            KINDS[student.kind],
            dollarText(student.dollars),
            becauseOf(student),
            changesText(student.changes),
          ]),
          [2],
        ),
    students.length < changed
      ? paragraph(`The first ${counted(students.length, 'student')} are shown.`, 'hint')
      : null,
  ]);
}

function becauseOf({ kind, inputs }: ExplainedChange): string {
  if (kind === 'added' || kind === 'removed' || inputs === null) return '';
  return inputs.length === 0 ? 'no input: other rules, or another order of rows' : changesText(inputs);
}

function changesText(changes: readonly InputChange[]): string {
  const said = changes.slice(0, MOST_CHANGES).map(({ column, term, before, after }) => {
    const name = columnLabel(column)
      .replace(/^term_/, '')
      .replaceAll('_', ' ');
    return `${term === null ? '' : `${term}: `}${name} ${before === '' ? 'blank' : before} → ${after === '' ? 'blank' : after}`;
  });
  if (changes.length > MOST_CHANGES) said.push(`and ${changes.length - MOST_CHANGES} more`);
  return said.join('; ');
}
