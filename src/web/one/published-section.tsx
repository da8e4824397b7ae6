import { readFigure } from '../../contract/read-figure.js';
import { toText } from '../../engine/exact.js';
import {
  checkFigure,
  type FigureCheck,
  type KnownMistake,
  type PublishedFigure,
  type PublishedValue,
} from '../../engine/published-figure.js';
import { groupedDollars } from '../../engine/texts.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import { Message } from '../parts/basics.js';
import { Choice, optionsIn } from '../parts/choice.js';
import { Disclosure } from '../parts/disclosure.js';
import { Field, TextBox } from '../parts/field.js';
import type { Answered } from './answer.js';
import { type OneProps, PUBLISHED_PART } from './state.js';

const NAMES: Readonly<Record<PublishedFigure, string>> = {
  combined: 'Subsidized plus unsubsidized',
  subsidized: 'Subsidized for the year',
  unsubsidized: 'Unsubsidized for the year',
  grad_plus: 'Grad PLUS for the year',
  percent: 'Percent of a full-time year',
};

const VALUE_ID = 'published-value';
/** Checks a figure from a table, a calculator or a letter for this student; if it is wrong, names the known mistake that produces it. */
export function PublishedSection({ state, answer, send }: OneProps & { readonly answer: Answered }) {
  const { figure, text } = state.published;
  const reading = text.trim() === '' ? null : readFigure(figure, text);
  const error =
    reading === null || reading.ok
      ? undefined
      : `Enter the figure as it was published, such as 4,095 or 63%. You entered “${text}”.`;
  return (
    <Disclosure
      id={PUBLISHED_PART}
      class="below"
      summary={<h2>Check a published figure</h2>}
      isOpen={state.parts[PUBLISHED_PART] === true}
      onToggle={(isOpen) => send({ type: 'part-toggled', id: PUBLISHED_PART, isOpen })}
    >
      <p class="hint">
        Enter a figure for this student from a table, another calculator or a letter. You see whether it is
        right and, if not, which known mistake produces it.
      </p>
      <div class="published">
        <Field id="published-figure" label="Figure">
          <Choice
            id="published-figure"
            value={figure}
            options={optionsIn(NAMES)}
            onChoose={(chosen) => send({ type: 'published', figure: chosen, text })}
          />
        </Field>
        <Field id={VALUE_ID} label="It says" error={error}>
          <TextBox
            id={VALUE_ID}
            isNumber
            value={text}
            error={error}
            onText={(typed) => send({ type: 'published', figure, text: typed })}
          />
        </Field>
      </div>
      <div role="status" id="published">
        {reading?.ok && (
          <Verdict
            published={reading.published}
            check={checkFigure(answer.student, reading.published, answer.awardYear)}
          />
        )}
      </div>
    </Disclosure>
  );
}

function Verdict(props: { readonly published: PublishedValue; readonly check: FigureCheck }) {
  const { published, check } = props;
  const said = figureText(published.figure, toText(published.value));
  const right = figureText(published.figure, String(check.right));
  if (check.isRight) {
    return (
      <Message kind="good" isQuiet>
        <p>{`${said} is right.`}</p>
      </Message>
    );
  }
  return (
    <Message kind="care" isQuiet>
      <p>
        <strong>{`${said} is not right: it is ${right}.`}</strong> {causeText(check, said)}
      </p>
      {check.mistakes.length > 0 && (
        <ul>
          {check.mistakes.map((mistake) => (
            <Mistake key={mistake.id} mistake={mistake} />
          ))}
        </ul>
      )}
    </Message>
  );
}

function Mistake({ mistake: { what, section, sources } }: { readonly mistake: KnownMistake }) {
  return (
    <li>
      {what} <a href={`/docs/rules#${section}`}>{`Section ${section}`}</a>{' '}
      <span class="hint">{sources.map(sourceText).join('; ')}</span>
    </li>
  );
}

function causeText({ mistakes }: FigureCheck, said: string): string {
  if (mistakes.length === 1) return `This mistake produces ${said}:`;
  if (mistakes.length > 1) return `Each of these mistakes produces ${said}:`;
  return 'No known mistake produces it. Check that it is about the same credits, full time, level and need.';
}

function figureText(figure: PublishedFigure, plain: string): string {
  return figure === 'percent' ? `${plain}%` : groupedDollars(plain);
}
