import { inWords } from '../../../contract/field-labels.js';
import { numberText } from '../../../engine/texts.js';
import type { Decision } from '../../../guessing/decisions.js';
import { Button } from '../../parts/basics.js';
import { TextBox } from '../../parts/field.js';
import { changeIdOf, type FileState, idOf, shownRecipe } from './file-state.js';
import type { Send, ViewProps } from './file-view.js';
import { isWritten, textAt } from './recipe-edits.js';

/**
 * The questions that a file leaves open, each with the effect of every choice on one student. Nothing is selected in
 * advance. Once all are answered they fold to a line each, in their places, where they can be changed.
 */
export function DecisionsView({ state, send }: ViewProps) {
  const asked = askedIn(state);
  if (asked.length === 0) return null;
  const open = state.match?.refused ? null : asked.filter((decision) => decision.open).length;
  return (
    <section class="panel" aria-labelledby="decisions-heading">
      <h2 id="decisions-heading" tabIndex={-1}>
        {asked.length === 1 ? 'One question about your file' : `${asked.length} questions about your file`}
      </h2>
      <p role="status">
        {statusText(open, asked.length)}
        {open !== null &&
          asked.some((each) => each.open && each.isAwaited) &&
          ' There may be more questions after that.'}
      </p>
      {open !== 0 && (state.match?.lost ?? []).length > 0 && (
        <p>{`This file has no column ${(state.match?.lost ?? []).map((name) => `"${name}"`).join(' or ')}, which the recipe reads. Everything else in the recipe is used. Say below which column it is today.`}</p>
      )}
      {asked.map((decision) => {
        const id = idOf(decision);
        const answer = open === 0 ? answerIn(state, decision) : null;
        if (answer !== null && !state.open.has(id)) {
          return <AnsweredLine key={id} id={id} question={decision.question} answer={answer} send={send} />;
        }
        return (
          <DecisionForm
            key={id}
            decision={decision}
            state={state}
            send={send}
            {...(answer === null ? {} : { onKept: () => send({ type: 'unfold', name: id, isOpen: false }) })}
          />
        );
      })}
    </section>
  );
}

/** The questions shown above: those that are open, and those that were and now have an answer in the recipe. */
export function askedIn(state: FileState): readonly Decision[] {
  const recipe = shownRecipe(state);
  if (state.match === null || recipe === null) return [];
  const raised = new Set(state.match.decisions.map(idOf));
  return [...state.match.asked]
    .filter(
      ([id, { choices }]) =>
        raised.has(id) || choices.some((each) => isWritten(recipe, each.path, each.value)),
    )
    .map(([, decision]) => decision);
}

/** The label of the choice that answers a question; null if it has no answer. */
function answerIn(state: FileState, { name, choices }: Decision): string | null {
  const recipe = shownRecipe(state);
  if (recipe === null) return null;
  const chosen = choices.find(({ path, value }) => isWritten(recipe, path, value));
  if (chosen !== undefined) return chosen.label;
  const credits = name === 'full_time_credits' ? textAt(recipe, choices[0]?.path ?? []) : '';
  return credits === '' ? null : `${credits} credits`;
}

/** An answered question, folded. */
function AnsweredLine(props: {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly send: Send;
}) {
  const { id, question, answer, send } = props;
  return (
    <div class="answered" id={id}>
      <p>{question}</p>
      <p class="answer">{answer}</p>
      <Button
        look="link"
        id={changeIdOf(id)}
        aria-label={`Change: ${question}`}
        onPress={() => send({ type: 'unfold', name: id, isOpen: true })}
      >
        Change
      </Button>
    </div>
  );
}

/** How many questions are `open`; null if the file is refused with what was chosen. */
function statusText(open: number | null, asked: number): string {
  if (open === null) return 'The file is refused with these choices. Change one of them, or the file.';
  if (open === 0) return asked === 1 ? 'It is answered.' : 'All of them are answered.';
  return `${unansweredText(open, asked)}, and the dollars depend on it. Nothing is calculated before you answer. Below each choice is what it does to one student, with likely answers to the other open questions.`;
}

function unansweredText(open: number, asked: number): string {
  if (open === asked) return `Your file does not answer ${asked === 1 ? 'it' : 'them'}`;
  return open === 1 ? 'One of them is still open' : `${open} of them are still open`;
}

interface DecisionProps extends ViewProps {
  readonly decision: Decision;
  /** Folds the question; without it, it cannot be folded. */
  readonly onKept?: () => void;
}

/** One question, open or answered. */
export function DecisionForm({ decision, state, send, onKept }: DecisionProps) {
  const { question, why, rows, choices } = decision;
  const [{ effect: common } = { effect: null }] = choices;
  const isCommon = choices.length > 1 && choices.every(({ effect }) => effect === common);
  const id = idOf(decision);
  const recipe = shownRecipe(state);
  const paths = [...new Map(choices.map(({ path }) => [String(path), path])).values()];
  const pathsBeside = (path: readonly string[]) => paths.filter((each) => String(each) !== String(path));
  return (
    <fieldset class="decision" id={id} tabIndex={-1}>
      <legend>{question}</legend>
      <p>{why}</p>
      {rows.length > 0 && <p class="hint">{placesText(rows)}</p>}
      {isCommon && common !== null && (
        <p class="hint">The same for each choice in this example: {inWords(common)}</p>
      )}
      {choices.map(({ path, value, label, effect }, place) => {
        const radio = `${id}-${place}`;
        const own = isCommon ? null : effect;
        return (
          <div key={JSON.stringify(value)} class="choice">
            <input
              type="radio"
              id={radio}
              name={id}
              checked={recipe !== null && isWritten(recipe, path, value)}
              aria-describedby={own === null ? undefined : `${radio}-effect`}
              onChange={() => send({ type: 'decide', path, value, others: pathsBeside(path) })}
            />
            <div>
              <label for={radio}>{label}</label>
              {own !== null && (
                <p class="hint" id={`${radio}-effect`}>
                  {inWords(own)}
                </p>
              )}
            </div>
          </div>
        );
      })}
      {decision.name === 'full_time_credits' && (
        <OtherCredits decision={decision} state={state} send={send} />
      )}
      {onKept !== undefined && <Button onPress={onKept}>Keep this answer</Button>}
    </fieldset>
  );
}

const CREDITS = /^(?=.*[1-9])\d{1,3}(?:\.\d{1,3})?$/;

/** Full-time credits other than the common ones. */
function OtherCredits({ decision, state, send }: DecisionProps) {
  const path = decision.choices[0]?.path;
  if (path === undefined) return null;
  const field = `${idOf(decision)}-other`;
  const recipe = shownRecipe(state);
  const written = recipe === null ? '' : textAt(recipe, path);
  const typed =
    state.typed[field] ?? (decision.choices.some(({ value }) => value === written) ? '' : written);
  const text = typed.trim();
  return (
    <div class="row">
      <label for={field}>Another number of credits</label>
      <TextBox
        id={field}
        isNumber
        value={typed}
        onText={(said) => send({ type: 'type', field, text: said })}
      />
      <Button
        disabled={!CREDITS.test(text)}
        onPress={() => send({ type: 'decide', path, value: text, others: [] })}
      >
        Use {CREDITS.test(text) ? text : 'it'}
      </Button>
    </div>
  );
}

function placesText(rows: readonly number[]): string {
  const shown = rows.slice(0, 5).map(numberText).join(', ');
  return `For example, ${rows.length === 1 ? 'row' : 'rows'} ${shown}.`;
}
