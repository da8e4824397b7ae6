import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { counted } from '../../engine/texts.js';
import type { TraceStep } from '../../engine/trace/trace-format.js';
import { Button } from '../parts/basics.js';
import { type Answered, traceOfAnswer } from './answer.js';
import { isOfInput, sourcesOf, stepsOf, stepTitle } from './figure-steps.js';
import type { OneProps } from './state.js';

/** The page whose figures can be pressed for their reasons; on paper there is none. */
export const Explained = createContext<OneProps | null>(null);

const idOf = (field: string) => `figure-${field}`;

/** A figure of the answer that can be pressed for its reasons; plain text where it is a sum made by the page, or on paper. */
export function Figure({ text, field }: { readonly text: string; readonly field: string | null }) {
  const page = useContext(Explained);
  if (field === null || page === null) return <>{text}</>;
  const id = idOf(field);
  const isOpen = page.state.parts[id] === true;
  return (
    <Button
      id={id}
      class="figure"
      aria-expanded={isOpen}
      aria-controls={isOpen ? `${id}-reasons` : undefined}
      title="How this was worked out"
      onPress={() => page.send({ type: 'part-toggled', id, isOpen: !isOpen })}
    >
      {text}
    </Button>
  );
}

/** Those of some figures whose reasons a person has opened. */
export function useOpenFigures(fields: readonly string[]): readonly string[] {
  const page = useContext(Explained);
  return fields.filter((field) => page?.state.parts[idOf(field)] === true);
}

/** The steps that a figure rests on, in the order of the rules. */
export function Reasons({ answer, field }: { readonly answer: Answered; readonly field: string }) {
  const steps = stepsOf(traceOfAnswer(answer), field);
  const terms = answer.working.terms.map(({ name }) => name);
  // Entries that were used as given come after what was calculated from them.
  const taken = steps.filter(isOfInput);
  return (
    <div id={`${idOf(field)}-reasons`}>
      <strong>How this was worked out</strong>
      <Steps steps={steps.filter((step) => !isOfInput(step))} terms={terms} />
      {taken.length > 0 && (
        <details>
          <summary>{`${counted(taken.length, 'step')} before these: how the entries were read`}</summary>
          <Steps steps={taken} terms={terms} />
        </details>
      )}
    </div>
  );
}

function Steps(props: { readonly steps: readonly TraceStep[]; readonly terms: readonly string[] }) {
  return (
    <ol class="steps">
      {props.steps.map((step) => (
        <li key={step.id}>
          <p class="hint">
            <a href={`/docs/rules#${step.section}`}>{step.section}</a> {stepTitle(step, props.terms)}
          </p>
          <p class="worked">{step.worked}</p>
          <p class="hint">{ruleText(step)}</p>
        </li>
      ))}
    </ol>
  );
}

/** The rule in words, rounding, dated amounts and sources, as one line. */
function ruleText(step: TraceStep): string {
  const { formula, rounding } = step;
  const rule = `Rule: ${formula}${rounding === null ? '' : `; rounded ${rounding}`}`;
  return [rule, ...sourcesOf([step])].join(' · ');
}
