import type { ComponentChildren } from 'preact';
import { inWords, pathLabel } from '../../contract/field-labels.js';
import { dollars } from '../../engine/texts.js';
import { Button, Message, TextList } from '../parts/basics.js';
import { PaymentTable, YearLimit } from './amounts.js';
import { type Answer, type Answered, answerTo, type CappedNeed, type Unanswered } from './answer.js';
import { assumptionsOf, CHECK_BEFORE_AWARD, notConsidered } from './assumptions.js';
import { BLANK_CASE, type Case, termNames } from './case.js';
import { isSameCase } from './case-link.js';
import { Explained } from './explanation.js';
import { firstSentences } from './first-sentence.js';
import type { OneProps } from './state.js';

/** What may be paid, or what is still needed to say so. */
export function AnswerPanel(page: OneProps) {
  const { typed } = page.state;
  const answer = answerTo(typed);
  const want: Want = (path, children, label) => (
    <Button look="link" aria-label={label} onPress={() => page.send({ type: 'field-wanted', path })}>
      {children}
    </Button>
  );
  return (
    <section id="answer" class="panel answer" aria-labelledby="answer-title" tabIndex={-1}>
      <h2 id="answer-title">What you may pay</h2>
      {answer.ok ? (
        <Explained.Provider value={page}>
          <Amounts answer={answer} typed={typed} want={want} />
        </Explained.Provider>
      ) : isSameCase(typed, BLANK_CASE) ? (
        <p class="hint">Fill in the student and the terms. The answer appears here as you type.</p>
      ) : (
        <StillOpen answer={answer} typed={typed} want={want} />
      )}
    </section>
  );
}

/** A button that leads to a field. */
type Want = (path: string, children: ComponentChildren, label?: string) => ComponentChildren;

interface PanelProps<Of extends Answer> {
  readonly answer: Of;
  readonly typed: Case;
  readonly want: Want;
}

function Amounts({ answer, typed, want }: PanelProps<Answered>) {
  const [first = '', ...others] = firstSentences(answer);
  const warnings = answer.result.warnings.map(inWords);
  const assumptions = assumptionsOf(typed);
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
      <YearLimit answer={answer} />
      <PaymentTable answer={answer} />
      <p class="hint">Select a figure to see how it was worked out.</p>
      <div class="side-by-side">
        {assumptions.length > 0 && (
          <section>
            <h3>Assumed</h3>
            <ul>
              {assumptions.map(({ path, text }) => (
                <li key={text}>
                  {text} {want(path, 'Change', `Change: ${text}`)}
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
function StillOpen({ answer: { questions, errors }, typed, want }: PanelProps<Unanswered>) {
  const terms = termNames(typed);
  const mistakes = Object.entries(errors);
  return (
    <>
      {mistakes.length > 0 && (
        <Message kind="bad" isQuiet>
          <p>{mistakes.length === 1 ? 'Correct this field:' : `Correct these ${mistakes.length} fields:`}</p>
          <ul>
            {mistakes.map(([path, message]) => (
              <li key={path}>
                {want(path, pathLabel(path, terms))} {message}
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
              <li key={path}>{want(path, text)}</li>
            ))}
          </ul>
        </>
      )}
    </>
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
