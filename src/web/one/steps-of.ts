import { LOAN_TYPE_NAMES } from '../../engine/texts.js';
import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import { LIMIT_FIELDS } from './loan-dollars.js';

/** Figures that the page shows separately: an explanation that rests on one names it and goes back no further. */
const SHOWN_BY_THEMSELVES: readonly string[] = ['reduced_annual_pct', ...Object.values(LIMIT_FIELDS)];

/**
 * The steps that a figure rests on, ending with its own. Steps that do not apply are left out, except the figure's own. They go
 * back to figures that the page shows separately or, as a whole, to the very beginning.
 */
export function stepsOf(
  trace: Trace,
  field: string,
  extent: 'to shown figures' | 'whole' = 'to shown figures',
): TraceStep[] {
  const byId = new Map(trace.steps.map((step) => [step.id, step]));
  const own = trace.steps.find((step) => step.result.field === field);
  const needed = new Set<TraceStep>();
  const visit = (step: TraceStep) => {
    if (needed.has(step) || !(step.applies || step === own)) return;
    needed.add(step);
    if (extent !== 'whole' && step !== own && SHOWN_BY_THEMSELVES.includes(step.result.field ?? '')) return;
    for (const { from } of step.inputs) {
      const earlier = byId.get(from.replace(/^step:/, ''));
      if (earlier !== undefined) visit(earlier);
    }
  };
  if (own !== undefined) visit(own);
  return trace.steps.filter((step) => needed.has(step));
}

/** The title of a step, after the term that it is for. */
export function stepTitle({ title, for: { loan, term } }: TraceStep, terms: readonly string[]): string {
  const whose = [term === null ? null : terms[term], loan === null ? null : LOAN_TYPE_NAMES[loan]];
  const said = whose.filter(
    (part) => part !== null && part !== undefined && !title.toLowerCase().includes(part.toLowerCase()),
  );
  return said.length === 0 ? title : `${title} (${said.join(', ')})`;
}

/** The rule in words, rounding, dated amounts and sources, as one line. */
export function reasons({ formula, rounding, sources, parameters }: TraceStep): string {
  const amounts = parameters.map(({ name, effective, source }) => `${name} since ${effective} (${source})`);
  return [
    `Rule: ${formula}${rounding === null ? '' : `; rounded ${rounding}`}`,
    ...amounts,
    ...sources.map(sourceText),
  ].join(' · ');
}

/** Whether a step only says how an entry is read: section 1 of the rules. */
export function isOfInput({ section }: TraceStep): boolean {
  return section.startsWith('1.');
}
