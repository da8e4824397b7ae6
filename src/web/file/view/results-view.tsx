import { columnLabel, inWords } from '../../../contract/field-words.js';
import { counted, numberText, wholeDollars } from '../../../engine/texts.js';
import type { ChangedStudent } from '../../../review/diff.js';
import type { FailureExample, FailureGroup } from '../../../review/failures.js';
import { wordLabel } from '../../labels.js';
import { Button, Choice, FileInput, optionsIn, Panel, Table, TextBox, TextList } from '../../parts.js';
import { FIRST_QUESTION } from '../state/file-state.js';
import type { Comparison, Filter, Mend, Preview, PreviewQuestion } from '../worker/worker-protocol.js';
import { DraftBox, usePage, useResult } from './page-context.js';

/** The results: the students and how to save them, then failures and changes. */
export function ResultsView() {
  const { state, send } = usePage();
  const { outcome, plan } = useResult();
  const { students, failedStudents, overpaidStudents, warnings } = outcome.summary;
  const hasFailed = failedStudents > 0;
  const save = (what: 'workbook' | 'answer' | 'failed', label: string) => (
    <Button
      look={what === 'workbook' ? 'primary' : undefined}
      disabled={state.task !== null}
      onPress={() => send({ type: 'save', what })}
    >
      {label}
    </Button>
  );
  return (
    <Panel id="results" title="Results">
      <p class={`note ${hasFailed ? 'care' : 'info'}`} role="status">
        <strong>
          {hasFailed && `${numberText(students - failedStudents)} of `}
          {`${counted(students, 'student')} calculated`}
          {hasFailed ? `, ${numberText(failedStudents)} failed.` : '.'}
        </strong>{' '}
        {overpaidStudents > 0 && (
          <Button look="link" onPress={() => send({ type: 'look', question: OVERPAID })}>
            {`${counted(overpaidStudents, 'student was', 'students were')} paid more than the new limit.`}
          </Button>
        )}
      </p>
      <p class="row">
        {save('workbook', 'Save as an Excel workbook')}
        {save('answer', 'Save the answer as CSV')}
        {hasFailed && save('failed', `Save only the failed rows (${counted(failedStudents, 'student')})`)}
        {hasFailed && (
          <Button look="link" onPress={() => send({ type: 'focus', id: `failed-${plan.id}-0` })}>
            Why they failed
          </Button>
        )}
      </p>
      <p class="hint">
        The workbook has your own rows with the amounts beside them; the CSV is for programs.
      </p>
      <AnswerRows />
      {warnings.length > 0 && (
        <TextList
          texts={warnings.map(
            (each) => `${counted(each.students, 'student')} with a warning: ${inWords(each.warning)}`,
          )}
        />
      )}
      {outcome.failures.map((group, index) => (
        // The largest group is open until the person closes it.
        <Group key={`${plan.id}-${index}`} group={group} nth={index} />
      ))}
      {plan.mends.length > 0 && (
        <>
          <p class="row">
            {counted(plan.mends.length, 'repair')} made here.
            <Button
              disabled={state.task !== null}
              onPress={() => send({ type: 'repair', mends: plan.mends.slice(0, -1) })}
            >
              Undo the last repair
            </Button>
          </p>
          <TextList texts={plan.mends.map(({ said }) => said)} />
        </>
      )}
      <CompareView />
    </Panel>
  );
}

const FILTERS: Readonly<Record<Filter, string>> = {
  all: 'all rows',
  failed: 'rows that failed',
  warnings: 'rows with warnings',
  reduced: 'rows with less than the full annual limit',
  overpaid: 'rows with more paid than the new limit',
};

const OVERPAID: PreviewQuestion = { ...FIRST_QUESTION, filter: 'overpaid' };

function AnswerRows() {
  const { send } = usePage();
  const { look } = useResult();
  const question = look?.question ?? FIRST_QUESTION;
  const ask = (change: Partial<PreviewQuestion>): void =>
    send({ type: 'look', question: { ...question, ...change } });
  return (
    <>
      <div class="row">
        <label for="rows-filter">Show</label>
        <Choice
          id="rows-filter"
          value={question.filter}
          options={optionsIn(FILTERS)}
          onChoose={(filter) => ask({ filter })}
        />
        <label for="rows-search">Student ID contains</label>
        <DraftBox id="rows-search" value={question.search} onText={(search) => ask({ search })} />
      </div>
      <div aria-live="polite">
        {/* Tall enough that the page does not get shorter and scroll while rows are searched. */}
        {look?.preview === null && <p style={{ minHeight: '90vh' }}>Looking for the rows…</p>}
        {look?.preview && <Rows {...look.preview} />}
      </div>
    </>
  );
}

function Rows({ head, rows, hasMore }: Preview) {
  if (rows.length === 0) return <p>No row matches.</p>;
  return (
    <>
      <Table
        caption="Students"
        columns={['Why', ...head.map(({ text }) => text)]}
        rows={rows.flatMap(({ cells, remark, link }) => {
          const reasons = link !== null && (
            <a href={link} target="_blank" rel="noopener" aria-label={`Show the reasons for ${cells[0]}`}>
              Reasons
            </a>
          );
          const said = <p class="remark">{remark}</p>;
          return [[reasons, ...cells], ...(remark === '' ? [] : [[said]])];
        })}
        numbers={head.flatMap(({ isNumber }, place) => (isNumber ? [place + 1] : []))}
        isGrouped
      />
      {hasMore && (
        <p class="hint">The first {counted(rows.length, 'row')} are shown. The workbook has all.</p>
      )}
    </>
  );
}

function Group({ group, nth }: { readonly group: FailureGroup; readonly nth: number }) {
  const { state, send } = usePage();
  const { mends, id: planId } = useResult().plan;
  const id = `${planId}-${nth}`;
  const { column, problem, repair: kind, options, students, fileRows, examples } = group;
  const label = columnLabel(column);
  const failed = counted(students, 'student');
  const copies = counted(fileRows, 'copy', 'copies');
  const isBusy = state.task !== null;
  const isOfSource = kind === 'source' && column !== 'terms';
  // A mistake in the source needs a value for each row, any other problem one for all rows of the group.
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
    <details id={`failed-${id}`} class="group" open={nth === 0}>
      <summary>
        <strong>
          {failed}
          {column !== 'terms' && `: ${label}`}.
        </strong>{' '}
        {inWords(problem)}
      </summary>
      {kind !== 'said' && (
        <p>
          Correct these rows in your file{places.length > 0 && ', or enter what is right here'}.
          {known.length > 0 && students > known.length && ' The others come up once these are repaired.'}
        </p>
      )}
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
      <p class="row">
        {places.length > 0 && (
          <Button disabled={isBusy || written.length === 0} onPress={write}>
            Repair and calculate again
          </Button>
        )}
        {fileRows > 0 && (
          <Button disabled={isBusy} onPress={leaveOut}>
            {kind === 'copies' ? `Leave out ${copies} and calculate again` : `Leave ${failed} out`}
          </Button>
        )}
      </p>
    </details>
  );
}

function exampleText({ id, row, column, given, detail }: FailureExample): string {
  const place = row === null ? '' : ` in row ${row}`;
  const says = given === null ? '' : `, where ${column} says ${given}`;
  return `${id}${place}${says}${detail === null ? '' : ` (${inWords(detail).replace(/\.$/, '')})`}`;
}

function CompareView() {
  const { send } = usePage();
  const { comparison } = useResult();
  return (
    <details>
      <summary>Compare with an earlier answer</summary>
      <label for="earlier">The earlier answer: a workbook or a CSV that you saved before</label>
      <FileInput id="earlier" onFile={(before) => send({ type: 'compare', before })} />
      <div aria-live="polite">{comparison !== null && <Changes comparison={comparison} />}</div>
    </details>
  );
}

const KINDS: Readonly<Record<ChangedStudent['kind'], string>> = {
  changed: 'with other amounts',
  added: 'new in this file',
  removed: 'no longer in this file',
  failed: 'calculated before and failed now',
  mended: 'failed before and calculated now',
};

/** A difference of $0 is possible: terms may have other amounts within the same limits. */
function changeText(dollars: number): string {
  if (dollars === 0) return 'the same';
  return `${wholeDollars(Math.abs(dollars))} ${dollars > 0 ? 'more' : 'less'}`;
}

function Changes({ comparison: { summary, students } }: { readonly comparison: Comparison }) {
  const { unchanged, counts } = summary;
  const told = optionsIn(KINDS).filter(([kind]) => counts[kind] > 0);
  const parts = told.map(([kind, text]) => `; ${numberText(counts[kind])} ${text}`);
  return (
    <>
      <p>
        {counted(unchanged, 'student')} with the same answer as before{parts.join('')}.
      </p>
      {students.length > 0 && (
        <Table
          caption="Students whose answer changed"
          columns={['Student', 'What', 'Limit for the year', 'Amounts of terms, with what was paid']}
          rows={students.map(({ id, kind, dollars, said }) => [
            id,
            KINDS[kind],
            kind === 'changed' ? changeText(dollars) : '',
            said,
          ])}
          numbers={[2]}
        />
      )}
      {students.length < told.reduce((sum, [kind]) => sum + counts[kind], 0) && (
        <p class="hint">The first {counted(students.length, 'student')} are shown.</p>
      )}
    </>
  );
}
