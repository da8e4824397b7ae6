import { cellText, columnLabel, valueLabel } from '../../../contract/field-labels.js';
import { counted, wholeDollars } from '../../../engine/plain-texts.js';
import type { Change, ChangedStudent } from '../../../review/diff.js';
import { Button } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import type { Comparison } from '../worker/worker-protocol.js';
import { usePage, useResult } from './page-context.js';

/** What one student did, and several. */
const KINDS: Readonly<Record<ChangedStudent['kind'], readonly [one: string, several: string]>> = {
  changed: ['has other amounts', 'have other amounts'],
  added: ['is new in this file', 'are new in this file'],
  removed: ['is no longer in this file', 'are no longer in this file'],
  failed: ['was calculated before and failed now', 'were calculated before and failed now'],
  mended: ['failed before and is calculated now', 'failed before and are calculated now'],
};

/** How many changes of a student are listed. */
const MOST_CHANGES = 4;

/** Whose amounts differ from an earlier answer. */
export function CompareView() {
  const { state, send } = usePage();
  const { comparison } = useResult();
  const compare = (): void => {
    const field = document.getElementById('earlier');
    const before = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
    if (before === undefined) field?.focus();
    else send({ type: 'compare', before });
  };
  return (
    <details>
      <summary>Compare with an earlier answer</summary>
      <p>Choose an answer that you saved before, a workbook or a CSV, to see whose amounts changed.</p>
      <div class="row">
        <label for="earlier">The earlier answer</label>
        <input id="earlier" type="file" />
        <Button disabled={state.task !== null} onPress={compare}>
          Compare
        </Button>
      </div>
      <div aria-live="polite">{comparison !== null && <Changes comparison={comparison} />}</div>
    </details>
  );
}

function Changes({ comparison: { summary, students } }: { readonly comparison: Comparison }) {
  const { unchanged, more, less, counts } = summary;
  const kinds = (['changed', 'added', 'removed', 'failed', 'mended'] as const).filter(
    (kind) => counts[kind] > 0,
  );
  const told = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const parts = [
    `${counted(unchanged, 'student has', 'students have')} the same answer as before`,
    ...kinds.map((kind) => counted(counts[kind], ...KINDS[kind])),
  ];
  return (
    <>
      <p>
        {parts.join('; ')}.
        {more.students > 0 &&
          ` ${counted(more.students, 'student')} may borrow ${dollarText(more.dollars)} more in all.`}
        {less.students > 0 &&
          ` ${counted(less.students, 'student')} may borrow ${dollarText(-less.dollars)} less in all.`}
      </p>
      {students.length > 0 && (
        <Table
          caption="Students whose answer changed"
          columns={['Student', 'What', 'Annual limits', 'In the answer']}
          rows={students.map(({ id, kind, isFailed, dollars, changes }) => [
            id,
            `${KINDS[kind][0]}${isFailed && kind !== 'failed' ? ', failed' : ''}`,
            kind === 'changed' ? dollarText(dollars) : '',
            changesText(changes),
          ])}
          numbers={[2]}
        />
      )}
      {students.length < told && (
        <p class="hint">The first {counted(students.length, 'student')} are shown.</p>
      )}
    </>
  );
}

function changesText(changes: readonly Change[]): string {
  // What else an answer says follows from these.
  const named = changes.filter(({ column }) => columnLabel(column) !== column);
  const more = named.length - MOST_CHANGES;
  const texts = named.slice(0, MOST_CHANGES).map(({ column, term, before, after }) => {
    const shown = (cell: string): string =>
      cell === '' ? 'blank' : valueLabel(column, cellText(column, cell));
    return `${term === null ? '' : `${term}: `}${columnLabel(column)} ${shown(before)} → ${shown(after)}`;
  });
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** `$1,234,500`, `−$20`. */
function dollarText(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}${wholeDollars(Math.abs(dollars))}`;
}
