import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { isOfInput, reasons, stepsOf, stepTitle } from './steps-of.js';

/** How a figure was worked out: the steps that it rests on, in the order of the rules. */
export function Explanation(props: {
  readonly trace: Trace;
  readonly field: string;
  readonly terms: readonly string[];
}) {
  const steps = stepsOf(props.trace, props.field);
  // Entries that were used as given come after what was calculated from them.
  const [taken, worked] = [steps.filter(isOfInput), steps.filter((step) => !isOfInput(step))];
  return (
    <>
      <Steps steps={worked} terms={props.terms} />
      {taken.length > 0 && (
        <details>
          <summary>{`${taken.length} steps before these: how the entries were read`}</summary>
          <Steps steps={taken} terms={props.terms} />
        </details>
      )}
    </>
  );
}

function Steps({
  steps,
  terms,
}: {
  readonly steps: readonly TraceStep[];
  readonly terms: readonly string[];
}) {
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li key={step.id}>
          <p class="step-title">
            <a href={`/docs/rules#${step.section}`}>{step.section}</a> {stepTitle(step, terms)}
          </p>
          <p class="worked">{step.worked}</p>
          <p class="hint">{reasons(step)}</p>
        </li>
      ))}
    </ol>
  );
}
