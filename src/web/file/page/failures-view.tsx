import { counted } from '../../../engine/texts.js';
import type { FailureExample } from '../../../review/failure-groups.js';
import { columnLabel, inWords, wordLabel } from '../../field-labels.js';
import { Button } from '../../parts/basics.js';
import { Choice } from '../../parts/choice.js';
import { Disclosure } from '../../parts/disclosure.js';
import { TextBox } from '../../parts/field.js';
import type { GroupView, Mend } from '../worker/outcome.js';

import type { ResultProps } from './file-view.js';

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
  const name = `group-${result.id}-${index}`;
  // The largest group is open until the person closes it.
  const students = counted(group.students, 'student');
  const isOpen = index === 0 ? !state.open.has(`${name}-closed`) : state.open.has(name);
  return (
    <Disclosure
      class="group"
      summary={
        <>
          <strong>
            {students}: {columnLabel(group.column)}.
          </strong>{' '}
          {inWords(group.problem)}
        </>
      }
      isOpen={isOpen}
      onToggle={(now) =>
        send(
          index === 0
            ? { type: 'unfold', name: `${name}-closed`, isOpen: !now }
            : { type: 'unfold', name, isOpen: now },
        )
      }
    >
      <p>{inWords(group.repair.sentence)}</p>
      <Repair {...props} />
      {group.rowCount > 0 && group.repair.kind !== 'copies' && (
        <p>
          <Button
            disabled={state.task !== null}
            onPress={() =>
              send({
                type: 'mend',
                mend: {
                  kind: 'leave out',
                  result: result.id,
                  group: index,
                  said: `Left out by hand: ${students}. ${columnLabel(group.column)}: ${inWords(group.problem)}`,
                },
              })
            }
          >
            Leave {students} out
          </Button>
        </p>
      )}
    </Disclosure>
  );
}

function Repair(props: GroupProps) {
  const { result, group, index, send, state } = props;
  const { column, given, examples, students, rowCount } = group;
  const mend = (made: Mend): void => send({ type: 'mend', mend: made });
  switch (group.repair.kind) {
    case 'values': {
      const fields = given.map(({ value, students: count }) => ({
        about: value,
        of: `${value} (${counted(count, 'student')})`,
        label: `${value} (${counted(count, 'student')}) means`,
      }));
      return (
        <Fields
          {...props}
          fields={fields}
          onWritten={(written, said) =>
            mend({
              kind: 'values',
              column,
              values: Object.fromEntries(written.map(({ about, value }) => [about, value])),
              said,
            })
          }
        />
      );
    }
    case 'value':
      return (
        <>
          <Examples examples={examples} />
          <Fields
            {...props}
            fields={[
              {
                about: index,
                of: counted(rowCount, 'row'),
                label: `${columnLabel(column)} on ${counted(rowCount, 'row')}`,
              },
            ]}
            onWritten={([written], said) => {
              if (written === undefined) return;
              mend({ kind: 'group', result: result.id, group: index, value: written.value, said });
            }}
          />
        </>
      );
    case 'source': {
      const known = examples.filter(({ ourRows }) => ourRows.length > 0 && column !== 'terms');
      const more = students - known.length;
      if (known.length === 0) return <Examples examples={examples} />;
      return (
        <>
          <Fields
            {...props}
            fields={known.map((example) => ({
              about: example.ourRows,
              of: exampleText(example),
              label: exampleText(example),
            }))}
            onWritten={(written, said) =>
              mend({
                kind: 'rows',
                column,
                cells: written.map(({ about, value }) => ({ rows: about, value })),
                said,
              })
            }
          />
          {more > 0 && (
            <p class="hint">
              After these, the next of the other {counted(more, 'student')} are shown here. All are among the
              failed rows.
            </p>
          )}
        </>
      );
    }
    case 'copies':
      return (
        <>
          <Examples examples={examples} />
          {rowCount > 0 && (
            <p>
              <Button
                disabled={state.task !== null}
                onPress={() =>
                  mend({
                    kind: 'leave out',
                    result: result.id,
                    group: index,
                    said: `Left out by hand: ${counted(rowCount, 'copy', 'copies')} of rows.`,
                  })
                }
              >
                Leave out {counted(rowCount, 'copy', 'copies')} and calculate again
              </Button>
            </p>
          )}
        </>
      );
  }
}

/** Fields for the correct values. The button applies those that are filled in, and does nothing while all are blank. */
function Fields<About>(
  props: GroupProps & {
    readonly fields: readonly { readonly about: About; readonly of: string; readonly label: string }[];
    readonly onWritten: (
      written: readonly { readonly about: About; readonly value: string }[],
      said: string,
    ) => void;
  },
) {
  const { state, result, group, index, send, fields, onWritten } = props;
  const idOf = (nth: number): string => `repair-${result.id}-${index}-${nth}`;
  const type = (field: string) => (text: string) => send({ type: 'type', field, text });
  const written = fields
    .map(({ about, of }, nth) => ({ about, of, value: (state.typed[idOf(nth)] ?? '').trim() }))
    .filter(({ value }) => value !== '');
  const inWord = (value: string): string => (group.repair.options.length === 0 ? value : wordLabel(value));
  const said = `Entered by hand, ${columnLabel(group.column)}: ${written.map(({ value, of }) => `${inWord(value)} for ${of}`).join('; ')}.`;
  return (
    <div class="values">
      {fields.map(({ label }, nth) => {
        const id = idOf(nth);
        return (
          <div key={id} class="meaning">
            <label for={id}>{label}</label>
            {group.repair.options.length === 0 ? (
              <TextBox id={id} value={state.typed[id] ?? ''} onText={type(id)} />
            ) : (
              <Choice
                id={id}
                value={state.typed[id] ?? ''}
                options={group.repair.options.map((value) => ({ value, text: wordLabel(value) }))}
                canClear
                onChoose={type(id)}
              />
            )}
          </div>
        );
      })}
      <p>
        <Button
          disabled={state.task !== null || written.length === 0}
          onPress={() => onWritten(written, said)}
        >
          Repair and calculate again
        </Button>
      </p>
    </div>
  );
}

function Examples({ examples }: { readonly examples: readonly FailureExample[] }) {
  return <p class="hint">For example {examples.map(exampleText).join('; ')}.</p>;
}

function exampleText({ id, row, column, given, detail }: FailureExample): string {
  const place = row === null ? '' : ` in row ${row}`;
  const says = given === null ? '' : `, where ${column} says ${given}`;
  return `${id}${place}${says}${detail === null ? '' : ` (${inWords(detail)})`}`;
}
