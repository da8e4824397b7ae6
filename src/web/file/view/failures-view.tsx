import { columnLabel, inWords, wordLabel } from '../../../contract/field-labels.js';
import { counted } from '../../../engine/plain-texts.js';
import type { FailureExample } from '../../../review/failure-groups.js';
import { Button } from '../../parts/basics.js';
import { Choice } from '../../parts/choice.js';
import { TextBox } from '../../parts/field.js';
import type { GroupView, MendStep } from '../worker/outcome.js';
import { Fold } from './fold.js';
import type { ResultProps } from './view-props.js';

interface GroupProps extends ResultProps {
  readonly group: GroupView;
  readonly index: number;
}

/** The failed students, grouped by the repair that they need, with each group's repair. */
export function FailuresView({ state, result, send }: ResultProps) {
  return (
    <>
      {result.outcome.failures.map((group, index) => (
        <Group key={index} state={state} result={result} group={group} index={index} send={send} />
      ))}
      {result.mends.length > 0 && (
        <p class="row">
          <span>{counted(result.mends.length, 'repair')} made here.</span>
          <Button disabled={state.task !== null} onPress={() => send({ type: 'undo mend' })}>
            Undo the last repair
          </Button>
        </p>
      )}
    </>
  );
}

function Group(props: GroupProps) {
  const { state, result, group, index, send } = props;
  const { column, problem, repair, students, fileRows, examples } = group;
  const label = columnLabel(column);
  const failed = counted(students, 'student');
  const isCopies = repair.kind === 'copies';
  const copies = counted(fileRows, 'copy', 'copies');
  const { fields, mendOf } = askedFor(props);
  const more = students - fields.length;
  const mend = (step: MendStep, said: string) => send({ type: 'mend', mend: { ...step, said } });
  const leaveOut = () =>
    mend(
      { kind: 'leave out', result: result.id, group: index },
      `Left out by hand: ${isCopies ? `${copies} of rows.` : `${failed}. ${label}: ${inWords(problem)}`}`,
    );
  return (
    <Fold
      name={`group-${result.id}-${index}`}
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
      state={state}
      send={send}
    >
      <p>
        {repair.kind === 'source' && fields.length > 0
          ? 'Enter the correct values here, or correct these rows in your file.'
          : inWords(repair.sentence)}
      </p>
      {(repair.kind !== 'source' || fields.length === 0) && (
        <p class="hint">For example {examples.map(exampleText).join('; ')}.</p>
      )}
      {fields.length > 0 && (
        <Fields {...props} fields={fields} onWritten={(written, said) => mend(mendOf(written), said)} />
      )}
      {repair.kind === 'source' && fields.length > 0 && more > 0 && (
        <p class="hint">
          Once these are repaired, the next of the other {counted(more, 'student')} are shown here. The failed
          rows have all of them.
        </p>
      )}
      {fileRows > 0 && (
        <p>
          <Button disabled={state.task !== null} onPress={leaveOut}>
            {isCopies ? `Leave out ${copies} and calculate again` : `Leave ${failed} out`}
          </Button>
        </p>
      )}
    </Fold>
  );
}

/** A field for a correct value: what it is about, as the answer says it, and its label. */
interface Asked {
  readonly about: string;
  readonly label: string;
}

/** The fields of a group that have been filled in, by index, with their values. */
type Written = readonly (readonly [nth: number, value: string])[];

/** What a person can fill in to repair a group, and the repair that it makes. */
function askedFor({ result, group, index }: GroupProps): {
  readonly fields: readonly Asked[];
  readonly mendOf: (written: Written) => MendStep;
} {
  const { column, examples, fileRows } = group;
  switch (group.repair.kind) {
    case 'source': {
      const known = examples.filter(({ ourRows }) => ourRows.length > 0 && column !== 'terms');
      return {
        fields: known.map((example) => ({ about: exampleText(example), label: exampleText(example) })),
        mendOf: (written) => ({
          kind: 'rows',
          column,
          cells: written.map(([nth, value]) => ({ rows: known[nth]?.ourRows ?? [], value })),
        }),
      };
    }
    case 'value':
    case 'copies': {
      const about = counted(fileRows, 'row');
      return {
        fields:
          group.repair.kind === 'copies' ? [] : [{ about, label: `${columnLabel(column)} on ${about}` }],
        mendOf: ([first]) => ({ kind: 'group', result: result.id, group: index, value: first?.[1] ?? '' }),
      };
    }
  }
}

/** Fields for the correct values. The button applies those that are filled in, and does nothing while all are blank. */
function Fields(
  props: GroupProps & {
    readonly fields: readonly Asked[];
    readonly onWritten: (written: Written, said: string) => void;
  },
) {
  const { state, result, group, index, send, fields, onWritten } = props;
  const { options } = group.repair;
  const idOf = (nth: number): string => `repair-${result.id}-${index}-${nth}`;
  const textOf = (nth: number): string => state.typed[idOf(nth)] ?? '';
  const written = fields
    .map((_, nth) => [nth, textOf(nth).trim()] as const)
    .filter(([, value]) => value !== '');
  const made = written.map(
    ([nth, value]) => `${options.length === 0 ? value : wordLabel(value)} for ${fields[nth]?.about}`,
  );
  return (
    <div class="values">
      {fields.map(({ label }, nth) => {
        const id = idOf(nth);
        const type = (text: string) => send({ type: 'type', field: id, text });
        return (
          <div key={id} class="meaning">
            <label for={id}>{label}</label>
            {options.length === 0 ? (
              <TextBox id={id} value={textOf(nth)} onText={type} />
            ) : (
              <Choice
                id={id}
                value={textOf(nth)}
                options={options.map((value) => [value, wordLabel(value)])}
                onChoose={type}
                onClear={() => type('')}
              />
            )}
          </div>
        );
      })}
      <p>
        <Button
          disabled={state.task !== null || written.length === 0}
          onPress={() =>
            onWritten(written, `Entered by hand, ${columnLabel(group.column)}: ${made.join('; ')}.`)
          }
        >
          Repair and calculate again
        </Button>
      </p>
    </div>
  );
}

function exampleText({ id, row, column, given, detail }: FailureExample): string {
  const place = row === null ? '' : ` in row ${row}`;
  const says = given === null ? '' : `, where ${column} says ${given}`;
  return `${id}${place}${says}${detail === null ? '' : ` (${inWords(detail)})`}`;
}
