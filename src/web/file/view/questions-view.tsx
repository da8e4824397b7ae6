import { inWords } from '../../../contract/field-words.js';
import { counted, numberText } from '../../../engine/texts.js';
import { pathText, withAnswer } from '../../../recipe/format/recipe.js';
import { Button, Panel, Table } from '../../parts.js';
import { lineOf } from '../state/draft.js';
import { canCalculate, isCurrent, mayPress } from '../state/file-state.js';
import { Line } from './line.js';
import { useDraft, usePage } from './page-context.js';

/** Questions raised by rows, each with the effect of every choice on one student. None is preselected. */
export function QuestionsView() {
  const { info, recipe, lines } = useDraft();
  const { questions } = lines;
  if (questions.length === 0) return null;
  const open = questions.filter(({ answer }) => answer === null).length;
  return (
    <Panel id="questions" title={`${counted(questions.length, 'question')} about your rows`}>
      <p role="status">{open === 0 ? 'Nothing is open.' : `${open} open. Dollars depend on the answers.`}</p>
      {questions.map(({ id, text, examples, choices, answer, path }) => (
        <Line
          key={id}
          line={{ id, name: text, isOpen: answer === null }}
          choices={choices.map(({ value, label, effect }) => ({
            label: (
              <>
                {label.charAt(0).toUpperCase() + label.slice(1)}
                <br />
                {effect && <span class="hint">{inWords(`Student ${effect.student}: ${effect.text}.`)}</span>}
              </>
            ),
            isChosen: answer === value,
            makes: () => withAnswer(recipe, path, value),
          }))}
        >
          {examples[0] !== undefined && (
            <details>
              <summary>For example, row {numberText(examples[0].row)}</summary>
              <Table
                caption={`Rows: ${text}`}
                columns={['Row', ...info.header]}
                rows={examples.map(({ row, cells }) => [String(row), ...cells])}
                numbers={[0]}
              />
            </details>
          )}
        </Line>
      ))}
    </Panel>
  );
}

/** What will be done, in sentences with numbers that link to the lines they come from. */
export function BeforeCalculating() {
  const { state, send } = usePage();
  const { examination, lines } = useDraft();
  const open = lines.questions.find(({ answer }) => answer === null);
  return (
    <Panel id="before" title="Before calculating">
      {/* Shown below the sentences, but first in the order of the Tab key. */}
      <p class="row" style={{ order: 1 }}>
        <Button
          look={state.result === null ? 'primary' : undefined}
          id="calculate"
          disabled={open === undefined && !mayPress(state, canCalculate(state))}
          onPress={() => send(open === undefined ? { type: 'calculate' } : { type: 'focus', id: open.id })}
        >
          Calculate
        </Button>
        <Button onPress={() => send({ type: 'save', what: 'recipe' })}>Save these choices as a recipe</Button>
      </p>
      {/* Hidden while an examination runs; the space is kept, so that nothing moves. */}
      <ul style={{ visibility: isCurrent(state) ? 'visible' : 'hidden' }}>
        {examination.sentences.map(({ text, path }, place) => (
          <li key={place}>
            {text}{' '}
            <Button
              look="link"
              aria-label={`Show the line of: ${text}`}
              onPress={() => send({ type: 'focus', id: lineOf(lines, path) })}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
      {/* Without an open question, says why the button cannot be pressed. */}
      {open === undefined &&
        state.task === null &&
        examination.open.map(({ path, message }) => (
          <p key={message} class="error">
            {pathText(path)}: {message}
          </p>
        ))}
    </Panel>
  );
}
