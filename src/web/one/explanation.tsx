import { LOAN_TYPE_NAMES } from '../../engine/student.js';
import { counted } from '../../engine/texts.js';
import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import { Button } from '../parts/basics.js';
import type { Answered } from './answer.js';
import { LOANS, loansIn, waysOf } from './payments.js';
import type { OneProps } from './state.js';

/** What is shown of an answer: `page` is that whose figures can be pressed for their reasons; on paper there is none. */
export interface AnswerProps {
  readonly answer: Answered;
  readonly page?: OneProps | undefined;
}

/** A figure as text, and its path in the answer; null for a sum made by the page. */
interface FigureProps {
  readonly text: string;
  readonly field: string | null;
}

const idOf = (field: string) => `figure-${field}`;

/** A figure of the answer that can be pressed for its reasons. */
export function Figure({ text, field, page }: FigureProps & Pick<AnswerProps, 'page'>) {
  if (field === null || page === undefined) return <>{text}</>;
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

/** The reasons for those of some figures that a person has pressed. */
export function reasonsFor(fields: readonly (string | null)[], { answer, page }: AnswerProps) {
  return fields.flatMap((field) => {
    const isOpen = field !== null && page?.state.parts[idOf(field)] === true;
    return isOpen ? [<Reasons key={field} answer={answer} field={field} />] : [];
  });
}

/** The steps that a figure rests on, in the order of the rules, back to figures that the page shows separately. */
function Reasons({ answer, field }: { readonly answer: Answered; readonly field: string }) {
  const steps = stepsBehind(answer.trace, [field], YEAR_FIGURES);
  const terms = answer.working.terms.map(({ name }) => name);
  // Entries that were used as given come after what was calculated from them.
  const taken = steps.filter(isOfInput);
  return (
    <div id={`${idOf(field)}-reasons`} class="reasons">
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
          <p>
            <strong>{step.worked}</strong>
          </p>
          <p class="hint">
            {[
              `Rule: ${step.formula}${step.rounding === null ? '' : `; rounded ${step.rounding}`}`,
              ...sourcesOf([step]),
            ].join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Figures of the year, which the page shows separately: an explanation that rests on one names it and goes back no further. */
const YEAR_FIGURES: readonly string[] = ['reduced_annual_pct', ...LOANS.map(({ limit }) => limit)];

/**
 * The steps that produce some figures, in the order of the rules. Steps that do not apply are left out, except those of the
 * figures themselves. Nothing behind the steps of other figures in `ends` is looked at.
 */
function stepsBehind({ steps }: Trace, figures: readonly string[], ends: readonly string[] = []) {
  const byId = new Map(steps.map((step) => [`step:${step.id}`, step]));
  const own = steps.filter(({ result }) => figures.includes(result.field ?? ''));
  const needed = new Set(own);
  // A set goes on to what is added to it meanwhile.
  for (const step of needed) {
    if (ends.includes(step.result.field ?? '') && !own.includes(step)) continue;
    for (const { from } of step.inputs) {
      const earlier = byId.get(from);
      if (earlier?.applies) needed.add(earlier);
    }
  }
  return steps.filter((step) => needed.has(step));
}

/**
 * The steps that decided the amounts of an answer: those that make up the limit for the year, and those that produce a figure of
 * the answer. Earlier ones (how entries are read, which terms take part) are left out.
 */
export function decidingSteps(answer: Answered): TraceStep[] {
  const loans = loansIn(answer);
  const terms = answer.result.terms.flatMap((_, index) =>
    waysOf(answer.result).flatMap((way) => loans.map(({ name }) => `terms.${index}.${way}.${name}`)),
  );
  const figures = ['reduced_annual_pct', ...loans.map(({ limit }) => limit), ...terms];
  return stepsBehind(answer.trace, figures).filter(
    // Sections 2 to 4 of the rules are the limit for the year.
    (step) =>
      step.applies && (/^[234]\./.test(step.section) || (step.result.field !== null && !isOfInput(step))),
  );
}

/** Whether a step only says how an entry is read: section 1 of the rules. */
function isOfInput({ section }: TraceStep): boolean {
  return section.startsWith('1.');
}

/** The title of a step, with the term and the loan that it is for. */
export function stepTitle({ title, for: { loan, term } }: TraceStep, terms: readonly string[]): string {
  const parts = [term === null ? '' : (terms[term] ?? ''), loan === null ? '' : LOAN_TYPE_NAMES[loan]];
  const unsaid = parts.filter((part) => !title.toLowerCase().includes(part.toLowerCase()));
  return unsaid.length === 0 ? title : `${title} (${unsaid.join(', ')})`;
}

/** The sources of the steps, including dated amounts, as texts; each once, in the order of the steps. */
export function sourcesOf(steps: readonly TraceStep[]): string[] {
  const texts = steps.flatMap(({ sources, parameters }) => [
    ...parameters.map(({ name, effective, source }) => `${name}: ${source}, since ${effective}`),
    ...sources.map(sourceText),
  ]);
  return [...new Set(texts)];
}
