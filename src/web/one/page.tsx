import { Button } from '../parts/basics.js';
import { answerTo } from './answer.js';
import { AnswerPanel, summaryText } from './answer-panel.js';
import { BLANK_CASE } from './case.js';
import { isSameCase } from './case-link.js';
import { CaseForm } from './form.js';
import { KeepSection } from './keep-section.js';
import type { OneProps, OneState } from './state.js';

/** The page for one student: the form with its answer beside it, and what follows from it below. */
export function OnePage({ state, send }: OneProps) {
  const answer = answerTo(state.typed);
  const isBlank = isSameCase(state.typed, BLANK_CASE);
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
          <div id="form">
            <CaseForm state={state} send={send} />
          </div>
          <Summary state={state} />
        </section>
        <AnswerPanel state={state} send={send} />
      </div>
      {answer.ok && <KeepSection state={state} answer={answer} send={send} />}
    </>
  );
}

/** The answer in one line: below the form on a narrow screen, where the answer is out of sight while typing, and for screen readers. */
function Summary({ state }: { readonly state: OneState }) {
  const text = summaryText(answerTo(state.typed));
  return (
    <output class="summary" id="summary">
      {/* A button, because a link's address would replace the case in the address bar. */}
      <Button look="link" onPress={() => document.getElementById('answer')?.focus()}>
        {text}
      </Button>
    </output>
  );
}
