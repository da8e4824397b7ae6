import { numberText } from '../../../engine/texts.js';
import type { Decision, Choice as DecisionChoice } from '../../../recipe/decisions.js';
import { inWords } from '../../field-labels.js';
import { Button } from '../../parts/basics.js';
import { TextBox } from '../../parts/field.js';
import { type FileState, idOf, shownRecipe } from './file-state.js';
import type { ViewProps } from './file-view.js';
import { isWritten, textAt } from './recipe-edits.js';

/**
 * The questions that a file leaves open, each with the effect of every choice on one student. Nothing is selected in
 * advance; an answered question stays in its place, where it can be changed.
 */
export function DecisionsView({ state, send }: ViewProps) {
  const asked = askedIn(state);
  if (asked.length === 0) return null;
  const open = asked.filter((decision) => decision.open).length;
  return (
    <section class="panel" aria-labelledby="decisions-heading">
      <h2 id="decisions-heading" tabIndex={-1}>
        {asked.length === 1 ? 'One question about your file' : `${asked.length} questions about your file`}
      </h2>
      <p role="status">
        {open === 0
          ? answeredText(asked.length)
          : `${unansweredText(open, asked.length)}, and the dollars depend on it. Nothing is calculated before you answer.`}
        {asked.some((decision) => decision.open && decision.isAwaited) && ' More may be asked then.'}
      </p>
      {asked.map((decision) => (
        <DecisionForm key={idOf(decision)} decision={decision} state={state} send={send} />
      ))}
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

function answeredText(asked: number): string {
  return asked === 1 ? 'It is answered.' : 'All of them are answered.';
}

function unansweredText(open: number, asked: number): string {
  if (open === asked) return `Your file does not answer ${asked === 1 ? 'it' : 'them'}`;
  return open === 1 ? 'One of them is still open' : `${open} of them are still open`;
}

/** One question, open or answered. */
export function DecisionForm({ decision, state, send }: ViewProps & { readonly decision: Decision }) {
  const { question, why, rows, choices } = decision;
  const id = idOf(decision);
  const recipe = shownRecipe(state);
  const pathsBeside = ({ path }: DecisionChoice) =>
    [...new Map(choices.map((each) => [JSON.stringify(each.path), each.path])).values()].filter(
      (each) => JSON.stringify(each) !== JSON.stringify(path),
    );
  return (
    <fieldset class="decision" id={id} tabIndex={-1}>
      <legend>{question}</legend>
      <p>{why}</p>
      {rows.length > 0 && <p class="hint">{placesText(rows)}</p>}
      {choices.map((choice, place) => (
        <div key={JSON.stringify(choice.value)} class="choice">
          <input
            type="radio"
            id={`${id}-${place}`}
            name={id}
            checked={recipe !== null && isWritten(recipe, choice.path, choice.value)}
            aria-describedby={choice.effect === null ? undefined : `${id}-${place}-effect`}
            onChange={() =>
              send({ type: 'decide', path: choice.path, value: choice.value, others: pathsBeside(choice) })
            }
          />
          <div>
            <label for={`${id}-${place}`}>{choice.label}</label>
            {choice.effect !== null && (
              <p class="hint" id={`${id}-${place}-effect`}>
                {inWords(choice.effect)}
              </p>
            )}
          </div>
        </div>
      ))}
      {decision.name === 'full_time_credits' && (
        <OtherCredits decision={decision} state={state} send={send} />
      )}
    </fieldset>
  );
}

const CREDITS = /^(?=.*[1-9])\d{1,3}(?:\.\d{1,3})?$/;

/** Full-time credits other than the common ones. */
function OtherCredits({ decision, state, send }: ViewProps & { readonly decision: Decision }) {
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
