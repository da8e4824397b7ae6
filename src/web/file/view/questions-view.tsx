import { inWords } from '../../../contract/field-labels.js';
import { counted, listed, numberText } from '../../../engine/plain-texts.js';
import { dollarsText } from '../../../recipe/column-texts.js';
import type { Choice, Effect, Question } from '../../../recipe/examination.js';
import { Button, Message } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import { questionId, shownLines } from '../state/lines.js';
import { Fold } from './fold.js';
import type { DraftProps } from './view-props.js';

/** The questions that only the rows ask, each with what every choice does to one student. Nothing is selected in advance. */
export function QuestionsView({ draft, state, send }: DraftProps) {
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
          ? questions.length === 1
            ? 'It is answered.'
            : 'All of them are answered.'
          : `${open === questions.length ? (open === 1 ? 'It is' : 'They are') : `${open} of them ${open === 1 ? 'is' : 'are'}`} open, and dollars depend on ${open === 1 ? 'it' : 'them'}.`}
      </p>
      {questions.map((question) => (
        <QuestionForm
          key={questionId(question)}
          question={question}
          draft={draft}
          state={state}
          send={send}
        />
      ))}
      {draft.refused !== null && (
        <Message kind="bad">
          <p>The file is refused with these choices: {draft.refused}</p>
        </Message>
      )}
    </section>
  );
}

function QuestionForm(props: DraftProps & { readonly question: Question }) {
  const { question, draft, state, send } = props;
  const { text, rows, students, examples, choices, answer, path } = question;
  const id = questionId(question);
  const choose = ({ value }: Choice, line: string | null) =>
    send({ type: 'edit', edit: { kind: 'answer', path, value }, line });
  return (
    <fieldset
      class={answer === null ? 'decision open' : 'decision'}
      id={id}
      tabIndex={-1}
      onKeyDown={({ key, target, ctrlKey, altKey, metaKey }) => {
        const isText = target instanceof HTMLInputElement && target.type !== 'radio';
        const choice = /^[1-9]$/.test(key) && !isText ? choices[Number(key) - 1] : undefined;
        if (choice !== undefined && !(ctrlKey || altKey || metaKey)) choose(choice, id);
      }}
    >
      <legend>{text}</legend>
      {students > 0 && (
        <p class="hint">
          {counted(rows, 'row')}, {counted(students, 'student')}.
        </p>
      )}
      {choices.map((choice, place) => {
        const radio = `${id}-${place}`;
        const { value, label, effect } = choice;
        return (
          <div key={value} class="choice">
            <input
              type="radio"
              id={radio}
              name={id}
              checked={answer === value}
              aria-describedby={effect === null ? undefined : `${radio}-effect`}
              onChange={() => choose(choice, null)}
            />
            <div>
              <label for={radio}>
                <span class="key" aria-hidden="true">
                  {place + 1}
                </span>
                {label}
              </label>
              {effect !== null && (
                <p class="hint" id={`${radio}-effect`}>
                  {effectText(effect)}
                </p>
              )}
            </div>
          </div>
        );
      })}
      {examples.length > 0 && (
        <Fold
          name={`rows-of-${id}`}
          summary={`For example, ${examples.length === 1 ? 'row' : 'rows'} ${listed(
            examples.slice(0, 5).map(({ row }) => numberText(row)),
            'and',
          )}`}
          state={state}
          send={send}
        >
          <Table
            caption={`Rows: ${text}`}
            columns={['Row', ...draft.table.columns]}
            rows={examples.map(({ row, cells }) => [String(row), ...cells])}
            numbers={[0]}
          />
        </Fold>
      )}
    </fieldset>
  );
}

function effectText({ student, dollars }: Effect): string {
  return inWords(`Student ${student}: ${dollarsText(dollars)}.`);
}

/** A button that leads to the first open question, or to what will be done. */
export function NextQuestion({ draft, send }: DraftProps) {
  const { questions } = shownLines(draft);
  const open = questions.find(({ answer }) => answer === null);
  if (open === undefined) return null;
  return (
    <Button onPress={() => send({ type: 'show line', line: questionId(open) })}>
      Go to the open question
    </Button>
  );
}
