import { columnLabel, inWords, wordLabel } from '../../../contract/field-labels.js';
import { counted } from '../../../engine/plain-texts.js';
import type { FailureExample } from '../../../review/failures.js';
import { Button } from '../../parts/basics.js';
import { Choice } from '../../parts/choice.js';
import { TextBox } from '../../parts/field.js';
import type { GroupView, Mend } from '../worker/worker-protocol.js';
import { Fold, usePage, useResult } from './page-context.js';

/** The failed students, grouped by the repair that they need, with each group's repair. */
export function FailuresView() {
  const { state, send } = usePage();
  const { outcome, plan } = useResult();
  return (
    <>
      {outcome.failures.map((group, index) => (
        <Group key={index} group={group} index={index} />
      ))}
      {plan.mends.length > 0 && (
        <p class="row">
          {counted(plan.mends.length, 'repair')} made here.
          <Button disabled={state.task !== null} onPress={() => send({ type: 'undo mend' })}>
            Undo the last repair
          </Button>
        </p>
      )}
    </>
  );
}

function Group({ group, index }: { readonly group: GroupView; readonly index: number }) {
  const { state, send } = usePage();
  const { id } = useResult().plan;
  const { column, problem, repair, students, fileRows, examples } = group;
  const { kind, options } = repair;
  const label = columnLabel(column);
  const failed = counted(students, 'student');
  const copies = counted(fileRows, 'copy', 'copies');
  const isBusy = state.task !== null;
  // Of a mistake in the source each row has its own value; of others one value is for all rows of the group.
  const known =
    kind === 'source' && column !== 'terms' ? examples.filter(({ ourRows }) => ourRows.length > 0) : [];
  const asked = kind === 'value' ? [counted(fileRows, 'row')] : known.map(exampleText);
  const idOf = (nth: number): string => `repair-${id}-${index}-${nth}`;
  const textOf = (nth: number): string => (state.typed[idOf(nth)] ?? '').trim();
  const written = asked.flatMap((about, nth) =>
    textOf(nth) === '' ? [] : [{ about, nth, value: textOf(nth) }],
  );
  const mend = (repairs: Partial<Mend>, said: string) =>
    send({ type: 'mend', mend: { column, cells: [], leftOut: [], ...repairs, said } });
  const write = () => {
    const made = written.map(
      (each) => `${options.length === 0 ? each.value : wordLabel(each.value)} for ${each.about}`,
    );
    const cells = written.map(({ nth, value }) => ({
      rows: kind === 'source' ? (known[nth]?.ourRows ?? []) : group.rows,
      value,
    }));
    mend({ cells }, `Entered by hand, ${label}: ${made.join('; ')}.`);
  };
  return (
    <Fold
      name={`group-${id}-${index}`}
      // The largest group is open until the person closes it.
      isOpenAtFirst={index === 0}
      class="group"
      summary={
        <>
          <strong>
            {failed}: {label}.
          </strong>{' '}
          {inWords(problem)}
        </>
      }
    >
      <p>
        {known.length > 0
          ? 'Enter the correct values here, or correct these rows in your file.'
          : inWords(repair.sentence)}
      </p>
      {known.length === 0 && <p class="hint">For example {examples.map(exampleText).join('; ')}.</p>}
      {asked.map((about, nth) => (
        <Repair
          key={about}
          id={idOf(nth)}
          label={kind === 'value' ? `${label} on ${about}` : about}
          options={options}
        />
      ))}
      {asked.length > 0 && (
        <p>
          <Button disabled={isBusy || written.length === 0} onPress={write}>
            Repair and calculate again
          </Button>
        </p>
      )}
      {known.length > 0 && students > known.length && (
        <p class="hint">
          Once these are repaired, the next of the other {counted(students - known.length, 'student')} are
          shown here. The failed rows have all of them.
        </p>
      )}
      {fileRows > 0 && (
        <p>
          <Button
            disabled={isBusy}
            onPress={() =>
              mend(
                { leftOut: group.leftOut },
                `Left out by hand: ${kind === 'copies' ? `${copies} of rows.` : `${failed}. ${label}: ${inWords(problem)}`}`,
              )
            }
          >
            {kind === 'copies' ? `Leave out ${copies} and calculate again` : `Leave ${failed} out`}
          </Button>
        </p>
      )}
    </Fold>
  );
}

/** A place for a correct value. */
function Repair(props: { readonly id: string; readonly label: string; readonly options: readonly string[] }) {
  const { id, label, options } = props;
  const { state, send } = usePage();
  const value = state.typed[id] ?? '';
  const type = (text: string) => send({ type: 'type', field: id, text });
  return (
    <div class="row">
      <label for={id}>{label}</label>
      {options.length === 0 ? (
        <TextBox id={id} value={value} onText={type} />
      ) : (
        <Choice
          id={id}
          value={value}
          options={options.map((each) => [each, wordLabel(each)])}
          onChoose={type}
          onClear={() => type('')}
        />
      )}
    </div>
  );
}

function exampleText({ id, row, column, given, detail }: FailureExample): string {
  const place = row === null ? '' : ` in row ${row}`;
  const says = given === null ? '' : `, where ${column} says ${given}`;
  return `${id}${place}${says}${detail === null ? '' : ` (${inWords(detail)})`}`;
}
