import { cellText, columnLabel, inWords } from '../../../contract/field-labels.js';
import { counted, numberText, wholeDollars } from '../../../engine/texts.js';
import type { Change, ChangedStudent } from '../../../review/diff.js';
import { LOANS } from '../../../review/loans.js';
import { Button, Choice, FileInput, Message, optionsIn, Panel, Table, TextList } from '../../parts.js';
import { FIRST_QUESTION } from '../state/file-state.js';
import type { FileEvent } from '../state/next-file.js';
import type { Comparison, Filter, Preview, PreviewQuestion } from '../worker/worker-protocol.js';
import { FailuresView } from './failures-view.js';
import { DraftBox, useDraft, usePage, useResult } from './page-context.js';

/** The results of the file: the students first and how to save them, then failures, sums and what changed. */
export function ResultsView() {
  const { state, send } = usePage();
  const { summary } = useResult().outcome;
  const { students, failedStudents, studentsWithWarnings, overpaidStudents, warnings } = summary;
  const hasFailed = failedStudents > 0;
  const save = (what: Extract<FileEvent, { type: 'save' }>['what'], label: string) => (
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
      <Message kind={hasFailed ? 'care' : 'good'}>
        <p>
          <strong>
            {hasFailed && `${numberText(students - failedStudents)} of `}
            {`${counted(students, 'student')} calculated`}
            {hasFailed ? `, ${numberText(failedStudents)} failed.` : '.'}
          </strong>
          {studentsWithWarnings > 0 &&
            // Those that failed have none.
            ` ${numberText(studentsWithWarnings)} of ${hasFailed ? 'the calculated students' : 'them'} ${studentsWithWarnings === 1 ? 'has' : 'have'} warnings.`}
          {overpaidStudents > 0 &&
            ` ${counted(overpaidStudents, 'student was', 'students were')} paid more than the new limit.`}
        </p>
      </Message>
      <p class="row">
        {save('workbook', 'Save as an Excel workbook')}
        {save('answer', 'Save the answer as CSV')}
        {hasFailed && save('failed', `Save only the failed rows (${counted(failedStudents, 'student')})`)}
      </p>
      <p class="hint">
        The workbook has your own rows with the amounts beside them, what was assumed, and what failed. The
        CSV is for programs.
      </p>
      <AnswerRows />
      <FailuresView />
      {students > failedStudents && <Totals />}
      {warnings.length > 0 && (
        <details>
          <summary>Warnings ({warnings.length})</summary>
          <TextList
            texts={warnings.map((each) => `${counted(each.students, 'student')}: ${inWords(each.warning)}`)}
          />
        </details>
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

/** The first students that are asked for: the person's own rows, each with its amounts and a link to the reasons. */
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
        {look !== null &&
          (look.preview === null ? <p class="hint">Looking for the rows…</p> : <Rows {...look.preview} />)}
      </div>
    </>
  );
}

function Rows({ head, rows, hasMore }: Preview) {
  const { header } = useDraft().info;
  if (rows.length === 0) return <p>No row matches.</p>;
  return (
    <>
      <Table
        caption="Students"
        columns={['Why', ...head.map(({ text }) => text), ...header]}
        rows={rows.flatMap(({ cells, remark, own, link }) => {
          const reasons = link !== null && (
            <a href={link} target="_blank" rel="noopener" aria-label={`Show the reasons for ${cells[0]}`}>
              Reasons
            </a>
          );
          const said = <p class="remark">{remark}</p>;
          return [[reasons, ...cells, ...own], ...(remark === '' ? [] : [[said]])];
        })}
        numbers={head.flatMap(({ isNumber }, place) => (isNumber ? [place + 1] : []))}
        ownFrom={head.length + 1}
      />
      {hasMore && (
        <p class="hint">The first {counted(rows.length, 'row')} are shown. The workbook has all.</p>
      )}
    </>
  );
}

/** What all students together may borrow. */
function Totals() {
  const { totals, students, failedStudents, reducedStudents } = useResult().outcome.summary;
  const limits = LOANS.flatMap(({ loan, name }) =>
    totals.annual[loan] > 0 ? [`${name} ${wholeDollars(totals.annual[loan])}`] : [],
  );
  return (
    <p>
      {counted(reducedStudents, 'student')} of {numberText(students - failedStudents)}{' '}
      {reducedStudents === 1 ? 'gets' : 'get'} less than the full annual limit. All annual limits together,
      what was paid included: {limits.join(', ') || '$0'}.
    </p>
  );
}

function CompareView() {
  const { send } = usePage();
  const { comparison } = useResult();
  return (
    <details>
      <summary>Compare with an earlier answer</summary>
      <p>Choose an answer that you saved before, a workbook or a CSV, to see whose amounts changed.</p>
      <div class="row">
        <label for="earlier">The earlier answer</label>
        <FileInput id="earlier" onFile={(before) => send({ type: 'compare', before })} />
      </div>
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
          columns={['Student', 'What', 'Annual limits', 'In the answer']}
          rows={students.map(({ id, kind, isFailed, dollars, changes }) => [
            id,
            `${KINDS[kind]}${isFailed && kind !== 'failed' ? ', failed' : ''}`,
            kind === 'changed' ? `${dollars < 0 ? '−' : ''}${wholeDollars(Math.abs(dollars))}` : '',
            changesText(changes),
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

const MOST_CHANGES = 4;

function changesText(changes: readonly Change[]): string {
  const shown = (column: string, cell: string): string => (cell === '' ? 'blank' : cellText(column, cell));
  // What else an answer says follows from the columns that have a name for people.
  const texts = changes.flatMap(({ column, term, before, after }) => {
    const name = columnLabel(column);
    const where = term === null ? '' : `${term}: `;
    return name === column ? [] : [`${where}${name} ${shown(column, before)} → ${shown(column, after)}`];
  });
  return [...texts.slice(0, MOST_CHANGES), ...(texts.length > MOST_CHANGES ? ['…'] : [])].join('; ');
}
