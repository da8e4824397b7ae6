import { Button } from '../parts/basics.js';
import { type Answered, traceOfAnswer } from './answer.js';
import { Explanation } from './explanation.js';

/** Which figures show how they were worked out, and what pressing one does; null on paper. */
export interface Explainer {
  /** Prefix of every id, since two answers can be side by side. */
  readonly prefix: string;
  readonly open: readonly string[];
  readonly toggle: (id: string) => void;
}

/** A figure that can be pressed for its reasons, if it has any. */
export function Figure(props: {
  readonly text: string;
  readonly field: string | null;
  readonly explainer: Explainer | null;
}) {
  const { text, field, explainer } = props;
  if (field === null || explainer === null) return <>{text}</>;
  const id = explainer.prefix + field;
  const isOpen = explainer.open.includes(id);
  return (
    <Button
      id={id}
      class="figure"
      expanded={isOpen}
      {...(isOpen ? { controls: `${id}-reasons` } : {})}
      title="How this was worked out"
      onPress={() => explainer.toggle(id)}
    >
      {text}
    </Button>
  );
}

/** How a figure was worked out. */
export function Reasons(props: {
  readonly field: string;
  readonly answer: Answered;
  readonly explainer: Explainer;
}) {
  const { field, answer, explainer } = props;
  return (
    <div id={`${explainer.prefix}${field}-reasons`}>
      <p class="reasons-title">How this was worked out</p>
      <Explanation
        trace={traceOfAnswer(answer)}
        field={field}
        terms={answer.working.terms.map(({ name }) => name)}
      />
    </div>
  );
}
