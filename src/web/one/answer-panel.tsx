import { inWords } from '../../contract/field-words.js';
import { dollars } from '../../engine/exact.js';
import { counted } from '../../engine/texts.js';
import { pathLabel } from '../labels.js';
import { Button, TextList } from '../parts.js';
import { type Answer, answerTo, assumptionsOf, notConsidered } from './answer.js';
import { type Case, termNames } from './case.js';
import { PaymentTable, YearLimit } from './figures.js';
import { firstSentences } from './payments.js';
import type { OneProps } from './state.js';

/**
 * What may be paid or is missing, with buttons to fields and reasons; on paper, without `page`, no buttons.
 */
export function AnswerBody({ typed, page }: { readonly typed: Case; readonly page?: OneProps }) {
  const answer = answerTo(typed);
  const link = (path: string, text: string, label?: string) =>
    page === undefined ? (
      text
    ) : (
      <Button look="link" aria-label={label} onPress={() => page.send({ type: 'field-wanted', path })}>
        {text}
      </Button>
    );
  if (!answer.ok) {
    const mistakes = Object.entries(answer.errors);
    const terms = termNames(typed);
    return (
      <>
        {mistakes.length > 0 && (
          <div class="note bad">
            <p>{`Correct ${counted(mistakes.length, 'field')}:`}</p>
            <TextList
              texts={mistakes.map(([path, message]) => [link(path, pathLabel(path, terms)), `: ${message}`])}
            />
          </div>
        )}
        {answer.questions.length > 0 && (
          <>
            <p>
              <strong>Still needed.</strong> Each of these changes the amounts, so nothing is assumed.
            </p>
            <TextList texts={answer.questions.map(({ path, text }) => link(path, text))} />
          </>
        )}
      </>
    );
  }
  const [first = '', ...others] = firstSentences(answer);
  const { cappedNeed, result } = answer;
  const used = dollars(answer.student.subsidized_amount);
  const assumptions = assumptionsOf(typed);
  return (
    <>
      <p class="first-sentence">
        <strong>{first}</strong> {others.join(' ')}
      </p>
      {cappedNeed !== null && (
        <div class="note info">
          {`The need of ${dollars(cappedNeed)} is above ${used}, the subsidized maximum of this student. ${used} was used.`}
        </div>
      )}
      {result.warnings.length > 0 && (
        <div class="note care">
          <p>
            <strong>Check before you pay</strong>
          </p>
          <TextList texts={result.warnings.map(inWords)} />
        </div>
      )}
      <YearLimit answer={answer} page={page} />
      <PaymentTable answer={answer} page={page} />
      {page && <p class="hint">Select a figure to see how it was worked out.</p>}
      <div class="side-by-side">
        {assumptions.length > 0 && (
          <section>
            <h3>Assumed</h3>
            <TextList
              texts={assumptions.map(({ path, text }) => [
                `${text} `,
                page && link(path, 'Change', `Change: ${text}`),
              ])}
            />
          </section>
        )}
        <section class="checklist">
          <h3>Not considered</h3>
          <p>
            The answer ignores these and may be too high. Check each of them before you award.{' '}
            <a href="/docs/scope">Scope and limits</a>
          </p>
          <TextList texts={notConsidered(answer)} />
        </section>
      </div>
    </>
  );
}

/** The answer in one line, for the bottom of the form and for screen readers. */
export function summaryText(answer: Answer): string {
  if (answer.ok) return firstSentences(answer)[0] ?? '';
  const mistakes = Object.keys(answer.errors).length;
  if (mistakes > 0) return `Correct ${counted(mistakes, 'field')}`;
  return `${counted(answer.questions.length, 'question is', 'questions are')} open`;
}
