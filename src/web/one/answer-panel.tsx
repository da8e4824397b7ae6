import { inWords, pathLabel } from '../../contract/field-labels.js';
import { dollars } from '../../engine/texts.js';
import { Button, Message, TextList } from '../parts/basics.js';
import { type Answer, type Answered, answerTo, type Unanswered } from './answer.js';
import { type Assumption, assumptionsOf, CHECK_BEFORE_AWARD, notConsidered } from './assumptions.js';
import { BLANK_CASE, type Case } from './case.js';
import { isSameCase } from './case-link.js';
import { termNames } from './case-terms.js';
import type { Explainer } from './explanation.js';
import { firstSentences } from './first-sentence.js';
import { PaymentTable } from './payment-table.js';
import type { OneProps } from './state.js';
import { YearLimit } from './year-limit.js';

/** What may be paid, or what is still needed to say so. */
export function AnswerPanel({ state, send }: OneProps) {
  return (
    <section id="answer" class="panel answer" aria-labelledby="answer-title" tabIndex={-1}>
      <h2 id="answer-title">What you may pay</h2>
      <CaseAnswer state={state} send={send} />
    </section>
  );
}

function CaseAnswer({ state, send }: OneProps) {
  const { typed } = state;
  const answer = answerTo(typed);
  const want = (path: string) => send({ type: 'field-wanted', path });
  if (!answer.ok) {
    return isSameCase(typed, BLANK_CASE) ? (
      <p class="empty">Fill in the student and the terms. The answer appears here as you type.</p>
    ) : (
      <StillOpen answer={answer} typed={typed} want={want} />
    );
  }
  const explainer: Explainer = { state, send };
  const [first = '', ...others] = firstSentences(answer);
  return (
    <>
      <p class="first-sentence">
        <strong>{first}</strong> {others.join(' ')}
      </p>
      <CappedNeedNote answer={answer} />
      <Notes answer={answer} />
      <YearLimit answer={answer} explainer={explainer} />
      <PaymentTable answer={answer} explainer={explainer} />
      <p class="hint">Select a figure to see how it was worked out.</p>
      <div class="fine-print">
        <div>
          <Assumed typed={typed} want={want} />
        </div>
        <NotConsidered answer={answer} />
      </div>
    </>
  );
}

/** Everything that prevents an answer, each with a link to its field. */
function StillOpen(props: {
  readonly answer: Unanswered;
  readonly typed: Case;
  readonly want: (path: string) => void;
}) {
  const { questions, errors } = props.answer;
  const terms = termNames(props.typed);
  const mistakes = Object.entries(errors);
  const item = (path: string, text: string, message = '') => (
    <li key={path}>
      <Button look="link" onPress={() => props.want(path)}>
        {text}
      </Button>{' '}
      {message}
    </li>
  );
  return (
    <>
      {mistakes.length > 0 && (
        <Message kind="bad" isQuiet>
          <p>{mistakes.length === 1 ? 'Correct this field:' : `Correct these ${mistakes.length} fields:`}</p>
          <ul>{mistakes.map(([path, message]) => item(path, pathLabel(path, terms), message))}</ul>
        </Message>
      )}
      {questions.length > 0 && (
        <div class="still-open">
          <p>
            <strong>Still needed.</strong> Each of these changes the amounts, so nothing is assumed.
          </p>
          <ul>{questions.map(({ path, text }) => item(path, text))}</ul>
        </div>
      )}
    </>
  );
}

function CappedNeedNote({ answer: { cappedNeed } }: { readonly answer: Answered }) {
  if (cappedNeed === null) return null;
  const { need, used, isProgramLimit } = cappedNeed;
  const what = isProgramLimit ? "the program's own annual limit" : 'the subsidized maximum of this student';
  return (
    <Message kind="info" isQuiet>
      {`The need of ${dollars(need)} is above ${dollars(used)}, ${what}. ${dollars(used)} was used.`}
    </Message>
  );
}

interface TypedProps {
  readonly typed: Case;
  /** Leads to the field with this path. */
  readonly want: (path: string) => void;
}

function Notes({ answer }: { readonly answer: Answered }) {
  const texts = answer.result.warnings.map(inWords);
  if (texts.length === 0) return null;
  return (
    <Message kind="care" isQuiet>
      <p>
        <strong>Check before you pay</strong>
      </p>
      <TextList texts={texts} />
    </Message>
  );
}

/** The assumptions, beside the figures; each can be corrected with one press. */
function Assumed({ typed, want }: TypedProps) {
  const assumptions = assumptionsOf(typed);
  if (assumptions.length === 0) return null;
  return (
    <section>
      <h3>Assumed</h3>
      <ul>
        {assumptions.map((each) => (
          <Correctable key={each.path} {...each} want={want} />
        ))}
      </ul>
    </section>
  );
}

function Correctable({ path, text, want }: Assumption & Pick<TypedProps, 'want'>) {
  return (
    <li>
      {text}{' '}
      <Button look="link" aria-label={`Change: ${text}`} onPress={() => want(path)}>
        Change
      </Button>
    </li>
  );
}

function NotConsidered({ answer }: { readonly answer: Answered }) {
  return (
    <section>
      <h3>Not considered</h3>
      <p>
        {CHECK_BEFORE_AWARD} <a href="/docs/scope">Scope and limits</a>
      </p>
      <TextList texts={notConsidered(answer)} />
    </section>
  );
}

/** The answer as one line, for the bottom of a narrow screen and for screen readers. */
export function summaryText(answer: Answer): string {
  if (answer.ok) return firstSentences(answer)[0] ?? '';
  const mistakes = Object.keys(answer.errors).length;
  if (mistakes > 0) return mistakes === 1 ? 'Correct 1 field' : `Correct ${mistakes} fields`;
  const open = answer.questions.length;
  return open === 1 ? '1 question is open' : `${open} questions are open`;
}
