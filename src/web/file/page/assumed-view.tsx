import { Button } from '../../parts/basics.js';
import { blanksOf, canCalculate } from './begin-task.js';
import { askedIn, DecisionForm } from './decisions-view.js';
import { COLUMNS_FOLD, idOf } from './file-state.js';
import type { ViewProps } from './file-view.js';

/** What will be calculated, in sentences with numbers; each opens the decision behind it. Then the button that calculates. */
export function BeforeCalculating({ state, send }: ViewProps) {
  const { match, task } = state;
  if (match === null) return null;
  const { decisions, sentences, refused } = match;
  const open = decisions.filter((decision) => decision.open);
  // An open question is not an assumption yet.
  const asked = new Set<string | null>(open.map(({ name }) => name));
  // Nothing true can be said about the students while other questions wait for an answer.
  const isKnown = refused === null && !open.some(({ name, isAwaited }) => isAwaited || name === 'sheet');
  const settled = sentences.filter(({ decision }) => isKnown && !asked.has(decision));
  const above = askedIn(state);
  const isReady = canCalculate(state);
  return (
    <section class="panel" aria-labelledby="before-heading">
      <h2 id="before-heading" tabIndex={-1}>
        Before calculating
      </h2>
      <ul class="sentences">
        {settled.map(({ text, decision }, index) => {
          const about = decisions.filter((each) => each.name === decision && !match.asked.has(idOf(each)));
          const linked = about.length > 0 ? undefined : above.find(({ name }) => name === decision);
          const isOpen = decision !== null && state.open.has(`sentence-${decision}`);
          return (
            <li key={index}>
              {text}{' '}
              {about.length > 0 && (
                <Button
                  look="link"
                  aria-label={`Change: ${text}`}
                  aria-expanded={isOpen}
                  onPress={() => send({ type: 'unfold', name: `sentence-${decision}`, isOpen: !isOpen })}
                >
                  Change
                </Button>
              )}
              {linked === undefined && about.length === 0 && decision !== null && (
                <Button
                  look="link"
                  aria-label={`Show my columns: ${text}`}
                  onPress={() => send({ type: 'unfold', name: COLUMNS_FOLD, isOpen: true })}
                >
                  Show my columns
                </Button>
              )}
              {linked !== undefined && (
                <Button
                  look="link"
                  aria-label={`Change: ${text}`}
                  onPress={() => send({ type: 'unfold', name: idOf(linked), isOpen: true })}
                >
                  Change
                </Button>
              )}
              {isOpen &&
                about.map((each) => (
                  <DecisionForm key={idOf(each)} decision={each} state={state} send={send} />
                ))}
            </li>
          );
        })}
      </ul>
      {refused !== null && <p class="error">The file is refused with these choices: {refused.text}</p>}
      {refused === null && open.length > 0 && (
        <p>
          {open.length === 1 ? 'One question is open.' : `${open.length} questions are open.`} Answer{' '}
          {open.length === 1 ? 'it' : 'them'} above first.
          {open.some(({ isAwaited }) => isAwaited) && ' There may be more questions after that.'}
          {!isKnown && ' What is assumed about your students is listed here after that.'}
        </p>
      )}
      {blanksOf(state).map((text) => (
        <p key={text} class="error">
          {text}{' '}
          <Button look="link" onPress={() => send({ type: 'unfold', name: COLUMNS_FOLD, isOpen: true })}>
            Show my columns
          </Button>
        </p>
      ))}
      {match.hadResult && state.result === null && (
        <p class="hint">An answer changed, so the earlier results are gone. Calculate again.</p>
      )}
      <p class="row">
        <Button
          look={state.result === null ? 'primary' : 'plain'}
          id="calculate"
          disabled={!isReady}
          onPress={() => send({ type: 'calculate' })}
        >
          Calculate
        </Button>
        <Button
          disabled={task !== null || refused !== null}
          onPress={() => send({ type: 'save', what: 'recipe' })}
        >
          Save these choices as a recipe
        </Button>
      </p>
    </section>
  );
}
