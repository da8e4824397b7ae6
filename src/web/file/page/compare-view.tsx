import { counted, numberText, wholeDollars } from '../../../engine/texts.js';
import type { ChangeCause } from '../../../review/change-causes.js';
import type { ChangedStudent } from '../../../review/diff.js';
import type { ExplainedChange, InputChange } from '../../../review/input-changes.js';
import { columnLabel, valueLabel } from '../../field-labels.js';
import { Button } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import type { Comparison } from '../worker/outcome.js';
import type { ResultProps } from './file-view.js';
import { Fold } from './fold.js';

const KINDS: Readonly<Record<ChangedStudent['kind'], string>> = {
  changed: 'other amounts',
  added: 'new in this file',
  removed: 'no longer in this file',
  failed: 'was calculated, fails now',
  mended: 'failed, is calculated now',
};

/** How many changes of a student are listed. */
const MOST_CHANGES = 4;

/** What differs from an earlier file or answer, and why. */
export function CompareView({ state, result, send }: ResultProps) {
  const compare = (): void => {
    const field = document.getElementById('earlier');
    const before = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
    if (before === undefined) field?.focus();
    else send({ type: 'compare', before });
  };
  return (
    <Fold summary="Compare with an earlier file" name="compare" state={state} send={send}>
      <p>
        An earlier file of students is calculated here, with the choices of this one, and you see which input
        changed each answer. An earlier answer is taken as it was saved, as a workbook or as CSV.
      </p>
      <div class="meaning">
        <label for="earlier">The earlier file or answer</label>
        <input id="earlier" type="file" />
      </div>
      <p>
        <Button disabled={state.task !== null} onPress={compare}>
          Compare
        </Button>
      </p>
      <div aria-live="polite">{result.comparison !== null && <Changes comparison={result.comparison} />}</div>
    </Fold>
  );
}

function Changes({ comparison: { summary, causes, students } }: { readonly comparison: Comparison }) {
  const { unchanged, more, less, counts } = summary;
  const changed = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p>
        {`${counted(unchanged, 'student')} as before, ${numberText(changed)} changed.`}
        {more.students > 0 &&
          ` ${counted(more.students, 'student')} may borrow ${dollarText(more.dollars)} more in all.`}
        {less.students > 0 &&
          ` ${counted(less.students, 'student')} may borrow ${dollarText(-less.dollars)} less in all.`}
      </p>
      {causes.length > 0 && (
        <Table
          caption="Why answers changed"
          columns={['Because of', 'Students', 'May borrow more', 'May borrow less']}
          rows={causes.map((cause) => [
            causeText(cause),
            numberText(cause.students),
            dollarText(cause.more.dollars),
            dollarText(-cause.less.dollars),
          ])}
          numbers={[1, 2, 3]}
        />
      )}
      {students.length > 0 && (
        <Table
          caption="Students whose answer changed"
          columns={['Student', 'What', 'Annual limits', 'Because of', 'In the answer']}
          rows={students.map((student) => [
            student.id,
            KINDS[student.kind],
            dollarText(student.dollars),
            becauseOf(student),
            changesText(student.changes),
          ])}
          numbers={[2]}
        />
      )}
      {students.length < changed && (
        <p class="hint">The first {counted(students.length, 'student')} are shown.</p>
      )}
    </>
  );
}

function causeText({ kind, columns }: ChangeCause): string {
  if (columns === null) return kind === 'changed' ? 'not known without the earlier file' : KINDS[kind];
  const names = columns.map(columnLabel).join(', ');
  const cause = names === '' ? SAME_INPUT : names;
  return kind === 'changed' ? cause : `${cause} (${KINDS[kind]})`;
}

const SAME_INPUT = 'no input: other rules, or another order of rows';

function becauseOf({ kind, inputs }: ExplainedChange): string {
  if (kind === 'added' || kind === 'removed' || inputs === null) return '';
  return inputs.length === 0 ? SAME_INPUT : changesText(inputs);
}

function shownCell(column: string, cell: string): string {
  if (cell === '') return 'blank';
  if (/^\d+$/.test(cell) && /subsidized$|unsub$|_sub$|grad_plus$/.test(column))
    return dollarText(Number(cell));
  return valueLabel(column, cell);
}

function changesText(changes: readonly InputChange[]): string {
  const said = changes.slice(0, MOST_CHANGES).map(({ column, term, before, after }) => {
    const name = columnLabel(column)
      .replace(/^term_/, '')
      .replaceAll('_', ' ');
    return `${term === null ? '' : `${term}: `}${name} ${shownCell(column, before)} → ${shownCell(column, after)}`;
  });
  if (changes.length > MOST_CHANGES) said.push(`and ${changes.length - MOST_CHANGES} more`);
  return said.join('; ');
}

/** `$1,234,500`, `−$20`. */
function dollarText(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}${wholeDollars(Math.abs(dollars))}`;
}
