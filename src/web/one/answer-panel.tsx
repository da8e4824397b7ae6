import type { ComponentChildren } from 'preact';
import { inWords, pathLabel } from '../../contract/field-labels.js';
import { dollars } from '../../engine/texts.js';
import { Button, Message, TextList } from '../parts/basics.js';
import { PaymentTable, YearLimit } from './amounts.js';
import {
  type Answer,
  type Answered,
  answerTo,
  assumptionsOf,
  type CappedNeed,
  CHECK_BEFORE_AWARD,
  notConsidered,
  type Unanswered,
} from './answer.js';
import { BLANK_CASE, termNames } from './case.js';
import { isSameCase } from './case-link.js';
import { firstSentences } from './payments.js';
import type { OneProps } from './state.js';

/** What may be paid, or what is still needed to say so. */
export function AnswerPanel(page: OneProps) {
  const { typed } = page.state;
  const answer = answerTo(typed);
  return (
    <section id="answer" class="panel" aria-labelledby="answer-title" tabIndex={-1}>
      <h2 id="answer-title">What you may pay</h2>
      {answer.ok ? (
        <Amounts answer={answer} page={page} />
      ) : isSameCase(typed, BLANK_CASE) ? (
        <p class="hint">Fill in the student and the terms. The answer appears here as you type.</p>
      ) : (
        <StillOpen answer={answer} page={page} />
      )}
    </section>
  );
}

interface PanelProps<Of extends Answer> {
  readonly answer: Of;
  readonly page: OneProps;
}

/** A button that leads to a field; `label` is for screen readers. */
function ToField(props: {
  readonly page: OneProps;
  readonly path: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}) {
  const { page, path, label, children } = props;
  return (
    <Button look="link" aria-label={label} onPress={() => page.send({ type: 'field-wanted', path })}>
      {children}
    </Button>
  );
}

function Amounts({ answer, page }: PanelProps<Answered>) {
  const [first = '', ...others] = firstSentences(answer);
  const warnings = answer.result.warnings.map(inWords);
  const assumptions = assumptionsOf(page.state.typed);
  return (
    <>
      <p class="first-sentence">
        <strong>{first}</strong> {others.join(' ')}
      </p>
      {answer.cappedNeed !== null && <NeedNote {...answer.cappedNeed} />}
      {warnings.length > 0 && (
        <Message kind="care" isQuiet>
          <p>
            <strong>Check before you pay</strong>
          </p>
          <TextList texts={warnings} />
        </Message>
      )}
      <YearLimit answer={answer} page={page} />
      <PaymentTable answer={answer} page={page} />
      <p class="hint">Select a figure to see how it was worked out.</p>
      <div class="side-by-side">
        {assumptions.length > 0 && (
          <section>
            <h3>Assumed</h3>
            <ul>
              {assumptions.map(({ path, text }) => (
                <li key={text}>
                  {text}{' '}
                  <ToField page={page} path={path} label={`Change: ${text}`}>
                    Change
                  </ToField>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>Not considered</h3>
          <p>
            {CHECK_BEFORE_AWARD} <a href="/docs/scope">Scope and limits</a>
          </p>
          <TextList texts={notConsidered(answer)} />
        </section>
      </div>
    </>
  );
}

function NeedNote({ need, used, isProgramLimit }: CappedNeed) {
  const what = isProgramLimit ? "the program's own annual limit" : 'the subsidized maximum of this student';
  return (
    <Message kind="info" isQuiet>
      {`The need of ${dollars(need)} is above ${dollars(used)}, ${what}. ${dollars(used)} was used.`}
    </Message>
  );
}

/** Everything that prevents an answer, each with a link to its field. */
function StillOpen({ answer: { questions, errors }, page }: PanelProps<Unanswered>) {
  const terms = termNames(page.state.typed);
  const mistakes = Object.entries(errors);
  return (
    <>
      {mistakes.length > 0 && (
        <Message kind="bad" isQuiet>
          <p>{mistakes.length === 1 ? 'Correct this field:' : `Correct these ${mistakes.length} fields:`}</p>
          <ul>
            {mistakes.map(([path, message]) => (
              <li key={path}>
                <ToField page={page} path={path}>
                  {pathLabel(path, terms)}
                </ToField>{' '}
                {message}
              </li>
            ))}
          </ul>
        </Message>
      )}
      {questions.length > 0 && (
        <>
          <p>
            <strong>Still needed.</strong> Each of these changes the amounts, so nothing is assumed.
          </p>
          <ul>
            {questions.map(({ path, text }) => (
              <li key={path}>
                <ToField page={page} path={path}>
                  {text}
                </ToField>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The answer as one line, for the bottom of the form and for screen readers. */
export function summaryText(answer: Answer): string {
  if (answer.ok) return firstSentences(answer)[0] ?? '';
  const mistakes = Object.keys(answer.errors).length;
  if (mistakes > 0) return mistakes === 1 ? 'Correct 1 field' : `Correct ${mistakes} fields`;
  const open = answer.questions.length;
  return open === 1 ? '1 question is open' : `${open} questions are open`;
}
