import { inWords } from '../../../contract/field-labels.js';
import { counted, numberText, wholeDollars } from '../../../engine/plain-texts.js';
import type { DisbursementOption } from '../../../engine/student.js';
import { Button, Message, TextList } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import { answerSentences, FIRST_QUESTION, type Result } from '../state/file-state.js';
import { AnswerRows } from './answer-rows.js';
import { CompareView } from './compare-view.js';
import { FailuresView } from './failures-view.js';
import { Fold } from './fold.js';
import type { ResultProps } from './view-props.js';

/** The results of the file: the students first and how to save them, then failures, sums and what changed. */
export function ResultsView({ state, result, send }: ResultProps) {
  const { failedStudents } = result.outcome.summary;
  const isBusy = state.task !== null;
  return (
    <section class="panel" aria-labelledby="results-heading">
      <h2 id="results-heading" tabIndex={-1}>
        Results
      </h2>
      <Verdict result={result} />
      <p class="row">
        <Button look="primary" disabled={isBusy} onPress={() => send({ type: 'save', what: 'workbook' })}>
          Save as an Excel workbook
        </Button>
        <Button disabled={isBusy} onPress={() => send({ type: 'save', what: 'answer' })}>
          Save the answer as CSV
        </Button>
        {failedStudents > 0 && (
          <Button disabled={isBusy} onPress={() => send({ type: 'save', what: 'failed' })}>
            Save only the failed rows ({counted(failedStudents, 'student')})
          </Button>
        )}
      </p>
      <p class="hint">
        The workbook has your own rows with the amounts beside them, what was assumed, and what failed. The
        CSV is for programs.
      </p>
      <AnswerRows state={state} result={result} send={send} />
      <FailuresView state={state} result={result} send={send} />
      <Totals state={state} result={result} send={send} />
      <Fold summary="What was done with the file" name="said" state={state} send={send}>
        <TextList texts={answerSentences(state)} />
      </Fold>
      <Warnings state={state} result={result} send={send} />
      <CompareView state={state} result={result} send={send} />
    </section>
  );
}

/** How many were calculated, and how many were not. */
function Verdict({ result }: { readonly result: Result }) {
  const { students, failedStudents, studentsWithWarnings } = result.outcome.summary;
  const calculated = students - failedStudents;
  const said =
    failedStudents === 0
      ? `${counted(students, 'student')} calculated.`
      : `${numberText(calculated)} of ${counted(students, 'student')} calculated, ${numberText(failedStudents)} failed.`;
  // Those that failed have none.
  const them = failedStudents === 0 ? 'them' : 'the calculated students';
  const warned =
    studentsWithWarnings === 0
      ? ''
      : ` ${numberText(studentsWithWarnings)} of ${them} ${studentsWithWarnings === 1 ? 'has' : 'have'} warnings.`;
  return (
    <Message kind={failedStudents === 0 ? 'good' : 'care'}>
      <p>
        <strong>{said}</strong>
        {warned}
      </p>
    </Message>
  );
}

const OVERPAID = { ...FIRST_QUESTION, filter: 'overpaid' } as const;

const LOANS = [
  ['subsidized', 'Subsidized'],
  ['unsubsidized', 'Unsubsidized'],
  ['grad_plus', 'Grad PLUS'],
] as const;

function Totals({ result, send }: ResultProps) {
  const { totals, percents, students, failedStudents, reducedStudents, overpaidStudents } =
    result.outcome.summary;
  const calculated = students - failedStudents;
  if (calculated === 0) return null;
  // Most schools have no Grad PLUS loans.
  const loans = LOANS.filter(([loan]) => loan !== 'grad_plus' || totals.annual[loan] > 0);
  const totalRow = (name: string, option: DisbursementOption): string[] => {
    const amounts = loans.map(([loan]) => option[loan]);
    return [name, ...[...amounts, amounts.reduce((sum, each) => sum + each, 0)].map(wholeDollars)];
  };
  return (
    <>
      <Table
        caption="Totals"
        columns={['Dollars', ...loans.map(([, name]) => name), 'Total']}
        rows={[
          totalRow('Reduced annual limits', totals.annual),
          totalRow('In equal installments, including what was already paid', totals.equal),
          totalRow('By credits, including what was already paid', totals.proportional),
        ]}
        isFigures
      />
      <p>
        {counted(reducedStudents, 'student')} of {numberText(calculated)}{' '}
        {reducedStudents === 1 ? 'gets' : 'get'} less than the full annual limit.
      </p>
      {overpaidStudents > 0 && (
        <p>
          {counted(overpaidStudents, 'student was', 'students were')} paid more than the new limit, so the
          amounts above include more than may be paid.{' '}
          <Button
            look="link"
            onPress={() => send({ type: 'look', question: OVERPAID, focus: 'rows-filter' })}
          >
            Show them
          </Button>
        </p>
      )}
      <Table
        isFigures
        caption="Students by the percent of the annual limit that remains"
        columns={['Percent of limit', 'Students', '']}
        rows={percents
          .filter(({ students: count }) => count > 0)
          .map(({ from, to, students: count }) => [
            to === null || from === to ? `${from}%` : `${from} to ${to}%`,
            numberText(count),
            <Bar key={from} share={count / calculated} />,
          ])}
      />
    </>
  );
}

/** Drawn beside the number that it shows. */
function Bar({ share }: { readonly share: number }) {
  return (
    <svg class="bar" aria-hidden="true">
      <rect width={`${100 * share}%`} height="100%" />
    </svg>
  );
}

function Warnings({ state, result, send }: ResultProps) {
  const { warnings } = result.outcome.summary;
  if (warnings.length === 0) return null;
  return (
    <Fold summary={`Warnings (${warnings.length})`} name="warnings" state={state} send={send}>
      <TextList
        texts={warnings.map(
          ({ warning, students }) => `${counted(students, 'student')}: ${inWords(warning)}`,
        )}
      />
    </Fold>
  );
}
