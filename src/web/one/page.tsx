import { Button, Choice, Panel } from '../parts.js';
import { type Answered, answerTo } from './answer.js';
import { AnswerBody, summaryText } from './answer-panel.js';
import { BLANK_CASE, EXAMPLE_CASE, linkTo } from './case.js';
import { CaseForm } from './form.js';
import { noticeText } from './notice.js';
import { WAY_LABELS, waysOf } from './payments.js';
import { BACK, type OneProps, type Paper } from './state.js';

/** The page for one student: the form, its answer beside it, and details below. */
export function OnePage(page: OneProps) {
  const { state, send } = page;
  const { typed, note } = state;
  const answer = answerTo(typed);
  const isBlank = linkTo(typed) === linkTo(BLANK_CASE);
  const other = isBlank
    ? { label: 'Load an example', typed: EXAMPLE_CASE, text: 'An example was loaded. Change anything in it.' }
    : { label: 'Start again', typed: BLANK_CASE, text: `The case was removed. ${BACK}` };
  return (
    <>
      <div id="note" role="status">
        {note !== null && <div class="note info">{note}</div>}
      </div>
      <div class="desk">
        <Panel id="entry" title="What you know">
          <Button look="link" onPress={() => send({ type: 'replaced', ...other })}>
            {other.label}
          </Button>
          <CaseForm {...page} />
          <output class="summary" id="summary">
            {/* A button, because a link's address would replace the case in the address bar. */}
            <Button look="link" onPress={() => send({ type: 'field-wanted', path: 'answer-heading' })}>
              {summaryText(answer)}
            </Button>
          </output>
        </Panel>
        <Panel id="answer" title="What you may pay">
          <AnswerBody typed={typed} page={page} />
        </Panel>
      </div>
      {answer.ok && <KeepSection {...page} answer={answer} />}
    </>
  );
}

function KeepSection({ state, answer, send }: OneProps & { readonly answer: Answered }) {
  const ways = waysOf(answer.result);
  const notice = noticeText(answer, state.way);
  const printed = (paper: Paper) => () => {
    send({ type: 'printing', paper });
    print();
  };
  return (
    <section aria-labelledby="keep-title">
      <h2 id="keep-title">Keep it, share it</h2>
      <div class="side-by-side">
        <div class="panel">
          <h3>Link to this case</h3>
          <p class="hint">
            The address of this page is a link to this case. It contains what you typed, but no student ID.
            Opening it sends none of that to the service. Do not put a student’s name or number into the name
            of a term.
          </p>
          <h3>Audit sheet</h3>
          <p class="hint">Two pages: what was entered, the amounts, and the rule and source of each.</p>
          <div class="row">
            <Button look="primary" onPress={printed('audit')}>
              Print the audit sheet
            </Button>
          </div>
        </div>
        <div class="panel">
          <h3>Draft of a notice to the student</h3>
          <p class="hint">
            A start for the notices that{' '}
            <a href="https://www.ecfr.gov/current/title-34/section-668.165">34 CFR 668.165(a)</a> requires. It
            is not complete: its first line says what to add. Paragraphs (a)(3) and (4) say when to send it
            and how long a cancellation counts.
          </p>
          {ways.length > 1 && (
            <div class="row">
              <label for="way">Paid</label>
              <Choice
                id="way"
                options={ways.map((way) => [way, WAY_LABELS[way]])}
                value={state.way}
                onChoose={(way) => send({ type: 'way-chosen', way })}
              />
            </div>
          )}
          <textarea id="notice" readOnly rows={13} aria-label="Text of the notice" value={notice} />
          <div class="row">
            <Button onPress={printed('notice')}>Print the notice</Button>
          </div>
        </div>
      </div>
    </section>
  );
}
