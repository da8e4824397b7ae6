import { Button } from '../parts/basics.js';
import { answerTo } from './answer.js';
import { AnswerPanel, summaryText } from './answer-panel.js';
import { BLANK_CASE, EXAMPLE_CASE } from './case.js';
import { isSameCase } from './case-link.js';
import { CaseForm } from './form.js';
import { KeepSection } from './keep-section.js';
import type { OneProps } from './state.js';

/** The page for one student: the form with its answer beside it, and what follows from it below. */
export function OnePage(page: OneProps) {
  const { state, send } = page;
  const { typed, note } = state;
  const answer = answerTo(typed);
  const undo = note?.undo ?? null;
  const other = isSameCase(typed, BLANK_CASE)
    ? { label: 'Load an example', typed: EXAMPLE_CASE, text: 'This is an example. Change anything in it.' }
    : { label: 'Start again', typed: BLANK_CASE, text: 'The form is empty.' };
  return (
    <>
      <div id="note" role="status">
        {note !== null && (
          <div class="note info">
            {note.text}{' '}
            {undo !== null && (
              <Button look="link" onPress={() => send({ type: 'edited', typed: undo, focus: 'answer' })}>
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
            <Button look="quiet" onPress={() => send({ type: 'replaced', ...other })}>
              {other.label}
            </Button>
          </div>
          <div id="form">
            <CaseForm {...page} />
          </div>
          {/* On a narrow screen the answer is out of sight while one types; screen readers are told, too. */}
          <output class="summary" id="summary">
            {/* A button, because a link's address would replace the case in the address bar. */}
            <Button look="link" onPress={() => send({ type: 'field-wanted', path: 'answer' })}>
              {summaryText(answer)}
            </Button>
          </output>
        </section>
        <AnswerPanel {...page} />
      </div>
      {answer.ok && <KeepSection {...page} answer={answer} />}
    </>
  );
}
