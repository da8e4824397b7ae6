import { cellText, columnLabel, valueLabel } from '../../../contract/field-labels.js';
import { counted, numberText, wholeDollars } from '../../../engine/texts.js';
import type { ChangeCause } from '../../../review/change-causes.js';
import type { ChangedStudent } from '../../../review/diff.js';
import type { ExplainedChange, InputChange } from '../../../review/input-changes.js';
import { Button } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import type { Comparison } from '../worker/outcome.js';
import type { ResultProps } from './file-view.js';
import { Fold } from './fold.js';

const KINDS: Readonly<Record<ChangedStudent['kind'], string>> = {
  changed: 'other amounts',
  added: 'new in this file',
  removed: 'no longer in this file',
  failed: 'calculated before, failed now',
  mended: 'failed before, calculated now',
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
        Choose an earlier file of students: it is calculated here with the choices of this one, and you see
        which input changed each answer. Or choose an earlier answer as it was saved, a workbook or CSV.
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
  const told = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const apart = (['added', 'removed', 'failed', 'mended'] as const).filter((kind) => counts[kind] > 0);
  return (
    <>
      <p>
        {`${counted(unchanged, 'student')} as before, ${[
          `${numberText(counts.changed)} changed`,
          ...apart.map((kind) => `${numberText(counts[kind])} ${KINDS[kind]}`),
        ].join('; ')}.`}
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
            cause.kind === 'changed' ? dollarText(cause.more.dollars) : '',
            cause.kind === 'changed' ? dollarText(-cause.less.dollars) : '',
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
            kindText(student),
            student.kind === 'changed' ? dollarText(student.dollars) : '',
            becauseOf(student),
            changesText(student.changes),
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

function kindText({ kind, isFailed }: ChangedStudent): string {
  const isSaid = kind === 'failed' || kind === 'mended' || !isFailed;
  return isSaid ? KINDS[kind] : kind === 'changed' ? 'failed both times' : `${KINDS[kind]}, failed`;
}

function causeText({ kind, columns }: ChangeCause): string {
  if (columns === null) return kind === 'changed' ? 'not known without the earlier file' : KINDS[kind];
  const names = columns.map(columnLabel).join(', ');
  const cause = names === '' ? SAME_INPUT : names;
  return kind === 'changed' ? cause : `${cause} (${KINDS[kind]})`;
}

const SAME_INPUT = 'the same input: different rules, or rows in a different order';

function becauseOf({ kind, inputs }: ExplainedChange): string {
  if (kind === 'added' || kind === 'removed' || inputs === null) return '';
  return inputs.length === 0 ? SAME_INPUT : changesText(inputs);
}

function shownCell(column: string, cell: string): string {
  return cell === '' ? 'blank' : valueLabel(column, cellText(column, cell));
}

function changesText(changes: readonly InputChange[]): string {
  // What else an answer says follows from these.
  const named = changes.filter(({ column }) => columnLabel(column) !== column);
  const said = named
    .slice(0, MOST_CHANGES)
    .map(
      ({ column, term, before, after }) =>
        `${term === null ? '' : `${term}: `}${columnLabel(column)} ${shownCell(column, before)} → ${shownCell(column, after)}`,
    );
  if (named.length > MOST_CHANGES) said.push(`and ${named.length - MOST_CHANGES} more`);
  return said.join('; ');
}

/** `$1,234,500`, `−$20`. */
function dollarText(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}${wholeDollars(Math.abs(dollars))}`;
}
