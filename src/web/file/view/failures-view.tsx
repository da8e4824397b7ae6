import { columnLabel, inWords, wordLabel } from '../../../contract/field-labels.js';
import { counted } from '../../../engine/texts.js';
import type { FailureExample, FailureGroup } from '../../../review/failures.js';
import { Button, Choice, TextBox, TextList } from '../../parts.js';
import type { Mend } from '../worker/worker-protocol.js';
import { usePage, useResult } from './page-context.js';

/** The failed students, grouped by the repair that they need, with each group's repair, and the repairs that were made. */
export function FailuresView() {
  const { state, send } = usePage();
  const { outcome, plan } = useResult();
  const { id, mends } = plan;
  return (
    <>
      {outcome.failures.map((group, index) => (
        // The largest group is open until the person closes it.
        <Group key={`${id}-${index}`} group={group} id={`${id}-${index}`} isOpenAtFirst={index === 0} />
      ))}
      {mends.length > 0 && (
        <>
          <p class="row">
            {counted(mends.length, 'repair')} made here.
            <Button
              disabled={state.task !== null}
              onPress={() => send({ type: 'repair', mends: mends.slice(0, -1) })}
            >
              Undo the last repair
            </Button>
          </p>
          <TextList texts={mends.map(({ said }) => said)} />
        </>
      )}
    </>
  );
}

function Group(props: {
  readonly group: FailureGroup;
  readonly id: string;
  readonly isOpenAtFirst: boolean;
}) {
  const { group, id, isOpenAtFirst } = props;
  const { state, send } = usePage();
  const { mends } = useResult().plan;
  const { column, problem, repair, students, fileRows, examples } = group;
  const { kind, options } = repair;
  const label = columnLabel(column);
  const failed = counted(students, 'student');
  const copies = counted(fileRows, 'copy', 'copies');
  const isBusy = state.task !== null;
  const isOfSource = kind === 'source' && column !== 'terms';
  // Of a mistake in the source each row has its own value; of others one value is for all rows of the group.
  const known = isOfSource ? examples.filter(({ ourRows }) => ourRows.length > 0) : [];
  const asked =
    kind === 'value'
      ? [{ about: counted(fileRows, 'row'), rows: group.rows }]
      : known.map((example) => ({ about: exampleText(example), rows: example.ourRows }));
  const places = asked.map((each, nth) => {
    const field = `repair-${id}-${nth}`;
    return { ...each, field, value: state.typed[field]?.trim() ?? '' };
  });
  const written = places.filter(({ value }) => value !== '');
  const mend = (repairs: Partial<Mend>, said: string) =>
    send({ type: 'repair', mends: [...mends, { column, cells: [], leftOut: [], ...repairs, said }] });
  const write = () => {
    const made = written.map(
      ({ value, about }) => `${options.length === 0 ? value : wordLabel(value)} for ${about}`,
    );
    mend({ cells: written }, `Entered by hand, ${label}: ${made.join('; ')}.`);
  };
  const leaveOut = () => {
    const what = kind === 'copies' ? `${copies} of rows.` : `${failed}. ${label}: ${inWords(problem)}`;
    mend({ leftOut: group.leftOut }, `Left out by hand: ${what}`);
  };
  return (
    <details class="group" open={isOpenAtFirst}>
      <summary>
        <strong>
          {failed}: {label}.
        </strong>{' '}
        {inWords(problem)}
      </summary>
      <p>
        {known.length > 0
          ? 'Enter the correct values here, or correct these rows in your file.'
          : inWords(repair.sentence)}
      </p>
      {known.length === 0 && <p class="hint">For example {examples.map(exampleText).join('; ')}.</p>}
      {places.map(({ field, about }) => {
        const value = state.typed[field] ?? '';
        const type = (text: string) => send({ type: 'type', field, text });
        return (
          <div key={field} class="row">
            <label for={field}>{kind === 'value' ? `${label} on ${about}` : about}</label>
            {options.length === 0 ? (
              <TextBox id={field} value={value} onText={type} />
            ) : (
              <Choice
                id={field}
                value={value}
                options={options.map((each) => [each, wordLabel(each)])}
                onChoose={type}
                onClear={() => type('')}
              />
            )}
          </div>
        );
      })}
      {places.length > 0 && (
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
          <Button disabled={isBusy} onPress={leaveOut}>
            {kind === 'copies' ? `Leave out ${copies} and calculate again` : `Leave ${failed} out`}
          </Button>
        </p>
      )}
    </details>
  );
}

function exampleText({ id, row, column, given, detail }: FailureExample): string {
  const place = row === null ? '' : ` in row ${row}`;
  const says = given === null ? '' : `, where ${column} says ${given}`;
  return `${id}${place}${says}${detail === null ? '' : ` (${inWords(detail)})`}`;
}
