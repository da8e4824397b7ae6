import type { ComponentChildren } from 'preact';
import { inWords, pathLabel } from '../../contract/field-labels.js';
import type { TraceStep } from '../../engine/trace/trace-format.js';
import { TextList } from '../parts/basics.js';
import { Table } from '../parts/table.js';
import { PaymentTable, YearLimit } from './amounts.js';
import { type Answered, answerTo, assumptionsOf, CHECK_BEFORE_AWARD, notConsidered } from './answer.js';
import { type Case, entryText, givenEntries, termNames } from './case.js';
import { linkTo } from './case-link.js';
import { decidingSteps, sourcesOf, stepTitle } from './explanation.js';
import { noticeText } from './notice.js';
import { firstSentences } from './payments.js';
import type { OneState } from './state.js';

/** What is printed: the audit sheet, or the notice to the student. Empty when not printing. */
export function Paper({ state: { paper, typed, way } }: { readonly state: OneState }) {
  const answer = answerTo(typed);
  if (paper === null) return null;
  if (paper === 'notice') return answer.ok ? <pre class="letter">{noticeText(answer, way)}</pre> : null;
  const date = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  const terms = termNames(typed);
  return (
    <>
      <h1>Audit sheet: prorated annual loan limit</h1>
      <p>{`Printed on ${date}. Student: ____________________ Prepared by: ____________________`}</p>
      {answer.ok ? (
        <Sheet answer={answer} typed={typed} />
      ) : (
        <>
          <Entered typed={typed} />
          <Texts
            title="Not calculated"
            texts={[
              ...Object.entries(answer.errors).map(([path, text]) => `${pathLabel(path, terms)}: ${text}`),
              ...answer.questions.map(({ text }) => text),
            ]}
          />
        </>
      )}
      <p class="hint">{`The same case on screen: ${location.origin}${location.pathname}${linkTo(typed)}`}</p>
    </>
  );
}

function Sheet({ answer, typed }: { readonly answer: Answered; readonly typed: Case }) {
  return (
    <>
      <p class="first-sentence">
        <strong>{firstSentences(answer).join(' ')}</strong>
      </p>
      <div class="sheet-columns">
        <Entered typed={typed} />
        <Part title="Amounts">
          <YearLimit answer={answer} />
          <PaymentTable answer={answer} />
        </Part>
      </div>
      <div class="sheet-columns">
        <Texts title="Check before you pay" texts={answer.result.warnings.map(inWords)} />
        <Texts title="Assumed" texts={assumptionsOf(typed).map(({ text }) => text)} />
        <Part title="Not considered">
          <p>{CHECK_BEFORE_AWARD}</p>
          <div class="checklist">
            <TextList texts={notConsidered(answer)} />
          </div>
        </Part>
      </div>
      <Steps answer={answer} />
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Part title={title}>
      <TextList texts={texts} />
    </Part>
  );
}

function Entered({ typed }: { readonly typed: Case }) {
  const terms = termNames(typed);
  // A term's name is shown in front of its other fields.
  const entries = givenEntries(typed).filter(({ field }) => field.name !== 'label');
  return (
    <Part title="Entered">
      <Table
        caption="Entered"
        isFigures
        rows={entries.map((entry) => [pathLabel(entry.path, terms), entryText(entry)])}
      />
    </Part>
  );
}

/** The steps that decided the amounts, each with the numbers of its sources, which are listed below. */
function Steps({ answer }: { readonly answer: Answered }) {
  const { trace } = answer;
  const { rules } = trace;
  const steps = decidingSteps(answer);
  const sources = sourcesOf(steps);
  const terms = answer.working.terms.map(({ name }) => name);
  const numbers = (step: TraceStep) =>
    sourcesOf([step])
      .map((source) => sources.indexOf(source) + 1)
      .sort((one, other) => one - other)
      .join(', ');
  return (
    <section>
      <h3>{`How the amounts were worked out (rules of award year ${rules.award_year}, version ${rules.version})`}</h3>
      <div class="audit">
        <Table
          caption="Steps"
          columns={['Rule', 'Step', 'Worked out', 'Sources']}
          rows={steps.map((step) => {
            const cells = [step.section, stepTitle(step, terms), step.worked, numbers(step)];
            return trace.decisive.includes(step.id)
              ? cells.map((text) => <strong key={text}>{text}</strong>)
              : cells;
          })}
        />
      </div>
      <h3>Sources</h3>
      <ol class="sources">
        {sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ol>
      <p class="hint">{`Case code: ${trace.digest}. The same case under the same rules has the same code.`}</p>
      <p class="hint">{`Policy as read on ${rules.policy_read_on}. Not read: ${rules.not_read.join('; ')}.`}</p>
      <p class="hint">{`The steps that set the limit and each amount are shown; the decisive ones are in bold. Every rule is explained at ${location.origin}/docs/rules.`}</p>
    </section>
  );
}
