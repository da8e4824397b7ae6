import { inWords, pathLabel } from '../../contract/field-labels.js';
import { dollars } from '../../engine/exact.js';
import { Button, Message, TextList } from '../parts/basics.js';
import { PaymentTable, YearLimit } from './amounts.js';
import {
  type Answer,
  answerTo,
  assumptionsOf,
  type CappedNeed,
  CHECK_BEFORE_AWARD,
  notConsidered,
  type Unanswered,
} from './answer.js';
import { BLANK_CASE, type Case, termNames } from './case.js';
import { isSameCase } from './case-link.js';
import type { AnswerProps } from './explanation.js';
import { firstSentences } from './payments.js';
import type { OneProps } from './state.js';

/** What may be paid, or what is still needed to say so. */
export function AnswerPanel(page: OneProps) {
  const { typed } = page.state;
  return (
    <section id="answer" class="panel" aria-labelledby="answer-title" tabIndex={-1}>
      <h2 id="answer-title">What you may pay</h2>
      {isSameCase(typed, BLANK_CASE) ? (
        <p class="hint">Fill in the student and the terms. The answer appears here as you type.</p>
      ) : (
        <AnswerBody typed={typed} page={page} />
      )}
    </section>
  );
}

interface BodyProps extends Pick<AnswerProps, 'page'> {
  readonly typed: Case;
}

/** The answer, on screen with buttons that lead to fields and reasons, on paper without. */
export function AnswerBody({ typed, page }: BodyProps) {
  const answer = answerTo(typed);
  if (!answer.ok) return <StillOpen answer={answer} typed={typed} page={page} />;
  const [first = '', ...others] = firstSentences(answer);
  const warnings = answer.result.warnings.map(inWords);
  const assumptions = assumptionsOf(typed).map(({ path, text }) => ({
    path,
    before: text,
    link: page === undefined ? '' : 'Change',
    label: `Change: ${text}`,
  }));
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
      {page && <p class="hint">Select a figure to see how it was worked out.</p>}
      <div class="side-by-side">
        {assumptions.length > 0 && (
          <section>
            <h3>Assumed</h3>
            <LinkList page={page} items={assumptions} />
          </section>
        )}
        <section class="checklist">
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
function StillOpen({ answer, typed, page }: BodyProps & { readonly answer: Unanswered }) {
  const terms = termNames(typed);
  const mistakes = Object.entries(answer.errors).map(([path, after]) => ({
    path,
    link: pathLabel(path, terms),
    after,
  }));
  const questions = answer.questions.map(({ path, text }) => ({ path, link: text }));
  return (
    <>
      {mistakes.length > 0 && (
        <Message kind="bad" isQuiet>
          <p>{mistakes.length === 1 ? 'Correct this field:' : `Correct these ${mistakes.length} fields:`}</p>
          <LinkList page={page} items={mistakes} />
        </Message>
      )}
      {questions.length > 0 && (
        <>
          <p>
            <strong>Still needed.</strong> Each of these changes the amounts, so nothing is assumed.
          </p>
          <LinkList page={page} items={questions} />
        </>
      )}
    </>
  );
}

/** Sentences with a link to the field that each is about, which is a button on screen; `label` is for screen readers. */
function LinkList(
  props: Pick<BodyProps, 'page'> & {
    readonly items: readonly {
      readonly path: string;
      readonly before?: string;
      readonly link: string;
      readonly after?: string;
      readonly label?: string;
    }[];
  },
) {
  const { page, items } = props;
  return (
    <ul>
      {items.map(({ path, before = '', link, after = '', label }) => (
        <li key={path}>
          {before}{' '}
          {page === undefined ? (
            link
          ) : (
            <Button look="link" aria-label={label} onPress={() => page.send({ type: 'field-wanted', path })}>
              {link}
            </Button>
          )}{' '}
          {after}
        </li>
      ))}
    </ul>
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
