import { Button } from '../parts/basics.js';
import { answerTo } from './answer.js';
import { AnswerPanel, summaryText } from './answer-panel.js';
import { BLANK_CASE } from './case.js';
import { isSameCase } from './case-link.js';
import { ChartSection } from './chart-section.js';
import { CaseForm } from './form.js';
import { KeepSection } from './keep-section.js';
import { PlanTabs } from './plans.js';
import { PublishedSection } from './published-section.js';
import { SchoolSection } from './school-section.js';
import { type OneProps, type OneState, shownCase } from './state.js';

/** The page for one student: the form with its answer beside it, and what follows from it below. */
export function OnePage({ state, send }: OneProps) {
  const typed = shownCase(state);
  const answer = answerTo(typed);
  const isBlank = state.plans.b === null && isSameCase(typed, BLANK_CASE);
  return (
    <>
      <div id="note" role="status">
        {state.note !== null && (
          <div class="note info">
            {state.note.text}{' '}
            {state.note.undo !== null && (
              <Button look="link" onPress={() => send({ type: 'undone' })}>
                Undo
              </Button>
            )}
          </div>
        )}
      </div>
      <div class="desk">
        <section class="panel entry" aria-labelledby="entry-title">
          <div class="entry-head">
            <h2 id="entry-title">What you know</h2>
            {isBlank ? (
              <Button look="quiet" onPress={() => send({ type: 'example-loaded' })}>
                Load an example
              </Button>
            ) : (
              <Button look="quiet" onPress={() => send({ type: 'started-again' })}>
                Start again
              </Button>
            )}
          </div>
          <PlanTabs state={state} send={send} />
          <div id="form">
            <CaseForm state={state} send={send} />
            {!isBlank && state.plans.b === null && (
              <p class="compare">
                <Button id="compare" onPress={() => send({ type: 'compared' })}>
                  Compare with a second plan
                </Button>
              </p>
            )}
          </div>
          <Summary state={state} />
        </section>
        <AnswerPanel state={state} send={send} />
      </div>
      {answer.ok && (
        <>
          <ChartSection answer={answer} />
          <KeepSection state={state} answer={answer} send={send} />
          <PublishedSection state={state} answer={answer} send={send} />
        </>
      )}
      <SchoolSection state={state} send={send} />
    </>
  );
}

/** The answer in one line: below the form on a narrow screen, where the answer is out of sight while typing, and for screen readers. */
function Summary({ state }: { readonly state: OneState }) {
  const text = summaryText(answerTo(shownCase(state)));
  return (
    <output class="summary" id="summary">
      {/* A button, because a link's address would replace the case in the address bar. */}
      <Button look="link" onPress={() => document.getElementById('answer')?.focus()}>
        {text}
      </Button>
    </output>
  );
}
