import { Button } from '../parts/basics.js';
import { Choice } from '../parts/choice.js';
import { CopyButton } from '../parts/copy-button.js';
import type { Answered } from './answer.js';
import { linkTo } from './case-link.js';
import { noticeText } from './notice.js';
import { WAY_LABELS, waysOf } from './payments.js';
import type { OneProps, Paper } from './state.js';

/** The link, the audit sheet and the notice to the student. */
export function KeepSection({ state, answer, send }: OneProps & { readonly answer: Answered }) {
  const link = `${location.origin}${location.pathname}${linkTo(state.typed)}`;
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
            The link contains what you typed, but no student ID. Opening it sends none of that to the service.
            Do not put a student’s name or number into the name of a term.
          </p>
          <label for="link">Link</label>
          <input id="link" type="text" readOnly value={link} />
          <div class="row">
            <CopyButton key={link} of="link" onCopied={() => send({ type: 'kept' })}>
              Copy the link
            </CopyButton>
          </div>
          <h3>Audit sheet</h3>
          <p class="hint">
            Two pages for the student’s file: what was entered, the amounts, and the rule and source of each.
          </p>
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
            is not complete. Add what only the school knows: the blanks, the amounts you award where they are
            lower, grants and other federal aid, and a loan to the parents. Paragraphs (a)(3) and (4) say when
            to send it and how long a cancellation counts.
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
            <CopyButton key={notice} of="notice">
              Copy the notice
            </CopyButton>
          </div>
        </div>
      </div>
    </section>
  );
}
