import { LOAN_TYPE_NAMES } from '../../engine/texts.js';
import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import type { Answered } from './answer.js';
import { LOANS, loansIn, waysOf } from './payments.js';

/** Figures that the page shows separately: an explanation that rests on one names it and goes back no further. */
const SHOWN_BY_THEMSELVES: readonly string[] = ['reduced_annual_pct', ...LOANS.map(({ limit }) => limit)];

/** The steps that a figure rests on, ending with its own, back to figures that the page shows separately. */
export function stepsOf(trace: Trace, field: string): TraceStep[] {
  return stepsBehind(trace, [field], (step) => SHOWN_BY_THEMSELVES.includes(step.result.field ?? ''));
}

/**
 * The steps that produce some figures, in the order of the rules. Steps that do not apply are left out, except those of the
 * figures themselves. Nothing behind an earlier step that `isEnd` is looked at.
 */
function stepsBehind(
  { steps }: Trace,
  fields: readonly string[],
  isEnd: (step: TraceStep) => boolean,
): TraceStep[] {
  const byId = new Map(steps.map((step) => [`step:${step.id}`, step]));
  const own = steps.filter(({ result }) => result.field !== null && fields.includes(result.field));
  const needed = new Set(own);
  // A set goes on to what is added to it meanwhile.
  for (const step of needed) {
    if (isEnd(step) && !own.includes(step)) continue;
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
export function decidingSteps(trace: Trace, answer: Answered): TraceStep[] {
  const loans = loansIn(answer);
  const terms = answer.result.terms.flatMap((_, index) =>
    waysOf(answer.result).flatMap((way) => loans.map(({ name }) => `terms.${index}.${way}.${name}`)),
  );
  const fields = ['reduced_annual_pct', ...loans.map(({ limit }) => limit), ...terms];
  return stepsBehind(trace, fields, () => false).filter(
    // Sections 2 to 4 of the rules are the limit for the year.
    (step) =>
      step.applies && (/^[234]\./.test(step.section) || (step.result.field !== null && !isOfInput(step))),
  );
}

/** Whether a step only says how an entry is read: section 1 of the rules. */
export function isOfInput({ section }: TraceStep): boolean {
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
