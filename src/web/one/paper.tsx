import { pathLabel } from '../labels.js';
import { TextList } from '../parts.js';
import { answerTo } from './answer.js';
import { AnswerBody } from './answer-panel.js';
import { entryText, givenEntries, linkTo, termNames } from './case.js';
import { decidingSteps, Steps } from './figures.js';
import { noticeText } from './notice.js';
import type { OneState } from './state.js';

/** The printed audit sheet or notice; empty when not printing. */
export function Paper({ state: { paper, typed, way } }: { readonly state: OneState }) {
  const answer = answerTo(typed);
  if (paper === null) return null;
  if (paper === 'notice') return answer.ok ? <pre class="letter">{noticeText(answer, way)}</pre> : null;
  const date = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  const terms = termNames(typed);
  // A term's name is shown in front of its other fields.
  const entries = givenEntries(typed).filter(({ field }) => field.name !== 'label');
  return (
    <>
      <h1>Audit sheet: prorated annual loan limit</h1>
      <p>{`Printed on ${date}. Student: ____________________ Prepared by: ____________________`}</p>
      <AnswerBody typed={typed} />
      <h3>Entered</h3>
      <div class="entered">
        <TextList texts={entries.map((entry) => `${pathLabel(entry.path, terms)}: ${entryText(entry)}`)} />
      </div>
      {answer.ok && (
        <section class="audit">
          <h3>{`How the amounts were worked out (rules of award year ${typed.awardYear}, version ${answer.trace.rules.version})`}</h3>
          <Steps answer={answer} steps={decidingSteps(answer)} />
          <p class="hint">{`Case code: ${answer.trace.digest}. The same case under the same rules has the same code.`}</p>
          <p class="hint">{`Law and guidance as third parties described them on ${answer.trace.rules.policy_read_on}. Official texts not read: ${answer.trace.rules.not_read.join('; ')}.`}</p>
          <p class="hint">{`The steps that set the limit and each amount are shown; the decisive ones are in bold. Every rule is explained at ${location.origin}/docs/rules.`}</p>
        </section>
      )}
      <p class="hint">{`The same case on screen: ${location.origin}${location.pathname}${linkTo(typed)}`}</p>
    </>
  );
}
