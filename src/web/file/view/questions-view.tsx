import { inWords } from '../../../contract/field-labels.js';
import { counted, listed, numberText } from '../../../engine/plain-texts.js';
import { dollarsText } from '../../../recipe/column-texts.js';
import type { Effect, Question } from '../../../recipe/examination.js';
import { Button } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import { canCalculate, isCurrent, mayPress } from '../state/file-state.js';
import { lineOf, questionId, shownLines } from '../state/lines.js';
import { Line, useLine } from './line.js';
import { Fold, useDraft, usePage } from './page-context.js';

/** The questions that only the rows ask, each with what every choice does to one student. Nothing is selected in advance. */
export function QuestionsView() {
  const draft = useDraft();
  const { questions } = shownLines(draft);
  if (questions.length === 0) return null;
  const open = questions.filter(({ answer }) => answer === null).length;
  return (
    <section class="panel" aria-labelledby="questions-heading">
      <h2 id="questions-heading" tabIndex={-1}>
        {questions.length === 1
          ? 'One question about your rows'
          : `${questions.length} questions about your rows`}
      </h2>
      <p role="status">
        {open === 0
          ? 'Nothing is open.'
          : `${open} of ${questions.length} ${open === 1 ? 'is' : 'are'} open. Dollars depend on the answers.`}
      </p>
      {questions.map((question) => (
        <QuestionLine key={questionId(question)} question={question} />
      ))}
    </section>
  );
}

function QuestionLine({ question }: { readonly question: Question }) {
  const { text, rows, students, examples, choices, answer, path } = question;
  const id = questionId(question);
  const { columns } = useDraft().table;
  const { edit } = useLine(id);
  const shown = examples.slice(0, 5).map(({ row }) => numberText(row));
  return (
    <Line
      id={id}
      class="question"
      isOpen={answer === null}
      name={text}
      said={students > 0 && <p class="hint">{`${counted(rows, 'row')}, ${counted(students, 'student')}.`}</p>}
      choices={choices.map(({ value, label, effect }) => ({
        label: `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`,
        effect: effect === null ? undefined : effectText(effect),
        isChosen: answer === value,
        onPress: () => edit({ kind: 'answer', path, value }),
      }))}
    >
      {examples.length > 0 && (
        <Fold
          name={`rows-of-${id}`}
          summary={`For example, ${shown.length === 1 ? 'row' : 'rows'} ${listed(shown, 'and')}`}
        >
          <Table
            caption={`Rows: ${text}`}
            columns={['Row', ...columns]}
            rows={examples.map(({ row, cells }) => [String(row), ...cells])}
            numbers={[0]}
          />
        </Fold>
      )}
    </Line>
  );
}

function effectText({ student, dollars }: Effect): string {
  return inWords(`Student ${student}: ${dollarsText(dollars)}.`);
}

/** What will be done, in sentences with numbers, each leading to the line that says so. */
export function BeforeCalculating() {
  const { state, send } = usePage();
  const draft = useDraft();
  const { examination, hadResult } = draft;
  const first = shownLines(draft).questions.find(({ answer }) => answer === null);
  return (
    <section class="panel" aria-labelledby="before-heading">
      <h2 id="before-heading" tabIndex={-1}>
        Before calculating
      </h2>
      {/* What is not known yet keeps its place: the button below would move from under a click. */}
      <ul class={isCurrent(state) ? undefined : 'unknown'}>
        {examination.sentences.map(({ text, path }, place) => (
          <li key={place}>
            {text}{' '}
            <Button
              look="link"
              aria-label={`Show the line of: ${text}`}
              onPress={() => send({ type: 'show line', line: lineOf(draft, path) })}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
      {hadResult && state.result === null && (
        <p class="hint">Something changed, so the earlier results are gone. Calculate again.</p>
      )}
      <p class="row">
        <Button
          look={state.result === null ? 'primary' : 'plain'}
          id="calculate"
          disabled={first === undefined && !mayPress(state, canCalculate(state))}
          onPress={() =>
            send(first === undefined ? { type: 'calculate' } : { type: 'show line', line: questionId(first) })
          }
        >
          Calculate
        </Button>
        <Button disabled={state.task !== null} onPress={() => send({ type: 'save', what: 'recipe' })}>
          Save these choices as a recipe
        </Button>
      </p>
    </section>
  );
}
