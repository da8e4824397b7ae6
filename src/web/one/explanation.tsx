import type { ComponentChild } from 'preact';
import { counted } from '../../engine/texts.js';
import type { TraceStep } from '../../engine/trace/trace-format.js';
import { Button } from '../parts/basics.js';
import { type Answered, traceOfAnswer } from './answer.js';
import { isOfInput, reasons, stepsOf, stepTitle } from './figure-steps.js';
import type { OneProps } from './state.js';

/** What lets figures be pressed for their reasons. */
export type Explainer = OneProps;

/** The figures of an answer; on paper there is no explainer. */
export interface FiguresProps {
  readonly answer: Answered;
  readonly explainer: Explainer | null;
}

const idOf = (field: string) => `figure-${field}`;
const isOpen = (explainer: Explainer, field: string) => explainer.state.parts[idOf(field)] === true;

/** A figure that can be pressed for its reasons, if it has any. */
export function Figure(props: {
  readonly text: string;
  readonly field: string | null;
  readonly explainer: Explainer | null;
}) {
  const { text, field, explainer } = props;
  if (field === null || explainer === null) return <>{text}</>;
  const id = idOf(field);
  const isExpanded = isOpen(explainer, field);
  return (
    <Button
      id={id}
      class="figure"
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? `${id}-reasons` : undefined}
      title="How this was worked out"
      onPress={() => explainer.send({ type: 'part-toggled', id, isOpen: !isExpanded })}
    >
      {text}
    </Button>
  );
}

/** The reasons for those of some figures that a person has pressed, each in a frame. */
export function openReasons(
  fields: readonly string[],
  { answer, explainer }: FiguresProps,
  frame: (field: string, reasons: ComponentChild) => ComponentChild,
): ComponentChild[] {
  if (explainer === null) return [];
  return fields
    .filter((field) => isOpen(explainer, field))
    .map((field) =>
      frame(
        field,
        <div id={`${idOf(field)}-reasons`}>
          <p class="reasons-title">How this was worked out</p>
          <Explanation answer={answer} field={field} />
        </div>,
      ),
    );
}

/** The steps that a figure rests on, in the order of the rules. */
function Explanation({ answer, field }: { readonly answer: Answered; readonly field: string }) {
  const steps = stepsOf(traceOfAnswer(answer), field);
  const terms = answer.working.terms.map(({ name }) => name);
  // Entries that were used as given come after what was calculated from them.
  const [taken, worked] = [steps.filter(isOfInput), steps.filter((step) => !isOfInput(step))];
  return (
    <>
      <Steps steps={worked} terms={terms} />
      {taken.length > 0 && (
        <details>
          <summary>{`${counted(taken.length, 'step')} before these: how the entries were read`}</summary>
          <Steps steps={taken} terms={terms} />
        </details>
      )}
    </>
  );
}

function Steps(props: { readonly steps: readonly TraceStep[]; readonly terms: readonly string[] }) {
  return (
    <ol class="steps">
      {props.steps.map((step) => (
        <li key={step.id}>
          <p class="step-title">
            <a href={`/docs/rules#${step.section}`}>{step.section}</a> {stepTitle(step, props.terms)}
          </p>
          <p class="worked">{step.worked}</p>
          <p class="hint">{reasons(step)}</p>
        </li>
      ))}
    </ol>
  );
}
